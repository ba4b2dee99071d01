import EventLoopKit
import NetworkModel

/// Examines bodies that servers make costly, on one thread of its own, since all checks share the thread of the probes.
enum BodyThread {
    /// The number of bytes up to which texts and JSON are examined at once: a change of threads would take longer.
    private static let maxBytesAtOnce = 65_536

    private static let calls = BlockingCalls(label: "netdiag.bodies", atOnce: 1)

    /// Whether an examination may take long.
    static func isNeeded(for rules: [BodyRule], _ body: [UInt8]) -> Bool {
        !rules.isEmpty && (body.count > maxBytesAtOnce || rules.contains(where: \.isPattern))
    }

    /// Runs an examination after those before it.
    ///
    /// - Throws: `CancellationError` at once, while an examination that has begun ends later.
    static func run<Value: Sendable>(_ examination: @escaping @Sendable () -> Value) async throws -> Value {
        try await calls.run(examination)
    }
}
