import EventLoopKit
import NetworkModel

extension HostResolver {
    private enum Part: Sendable {
        case wire(WireLookup.Outcome)
        case system(SystemLookupResult)
        /// The system resolver exceeded its time limit.
        case overdue
    }

    /// Queries the wire and the system resolver in parallel.
    func gather(
        _ plan: Plan, types: [DNSRecordType], wire lookup: WireLookup,
        system ask: @escaping @Sendable () async throws -> SystemLookupResult
    ) async throws -> Findings {
        guard plan.asksSystem else {
            let isAsked = !plan.candidates.isEmpty
            return Findings(
                wire: isAsked ? try await lookup.query(plan.candidates, types: types, written: plan.written) : .init(),
                system: nil)
        }
        let begun = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Part.self) { group in
            var wire: WireLookup.Outcome? = plan.candidates.isEmpty ? .init() : nil
            var system: SystemLookupResult?
            group.addTask { .system(try await ask()) }
            if wire == nil {
                group.addTask {
                    .wire(try await lookup.query(plan.candidates, types: types, written: plan.written))
                }
            } else {
                group.addTask { [loop] in try await Self.wait(until: plan.deadline, on: loop) }
            }
            while wire == nil || system == nil, let part = try await group.next() {
                switch part {
                case .system(let answer): system = answer
                case .wire(let outcome):
                    wire = outcome
                    // The system resolver also waits for servers that were silent here, and for longer.
                    let grace = outcome.hasSilence ? .zero : max(.seconds(1), begun.duration(to: .now))
                    if system == nil {
                        group.addTask { [loop] in
                            try await Self.wait(until: min(plan.deadline, .now + grace), on: loop)
                        }
                    }
                case .overdue:
                    system = SystemLookupResult(entries: [], failure: .timeout, duration: begun.duration(to: .now))
                }
            }
            group.cancelAll()
            return Findings(wire: wire ?? .init(), system: system)
        }
    }

    private static func wait(until deadline: ContinuousClock.Instant, on loop: EventLoop) async throws -> Part {
        try await loop.sleep(until: deadline)
        return .overdue
    }
}
