import NetworkModel

/// A question that cannot be put; what the network answers is never an error.
public enum HostResolutionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No DNS name can look like this (RFC 1035 section 2.3.4).
    case invalidName(String, reason: String)
    /// A name with letters outside ASCII that has no form for the DNS (RFC 5891).
    case notInternational(String, reason: String)
    /// The resolver library could not be started, or this machine has no socket left for it.
    case unavailable(reason: String)

    public var description: String {
        switch self {
        case .invalidName(let name, let reason): "\(Self.shown(name)) is not a host name: \(reason)"
        case .notInternational(let name, let reason): "\(Self.shown(name)) has no form in the DNS: \(reason)"
        case .unavailable(let reason): "DNS questions cannot be asked: \(reason)"
        }
    }

    /// Safe for a terminal, and short.
    private static func shown(_ name: String) -> String {
        let text = SafeText.escaped(String(name.unicodeScalars.prefix(80).map(Character.init)))
        return "'\(text)\(name.unicodeScalars.count > 80 ? "…" : "")'"
    }
}
