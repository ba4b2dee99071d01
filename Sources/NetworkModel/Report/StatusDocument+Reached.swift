extension StatusDocument {
    /// A host of the Internet to which a check has connected directly.
    package struct ReachedHost: Sendable, Hashable {
        /// The address of the host.
        package var address: IPAddress
        /// The DNS servers that returned the address for the target's name, and not from a cache, as their TTL of 0 shows. Each with
        /// its port, unless that is 53.
        package var servers: [String]

        /// Creates the result of a check.
        package init(address: IPAddress, servers: [String]) {
            self.address = address
            self.servers = servers
        }
    }
}
