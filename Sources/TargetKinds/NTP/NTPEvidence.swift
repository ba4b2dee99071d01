public import Diagnosis
public import NetworkModel

/// The response of an NTP server (RFC 5905 section 7.3).
public struct NTPEvidence: LayerEvidence {
    /// The layer `ntp`.
    public static let layer = Layer.kind("ntp")

    /// A valid response.
    public struct Reply: Sendable, Hashable, Codable {
        /// The version of the protocol in the response, 0 to 7.
        public var version: Int
        /// The number of servers up to a reference clock; 0 for a kiss-o'-death packet, 16 for not synchronised.
        public var stratum: Int
        /// The server's statement about its own clock.
        public var leap: Leap
        /// The reference: four letters for stratum 0 or 1 (`RATE`, `GPS`), otherwise the address of the source or a
        /// hash of it; `0.0.0.0` if there is none.
        public var reference: String
        /// The offset of the server's clock; positive if it is ahead of this machine's.
        public var offset: Milliseconds
        /// The maximum distance of the server's clock from the reference clock (root delay / 2 + root dispersion).
        public var rootDistance: Milliseconds

        /// Whether it is a kiss-o'-death packet (RFC 5905 section 7.4): the server refuses to serve this client.
        ///
        /// Servers without a source, or that have just started, have stratum 0 as well: 16 is 0 in a packet (section 7.3). That
        /// is no refusal.
        var isRefusal: Bool { stratum == 0 && !["INIT", "STEP", "0.0.0.0"].contains(reference) }

        enum CodingKeys: String, CodingKey {
            case version, stratum, leap, reference
            case offset = "offset_ms"
            case rootDistance = "root_distance_ms"
        }
    }

    /// The leap indicator (RFC 5905 figure 9).
    public enum Leap: String, Sendable, Hashable, Codable, CaseIterable {
        /// No warning.
        case none
        /// The last minute of the day has 61 seconds.
        case addSecond = "add-second"
        /// The last minute of the day has 59 seconds.
        case removeSecond = "remove-second"
        /// The server's clock is not synchronised.
        case unsynchronised
    }

    /// The result of the datagrams to the server.
    public var exchange: DatagramEvidence
    /// The response; `nil` if there was no valid one.
    public var reply: Reply?
    /// The maximum offset, from the settings.
    public var maxOffset: Milliseconds
    /// The maximum stratum, from the settings. JSON key: `max_stratum`.
    public var maxStratum: Int

    enum CodingKeys: String, CodingKey {
        case exchange, reply
        case maxOffset = "max_offset_ms"
        case maxStratum = "max_stratum"
    }

    /// A one-line summary: stratum, reference and the clock's offset, or why there is none.
    public var summary: String {
        guard let reply else {
            return exchange.strays > 0 ? "\(exchange.destination) answers, but not NTP" : exchange.summary
        }
        if reply.isRefusal { return "\(exchange.destination) refuses: \(reply.reference)" }
        return "\(exchange.destination) stratum \(reply.stratum) (\(reply.reference)), "
            + "clock \(reply.offset.value >= 0 ? "+" : "-")\(Self.text(ofOffset: reply.offset))"
    }

    /// An offset without its sign, as in `0.3 ms`, `5 s`, `1.5 min`, `1 h` or `8.2 d`. Large ones are often whole hours, of a wrong
    /// time zone.
    static func text(ofOffset offset: Milliseconds) -> String {
        // In whole tenths of a second, so that 3599.99 s are an hour.
        let milliseconds = abs(offset.value)
        let seconds = milliseconds < 1_000 ? milliseconds / 1_000 : (milliseconds / 100).rounded() / 10
        let (unit, length) =
            switch seconds {
            case ..<1: ("ms", 0.001)
            case ..<120: ("s", 1.0)
            case ..<3_600: ("min", 60.0)
            case ..<172_800: ("h", 3_600.0)
            default: ("d", 86_400.0)
            }
        let tenths = Int((seconds / length * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Applies a function to the reference, which is text of the server.
    public mutating func mapServerText(_ change: (String) -> String) {
        if let reference = reply?.reference { reply?.reference = change(reference) }
    }
}

extension NTPEvidence: JudgedEvidence {
    /// The result of the datagrams to the server.
    public var datagrams: DatagramEvidence? { exchange }
    /// Always false: there is no connection that could stall.
    public var hasStalled: Bool { false }

    /// Whether a synchronised server responded: of stratum 1 to 15, without the leap indicator 3.
    public var isProven: Bool {
        guard exchange.outcome == .answered, let reply else { return false }
        return (1...15).contains(reply.stratum) && reply.leap != .unsynchronised
    }

    /// The findings about the NTP server, and about this machine's clock compared with it; the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { NTPRules.findings(self, in: evidence) }
}
