public import Diagnosis
public import NetworkModel
public import Probes

/// The result of a connection to a Unix socket.
public struct UnixEvidence: LayerEvidence {
    /// The layer `unix`.
    public static let layer = Layer.kind("unix")

    /// The result of connecting.
    public var outcome: LocalSocketProbe.Outcome
    /// The part of the path that prevents it, if no connection was established.
    public var place: SocketPath?
    /// The response to an HTTP request over the socket.
    public var http: HTTPEvidence?
    /// The steps of the dialogue over the socket that were done; `nil` if none is configured.
    public var script: [TCPEvidence.ScriptResult]?

    init(_ result: LocalSocketProbe.Result) {
        outcome = result.outcome
        place = result.place
    }

    /// A one-line summary: why no connection was established, or the response over it.
    public var summary: String {
        guard outcome == .connected else {
            return outcome.rawValue + (place.map { " at \($0.part)" } ?? "")
        }
        return http?.summary ?? "accepts connections"
    }

    /// Applies a function to the texts of the server: those in the HTTP response, and in the dialogue.
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
    /// Always `nil`: the socket is a stream.
    public var datagrams: DatagramEvidence? { nil }
    /// Always false: there is no network that could drop large packets.
    public var hasStalled: Bool { false }
    /// Whether a connection was established and, if there was a request or dialogue, it succeeded.
    public var isProven: Bool {
        outcome == .connected && http?.isProven != false && script?.allSatisfy(\.hasSucceeded) != false
    }

    /// The findings about the socket, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { UnixRules.findings(self, in: evidence) }
}
