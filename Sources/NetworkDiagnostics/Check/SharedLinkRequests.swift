import EventLoopKit
import NetworkModel
import Synchronization

/// Lets concurrent checks that query a link for the same thing share one result.
///
/// Closing a packet socket waits until all processors have released it (`synchronize_net()` in packet(7)'s implementation),
/// some 10 ms each. If a router dies, the loop would spend its time there for each target behind it, and the link would have
/// as many broadcasts.
final class SharedLinkRequests<Answer: Sendable>: Sendable {
    typealias Key = LinkRequestKey

    private struct Line {
        let turn = Limiter(1)
        var callers = 0
        var last: (answer: Answer, ended: ContinuousClock.Instant)?
    }

    /// The queries in progress.
    private let lines = Mutex<[Key: Line]>([:])

    /// The result of a query, which is started now, or was already in progress for another check.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; the next waiting check then sends the query itself.
    func shared(
        _ question: Key, _ observe: @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let came = ContinuousClock.now
        let turn = lines.withLock { lines in
            var line = lines[question] ?? Line()
            line.callers += 1
            lines[question] = line
            return line.turn
        }
        defer {
            lines.withLock { lines in
                lines[question]?.callers -= 1
                if lines[question]?.callers == 0 { lines[question] = nil }
            }
        }
        return try await turn.withPermit {
            if let last = lines.withLock({ $0[question]?.last }), last.ended >= came { return last.answer }
            let answer = try await observe()
            lines.withLock { $0[question]?.last = (answer, .now) }
            return answer
        }
    }

    /// The number of checks that wait for the result.
    func callers(of question: Key) -> Int { lines.withLock { $0[question]?.callers ?? 0 } }
}

/// The address of a host on a link, and the interface of the link.
struct LinkRequestKey: Sendable, Hashable {
    let address: IPAddress
    let interface: String
}
