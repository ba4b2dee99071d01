extension DNSEvidence {
    /// An interface that explains why a DNS server does not answer: packets to it go there, or would.
    public struct ServerLink: Sendable, Hashable, Codable {
        /// What is the matter with the interface.
        public enum Condition: String, Sendable, Hashable, Codable {
            /// It is a tunnel whose program does not run.
            case idleTunnel = "idle_tunnel"
            /// It is switched off, and the server is in one of its subnets.
            case off
            /// It is a bridge of this machine with a subnet in which nobody has the server's address.
            case bridge
        }

        /// The address of the server.
        public var server: IPAddress
        /// What is the matter with the interface.
        public var condition: Condition
        /// The name of the interface.
        public var interface: String
        /// The subnet of a bridge, as `172.17.0.0/16`; `nil` for others.
        public var subnet: String?

        /// Creates the interface of a server.
        public init(to server: IPAddress, _ condition: Condition, _ interface: String, subnet: String? = nil) {
            self.server = server
            self.condition = condition
            self.interface = interface
            self.subnet = subnet
        }
    }
}
