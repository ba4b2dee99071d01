public import Diagnosis
public import NetworkModel

/// The answer of a time server (RFC 5905 section 7.3).
public struct NTPEvidence: LayerEvidence {
    /// The layer `ntp`.
    public static let layer = Layer.kind("ntp")

    /// The answer, as far as it was one.
    public struct Reply: Sendable, Hashable, Codable {
        /// The version of the protocol in the answer, 0 to 7.
        public var version: Int
        /// How many servers away a reference clock is; 0 for a kiss of death, 16: not synchronised.
        public var stratum: Int
        /// What the server says of its own clock.
        public var leap: Leap
        /// Four letters where the stratum is 0 or 1 (`RATE`, `GPS`), else the address of its source or a hash of it.
        public var reference: String
        /// How far the server's clock is ahead of this machine's.
        public var offset: Milliseconds
        /// How far from the reference clock the server's may be (root delay / 2 + root dispersion).
        public var rootDistance: Milliseconds

        enum CodingKeys: String, CodingKey {
            case version, stratum, leap, reference
            case offset = "offset_ms"
            case rootDistance = "root_distance_ms"
        }
    }

    /// RFC 5905 figure 9.
    public enum Leap: String, Sendable, Hashable, Codable {
        /// No warning.
        case none
        /// The last minute of the day has 61 seconds.
        case addSecond = "add-second"
        /// The last minute of the day has 59 seconds.
        case removeSecond = "remove-second"
        /// The server's clock is not synchronised.
        case unsynchronised
    }

    /// What became of the datagrams to the server.
    public var exchange: DatagramEvidence
    /// `nil` if no datagram was an answer.
    public var reply: Reply?
    /// What is allowed, of the settings.
    public var maxOffset: Milliseconds
    /// The highest stratum that counts as good, of the settings. JSON key: `max_stratum`.
    public var maxStratum: Int

    enum CodingKeys: String, CodingKey {
        case exchange, reply
        case maxOffset = "max_offset_ms"
        case maxStratum = "max_stratum"
    }

    /// One line for people: stratum, reference and the clock's offset, or why there is none.
    public var summary: String {
        guard let reply else {
            return exchange.strays > 0 ? "\(exchange.destination) answers, but not NTP" : exchange.summary
        }
        if reply.stratum == 0 { return "\(exchange.destination) refuses: \(reply.reference)" }
        let offset = reply.offset.value
        return "\(exchange.destination) stratum \(reply.stratum) (\(reply.reference)), "
            + "clock \(offset >= 0 ? "+" : "")\((offset * 10).rounded() / 10) ms"
    }

    /// Changes the reference, which is a text of the server.
    public mutating func mapServerText(_ change: (String) -> String) {
        if let reference = reply?.reference { reply?.reference = change(reference) }
    }
}

extension NTPEvidence: JudgedEvidence {
    /// What became of the datagrams to the server.
    public var datagrams: DatagramEvidence? { exchange }
    /// `false`: there is no connection that could stall.
    public var hasStalled: Bool { false }

    /// Whether a server that is synchronised has answered: of stratum 1 to 15, without the leap indicator 3.
    public var isProven: Bool {
        guard exchange.outcome == .answered, let reply else { return false }
        return (1...15).contains(reply.stratum) && reply.leap != .unsynchronised
    }

    /// Findings about the time server, and about this machine's clock by it; the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { NTPRules.findings(self, in: evidence) }
}
