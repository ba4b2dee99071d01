import Glibc

func errnoText(_ code: Int32) -> String { String(cString: strerror(code)) }

extension Duration {
    /// A time limit for events that normally happen at once. Only a fault exceeds it, even on a busy machine.
    public static let unexpectedlyLong = Duration.seconds(120)
}

/// Runs `body`, and cancels it after `limit`.
///
/// - Throws: ``LabError/timedOut(_:_:)`` with the text `what`, and the errors of `body`.
public func withLimit<Value: Sendable>(
    _ limit: Duration, _ what: String, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let value = first else { throw LabError.timedOut(what, limit) }
        return value
    }
}
