/// The host of a target: an address, a name to resolve, or a socket of this machine.
public enum Host: Sendable, Hashable, Codable, CustomStringConvertible {
    /// An address, with its zone if it has one.
    case address(IPAddress)
    /// A name to resolve, as written.
    case name(String)
    /// The path of a socket in the file system (unix(7)).
    case socket(path: String)

    /// The address without brackets, the name, or the path.
    public var description: String {
        switch self {
        case .address(let address): address.description
        case .name(let name): name
        case .socket(let path): path
        }
    }

    /// The text before a port or in a URL: IPv6 addresses are in brackets.
    public var bracketed: String {
        if case .address(let address) = self, address.family == .ipv6 { return "[\(address)]" }
        return description
    }

    /// Whether the name is for multicast DNS (RFC 6762 section 3).
    public var isMulticastName: Bool {
        guard case .name(let name) = self else { return false }
        let lower = name.lowercased()
        return lower.hasSuffix(".local") || lower.hasSuffix(".local.")
    }
}
