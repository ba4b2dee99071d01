public import Diagnosis
public import NetworkModel
public import Probes

/// The result of a connection to a Unix socket.
public struct UnixEvidence: LayerEvidence {
    /// The layer `unix`.
    public static let layer = Layer.kind("unix")

    /// How connecting to the socket ended.
    public var outcome: LocalSocketProbe.Outcome
    /// Where on the path it ends, where no connection was made.
    public var place: SocketPath?
    /// What a request over it was answered with.
    public var http: HTTPEvidence?
    /// What was said over it, as far as it went; absent where nothing is set.
    public var script: [TCPEvidence.ScriptResult]?

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

    /// Changes the texts of the server: in the answer of HTTP, and in what was said.
    public mutating func mapServerText(_ change: (String) -> String) {
        http?.mapServerText(change)
        script = script?.map { step in
            var step = step
            step.received = step.received.map(change)
            step.groups = step.groups?.map(change)
            return step
        }
    }
}

extension UnixEvidence: JudgedEvidence {
    /// `nil`: the socket is a stream.
    public var datagrams: DatagramEvidence? { nil }
    // There is no path that could drop large packets.
    /// `false`: no network lies between.
    public var hasStalled: Bool { false }
    /// Whether a connection was made and, where something was asked over it, answered as it has to be.
    public var isProven: Bool {
        outcome == .connected && http?.isProven != false && script?.allSatisfy(\.hasSucceeded) != false
    }

    /// Findings about the socket, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { UnixRules.findings(self, in: evidence) }
}
