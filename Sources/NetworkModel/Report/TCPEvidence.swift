/// The result of the connections to the target's addresses.
public struct TCPEvidence: LayerEvidence {
    /// The layer `tcp`.
    public static let layer = Layer.tcp

    /// The result of a connection attempt.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The connection was established.
        case connected
        /// The response to the SYN was RST (`ECONNREFUSED`).
        case refused
        /// Nothing arrived in time, or `ETIMEDOUT`.
        case timeout
        /// `EHOSTUNREACH`: on the link, ARP or NDP got no reply; beyond it, a router reported an error.
        case hostUnreachable = "host-unreachable"
        /// `ENETUNREACH`, `ENETDOWN`: there is no route, here or at a router. `EADDRNOTAVAIL`, if this machine has no address of
        /// the family.
        case networkUnreachable = "network-unreachable"
        /// `EACCES`, `EPERM`: a packet filter or policy of this machine rejected the SYN.
        case notPermitted = "not-permitted"
        /// `EMFILE`, `ENFILE`, otherwise `EADDRNOTAVAIL`, `ENOBUFS`, `ENOMEM`: a resource of this machine is exhausted.
        case noResources = "no-resources"
        /// The connection was reset (`ECONNRESET`).
        case reset
        /// Another attempt succeeded before this one ended.
        case abandoned
        /// Another error; `error` names it.
        case failed

        /// Whether the host, or a device in its place, has responded.
        package var isResponse: Bool {
            switch self {
            case .connected, .refused, .reset: true
            case .timeout, .hostUnreachable, .networkUnreachable, .notPermitted, .noResources, .abandoned, .failed:
                false
            }
        }
    }

    /// The packets of a connection, as the kernel counts them (tcp(7), `TCP_INFO`).
    public struct Packets: Sendable, Hashable, Codable {
        /// The number of packets that were sent, including repeated ones.
        public var sent: Int
        /// The number of packets that were sent again, including SYNs.
        public var repeated: Int
        /// The number of packets that were sent again although they had arrived, as the peer reports (RFC 2883).
        public var duplicates: Int
        /// The number of received packets before which another one was missing. JSON key: `out_of_order`.
        public var outOfOrder: Int
        /// Whether the peer has acknowledged nothing but the SYN, although data was sent; `nil` if it has, or if none was. JSON
        /// key: `unacknowledged`.
        public var isUnacknowledged: Bool?

        enum CodingKeys: String, CodingKey {
            case sent, repeated, duplicates
            case outOfOrder = "out_of_order"
            case isUnacknowledged = "unacknowledged"
        }

        /// Creates the counts of a connection.
        public init(sent: Int, repeated: Int, duplicates: Int = 0, outOfOrder: Int = 0) {
            self.sent = sent
            self.repeated = repeated
            self.duplicates = duplicates
            self.outOfOrder = outOfOrder
        }

        /// Whether a packet may have been lost in either direction.
        public var suggestLoss: Bool { repeated > 0 || outOfOrder > 0 }
    }

    /// What failed above the connection to one of several addresses.
    public struct Failure: Sendable, Hashable, Codable {
        /// The cause that a check of this address alone names.
        public var cause: CauseID
        /// The status of the response; `nil` if there was none.
        public var status: Int?

        /// Creates a failure.
        public init(cause: CauseID, status: Int? = nil) {
            self.cause = cause
            self.status = status
        }

        /// The failure in a few words, as in `HTTP 503` or `TLS expired`.
        public var words: String {
            if let status { return "HTTP \(status)" }
            let parts = cause.rawValue.split(separator: ".", maxSplits: 1)
            let what = parts.last.map { $0.split(separator: "-").joined(separator: " ") } ?? cause.rawValue
            return cause.layer == .tls ? "TLS \(what)" : what
        }
    }

    /// A connection attempt to one address.
    public struct Attempt: Sendable, Hashable, Codable {
        /// The destination address.
        public var address: IPAddress
        /// The destination port.
        public var port: UInt16
        /// The result of the attempt.
        public var outcome: Outcome
        /// The time from the SYN to the end of the attempt. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// The name of the error, as in `ECONNREFUSED`.
        public var error: String?
        /// The ICMP error that ended the attempt, with its sender; `nil` if there was none. The kernel reports several errors
        /// as `EHOSTUNREACH` (icmp(7)), among them the time exceeded of a routing loop.
        @BoxedOptional public var refusal: ICMPError?
        /// Whether the SYN was retransmitted, since nothing had arrived; `nil` if it was not. JSON key: `syn_repeated`.
        public var isRepeated: Bool?
        /// Whether this machine's SYNs request explicit congestion notification (RFC 3168), which some devices drop, determined if a
        /// SYN got no response; `nil` if they do not. JSON key: `ecn_requested`.
        public var isECNRequested: Bool?
        /// The packets of the connection up to the end of the exchange, if some may have been lost; `nil` if none were, or if
        /// another connection was used.
        @BoxedOptional public var packets: Packets?
        /// What failed above the connection, if the name has several addresses, each of which is examined; `nil` if nothing did,
        /// or if the address was not examined.
        @BoxedOptional public var failure: Failure?

        enum CodingKeys: String, CodingKey {
            case address, port, outcome, error, refusal, packets, failure
            case isRepeated = "syn_repeated"
            case isECNRequested = "ecn_requested"
            case duration = "duration_ms"
        }

        /// Creates an attempt.
        public init(address: IPAddress, port: UInt16, outcome: Outcome, duration: Duration, error: String? = nil) {
            self.address = address
            self.port = port
            self.outcome = outcome
            self.duration = Milliseconds(duration)
            self.error = error
        }
    }

    /// The result of a step in the dialogue of the target's settings.
    public struct ScriptResult: Sendable, Hashable, Codable {
        /// The step, as in `expect ^220 `, `send`, `starttls`.
        public var step: String
        /// Whether the step succeeded. JSON key: `ok`.
        public var hasSucceeded: Bool
        /// The first bytes that were received, for a step that expects some.
        public var received: String?
        /// The text of the whole match and of its groups; `nil` if they are not kept.
        public var groups: [String]?
        /// Whether the server closed the connection instead of sending what was expected.
        public var isClosed: Bool?
        /// The duration of the step. JSON key: `duration_ms`.
        public var duration: Milliseconds

        enum CodingKeys: String, CodingKey {
            case step, received, groups
            case isClosed = "closed"
            case hasSucceeded = "ok"
            case duration = "duration_ms"
        }

        /// Creates the result of a step.
        public init(step: String, hasSucceeded: Bool, received: String? = nil, duration: Duration) {
            self.step = step
            self.hasSucceeded = hasSucceeded
            self.received = received
            self.duration = Milliseconds(duration)
        }
    }

    /// The result of a configured proxy that is not used for this target.
    public struct UnusedProxyResult: Sendable, Hashable, Codable {
        /// The URL of the proxy, without a password.
        public var proxy: String
        /// The place of the setting.
        public var origin: String
        /// Why the proxy is not used.
        public var reason: String
        /// Whether the target responded through the proxy.
        public var works: Bool

        /// Creates the result of a proxy.
        public init(proxy: String, origin: String, reason: String, works: Bool) {
            self.proxy = proxy
            self.origin = origin
            self.reason = reason
            self.works = works
        }
    }

    /// Connections to a destination over one of several next hops.
    public struct Leg: Sendable, Hashable, Codable {
        /// The interface over which their packets left.
        public var interface: String
        /// The connections, all to the same address and port.
        public var attempts: [Attempt]
        /// Echo requests to the same address over this interface; `nil` if none were sent.
        public var echo: EchoEvidence?
        /// The results of connections over this interface to port 443: of a host from which a program heard on that port, or else of the
        /// same address; `nil` if none were made.
        public var web: [Outcome]?

        /// Creates the connections over an interface.
        public init(interface: String, attempts: [Attempt]) {
            self.interface = interface
            self.attempts = attempts
        }
    }

    /// The result of an unused proxy; only tried if no connection could be established.
    public var detour: UnusedProxyResult?
    /// The attempts in the order in which they began (RFC 8305 section 4).
    public var attempts: [Attempt]
    /// Further connections to one of these addresses in each family, made at once from other source ports, since an attempt to connect
    /// to it was refused or got no response, or since the connection hangs while packets are lost; `nil` if none were made.
    public var further: [Attempt]?
    /// The same over each next hop, if the default route has several of them (multipath); `nil` if it has not.
    public var legs: [Leg]?
    /// The steps of the dialogue that were done; `nil` if none is configured.
    public var script: [ScriptResult]?

    /// Creates the evidence of some attempts.
    public init(attempts: [Attempt]) {
        self.attempts = attempts
    }

    /// The interfaces of the next hops over which no connection to a destination gets an answer, while over another one each is accepted.
    package var lostLegs: Set<String> { (legs ?? []).lost }

    /// The first connection that was established.
    public var winner: Attempt? {
        attempts.first { $0.outcome == .connected }
    }
}

extension TCPEvidence {
    /// A one-line summary: each attempt and each step, with its result.
    public var summary: String {
        let attempts = attempts.map { attempt in
            let outcome = attempt.outcome.rawValue.split(separator: "-").joined(separator: " ")
            let failure = attempt.failure.map { " (\($0.words))" } ?? ""
            return "\(SocketAddress(attempt.address, port: attempt.port)) \(outcome)\(failure)"
        }
        let steps = (script ?? []).map { "\($0.step) \($0.hasSucceeded ? "ok" : "failed")" }
        return (attempts + steps).listed(otherwise: "no address to connect to")
    }

    /// Changes the texts of the server: what was received in the dialogue.
    public mutating func mapServerText(_ change: (String) -> String) {
        script = script?.map { step in
            var step = step
            step.received = step.received.map(change)
            step.groups = step.groups?.map(change)
            return step
        }
    }
}
