import Diagnosis
import NetworkModel
import Probes

/// Creates the report from evidence: the verdict, and the layers that apply to the target.
struct ReportBuilder {
    let target: Target
    let gathered: CheckRun.Gathered
    let verdict: Verdict
    let started: Timestamp

    func report(duration: Duration) -> Report {
        var report = judged(duration: duration)
        if gathered.evidence.ownDelay > .zero { report.ownDelay = Milliseconds(gathered.evidence.ownDelay) }
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
        guard place.isOnNetwork else { return [.local, place.goal] }
        var layers: [Layer] = gathered.evidence.local == nil ? [.link, .address] : [.local, .link, .address]
        if !gathered.isLocal { layers.append(.gateway) }
        if gathered.evidence.uplink != nil { layers.append(.uplink) }
        if gathered.evidence.path != nil { layers.append(.path) }
        let isProxied = gathered.evidence.proxy != nil
        // With a proxy, the proxy resolves names and connects.
        if case .name = place.host, !isProxied || gathered.evidence.dns != nil { layers.append(.dns) }
        if gathered.evidence.mdns != nil { layers.append(.mdns) }
        if place.isConnectedTo {
            if !isProxied { layers.append(.tcp) }
            if place.beginsWithTLS || gathered.evidence.tls != nil { layers.append(.tls) }
            if isProxied { layers.append(.proxy) }
        }
        if !layers.contains(place.goal), place.goal != .tcp { layers.append(place.goal) }
        return layers
    }
}
