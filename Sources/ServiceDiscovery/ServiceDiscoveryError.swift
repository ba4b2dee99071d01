/// A question to Avahi that cannot be put.
public enum ServiceDiscoveryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// avahi-daemon or the system bus is not there; with what to do.
    case unavailable(String)
    /// No service type (RFC 6763 section 7), instance name (section 4.1.1), domain or TXT record (section 6); with what
    /// would be one.
    case invalidType(String)
    case invalidName(String)
    case invalidDomain(String)
    case invalidTXT(String)
    /// More at once than this process keeps.
    case tooMany(String)
    /// Avahi refused, in its own words.
    case failed(String)

    public var description: String {
        switch self {
        case .unavailable(let text), .invalidType(let text), .invalidName(let text), .invalidDomain(let text),
            .invalidTXT(let text), .tooMany(let text), .failed(let text):
            text
        }
    }
}
