import Diagnosis
import EventLoopKit

/// Sends the queries of a ``ResponseLossTrial``, for names that no cache has. Those that show a limit of the rate follow as soon as so many
/// responses are missing.
struct LossTrialRun<Response: Sendable>: Sendable {
    let loop: EventLoop
    let begin: ContinuousClock.Instant
    let interval: Duration
    /// The time until a response; `nil` if there was none.
    let time: @Sendable (Response) -> Duration?

    /// The results of all queries that were sent.
    struct Outcome: Sendable {
        let responses: [Response]
        /// Those of the slow queries; `nil` if there was too little time for them, or if the others show no limit of the rate.
        let slowly: [Response]?
        /// Whether the responses alone suggest a limit of the rate.
        let mayBeLimited: Bool
    }

    private enum Step: Sendable {
        /// The result of a query; `nil` if it was not sent.
        case response(Response?)
        /// Of what is missing now, most was lost, or is late.
        case graceIsOver
        case slowly([Response]?)
    }

    /// Runs the trial.
    ///
    /// - Parameters:
    ///   - query: Sends one of the queries; `nil` if it was not sent.
    ///   - slowTrial: Sends the slow ones; `nil` if there is too little time.
    /// - Throws: `CancellationError`, and what the parameters throw.
    func outcome(
        of query: @escaping @Sendable () async throws -> Response?,
        slowly slowTrial: @escaping @Sendable () async throws -> [Response]?
    ) async throws -> Outcome {
        let size = ResponseLossTrial.size
        return try await withThrowingTaskGroup(of: Step.self) { group in
            for index in 0..<size {
                group.addTask {
                    try await loop.sleep(until: begin + interval * index)
                    return .response(try await query())
                }
            }
            group.addTask {
                try await loop.sleep(until: begin + interval * size + ResponseLossTrial.slowDelay)
                return .graceIsOver
            }
            var (found, left) = ([Response](), size)
            var (isSlowlyAsked, isSlowlyEnded) = (false, false)
            var slowly: [Response]?
            func startSlowTrial() {
                guard !isSlowlyAsked, mayBeLimited(found, missing: left) else { return }
                isSlowlyAsked = true
                group.addTask { .slowly(try await slowTrial()) }
            }
            while left > 0 || isSlowlyAsked && !isSlowlyEnded && mayBeLimited(found), let step = try await group.next()
            {
                switch step {
                case .response(let response):
                    left -= 1
                    if let response { found.append(response) }
                    if left == 0 { startSlowTrial() }
                case .graceIsOver: startSlowTrial()
                case .slowly(let responses): (slowly, isSlowlyEnded) = (responses, true)
                }
            }
            group.cancelAll()
            let isLimited = mayBeLimited(found)
            return Outcome(responses: found, slowly: isLimited ? slowly : nil, mayBeLimited: isLimited)
        }
    }

    /// Whether slower queries are useful after these, if a number of responses does not arrive any more.
    private func mayBeLimited(_ responses: [Response], missing count: Int = 0) -> Bool {
        ResponseLossTrial.mayBeLimited(responses.map(time) + [Duration?](repeating: nil, count: count))
    }
}
