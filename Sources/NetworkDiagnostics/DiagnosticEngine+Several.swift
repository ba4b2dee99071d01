import HostResolution
public import NetworkModel

extension DiagnosticEngine {
    /// Checks several targets in parallel, at most 64 at a time, and passes on each report as soon as it is complete.
    ///
    /// - Parameters:
    ///   - requests: The checks. Their indices are those that `receive` gets.
    ///   - receive: Receives the index of the check, and its report.
    /// - Throws: The same as ``check(_:progress:)`` for any of them, and what `receive` throws. The other checks are then
    ///   cancelled.
    public func check(
        _ requests: [CheckRequest], _ receive: (Int, Report) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Report).self) { group in
            var rest = Array(requests.enumerated())[...]
            func next() {
                guard let (index, request) = rest.popFirst() else { return }
                group.addTask { (index, try await self.check(request)) }
            }
            for _ in 0..<64 { next() }
            for try await (index, report) in group {
                try receive(index, report)
                next()
            }
        }
    }

    /// The addresses of a target's name, at most 16, in the order of preference.
    ///
    /// - Throws: `CancellationError`; ``CheckError`` if the host is not a valid name.
    public func addresses(of target: Target, families: Set<AddressFamily>) async throws -> [IPAddress] {
        guard case .name(let name) = target.host else { return [] }
        if case .service = target.kind { return [] }
        let snapshot = try await routedSnapshot().snapshot
        do {
            let found = try await resolver.resolve(name, families: families, configuration: snapshot.resolvers)
            return Array(found.addresses.prefix(16))
        } catch {
            throw CheckError.notAName("\(error)")
        }
    }
}
