public import NetworkModel

extension DiagnosticEngine {
    /// Checks several targets in parallel, at most 64 at a time, and hands on each report as soon as it is there.
    ///
    /// - Throws: As ``check(_:options:)`` for any of them, and what `receive` throws; the other checks are cancelled then.
    public func check(
        _ targets: [Target], options: CheckOptions, _ receive: (Report) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Report.self) { group in
            var rest = targets[...]
            for target in rest.prefix(64) { group.addTask { try await self.check(target, options: options) } }
            rest = rest.dropFirst(64)
            for try await report in group {
                try receive(report)
                if let target = rest.popFirst() {
                    group.addTask { try await self.check(target, options: options) }
                }
            }
        }
    }
}
