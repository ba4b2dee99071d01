import NetworkModel

/// Queries that no cache can answer, sent to one server one after the other and only once each, to find out how many of them are
/// lost.
///
/// If packets are lost, a single good response proves little while programs got none: it was luck.
public struct ResponseLossTrial: Sendable, Hashable {
    /// The number of queries.
    public static let size = 10
    /// The time limit of all queries together.
    public static let limit = Duration.seconds(2)
    /// The minimum time for each response, so that those of slow servers do not count as lost.
    public static let leastPatience = Duration.seconds(1)
    /// The maximum time of the responses, if the missing ones are to count as lost and not as late.
    private static let promptness = Duration.milliseconds(500)
    /// A look-up that failed after at least this time may have waited for a response that was lost; with `options timeout:1`,
    /// it did.
    package static let leastWait = Duration.milliseconds(900)

    /// The number of slower queries that follow if many got no response: routers and servers limit the rate, so that the queries
    /// themselves may be the reason.
    public static let slowSize = 4
    /// The time before each of them.
    public static let slowInterval = Duration.milliseconds(350)
    /// The time from the end of the other queries' intervals to them: so many late responses are rare, and an observation of the machine
    /// ends before all of these queries are answered if names took all of their time.
    public static let slowDelay = Duration.milliseconds(150)
    /// The maximum time for each of their responses.
    public static let slowPatience = Duration.milliseconds(500)

    /// The number of queries that were sent, at most ``size``.
    public var sent: Int
    /// The number of queries without a response.
    public var lost: Int
    /// Whether all responses arrived long before the time limit.
    public var isPrompt: Bool

    /// Whether some responses took nearly as long as the missing ones were waited for, so that those may only be late.
    private let mayBeLate: Bool

    /// Whether more than a single query was lost, and the others were answered at once, so that this is a finding although programs
    /// get their addresses.
    var isTelling: Bool { lost >= LossRule.least && isPrompt }

    /// Whether slower queries were all answered, so that a limit of the rate explains the others.
    let isLimited: Bool

    /// Whether so many queries were lost that name resolution fails.
    var isRuinous: Bool { lost * 2 >= sent }

    /// Creates the result.
    ///
    /// - Parameters:
    ///   - times: The time until each response; `nil` if there was none.
    ///   - slowly: The same for slower queries after those.
    public init(_ times: [Duration?], slowly: [Duration?] = []) {
        sent = times.count
        lost = times.count { $0 == nil }
        mayBeLate = times.contains { $0.map { $0 * 4 > Self.leastPatience * 3 } ?? false }
        isLimited = slowly.count == Self.slowSize && slowly.allSatisfy { $0 != nil } && Self.mayBeLimited(times)
        isPrompt = times.allSatisfy { $0.map { $0 <= Self.promptness } ?? true }
    }

    /// Whether slower queries are useful: a limit rejects many, and it is unlikely that these are answered by chance.
    public static func mayBeLimited(_ times: [Duration?]) -> Bool {
        let lost = times.count { $0 == nil }
        return times.count == size && lost * 5 >= size * 2 && lost < size
    }

    /// The time from one query to the next, if all of them have this time together.
    ///
    /// - Returns: `nil` if that is too little.
    public static func interval(within time: Duration) -> Duration? {
        let interval = (min(time, limit) - leastPatience) / size
        return interval >= .milliseconds(10) ? interval : nil
    }

    /// Whether the queries are useful: look-ups of programs may have waited for a response that was lost.
    static func isDue(after lookups: [SystemLookup]) -> Bool {
        lookups.contains { $0.failure == .timeout || $0.duration.duration >= leastWait }
    }

    /// The finding about lost queries; `nil` if the server responded to each query at once, or to none, which is a finding of
    /// its own, or if it is so slow that the missing responses may be late, or limits the rate.
    ///
    /// - Parameters:
    ///   - server: The server, as in ``Resolution/Failure/server``.
    ///   - severity: The severity; `nil` for a warning.
    func finding(at server: String, severity: Severity? = nil) -> Finding? {
        // No packets are lost on the path to a server on this machine.
        guard lost > 0, lost < sent, !mayBeLate, !isLimited,
            PathDestination(server: server)?.address.isLoopback != true
        else { return nil }
        return Finding(
            DNSCauses.loss, confidence: 0.85, severity: severity,
            ["server": shown(server), "sent": "\(sent)", "lost": "\(lost)"])
    }
}
