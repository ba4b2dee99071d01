import NetworkModel

/// An invalid query, or one that this machine cannot send. The results of the network are never errors.
public enum HostResolutionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is not a valid DNS name (RFC 1035 section 2.3.4).
    case invalidName(String, reason: String)
    /// The name contains letters beyond ASCII, and has no form in DNS (RFC 5891).
    case notInternational(String, reason: String)
    /// The resolver library could not be started, or no socket is available.
    case unavailable(reason: String)

    public var description: String {
        switch self {
        case .invalidName(let name, let reason): "\(Self.shown(name)) is not a host name: \(reason)"
        case .notInternational(let name, let reason): "\(Self.shown(name)) has no form in the DNS: \(reason)"
        case .unavailable(let reason): "DNS questions cannot be asked: \(reason)"
        }
    }

    /// The name, escaped and truncated.
    private static func shown(_ name: String) -> String {
        let text = SafeText.escaped(String(name.unicodeScalars.prefix(80).map(Character.init)))
        return "'\(text)\(name.unicodeScalars.count > 80 ? "…" : "")'"
    }
}
