public import Diagnosis
public import NetworkModel

/// The response of a UDP port.
public struct UDPEvidence: LayerEvidence {
    /// The layer `udp`.
    public static let layer = Layer.kind("udp")

    /// The result of the datagrams to the port.
    public var exchange: DatagramEvidence
    /// The pattern that a response must match; `nil` for any response.
    public var expected: String?
    /// The beginning of the response, or of what arrived instead.
    public var received: String?

    /// A one-line summary: the result of the datagrams, and the beginning of the response.
    public var summary: String {
        exchange.summary + (received.map { ": \"\(SafeText.cut($0, to: 60))\"" } ?? "")
    }

    /// The beginning of a datagram, as it is kept: without the secrets that were sent, of which a cut would leave a part.
    static func text(_ datagram: [UInt8], without secrets: [Secret]) -> String {
        guard !secrets.isEmpty else { return String(decoding: datagram.prefix(200), as: UTF8.self) }
        let text = secrets.reduce(String(decoding: datagram, as: UTF8.self)) { $1.masked($0) }
        return String(decoding: text.utf8.prefix(200), as: UTF8.self)
    }

    /// Applies a function to the received text.
    public mutating func mapServerText(_ change: (String) -> String) {
        received = received.map(change)
    }
}

extension UDPEvidence: JudgedEvidence {
    /// The result of the datagrams to the port.
    public var datagrams: DatagramEvidence? { exchange }
    /// Always false: there is no connection that could stall.
    public var hasStalled: Bool { false }

    /// Whether a response arrived, and matched the pattern.
    public var isProven: Bool { exchange.outcome == .answered }

    /// The findings about the UDP port, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { UDPRules.findings(self, in: evidence) }
}
