/// The result of the connections to the target's addresses.
public struct TCPEvidence: LayerEvidence {
    /// The layer `tcp`.
    public static let layer = Layer.tcp

    /// How a connection attempt ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The connection was made.
        case connected
        /// RST to the SYN (`ECONNREFUSED`).
        case refused
        /// Nothing came back in time, or `ETIMEDOUT`.
        case timeout
        /// `EHOSTUNREACH`: on the link, no answer to ARP or NDP; beyond it, a router's word.
        case hostUnreachable = "host-unreachable"
        /// `ENETUNREACH`, `ENETDOWN`: no route, here or at a router.
        case networkUnreachable = "network-unreachable"
        /// `EACCES`, `EPERM`: a packet filter or policy of this machine.
        case notPermitted = "not-permitted"
        /// `EMFILE`, `ENFILE`, `EADDRNOTAVAIL`, `ENOBUFS`, `ENOMEM`: this machine ran out of something.
        case noResources = "no-resources"
        /// `ECONNRESET`.
        case reset
        /// Another attempt won before this one ended.
        case abandoned
        /// Another error; `error` names it.
        case failed
    }

    /// One attempt to one address.
    public struct Attempt: Sendable, Hashable, Codable {
        /// The address that was connected to.
        public var address: IPAddress
        /// The port that was connected to.
        public var port: UInt16
        /// How the attempt ended.
        public var outcome: Outcome
        /// From the SYN to the end of the attempt. JSON key: `duration_ms`.
        public var duration: Milliseconds
        /// The name of the error, as in `ECONNREFUSED`.
        public var error: String?
        /// The ICMP error that the attempt ended with, and who sent it; `nil` if none came back. The kernel makes one `EHOSTUNREACH` of
        /// several of them (icmp(7)), a loop's time exceeded among them.
        @Rare public var refusal: ICMPError?
        /// The SYN was sent again, since nothing had come back for the first; `nil`: it was not. JSON key: `syn_repeated`.
        public var isRepeated: Bool?

        enum CodingKeys: String, CodingKey {
            case address, port, outcome, error, refusal
            case isRepeated = "syn_repeated"
            case duration = "duration_ms"
        }

        /// Creates an attempt that has ended.
        public init(address: IPAddress, port: UInt16, outcome: Outcome, duration: Duration, error: String? = nil) {
            self.address = address
            self.port = port
            self.outcome = outcome
            self.duration = Milliseconds(duration)
            self.error = error
        }
    }

    /// A step of the conversation that the target is set to hold.
    public struct ScriptResult: Sendable, Hashable, Codable {
        /// As in `expect ^220 `, `send`, `starttls`.
        public var step: String
        /// Whether the step did what it is for. JSON key: `ok`.
        public var hasSucceeded: Bool
        /// What came, where something was expected; its first bytes.
        public var received: String?
        /// What the whole match and its groups hold; `nil` if none are kept.
        public var groups: [String]?
        /// Whether the server has closed the connection in place of what was expected.
        public var isClosed: Bool?
        /// How long the step took. JSON key: `duration_ms`.
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

    /// What a proxy did that is configured, and not used for this target.
    public struct Detour: Sendable, Hashable, Codable {
        /// Without the password, if it has one.
        public var proxy: String
        /// Where the setting is.
        public var origin: String
        /// Why it is not used.
        public var reason: String
        /// Whether the target answered through it.
        public var works: Bool

        /// Creates what a proxy did that is not used.
        public init(proxy: String, origin: String, reason: String, works: Bool) {
            self.proxy = proxy
            self.origin = origin
            self.reason = reason
            self.works = works
        }
    }

    /// Asked only where no connection could be made.
    public var detour: Detour?
    /// In the order in which they were begun (RFC 8305 section 4).
    public var attempts: [Attempt]
    /// The conversation, as far as it went; absent where none is set.
    public var script: [ScriptResult]?

    /// Creates the evidence of some attempts.
    public init(attempts: [Attempt]) {
        self.attempts = attempts
    }

    /// The first connection that was made, by its completion.
    public var winner: Attempt? {
        attempts.first { $0.outcome == .connected }
    }
}

extension TCPEvidence {
    /// One line for people: each attempt and each step, with its outcome.
    public var summary: String {
        let attempts = attempts.map { attempt in
            let outcome = attempt.outcome.rawValue.split(separator: "-").joined(separator: " ")
            return "\(SocketAddress(attempt.address, port: attempt.port)) \(outcome)"
        }
        let steps = (script ?? []).map { "\($0.step) \($0.hasSucceeded ? "ok" : "failed")" }
        return (attempts + steps).listed(otherwise: "no address to connect to")
    }

    /// Changes the texts of the server: what came in the conversation.
    public mutating func mapServerText(_ change: (String) -> String) {
        script = script?.map { step in
            var step = step
            step.received = step.received.map(change)
            step.groups = step.groups?.map(change)
            return step
        }
    }
}
