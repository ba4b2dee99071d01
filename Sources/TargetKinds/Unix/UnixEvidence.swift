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

    public mutating func mapServerText(_ change: (String) -> String) { http?.mapServerText(change) }
}

extension UnixEvidence: JudgedEvidence {
    public var datagrams: DatagramEvidence? { nil }
    // There is no path that could drop large packets.
    public var hasStalled: Bool { false }
    public var isProven: Bool { outcome == .connected && http?.isProven != false }

    public func findings(in evidence: Evidence) -> [Finding] { UnixRules.findings(self, in: evidence) }
}
