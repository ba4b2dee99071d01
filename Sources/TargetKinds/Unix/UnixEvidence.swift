public import Diagnosis
public import NetworkModel
public import Probes

/// What a socket of this machine has shown.
public struct UnixEvidence: LayerEvidence {
    /// The layer `unix`.
    public static let layer = Layer.kind("unix")

    /// How connecting to the socket ended.
    public var outcome: LocalSocketProbe.Outcome
    /// Where on the path it ends, where no connection was made.
    public var place: SocketPath?
    /// What a request over it was answered with.
    public var http: HTTPEvidence?

    init(_ result: LocalSocketProbe.Result) {
        outcome = result.outcome
        place = result.place
    }

    /// One line for people: what kept a connection from being made, or what was answered over it.
    public var summary: String {
        guard outcome == .connected else {
            return outcome.rawValue + (place.map { " at \($0.part)" } ?? "")
        }
        return http?.summary ?? "accepts connections"
    }

    /// Changes the texts of the server in the answer of HTTP.
    public mutating func mapServerText(_ change: (String) -> String) { http?.mapServerText(change) }
}

extension UnixEvidence: JudgedEvidence {
    /// `nil`: the socket is a stream.
    public var datagrams: DatagramEvidence? { nil }
    // There is no path that could drop large packets.
    /// `false`: no network lies between.
    public var hasStalled: Bool { false }
    /// Whether a connection was made and, where a request was sent over it, answered.
    public var isProven: Bool { outcome == .connected && http?.isProven != false }

    /// Findings about the socket, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { UnixRules.findings(self, in: evidence) }
}
