public import Diagnosis
public import NetworkModel

/// The answer of a UDP port.
public struct UDPEvidence: LayerEvidence {
    /// The layer `udp`.
    public static let layer = Layer.kind("udp")

    /// What became of the datagrams to the port.
    public var exchange: DatagramEvidence
    /// The pattern that an answer has to match; `nil`: any will do.
    public var expected: String?
    /// The beginning of the answer, or of what came instead of it.
    public var received: String?

    /// One line for people: what became of the datagrams, and the beginning of the answer.
    public var summary: String {
        exchange.summary + (received.map { ": \"\(SafeText.cut($0, to: 60))\"" } ?? "")
    }

    /// The beginning of a datagram, as it is kept.
    static func text(_ datagram: [UInt8]) -> String { String(decoding: datagram.prefix(200), as: UTF8.self) }

    /// Changes the text that was received.
    public mutating func mapServerText(_ change: (String) -> String) {
        received = received.map(change)
    }
}

extension UDPEvidence: JudgedEvidence {
    /// What became of the datagrams to the port.
    public var datagrams: DatagramEvidence? { exchange }
    /// `false`: there is no connection that could stall.
    public var hasStalled: Bool { false }

    /// Whether an answer came, and matched what is expected.
    public var isProven: Bool { exchange.outcome == .answered }

    /// Findings about the UDP port, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { UDPRules.findings(self, in: evidence) }
}
