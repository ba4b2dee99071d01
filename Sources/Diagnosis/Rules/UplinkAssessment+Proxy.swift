import NetworkModel

/// What is not known of an uplink beside a proxy.
extension UplinkAssessment {
    /// The state beside a proxy, through which alone programs of many companies reach the Internet: it is not known; `nil`
    /// without one.
    static func besideProxy(_ indications: UplinkIndications) -> State? {
        indications.uplink.proxy.map { proxy in
            .unknown(
                FactPhrase.onlyByProxy.text([
                    "proxy": shown(proxy.url), "variable": shown(proxy.variable), "words": missing(indications),
                ]))
        }
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
