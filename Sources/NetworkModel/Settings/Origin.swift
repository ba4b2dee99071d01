/// Scheme, host and port: what a target's secrets are meant for (RFC 6454 section 4).
public struct Origin: Sendable, Hashable {
    public let scheme: String
    /// In lower case, without a final dot.
    public let host: String
    /// `nil` where the target has none.
    public let port: UInt16?

    public init(_ target: Target) {
        let usual: UInt16?
        switch target.kind {
        case .http(let secure, _): (scheme, usual) = secure ? ("https", 443) : ("http", 80)
        case .webSocket(let secure, _): (scheme, usual) = secure ? ("wss", 443) : ("ws", 80)
        case .ftp(let secure, _): (scheme, usual) = secure ? ("ftps", 990) : ("ftp", 21)
        case .tcp: (scheme, usual) = ("tcp", nil)
        case .tls: (scheme, usual) = ("tls", 443)
        case .dns: (scheme, usual) = ("dns", 53)
        case .icmp, .host: (scheme, usual) = ("icmp", nil)
        case .service: (scheme, usual) = ("service", nil)
        case .registered(let registered, _): (scheme, usual) = (registered.name, registered.defaultPort)
        }
        let name = target.host.description.lowercased()
        host = name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
        port = target.port ?? usual
    }
}
