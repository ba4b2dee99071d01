/// Scheme, host and port: the scope of a target's secrets (RFC 6454 section 4).
public struct Origin: Sendable, Hashable {
    /// The URL's scheme; `icmp` of a bare host, `service` of a DNS-SD instance.
    public let scheme: String
    /// In lower case, without a final dot; or the path of a socket.
    public let host: String
    /// `nil` if the target has none.
    public let port: UInt16?

    /// Takes the origin of a target, whatever its path is.
    public init(_ target: Target) {
        switch target.kind {
        case .url(let scheme, _): self.scheme = scheme.name
        // As it is asked: by an echo request.
        case .host: scheme = "icmp"
        case .service: scheme = "service"
        }
        let name = target.host.description.lowercased()
        host =
            switch target.host {
            // Paths differ by upper and lower case.
            case .socket(let path): path
            case .address, .name: name.utf8.last == UInt8(ascii: ".") ? String(name.dropLast()) : name
            }
        port = target.port
    }
}
