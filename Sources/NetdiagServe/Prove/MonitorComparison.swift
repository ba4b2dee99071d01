import NIOPosix
import NetworkFaults
import NetworkModel

/// The results of a monitor for healthy servers. A monitor that fails for them would be right for every fault.
struct MonitorComparison: Sendable {
    /// The kinds of servers for which it succeeds.
    private let known: Set<HealthyCounterpart>

    /// Runs the monitor once for each kind of server without a fault.
    ///
    /// - Throws: ``FaultError/usage(_:)`` if it fails for all of them, or succeeds for HTTP but not for HTTPS.
    init(_ monitor: MonitorCommand, _ context: FaultContext, hiding hidden: Set<String>) async throws {
        let statuses = try await withThrowingTaskGroup(of: (HealthyCounterpart, ChildProcess).self) { group in
            for kind in HealthyCounterpart.allCases {
                group.addTask {
                    let endpoint = try await kind.start(context)
                    do {
                        let process = try await monitor.run(
                            against: endpoint, authority: context.authority.certificateFile(), hiding: hidden)
                        await endpoint.close()
                        return (kind, process)
                    } catch {
                        await endpoint.close()
                        throw error
                    }
                }
            }
            return try await group.reduce(into: [HealthyCounterpart: ChildProcess]()) { $0[$1.0] = $1.1 }
        }
        known = Set(statuses.filter { $0.value.status == 0 && !$0.value.hasTimedOut }.keys)
        guard !known.isEmpty else {
            let exit = statuses[.http].map { $0.hasTimedOut ? "no end in time" : "exit \($0.status)" } ?? ""
            throw FaultError.usage(
                "the probe fails with healthy servers too (http: \(exit)), so that it proves nothing; try it by hand")
        }
        guard !known.contains(.http) || known.contains(.https) else {
            throw FaultError.usage(
                "the probe fails with a healthy server of HTTPS, so that it proves nothing of it; have it trust {ca}, as in "
                    + "curl --cacert {ca}")
        }
    }

    /// Whether a failure is significant, because the monitor succeeds for a healthy server of this kind.
    func covers(_ target: String) -> Bool { HealthyCounterpart(for: target).map(known.contains) ?? false }
}
