/// Runs a check in a task of its own, so that a test of one that never ends can fail with a message.
///
/// - Returns: `nil` if it has not ended in time. It is then cancelled, and not waited for.
package func ending<Value: Sendable>(
    within limit: Duration, _ check: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Value?, any Error>.self)
    let work = Task {
        do {
            continuation.yield(.success(try await check()))
        } catch {
            continuation.yield(.failure(error))
        }
    }
    let clock = Task {
        try await Task.sleep(for: limit)
        continuation.yield(.success(nil))
    }
    defer {
        work.cancel()
        clock.cancel()
    }
    return try await withTaskCancellationHandler {
        for await first in results { return try first.get() }
        throw CancellationError()
    } onCancel: {
        work.cancel()
    }
}
