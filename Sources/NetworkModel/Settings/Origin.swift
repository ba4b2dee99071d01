/// Scheme, host and port: the scope of a target's secrets (RFC 6454 section 4).
public struct Origin: Sendable, Hashable {
    /// The scheme of the URL; `icmp` for a bare host, `service` for a DNS-SD instance.
    public let scheme: String
    /// The host in lower case, without a final dot, or the path of a socket.
    public let host: String
    /// The port; `nil` if the target has none.
    public let port: UInt16?

    /// Creates the origin of a target, which does not depend on the target's path.
    public init(_ target: Target) {
        switch target.kind {
        case .url(let scheme, _): self.scheme = scheme.name
        // A bare host is checked by an echo request.
        case .host: scheme = "icmp"
        case .service: scheme = "service"
        }
        let name = target.host.description.lowercased()
        host =
            switch target.host {
            // Paths are case-sensitive.
            case .socket(let path): path
            case .address, .name: name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
            }
        port = target.port
    }
}
