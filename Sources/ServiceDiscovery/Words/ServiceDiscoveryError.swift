/// A call that was wrong, or that this machine cannot carry out; the text says what is right or what to do.
public enum ServiceDiscoveryError: Error, CustomStringConvertible, Sendable, Hashable {
    /// avahi-daemon or the system bus is not there, or the connection has been closed.
    case unavailable(String)
    /// Not a service type (RFC 6763 section 7, RFC 6335 section 5.1).
    case invalidType(String)
    /// Not an instance name (RFC 6763 section 4.1.1).
    case invalidName(String)
    /// Not a domain or host name (RFC 1035 section 2.3.4).
    case invalidDomain(String)
    /// Not the content of a TXT record (RFC 6763 section 6).
    case invalidTXT(String)
    /// More than this library or avahi-daemon takes.
    case tooMany(String)
    /// avahi-daemon refused.
    case failed(String)

    public var description: String {
        switch self {
        case .unavailable(let text), .invalidType(let text), .invalidName(let text), .invalidDomain(let text),
            .invalidTXT(let text), .tooMany(let text), .failed(let text):
            text
        }
    }
}
