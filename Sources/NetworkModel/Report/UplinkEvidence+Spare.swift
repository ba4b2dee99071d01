extension UplinkEvidence {
    /// An uplink that traffic does not take as long as a preferred default route is there.
    public struct Spare: Sendable, Hashable, Codable {
        /// `nil` of a link that needs none, as a tunnel.
        public var gateway: IPAddress?
        /// The name of the interface of the default route.
        public var interface: String
        /// What resolvers say that are reached by this interface.
        public var queries: [Query]
        /// Packets to nobody that were sent by this interface.
        public var packets: [Packet]

        /// Creates the evidence of a further uplink.
        public init(gateway: IPAddress?, interface: String, queries: [Query] = [], packets: [Packet] = []) {
            self.gateway = gateway
            self.interface = interface
            self.queries = queries
            self.packets = packets
        }

        /// The same evidence, as that on an uplink that is used.
        package var uplink: UplinkEvidence {
            UplinkEvidence(gateway: gateway, interface: interface, queries: queries, packets: packets)
        }
    }

    /// What all resolvers say, whichever uplink they are reached by.
    public var allQueries: [Query] { queries + (spares ?? []).flatMap(\.queries) }
}
