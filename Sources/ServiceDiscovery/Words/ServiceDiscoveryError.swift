/// An invalid call, or one that this machine cannot carry out. The text says what is valid or what to do.
public enum ServiceDiscoveryError: Error, CustomStringConvertible, Sendable, Hashable {
    /// avahi-daemon or the system bus is not available, or the connection was closed.
    case unavailable(String)
    /// The service type is not valid (RFC 6763 section 7, RFC 6335 section 5.1).
    case invalidType(String)
    /// The instance name is not valid (RFC 6763 section 4.1.1).
    case invalidName(String)
    /// The domain or host name is not valid (RFC 1035 section 2.3.4).
    case invalidDomain(String)
    /// The content of the TXT record is not valid (RFC 6763 section 6).
    case invalidTXT(String)
    /// A limit of this library or of avahi-daemon was exceeded.
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
