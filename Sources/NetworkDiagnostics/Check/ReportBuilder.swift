import Diagnosis
import NetworkModel
import Probes

/// From gathered evidence to the report: the verdict, and the layers that apply to the target.
struct ReportBuilder {
    let target: Target
    let gathered: CheckRun.Gathered
    let verdict: Verdict
    let started: Timestamp

    func report(duration: Duration) -> Report {
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
                evidence: evidence(layer))
        }
    }

    private var applicable: [Layer] {
        let place = gathered.evidence.place ?? target
        var layers: [Layer] = gathered.evidence.local == nil ? [.link, .address] : [.local, .link, .address]
        if !gathered.isLocal { layers.append(.gateway) }
        if gathered.evidence.path != nil { layers.append(.path) }
        let isProxied = gathered.evidence.proxy != nil
        // Behind a proxy, resolving and connecting are its affair.
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

    private func evidence(_ layer: Layer) -> LayerEvidence? {
        switch layer {
        case .local: return gathered.evidence.local.map(LayerEvidence.local)
        case .link: return gathered.evidence.link.map(LayerEvidence.link)
        case .address: return gathered.evidence.address.map(LayerEvidence.address)
        case .gateway: return gathered.evidence.gateway.map(LayerEvidence.gateway)
        case .path: return gathered.evidence.path.map(LayerEvidence.path)
        case .dns: return gathered.evidence.dns.map(LayerEvidence.dns)
        case .mdns: return gathered.evidence.mdns.map(LayerEvidence.mdns)
        case .icmp: return gathered.evidence.echo.map(LayerEvidence.icmp)
        case .tcp: return gathered.evidence.tcp.map(LayerEvidence.tcp)
        case .tls: return gathered.evidence.tls.map(LayerEvidence.tls)
        case .proxy: return gathered.evidence.proxy.map(LayerEvidence.proxy)
        case .http: return gathered.evidence.http.map(LayerEvidence.http)
        case .ws: return gathered.evidence.ws.map(LayerEvidence.ws)
        case .ftp: return gathered.evidence.ftp.map(LayerEvidence.ftp)
        case .kind: return gathered.evidence.kind.map { .kind(AnyKindEvidence($0)) }
        }
    }
}
