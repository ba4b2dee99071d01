import Glibc
import Synchronization

/// The number of times that each recorded request was received.
final class ReplayCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Returns the next response to a request; `nil` if none was recorded.
    func response(to request: ServedRequest, _ plan: ReplayPlan) -> ServedResponse? {
        guard let (key, answers) = plan.table.answers(to: request) else { return nil }
        let count = counts.withLock { counts in
            counts[key, default: 0] += 1
            return counts[key, default: 1]
        }
        let recorded = answers[min(count, answers.count) - 1]
        let shift = plan.dates == .shifted ? Int(time(nil)) - recorded.recorded : 0
        return plan.table.response(recorded, shift: shift)
    }

    func reset() { counts.withLock { $0 = [:] } }
}

extension ReplayTable {
    /// Returns the responses to a request. If there are none to HEAD, those to GET are used.
    func answers(to request: ServedRequest) -> (key: String, answers: [RecordedResponse])? {
        for method in request.method == "HEAD" ? ["HEAD", "GET"] : [request.method] {
            let key = Self.key(method, request.target)
            if let found = answers[key] { return (key, found) }
        }
        return nil
    }

    func has(_ request: ServedRequest) -> Bool { answers(to: request) != nil }
}
