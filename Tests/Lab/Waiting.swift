import Glibc

func errnoText(_ code: Int32) -> String { String(cString: strerror(code)) }

extension Duration {
    /// After this time, what takes a moment has not happened: so long that nothing but a fault takes it, on a machine that has
    /// much else to do as well.
    public static let unexpectedlyLong = Duration.seconds(60)
}

/// Runs `body`, and cancels it when `limit` has passed.
///
/// - Throws: ``LabError/timedOut(_:_:)`` naming `what`; whatever `body` throws.
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
