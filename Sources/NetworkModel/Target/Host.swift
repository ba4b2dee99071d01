/// Where a target is: an address, a name that has yet to be resolved, or a socket of this machine.
public enum Host: Sendable, Hashable, Codable, CustomStringConvertible {
    /// An address, with its zone where it has one.
    case address(IPAddress)
    /// A name that is looked up, as it was written.
    case name(String)
    /// By its path in the file system (unix(7)).
    case socket(path: String)

    /// The address without brackets, the name, or the path.
    public var description: String {
        switch self {
        case .address(let address): address.description
        case .name(let name): name
        case .socket(let path): path
        }
    }

    /// As it stands before a port or in a URL: IPv6 in brackets.
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
