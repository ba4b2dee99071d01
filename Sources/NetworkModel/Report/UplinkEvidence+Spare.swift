extension UplinkEvidence {
    /// An uplink that traffic only takes without the preferred default routes, or only in part.
    public struct Spare: Sendable, Hashable, Codable {
        /// The gateway; `nil` for a link that needs none, such as a tunnel.
        public var gateway: IPAddress?
        /// The name of the interface of the default route.
        public var interface: String
        /// The responses of resolvers that are reached over this interface.
        public var queries: [Query]
        /// Packets to documentation addresses, sent over this interface.
        public var packets: [Packet]
        /// Whether traffic takes this uplink as well, since it is one of several next hops of the default route (multipath).
        /// JSON key: `leg`.
        public var isLeg: Bool?

        /// The response of the gateway as a DNS server, if no router reported the packets; `nil` if it was not queried, or
        /// accepts no connections of DNS. JSON key: `gateway_query`.
        public var gatewayQuery: Query?
        /// Whether a router behind the gateway reported earlier packets of this process; `nil` if not. JSON key: `heard_before`.
        public var wasHeard: Bool?
        /// Whether all connections of a recent check got no answer over this next hop, while over another one each was accepted;
        /// `nil` if not. JSON key: `loses_connections`.
        public var losesConnections: Bool?

        enum CodingKeys: String, CodingKey {
            case gateway, interface, queries, packets
            case isLeg = "leg"
            case gatewayQuery = "gateway_query"
            case wasHeard = "heard_before"
            case losesConnections = "loses_connections"
        }

        /// Creates the evidence of a further uplink.
        public init(gateway: IPAddress?, interface: String, queries: [Query] = [], packets: [Packet] = []) {
            self.gateway = gateway
            self.interface = interface
            self.queries = queries
            self.packets = packets
        }

        /// The same evidence in the form of that for an uplink in use.
        package var uplink: UplinkEvidence {
            UplinkEvidence(gateway: gateway, interface: interface, queries: queries, packets: packets)
        }
    }

    /// The responses of all configured resolvers over all uplinks.
    public var allQueries: [Query] { queries + (spares ?? []).flatMap(\.queries) }
}
