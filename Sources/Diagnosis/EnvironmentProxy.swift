public import NetworkModel

/// A proxy that a variable of the environment names, and why it cannot be used.
public struct EnvironmentProxy: Sendable, Hashable {
    /// What came of a connection to it.
    public enum Outcome: Sendable, Hashable {
        /// The variable is no URL of a proxy; with the reason.
        case misconfigured(String)
        /// Its name has no address.
        case unresolved
        /// No address takes a connection; with how the first attempt ended.
        case unreachable(TCPEvidence.Outcome)
    }

    /// The variable, as in `https_proxy`.
    public var variable: String
    /// Its URL without a password; empty where it cannot be read.
    public var url: String
    /// `host:port` of the URL.
    public var place: String
    /// What came of a connection to it.
    public var outcome: Outcome
    /// What is wrong below the connection, as a route of this machine that rejects it; `nil` if nothing is known to be.
    public var cause: Finding?

    /// Creates what was found of a proxy.
    public init(variable: String, url: String, place: String, outcome: Outcome) {
        self.variable = variable
        self.url = url
        self.place = place
        self.outcome = outcome
    }

    /// What programs that are started with this environment run into; other programs are not concerned.
    public var finding: Finding {
        if var cause {
            cause.severity = .warning
            return cause
        }
        let (entry, detail): (CauseEntry, String) =
            switch outcome {
            case .misconfigured(let reason): (ProxyCauses.misconfigured, reason)
            case .unresolved: (ProxyCauses.misconfigured, FactPhrase.nameHasNoAddress.text(["url": shown(url)]))
            case .unreachable(let outcome):
                (ProxyCauses.unreachable, outcome.rawValue.split(separator: "-").joined(separator: " "))
            }
        return Finding(
            entry, confidence: 0.95, severity: .warning,
            [
                "origin": shown(variable), "proxy": shown(url), "place": shown(place), "detail": shown(detail),
                "variable": shown(variable),
            ])
    }
}
