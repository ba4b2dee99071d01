import NetworkModel

/// The state of an uplink that is not known because programs may use a proxy instead.
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
}
