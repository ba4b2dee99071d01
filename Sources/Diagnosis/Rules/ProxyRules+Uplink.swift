import NetworkModel

extension ProxyRules {
    /// The warning about a device that returns an error of its own for every page over plain HTTP, such as a web filter whose
    /// program does not run.
    ///
    /// An error for an address that nobody has is no fault: a proxy that works cannot reach that address. A request
    /// that no proxy passes on shows whether it returns anything else. A filter may forbid the pages of unknown hosts alone. Beside
    /// a proxy that is configured, a filter of direct connections may be meant to be there.
    static func failingItself(_ uplink: UplinkEvidence) -> [Finding] {
        guard let met = uplink.interception, met.isFailing, !met.isForbidding, met.isOwnFailure == true,
            let status = met.status, uplink.isURLAnswered != true, uplink.proxy == nil
        else { return [] }
        return [
            Finding(
                ProxyCauses.transparent, confidence: 0.7, severity: .warning,
                [
                    "destination": FactPhrase.theInternet.text,
                    "failure": FactPhrase.statusOfItself.text(["status": "\(status)"]),
                    // The address of the request is another one each time.
                    "nobody": "192.0.2.1",
                    "gateway": uplink.gateway.map { "\($0)" } ?? "?",
                ])
        ]
    }
}
