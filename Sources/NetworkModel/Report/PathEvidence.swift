/// What was asked about the way between this machine and its target: only where something failed, or on request.
public struct PathEvidence: LayerEvidence {
    public static let layer = Layer.path

    /// What a packet is sent as.
    public enum Transport: String, Sendable, Hashable, Codable {
        case tcp, udp, icmp
    }

    /// How packets fare that are sent with one hop limit after the other, and with the usual one.
    public struct Trace: Sendable, Hashable, Codable {
        public enum Outcome: String, Sendable, Hashable, Codable {
            /// The destination answered: SYN and ACK, RST, a datagram, an echo reply.
            case answered
            /// An ICMP error came back: ``error``.
            case refused
            case silent
            /// This machine did not send it: ``failure``.
            case unsent
        }

        /// One router on the way.
        public struct Hop: Sendable, Hashable, Codable {
            /// The hop limit that ran out at it, from 1 on.
            public var limit: Int
            /// `nil` where it stayed silent.
            public var address: IPAddress?
            public var roundTrip: Milliseconds?

            enum CodingKeys: String, CodingKey {
                case limit, address
                case roundTrip = "round_trip_ms"
            }

            public init(limit: Int, address: IPAddress? = nil, roundTrip: Duration? = nil) {
                self.limit = limit
                self.address = address
                self.roundTrip = roundTrip.map(Milliseconds.init)
            }
        }

        public var address: IPAddress
        /// 0 for ICMP.
        public var port: UInt16
        public var transport: Transport
        public var outcome: Outcome
        public var error: ICMPError?
        /// The name of the error, as in `EACCES`.
        public var failure: String?
        /// Up to the last one that answered; empty where hop limits were not tried.
        public var hops: [Hop]

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
        public var address: IPAddress
        public var port: UInt16
        /// The largest segment of that connection, in bytes of data.
        public var size: Int
        /// Whether it brought the answer that the usual sizes did not.
        public var isAnswered: Bool

        enum CodingKeys: String, CodingKey {
            case address, port, size
            case isAnswered = "answered"
        }

        public init(address: IPAddress, port: UInt16, size: Int, isAnswered: Bool) {
            self.address = address
            self.port = port
            self.size = size
            self.isAnswered = isAnswered
        }
    }

    /// Single echo requests against as many at once.
    public struct Burst: Sendable, Hashable, Codable {
        public var address: IPAddress
        /// Of requests one after the other.
        public var calm: Load
        /// Of requests of full size at once.
        public var burst: Load

        public struct Load: Sendable, Hashable, Codable {
            public var sent: Int
            public var received: Int
            /// The longest and the shortest round trip.
            public var longest: Milliseconds?
            public var shortest: Milliseconds?

            enum CodingKeys: String, CodingKey {
                case sent, received
                case longest = "longest_ms"
                case shortest = "shortest_ms"
            }

            public init(sent: Int, received: Int, longest: Duration? = nil, shortest: Duration? = nil) {
                self.sent = sent
                self.received = received
                self.longest = longest.map(Milliseconds.init)
                self.shortest = shortest.map(Milliseconds.init)
            }
        }

        public init(address: IPAddress, calm: Load, burst: Load) {
            self.address = address
            self.calm = calm
            self.burst = burst
        }
    }

    public var traces: [Trace] = []
    public var sizes: [Sizes] = []
    public var smallSegments: SmallSegments?
    public var burst: Burst?

    enum CodingKeys: String, CodingKey {
        case traces, sizes, burst
        case smallSegments = "small_segments"
    }

    public init() {}
}

extension PathEvidence {
    public var summary: String {
        var parts = traces.map { trace in
            let hops = trace.hops.isEmpty ? "" : ", seen at \(trace.hops.count) hops"
            let who = trace.error?.reporter.map { " by \($0)" } ?? ""
            return "\(trace.address) \(trace.transport.rawValue) \(trace.outcome.rawValue)\(who)\(hops)"
        }
        parts += sizes.compactMap { sizes in
            sizes.answered.last.map { "\(sizes.address) answers up to \($0) bytes" }
        }
        if let burst {
            parts.append("\(burst.address) answers \(burst.burst.received) of \(burst.burst.sent) at once")
        }
        return parts.listed(otherwise: "nothing to see")
    }

    /// Nothing of it comes from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}
