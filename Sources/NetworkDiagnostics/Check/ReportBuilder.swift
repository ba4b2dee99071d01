import Diagnosis
import NetworkModel
import Probes

/// From gathered evidence to the report: the verdict, and the layers that apply to the target.
struct ReportBuilder {
    let target: Target
    let gathered: CheckRun.Gathered
    let started: Timestamp

    func report(duration: Duration) -> Report {
        let verdict = Verdict(on: gathered.evidence)
        if let failure = gathered.failure {
            return Report(
                target: target.text, started: started, duration: duration, status: .err,
                findings: [failure] + verdict.findings, layers: layers(verdict))
        }
        return Report(
            target: target.text, started: started, duration: duration, status: verdict.status,
            findings: verdict.findings, layers: layers(verdict))
    }

    private func layers(_ verdict: Verdict) -> [LayerReport] {
        applicable.map { layer in
            LayerReport(
                layer: layer, status: verdict.layers[layer] ?? .noErr, duration: gathered.durations[layer] ?? .zero,
                evidence: verdict.layers[layer].flatMap { $0 == .noErr ? nil : evidence(layer) })
        }
    }

    private var applicable: [Layer] {
        let place = gathered.evidence.place ?? target
        var layers: [Layer] = [.link, .address]
        if !gathered.isLocal { layers.append(.gateway) }
        let isProxied = gathered.evidence.proxy != nil
        // Behind a proxy, resolving and connecting are its affair.
        if case .name = place.host, !isProxied || gathered.evidence.dns != nil { layers.append(.dns) }
        let below: [Layer] = isProxied ? [] : [.tcp]
        let proxy: [Layer] = isProxied ? [.proxy] : []
        switch place.kind {
        case .http(let secure, _): layers += below + (secure ? [.tls] : []) + proxy + [.http]
        case .webSocket(let secure, _): layers += below + (secure ? [.tls] : []) + proxy + [.ws]
        case .ftp(let secure, _):
            layers += below + (secure || gathered.evidence.tls != nil ? [.tls] : []) + proxy + [.ftp]
        case .tcp, .service: layers += below + (gathered.evidence.tls != nil ? [.tls] : []) + proxy
        case .tls: layers += below + [.tls] + proxy
        case .dns: if !layers.contains(.dns) { layers.append(.dns) }
        case .icmp, .host: layers.append(.icmp)
        }
        return layers
    }

    private func evidence(_ layer: Layer) -> LayerEvidence? {
        switch layer {
        case .link: return gathered.evidence.link.map(LayerEvidence.link)
        case .address: return gathered.evidence.address.map(LayerEvidence.address)
        case .gateway: return gathered.evidence.gateway.map(LayerEvidence.gateway)
        case .dns: return gathered.evidence.dns.map(LayerEvidence.dns)
        case .icmp: return gathered.evidence.echo.map(LayerEvidence.icmp)
        case .tcp: return gathered.evidence.tcp.map(LayerEvidence.tcp)
        case .tls: return gathered.evidence.tls.map(LayerEvidence.tls)
        case .proxy: return gathered.evidence.proxy.map(LayerEvidence.proxy)
        case .http: return gathered.evidence.http.map(LayerEvidence.http)
        case .ws: return gathered.evidence.ws.map(LayerEvidence.ws)
        case .ftp: return gathered.evidence.ftp.map(LayerEvidence.ftp)
        case .local, .path, .mdns: return nil
        }
    }
}
