public import Diagnosis
public import NetworkModel

/// What a UDP port has answered.
public struct UDPEvidence: LayerEvidence {
    public static let layer = Layer.kind("udp")

    public var exchange: DatagramEvidence
    /// The pattern that an answer has to match; `nil`: any will do.
    public var expected: String?
    /// The beginning of the answer, or of what came instead of it.
    public var received: String?

    public var summary: String {
        exchange.summary + (received.map { ": \"\(SafeText.cut($0, to: 60))\"" } ?? "")
    }

    public mutating func mapServerText(_ change: (String) -> String) {
        received = received.map(change)
    }
}

extension UDPEvidence: JudgedEvidence {
    public var datagrams: DatagramEvidence? { exchange }
    public var hasStalled: Bool { false }

    public var isProven: Bool { exchange.outcome == .answered }

    public func findings(in evidence: Evidence) -> [Finding] { UDPRules.findings(self, in: evidence) }
}
