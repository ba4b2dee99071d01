/// An address with a limited lifetime, which expired without being renewed.
public struct ExpiredLease: Sendable, Hashable, Codable {
    /// Who says so.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The kernel took the address away at the end of its lifetime, while this process listened.
        case kernel
        /// dhclient.leases(5).
        case dhclient
        /// A lease file of systemd-networkd, or of NetworkManager's own client.
        case networkd, networkManager = "network-manager"
        /// The last answer of the server, as dhcpcd(8) keeps it.
        case dhcpcd
    }

    /// The name of the interface that had the address.
    public var interface: String
    /// The address that ran out.
    public var address: IPAddress
    /// Who says that it ran out.
    public var source: Source
    /// When it ran out, as far as that is known.
    public var ended: Timestamp?
    /// The server that had granted it.
    public var server: IPAddress?

    /// Creates a lease that ran out.
    public init(
        interface: String, address: IPAddress, source: Source, ended: Timestamp? = nil, server: IPAddress? = nil
    ) {
        self.interface = interface
        self.address = address
        self.source = source
        self.ended = ended
        self.server = server
    }
}
