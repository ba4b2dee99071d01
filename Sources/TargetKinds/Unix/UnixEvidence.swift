public import Diagnosis
public import NetworkModel
public import Probes

/// What a socket of this machine has shown.
public struct UnixEvidence: LayerEvidence {
    public static let layer = Layer.kind("unix")

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

    public var summary: String {
        guard outcome == .connected else {
            return outcome.rawValue + (place.map { " at \($0.part)" } ?? "")
        }
        return http?.summary ?? "accepts connections"
    }

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
    public var datagrams: DatagramEvidence? { nil }
    // There is no path that could drop large packets.
    public var hasStalled: Bool { false }
    public var isProven: Bool {
        outcome == .connected && http?.isProven != false && script?.allSatisfy(\.hasSucceeded) != false
    }

    public func findings(in evidence: Evidence) -> [Finding] { UnixRules.findings(self, in: evidence) }
}
