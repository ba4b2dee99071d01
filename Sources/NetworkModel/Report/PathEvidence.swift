/// Observations of the path between this machine and its target, made only after a failure or on request.
public struct PathEvidence: LayerEvidence {
    /// The layer `path`.
    public static let layer = Layer.path

    /// What a packet is sent as.
    public enum Transport: String, Sendable, Hashable, Codable {
        case tcp, udp, icmp
    }

    /// How packets fare that are sent with one hop limit after the other, and with the usual one.
    public struct Trace: Sendable, Hashable, Codable {
        /// What the packet with the usual hop limit came to.
        public enum Outcome: String, Sendable, Hashable, Codable {
            /// The destination answered: SYN and ACK, RST, a datagram, an echo reply.
            case answered
            /// An ICMP error came back: ``error``.
            case refused
            /// Nothing came back.
            case silent
            /// This machine did not send it: ``failure``.
            case unsent
        }

        /// One router on the way.
        public struct Hop: Sendable, Hashable, Codable {
            /// The hop limit that ran out at it, from 1 on.
            public var limit: Int
            /// `nil` if it stayed silent.
            public var address: IPAddress?
            /// From the packet to the router's error; `nil` if it stayed silent. JSON key: `round_trip_ms`.
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
        /// 0 for ICMP.
        public var port: UInt16
        /// What the packets are sent as.
        public var transport: Transport
        /// What the packet with the usual hop limit came to.
        public var outcome: Outcome
        /// The ICMP error that came back for the packet with the usual hop limit; `nil` if none did.
        public var error: ICMPError?
        /// The name of the error, as in `EACCES`.
        public var failure: String?
        /// Up to the last one that answered; empty where hop limits were not tried.
        public var hops: [Hop]

        /// The smallest hop limit with which a packet was answered by the destination, or by somebody in its place; `nil` if that
        /// was not found out. JSON key: `answered_at`.
        public var answeredAt: Int?

        /// An answer that reached this machine, and not the socket that had asked; `nil` if none was seen, or nobody could look.
        @Rare public var arrival: Arrival?

        /// An answer that this machine itself has dropped (packet(7)).
        public struct Arrival: Sendable, Hashable, Codable {
            /// The interface that the answer came by.
            public var interface: String
            /// The kernel counted packets meanwhile whose source another interface leads to (`IPReversePathFilter`). JSON key:
            /// `reverse_path_filtered`.
            public var isReversePathFiltered: Bool

            enum CodingKeys: String, CodingKey {
                case interface
                case isReversePathFiltered = "reverse_path_filtered"
            }

            /// Creates an answer that was dropped.
            public init(interface: String, isReversePathFiltered: Bool = false) {
                self.interface = interface
                self.isReversePathFiltered = isReversePathFiltered
            }
        }

        enum CodingKeys: String, CodingKey {
            case address, port, transport, outcome, error, failure, hops, arrival
            case answeredAt = "answered_at"
        }

        /// Creates a trace of one destination.
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

    /// Which sizes of packets that may not be fragmented get an answer from one host.
    public struct Sizes: Sendable, Hashable, Codable {
        /// A host that answers no echo request of any size says nothing.
        public var address: IPAddress
        /// Sizes of IP packets in bytes, rising.
        public var answered: [Int]
        /// The sizes that got no answer, in bytes of the IP packet, rising.
        public var silent: [Int]
        /// A router says that a packet is too big, as it should; so TCP learns of it as well.
        public var tooBig: ICMPError?
        /// No right to send echo requests.
        public var isNotPermitted: Bool?

        enum CodingKeys: String, CodingKey {
            case address, answered, silent
            case tooBig = "too_big"
            case isNotPermitted = "not_permitted"
        }

        /// Creates what is known of the sizes that pass.
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

        /// The largest size that passes, where larger ones vanish without a word.
        public var blackHole: Int? {
            guard let largest = answered.last, tooBig == nil, silent.contains(where: { $0 > largest }) else {
                return nil
            }
            return largest
        }
    }

    /// The target's conversation once more, in segments that are too small to be lost for their size.
    public struct SmallSegments: Sendable, Hashable, Codable {
        /// The address that was connected to.
        public var address: IPAddress
        /// The port that was connected to.
        public var port: UInt16
        /// The largest segment of that connection, in bytes of data.
        public var size: Int
        /// Whether it brought the answer that the usual sizes did not.
        public var isAnswered: Bool

        enum CodingKeys: String, CodingKey {
            case address, port, size
            case isAnswered = "answered"
        }

        /// Creates the result of one more conversation.
        ///
        /// - Parameter size: Bytes of data in a segment.
        public init(address: IPAddress, port: UInt16, size: Int, isAnswered: Bool) {
            self.address = address
            self.port = port
            self.size = size
            self.isAnswered = isAnswered
        }
    }

    /// Single echo requests against as many at once.
    public struct Burst: Sendable, Hashable, Codable {
        /// The host that the requests were sent to.
        public var address: IPAddress
        /// Of requests one after the other.
        public var calm: Load
        /// Of requests of full size at once.
        public var burst: Load

        /// How echo requests fared.
        public struct Load: Sendable, Hashable, Codable {
            /// How many requests were sent.
            public var sent: Int
            /// How many replies came.
            public var received: Int
            /// The longest and the shortest round trip.
            public var longest: Milliseconds?
            /// The shortest round trip; `nil` if no reply came. JSON key: `shortest_ms`.
            public var shortest: Milliseconds?

            enum CodingKeys: String, CodingKey {
                case sent, received
                case longest = "longest_ms"
                case shortest = "shortest_ms"
            }

            /// Creates the result of some requests.
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

    /// How packets to some destinations fare, one trace for each destination; empty where none was tried.
    public var traces: [Trace] = []
    /// Which sizes of packets get an answer, one for each host; empty where none was tried.
    public var sizes: [Sizes] = []
    /// The conversation in small segments; `nil` if it was not tried. JSON key: `small_segments`.
    public var smallSegments: SmallSegments?
    /// Single requests against a burst; `nil` if it was not tried.
    public var burst: Burst?
    /// Several echo requests in a row to the host of the connection, sent where packets seem to be lost; `nil` if none were.
    public var echoes: EchoEvidence?

    enum CodingKeys: String, CodingKey {
        case traces, sizes, burst, echoes
        case smallSegments = "small_segments"
    }

    /// Creates evidence of which nothing was tried yet.
    public init() {}
}

extension PathEvidence {
    /// One line for people: how far packets get, and of which size.
    public var summary: String {
        var parts = traces.map { trace in
            let hops = trace.hops.isEmpty ? "" : ", seen at \(trace.hops.count) hop\(trace.hops.count == 1 ? "" : "s")"
            let who = trace.error?.reporter.map { " by \($0)" } ?? ""
            return "\(trace.address) \(trace.transport.rawValue) \(trace.outcome.rawValue)\(who)\(hops)"
        }
        parts += sizes.compactMap { sizes in
            sizes.answered.last.map { "\(sizes.address) answers up to \($0) bytes" }
        }
        if let burst {
            parts.append("\(burst.address) answers \(burst.burst.received) of \(burst.burst.sent) at once")
        }
        if let echoes { parts.append("\(echoes.address) answers \(echoes.received) of \(echoes.sent) pings") }
        return parts.listed(otherwise: "nothing to see")
    }

    /// Nothing of it comes from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
