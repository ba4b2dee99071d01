import NIOHTTP1
import NIOPosix
import Synchronization

/// The threads on which lists that take long are read.
///
/// The threads of Swift's own pool are as few as the processors, and all tables share them.
final class LongListThreads: Sendable {
    static let shared = LongListThreads()

    /// The maximum number of lists that are read or wait for a thread.
    static let maxLists = 32
    private static let threads = 2

    private let pool = NIOThreadPool(numberOfThreads: threads)
    private let isStarted = Mutex(false)
    private let count = Atomic(0)

    /// Builds the response to a list.
    ///
    /// - Returns: The response; 503 if too many such lists wait.
    func response(_ build: @escaping @Sendable () -> ServedResponse) async -> ServedResponse {
        isStarted.withLock { isStarted in
            if !isStarted { pool.start() }
            isStarted = true
        }
        defer { count.subtract(1, ordering: .relaxed) }
        guard count.add(1, ordering: .relaxed).newValue <= Self.maxLists,
            let response = try? await pool.runIfActive(build)
        else {
            var response = ServedResponse.problem(
                .serviceUnavailable, "\(Self.maxLists) lists that take long are being read; use other conditions")
            response.headers.add(name: "Retry-After", value: "1")
            return response
        }
        return response
    }
}
