import EventLoopKit
import NetworkModel

extension HostResolver {
    private enum Part: Sendable {
        case wire(WireLookup.Outcome)
        case system(SystemLookupResult)
        /// The system resolver exceeded its time limit.
        case overdue
    }

    /// How long the system resolver may take for a stream that is no response, which it reads for as long as it lasts; at least, and
    /// as a multiple of the time that the wire took.
    private static let graceForStream = (least: Duration.milliseconds(100), factor: 3)

    /// The longest time that the system resolver may take in addition if the ports of all servers that it queries are closed. The queries
    /// here may have taken long since others had used up the errors of these hosts.
    private static let maxGraceForClosed = Duration.milliseconds(100)

    /// Queries the wire and the system resolver in parallel. The latter waits for the wire if the stream of a server was no response a
    /// short while ago: it would read that again, and gets no result, as before.
    func gather(
        _ plan: LookupPlan, types: [DNSRecordType], wire lookup: WireLookup,
        system ask: @escaping @Sendable () async throws -> SystemLookupResult
    ) async throws -> LookupFindings {
        guard plan.asksSystem else {
            let isAsked = !plan.candidates.isEmpty
            return LookupFindings(
                wire: isAsked ? try await lookup.query(plan.candidates, types: types, written: plan.written) : .init(),
                system: nil)
        }
        let begun = ContinuousClock.now
        let isCallDeferred = plan.candidates.isEmpty ? false : await lookup.isStreamBroken
        return try await withThrowingTaskGroup(of: Part.self) { group in
            var wire: WireLookup.Outcome? = plan.candidates.isEmpty ? .init() : nil
            var system: SystemLookupResult?
            var (areServersClosed, isSystemAwaited) = (false, true)
            if !isCallDeferred { group.addTask { .system(try await ask()) } }
            if wire == nil {
                group.addTask {
                    .wire(try await lookup.query(plan.candidates, types: types, written: plan.written))
                }
            } else {
                group.addTask { [loop] in try await Self.wait(until: plan.deadline, on: loop) }
            }
            while wire == nil || system == nil && isSystemAwaited, let part = try await group.next() {
                switch part {
                case .system(let answer): system = answer
                case .wire(let outcome):
                    wire = outcome
                    guard system == nil else { break }
                    let took = begun.duration(to: .now)
                    let grace: Duration
                    if isCallDeferred, !outcome.hasBrokenStream {
                        group.addTask { .system(try await ask()) }
                        grace = max(.seconds(1), took)
                    } else if isCallDeferred || outcome.hasSilence {
                        // The system resolver also waits for servers that were silent here, and for longer.
                        grace = .zero
                    } else if outcome.hasBrokenStream {
                        grace = max(Self.graceForStream.least, took * Self.graceForStream.factor)
                    } else if outcome.areServersClosed, plan.isOfResolvConf, asksServersAlone {
                        areServersClosed = true
                        // It fails as soon, unless their hosts have sent all the errors of a while for the queries here, and has no result
                        // in either case.
                        grace = min(Self.maxGraceForClosed, ClosedPorts.timeForMore(after: took))
                    } else {
                        grace = max(.seconds(1), took)
                    }
                    group.addTask { [loop] in
                        try await Self.wait(until: min(plan.deadline, .now + grace), on: loop)
                    }
                case .overdue:
                    // How long programs wait is not known: the queries here may have used up the errors for theirs.
                    guard !areServersClosed else {
                        isSystemAwaited = false
                        break
                    }
                    system = SystemLookupResult(entries: [], failure: .timeout, duration: begun.duration(to: .now))
                }
            }
            group.cancelAll()
            return LookupFindings(wire: wire ?? .init(), system: system)
        }
    }

    private static func wait(until deadline: ContinuousClock.Instant, on loop: EventLoop) async throws -> Part {
        try await loop.sleep(until: deadline)
        return .overdue
    }
}
