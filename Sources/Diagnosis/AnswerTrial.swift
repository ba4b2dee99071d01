import NetworkModel

/// Queries that no cache can answer, sent to one server at once, to find out how many of them are lost.
///
/// If packets are lost, a single good response proves little while programs got none: it was luck.
public struct AnswerTrial: Sendable, Hashable {
    /// The number of queries.
    public static let size = 10
    /// The time limit of each query. The query is repeated after a third of it.
    public static let limit = Duration.milliseconds(900)
    /// A look-up that failed after at least this time may have waited for a response that was lost; with `options timeout:1`,
    /// it did.
    private static let leastWait = Duration.milliseconds(900)

    /// The number of queries that were sent, at most ``size``.
    public var sent: Int
    /// The number of queries that were lost: those without a response, and those with a response only after the repetition.
    public var lost: Int

    /// Creates the result.
    ///
    /// - Parameter times: The time until each response; `nil` if there was none.
    public init(_ times: [Duration?]) {
        sent = times.count
        // A response that is far slower than the others, which come from the same servers, is one to the repetition.
        let answered = times.compactMap(\.self)
        let isPrompt = answered.min().map { $0 < Self.limit / 9 } ?? false
        lost = times.count { time in time.map { isPrompt && $0 >= Self.limit / 3 } ?? true }
    }

    /// Whether the queries are useful, after look-ups of programs that failed.
    static func isDue(after lookups: [SystemLookup]) -> Bool {
        lookups.contains { $0.failure == .timeout || $0.duration.duration >= leastWait }
    }

    /// The finding about lost queries; `nil` if the server responded to each query at once, or to none, which is a finding of
    /// its own.
    ///
    /// - Parameters:
    ///   - server: The server, as in ``Resolution/Failure/server``.
    ///   - severity: The severity; `nil` for a warning.
    func finding(at server: String, severity: Severity? = nil) -> Finding? {
        // No packets are lost on the path to a server on this machine.
        guard lost > 0, lost < sent, PathDestination(server: server)?.address.isLoopback != true else { return nil }
        return Finding(
            DNSCauses.loss, confidence: 0.85, severity: severity,
            ["server": shown(server), "sent": "\(sent)", "lost": "\(lost)"])
    }
}
