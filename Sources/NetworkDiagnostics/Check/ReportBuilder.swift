import Diagnosis
import NetworkModel
import Probes

/// Creates the report from evidence: the verdict, and the layers that apply to the target.
struct ReportBuilder {
    let target: Target
    let gathered: CheckRun.CheckObservations
    let verdict: Verdict
    let started: Timestamp

    func report(duration: Duration) -> Report {
        var report = judged(duration: duration)
        if gathered.evidence.ownDelay > .zero {
            report.ownDelay = Milliseconds(gathered.evidence.ownDelay)
            report.ownStall = gathered.evidence.ownStall.map { Milliseconds($0) }
        }
        return report
    }

    private func judged(duration: Duration) -> Report {
        if let failure = gathered.failure {
            return Report(
                target: target.text, started: started, duration: duration, status: .err,
                findings: [failure] + verdict.findings, layers: layers, terms: gathered.evidence.terms)
        }
        return Report(
            target: target.text, started: started, duration: duration, status: verdict.status,
            findings: verdict.findings, layers: layers, terms: gathered.evidence.terms)
    }

    private var layers: [LayerReport] {
        applicable.map { layer in
            LayerReport(
                layer: layer, status: verdict.layers[layer] ?? .noErr, duration: gathered.durations[layer] ?? .zero,
                evidence: gathered.evidence.observed[layer])
        }
    }

    private var applicable: [Layer] {
        let place = gathered.evidence.place ?? target
        let observed = gathered.evidence.observed
        guard place.isOnNetwork else { return [.local, place.goal] }
        var layers: [Layer] = observed.has(LocalEvidence.self) ? [.local, .link, .address] : [.link, .address]
        if !gathered.isLocal { layers.append(.gateway) }
        if observed.has(UplinkEvidence.self) { layers.append(.uplink) }
        if observed.has(PathEvidence.self) { layers.append(.path) }
        let isProxied = observed.has(ProxyEvidence.self)
        // With a proxy, the proxy resolves names and connects.
        if case .name = place.host, !isProxied || observed.has(DNSEvidence.self) { layers.append(.dns) }
        if observed.has(MulticastEvidence.self) { layers.append(.mdns) }
        if place.isConnectedTo {
            if !isProxied { layers.append(.tcp) }
            if place.beginsWithTLS || observed.has(TLSEvidence.self) { layers.append(.tls) }
            if isProxied { layers.append(.proxy) }
        }
        if !layers.contains(place.goal), place.goal != .tcp { layers.append(place.goal) }
        return layers
    }
}
