import NetworkModel

/// Queries that no cache can answer, sent to one server at once, to find out how many of them are lost.
///
/// A single good answer beside programs that had none proves little where packets are lost: it was the lucky one.
public struct AnswerTrial: Sendable, Hashable {
    /// How many are put.
    public static let size = 10
    /// For each of them. The question is repeated after a third of it.
    public static let limit = Duration.milliseconds(900)
    /// As long as that, a look-up that has failed may have waited for an answer that was lost; with `options timeout:1`, it has.
    private static let leastWait = Duration.milliseconds(900)

    /// How many were put; at most ``size``.
    public var sent: Int
    /// How many of them were lost: those that stayed unanswered, and those that were answered once they were repeated.
    public var lost: Int

    /// What became of the questions.
    ///
    /// - Parameter times: How long each answer took; `nil`: there was none.
    public init(_ times: [Duration?]) {
        sent = times.count
        // Far slower than the others, which ask the same servers: what came after the repetition is its answer.
        let answered = times.compactMap(\.self)
        let isPrompt = answered.min().map { $0 < Self.limit / 9 } ?? false
        lost = times.count { time in time.map { isPrompt && $0 >= Self.limit / 3 } ?? true }
    }

    /// Whether the questions are worth putting, after look-ups of programs that have failed.
    static func isDue(after lookups: [SystemLookup]) -> Bool {
        lookups.contains { $0.failure == .timeout || $0.duration.duration >= leastWait }
    }

    /// What is said where some of them were lost; `nil` if the server answered each at once, or none: its silence is told as such.
    ///
    /// - Parameters:
    ///   - server: As in ``Resolution/Failure/server``.
    ///   - severity: `nil`: a warning.
    func finding(at server: String, severity: Severity? = nil) -> Finding? {
        // On the way to a server of this machine itself nothing is lost.
        guard lost > 0, lost < sent, PathDestination(server: server)?.address.isLoopback != true else { return nil }
        return Finding(
            DNSCauses.loss, confidence: 0.85, severity: severity,
            ["server": shown(server), "sent": "\(sent)", "lost": "\(lost)"])
    }
}
