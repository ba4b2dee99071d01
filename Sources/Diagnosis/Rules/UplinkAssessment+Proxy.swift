import NetworkModel

/// Proxies that programs may use instead of direct connections, and one on the path.
extension UplinkAssessment {
    /// The state if a proxy is configured: it is not known, since in many companies programs reach the Internet only through a
    /// proxy; `nil` without one.
    ///
    /// - Parameter words: What is known without the proxy; `nil` for the evidence against the uplink.
    static func besideProxy(_ indications: UplinkIndications, _ words: String? = nil) -> State? {
        indications.uplink.proxy.map { .unknown(onlyBy($0, words ?? missing(indications))) }
    }

    /// The sentence that the Internet may only be reachable through a proxy, with what is known without it.
    static func onlyBy(_ proxy: UplinkEvidence.ReachedProxy, _ words: String) -> String {
        FactPhrase.onlyByProxy.text([
            "proxy": shown(proxy.url), "variable": shown(proxy.variable), "words": words,
        ])
    }

    /// The state that is not known, with the reason.
    static func unknown(_ words: String, _ indications: UplinkIndications) -> State {
        besideProxy(indications, words) ?? .unknown(words)
    }

    /// The state according to a finding against the whole uplink. It is not known beside a proxy, nor beside connections to
    /// port 80 that receive data.
    static func blaming(_ finding: Finding, _ indications: UplinkIndications) -> State {
        if let unknown = besideProxy(indications) { return unknown }
        // A transparent proxy answers there, whether it reaches anything or not.
        guard (indications.uplink.connections?.heardOnWebPort ?? 0) > 0,
            indications.uplink.interception?.isAccepted != true
        else { return .broken(finding) }
        return .unknown(FactPhrase.webPortHeard.text(["words": missing(indications)]))
    }

    /// The finding about a transparent proxy on port 80 that fails: it answers for an address that nobody has, and answers
    /// the machine's connectivity URL with an error.
    static func transparentProxy(_ indications: UplinkIndications) -> [Finding] {
        guard indications.isProxyFailing, let known = indications.uplink.known,
            let met = indications.uplink.interception
        else {
            return ProxyRules.failingItself(indications.uplink)
        }
        let isAlike = met.status == known.status
        let status = isAlike ? "\(known.status)" : "\(known.status)/\(met.status.map { "\($0)" } ?? "?")"
        let failure = FactPhrase.statusAsForNobody.text(["status": status, "nobody": "\(met.destination)"])
        return [
            Finding(
                ProxyCauses.transparent, confidence: isAlike ? 0.9 : 0.8, severity: .warning,
                [
                    "destination": shown(known.url), "failure": failure, "nobody": "\(met.destination)",
                    "gateway": indications.uplink.gateway.map { "\($0)" } ?? "?",
                ])
        ]
    }
}
