/// Observations of the path between this machine and its target, made only after a failure or on request.
public struct PathEvidence: LayerEvidence {
    /// The layer `path`.
    public static let layer = Layer.path

    /// The protocol of a packet.
    public enum Transport: String, Sendable, Hashable, Codable, CaseIterable {
        case tcp, udp, icmp
    }

    /// The results for packets with increasing hop limits, and with the default one.
    public struct Trace: Sendable, Hashable, Codable {
        /// The result for the packet with the default hop limit.
        public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
            /// The destination responded: with SYN and ACK, RST, a datagram, or an echo reply.
            case answered
            /// An ICMP error arrived: ``error``.
            case refused
            /// Nothing arrived.
            case silent
            /// This machine did not send it: ``failure``.
            case unsent
        }

        /// A router on the path.
        public struct Hop: Sendable, Hashable, Codable {
            /// The hop limit that was exceeded at it, from 1.
            public var limit: Int
            /// The address of the router; `nil` if it did not respond.
            public var address: IPAddress?
            /// The time from the packet to the router's error; `nil` if it did not respond. JSON key: `round_trip_ms`.
            public var roundTrip: Milliseconds?

            enum CodingKeys: String, CodingKey {
                case limit, address
                case roundTrip = "round_trip_ms"
            }

            /// Creates a hop of a trace.
            public init(limit: Int, address: IPAddress? = nil, roundTrip: Duration? = nil) {
                self.limit = limit
                self.address = address
                self.roundTrip = roundTrip.map(Milliseconds.init)
            }
        }

        /// The destination of the packets.
        public var address: IPAddress
        /// The destination port; 0 for ICMP.
        public var port: UInt16
        /// The protocol of the packets.
        public var transport: Transport
        /// The result for the packet with the default hop limit.
        public var outcome: Outcome
        /// The ICMP error for the packet with the default hop limit; `nil` if there was none.
        public var error: ICMPError?
        /// The name of the error of this machine, as in `EACCES`, or of the kernel's counter that says more; `nil` if there was none.
        public var failure: String?
        /// The routers up to the last one that responded; empty if no increasing hop limits were tried.
        public var hops: [Hop]

        /// The smallest hop limit with which the destination responded, or a device in its place; `nil` if that was not
        /// determined. JSON key: `answered_at`.
        public var answeredAt: Int?

        /// The hop limit with which more SYNs were sent a moment later, and not reported, while the echo request after them
        /// was; `nil` if none were sent, or if that is not so. JSON key: `silent_at`.
        public var silentAt: Int?

        /// The hop limit above the usual one with which the destination answered a SYN, while it answered none with the usual
        /// one; `nil` if that is not so, or was not tried. JSON key: `raised_limit`.
        public var raisedLimit: Int?

        /// Whether this machine itself responded in place of the destination, since the packets do not leave it; `nil` if
        /// they do, or if that was not determined. JSON key: `answered_here`.
        public var isAnsweredHere: Bool?

        /// Whether packets to an address of this machine do not pass its loopback interface, so that it leads them elsewhere or
        /// drops them; `nil` if they do, or if that was not determined. JSON key: `led_away`.
        public var isLedAway: Bool?

        /// A response that reached this machine, but not the socket that was waiting for it; `nil` if there was none, or it
        /// could not be observed.
        @BoxedOptional public var arrival: Arrival?

        /// The tunnel that the packets went into, if no packet has ever arrived through it; `nil` if one has, or for another
        /// interface. JSON key: `empty_tunnel`.
        @BoxedOptional public var emptyTunnel: String?

        /// The tunnel that the packets went into, if its own packets go there again; `nil` if they do not, or for another interface. JSON
        /// key: `tunnel_loop`.
        @BoxedOptional public var tunnelLoop: TunnelLoop?

        /// How this machine itself rewrites the addresses of the packets, so that they, or responses to them, arrive nowhere; `nil`
        /// if it does not, or if that could not be observed.
        @BoxedOptional public var rewriting: Rewriting?

        /// The number of packets with a wrong checksum that reached this machine while it waited for a response in vain; `nil`
        /// for none.
        public var damaged: Int?

        /// A response that this machine itself dropped (packet(7)).
        public struct Arrival: Sendable, Hashable, Codable {
            /// The interface on which the response arrived.
            public var interface: String
            /// Whether the kernel meanwhile counted packets whose source is routed over another interface
            /// (`IPReversePathFilter`). JSON key: `reverse_path_filtered`.
            public var isReversePathFiltered: Bool
            /// Whether its checksum was right, so that it was not dropped for that; `nil` if that was not determined. JSON key:
            /// `intact`.
            public var isIntact: Bool?

            enum CodingKeys: String, CodingKey {
                case interface
                case isIntact = "intact"
                case isReversePathFiltered = "reverse_path_filtered"
            }

            /// Creates a dropped response.
            public init(interface: String, isReversePathFiltered: Bool = false) {
                self.interface = interface
                self.isReversePathFiltered = isReversePathFiltered
            }
        }

        /// What a NAT rule of this machine makes of packets (packet(7)).
        public struct Rewriting: Sendable, Hashable, Codable {
            /// The interface by which the packets leave, or on which this machine looks for their new destination in vain.
            public var interface: String
            /// The source address with which they leave, which no interface of this machine has; `nil` if it is not rewritten.
            public var source: IPAddress?
            /// The address that they are sent to instead of their destination; `nil` if it is not rewritten.
            public var destination: IPAddress?

            /// Creates what a rule makes of packets.
            public init(interface: String, source: IPAddress? = nil, destination: IPAddress? = nil) {
                self.interface = interface
                self.source = source
                self.destination = destination
            }
        }

        enum CodingKeys: String, CodingKey {
            case address, port, transport, outcome, error, failure, hops, arrival, damaged, rewriting
            case answeredAt = "answered_at"
            case silentAt = "silent_at"
            case raisedLimit = "raised_limit"
            case isAnsweredHere = "answered_here"
            case isLedAway = "led_away"
            case emptyTunnel = "empty_tunnel"
            case tunnelLoop = "tunnel_loop"
        }

        /// The counter of packets for which the kernel's table of neighbours had no room (`/proc/net/stat/arp_cache`).
        package static let neighboursFull = "table_fulls"

        /// Creates a trace to one destination.
        public init(
            address: IPAddress, port: UInt16, transport: Transport, outcome: Outcome, error: ICMPError? = nil,
            failure: String? = nil, hops: [Hop] = []
        ) {
            self.address = address
            self.port = port
            self.transport = transport
            self.outcome = outcome
            self.error = error
            self.failure = failure
            self.hops = hops
        }
    }

    /// The sizes of unfragmented packets for which a host responds.
    public struct Sizes: Sendable, Hashable, Codable {
        /// The host. If it responds to no echo request of any size, the sizes show nothing.
        public var address: IPAddress
        /// The sizes with a response, in bytes of the IP packet, ascending.
        public var answered: [Int]
        /// The sizes without a response, in bytes of the IP packet, ascending.
        public var silent: [Int]
        /// The error of a router that a packet is too big. With it, path MTU discovery works, also for TCP.
        public var tooBig: ICMPError?
        /// Whether this process has no permission to send echo requests; `nil` if it has.
        public var isNotPermitted: Bool?
        /// Whether sizes that had a reply got none when they were sent again, right after a larger one: the host limits its
        /// replies, or packets are lost whatever their size; `nil` if neither was found. JSON key: `doubtful`.
        public var isDoubtful: Bool?

        enum CodingKeys: String, CodingKey {
            case address, answered, silent
            case isDoubtful = "doubtful"
            case tooBig = "too_big"
            case isNotPermitted = "not_permitted"
        }

        /// Creates the results for a host.
        public init(
            address: IPAddress, answered: [Int] = [], silent: [Int] = [], tooBig: ICMPError? = nil,
            isNotPermitted: Bool? = nil
        ) {
            self.address = address
            self.answered = answered
            self.silent = silent
            self.tooBig = tooBig
            self.isNotPermitted = isNotPermitted
        }

        /// The largest size that passes, if larger packets are lost without an error; `nil` if they are not.
        public var blackHole: Int? {
            guard let largest = answered.last, tooBig == nil, isDoubtful != true,
                silent.contains(where: { $0 > largest })
            else { return nil }
            return largest
        }
    }

    /// A repetition of the target's exchange in segments that are too small to be lost because of their size.
    public struct SmallSegments: Sendable, Hashable, Codable {
        /// The address of the connection.
        public var address: IPAddress
        /// The port of the connection.
        public var port: UInt16
        /// The maximum segment size of the connection, in bytes of data: the largest one of several that led to the response.
        public var size: Int
        /// Whether it led to the response that was missing with the default segment size.
        public var isAnswered: Bool
        /// The next larger size that was tried without a response, in bytes of data; `nil` if there is none.
        public var silent: Int?

        enum CodingKeys: String, CodingKey {
            case address, port, size, silent
            case isAnswered = "answered"
        }

        /// Creates the result of a repetition.
        ///
        /// - Parameters:
        ///   - address: The address of the connection.
        ///   - port: The port of the connection.
        ///   - size: The maximum segment size, in bytes of data.
        ///   - isAnswered: Whether the repetition led to the response that was missing.
        public init(address: IPAddress, port: UInt16, size: Int, isAnswered: Bool) {
            self.address = address
            self.port = port
            self.size = size
            self.isAnswered = isAnswered
        }
    }

    /// A comparison of single echo requests with a burst of them.
    public struct Burst: Sendable, Hashable, Codable {
        /// The destination of the requests.
        public var address: IPAddress
        /// The results of requests one after the other.
        public var calm: Load
        /// The results of full-sized requests in a burst.
        public var burst: Load

        /// The results of several echo requests.
        public struct Load: Sendable, Hashable, Codable {
            /// The number of requests that were sent.
            public var sent: Int
            /// The number of replies that arrived.
            public var received: Int
            /// The longest round trip; `nil` if no reply arrived.
            public var longest: Milliseconds?
            /// The shortest round trip; `nil` if no reply arrived. JSON key: `shortest_ms`.
            public var shortest: Milliseconds?
            /// The number of replies to the first requests, up to the first one without a reply; `nil` if every request has one.
            public var leading: Int?

            enum CodingKeys: String, CodingKey {
                case sent, received, leading
                case longest = "longest_ms"
                case shortest = "shortest_ms"
            }

            /// Creates the results of several requests.
            public init(sent: Int, received: Int, longest: Duration? = nil, shortest: Duration? = nil) {
                self.sent = sent
                self.received = received
                self.longest = longest.map(Milliseconds.init)
                self.shortest = shortest.map(Milliseconds.init)
            }
        }

        /// Creates a comparison of single requests with a burst.
        public init(address: IPAddress, calm: Load, burst: Load) {
            self.address = address
            self.calm = calm
            self.burst = burst
        }
    }

    /// The results for packets to some destinations, one trace for each; empty if there were none.
    public var traces: [Trace] = []
    /// The sizes of packets that get a response, for each host; empty if they were not tried.
    public var sizes: [Sizes] = []
    /// The repetition in small segments; `nil` if there was none. JSON key: `small_segments`.
    public var smallSegments: SmallSegments?
    /// The comparison of single requests with a burst; `nil` if there was none.
    public var burst: Burst?
    /// Several echo requests in a row to the host of the connection, sent if packets seem to be lost; `nil` for none.
    public var echoes: EchoEvidence?
    /// Whether an earlier check of this process found a short while ago that packets to the host are lost, so that this one
    /// measured it again without a sign; `nil` if not. JSON key: `earlier_loss`.
    public var isLossKnown: Bool?
    /// The hop limit (TTL) with which this machine's packets start; `nil` if no router reported that one expired, and
    /// no trace found at which limit the destination answers. JSON key: `hop_limit`.
    public var hopLimit: Int?

    enum CodingKeys: String, CodingKey {
        case traces, sizes, burst, echoes
        case smallSegments = "small_segments"
        case isLossKnown = "earlier_loss"
        case hopLimit = "hop_limit"
    }

    /// Creates evidence without observations.
    public init() {}
}

extension PathEvidence {
    private static let unobserved = "nothing was observed"

    /// Whether anything was observed that a row can show.
    public var isObserved: Bool { summary != Self.unobserved }

    /// A one-line summary: how far packets get, and of which size.
    public var summary: String {
        var parts = traces.map { trace in
            let hops = trace.hops.isEmpty ? "" : ", seen at \(trace.hops.count) hop\(trace.hops.count == 1 ? "" : "s")"
            // A host that refuses the connection, or has no such port, was reached as well.
            if trace.outcome == .answered { return "\(trace.address) reached over \(trace.transport.rawValue)\(hops)" }
            let isHere = trace.error?.isOwn == true && trace.outcome == .refused
            let who = isHere ? " by this machine" : trace.error?.reporter.map { " by \($0)" } ?? ""
            return "\(trace.address) \(trace.transport.rawValue) \(trace.outcome.rawValue)\(who)\(hops)"
        }
        parts += sizes.compactMap { sizes in
            sizes.isDoubtful == true
                ? nil : sizes.answered.last.map { "\(sizes.address) answers up to \($0) bytes" }
        }
        if let segments = smallSegments {
            let words = segments.isAnswered ? "answers" : "does not answer"
            parts.append("\(segments.address) \(words) in segments of \(segments.size) bytes")
        }
        // That no request of a burst was answered in time is no observation of the path: the time limit may have ended it.
        if let burst, burst.burst.received > 0 {
            parts.append("\(burst.address) answers \(burst.burst.received) of \(burst.burst.sent) at once")
        }
        if let echoes { parts.append("\(echoes.address) answers \(echoes.received) of \(echoes.sent) pings") }
        return parts.listed(otherwise: Self.unobserved, separator: "; ")
    }

    /// Contains no text from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
