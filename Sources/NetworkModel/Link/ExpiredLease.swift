/// An address with a limited lifetime, which expired without being renewed.
public struct ExpiredLease: Sendable, Hashable, Codable {
    /// Where the expiry is recorded.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The kernel removed the address at the end of its lifetime, while this process was listening.
        case kernel
        /// A lease file of dhclient (dhclient.leases(5)).
        case dhclient
        /// A lease file of systemd-networkd, or of NetworkManager's internal client.
        case networkd, networkManager = "network-manager"
        /// The last reply of the server, as stored by dhcpcd(8).
        case dhcpcd
    }

    /// The name of the interface that had the address.
    public var interface: String
    /// The address that expired.
    public var address: IPAddress
    /// Where the expiry is recorded.
    public var source: Source
    /// When the lease expired; `nil` if that is not known.
    public var ended: Timestamp?
    /// The server that granted the lease.
    public var server: IPAddress?

    /// Creates an expired lease.
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
