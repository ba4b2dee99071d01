package import NetworkModel
package import ServiceDiscovery

/// A browser's events with the results of port checks: services that do not respond are stale.
package enum ReachabilityFilteredServices {
    /// When to report a resolved service.
    package enum ReportTiming: Sendable {
        /// At once, and again as `updated` if its port does not respond; it is checked at intervals.
        case atOnce
        /// After its port has been checked once, and never again.
        case onceChecked
    }

    /// The time between two checks of a service.
    package static let interval = Duration.seconds(60)
    /// The same for a service that did not respond, so that its return is noticed soon.
    package static let staleInterval = Duration.seconds(10)

    /// Adds port checks to events.
    ///
    /// - Parameters:
    ///   - events: The events of a browser that resolves services.
    ///   - interval: The time between two checks of a service, in an endless stream; for stale ones, at most 10 s.
    /// - Returns: The same events; `allForNow` comes after every port that must be checked by then.
    package static func events(
        _ events: AsyncStream<BrowseEvent>, by check: PortCheck, timing: ReportTiming,
        every interval: Duration = interval
    ) -> AsyncStream<BrowseEvent> {
        // The buffer is as large as the browser's own; a reader that is further behind is cut off, as there.
        let (stream, continuation) = AsyncStream.makeStream(
            of: BrowseEvent.self, bufferingPolicy: .bufferingOldest(32_768))
        let table = ServiceReachabilityTable(timing: timing) { event in
            if case .dropped = continuation.yield(event) { continuation.finish() }
        }
        let task = Task {
            await withTaskGroup { group in
                group.addTask { await follow(events, table, check) }
                if timing == .atOnce { group.addTask { await recheck(table, check, every: interval) } }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private static func follow(
        _ events: AsyncStream<BrowseEvent>, _ table: ServiceReachabilityTable, _ check: PortCheck
    ) async {
        await withDiscardingTaskGroup { group in
            for await event in events {
                guard let job = await table.apply(event) else { continue }
                group.addTask { await run(job, table, check) }
            }
        }
    }

    private static func recheck(_ table: ServiceReachabilityTable, _ check: PortCheck, every interval: Duration) async {
        let step = min(interval, staleInterval)
        while (try? await Task.sleep(for: step)) != nil {
            await withDiscardingTaskGroup { group in
                // A check is due if its time is nearer to this step than to the next one.
                for job in await table.due(after: interval - step / 2, ifStale: step / 2) {
                    // Other browsers check the same ports.
                    group.addTask { await run(job, table, check, within: job.isStale ? step : interval) }
                }
            }
        }
    }

    private static func run(
        _ job: ServiceReachabilityTable.Job, _ table: ServiceReachabilityTable, _ check: PortCheck,
        within interval: Duration = staleInterval
    ) async {
        let age = min(interval / 2, PortCheck.keeping)
        // A service that would become stale is checked again.
        let freshness = PortCheck.MaxAge(open: age, other: job.isStale ? age : .zero)
        guard let verdict = try? await check.verdict(on: job.instance, freshness) else { return }
        await table.finish(job, verdict)
    }
}

/// The services of a browser, with the states of their ports.
package actor ServiceReachabilityTable {
    /// A check to make. If its instance has changed meanwhile, the result is ignored.
    package struct Job: Sendable {
        package let instance: ServiceInstance
        let number: Int
        /// Whether its port did not respond the last time.
        let isStale: Bool
    }

    private struct Entry {
        /// The instance according to the browser.
        var instance: ServiceInstance
        var number: Int
        var verdict = PortCheck.Judgement.unknown
        /// The event that is held back until its port has been checked.
        var held: ServiceEvent.Kind?
        var checked: ContinuousClock.Instant?

        var isStale: Bool { if case .stale = verdict { true } else { false } }
        var job: ServiceReachabilityTable.Job { Job(instance: instance, number: number, isStale: isStale) }

        /// Whether an earlier result is likely to be valid: a host that loses one of its addresses is the same host.
        func isAlike(_ other: ServiceInstance) -> Bool {
            instance.port == other.port && !Set(instance.addresses ?? []).isDisjoint(with: other.addresses ?? [])
        }
    }

    private let timing: ReachabilityFilteredServices.ReportTiming
    private let send: @Sendable (BrowseEvent) -> Void
    private var entries: [String: Entry] = [:]
    private var lastNumber = 0
    /// The first checks in progress.
    private var pending: Set<Int> = []
    private var isDrained = false

    init(timing: ReachabilityFilteredServices.ReportTiming, send: @escaping @Sendable (BrowseEvent) -> Void) {
        self.timing = timing
        self.send = send
    }

    /// Processes an event.
    ///
    /// - Returns: The check that the event requires.
    func apply(_ event: BrowseEvent) -> Job? {
        switch event {
        case .service(let event): return apply(event)
        case .allForNow:
            isDrained = true
            sendIfDrained()
        case .unavailable:
            isDrained = false
            send(event)
        }
        return nil
    }

    private func apply(_ event: ServiceEvent) -> Job? {
        let (instance, identity) = (event.instance, event.instance.identity)
        let before = entries[identity]
        guard event.event != .removed else {
            entries[identity] = nil
            // A service that was not reported is not reported as removed either.
            if before?.held == nil { send(.service(.init(.removed, judged(instance, before?.verdict)))) }
            finishCheck(before?.number)
            return nil
        }
        // A host that is silent need not be checked.
        guard !instance.stale, PortCheck.applies(to: instance) else {
            entries[identity] = nil
            send(.service(.init(before?.held ?? event.event, instance)))
            finishCheck(before?.number)
            return nil
        }
        if var known = before, known.instance.port == instance.port, known.instance.addresses == instance.addresses {
            known.instance = instance
            entries[identity] = known
            if known.held == nil { send(.service(.init(event.event, judged(instance, known.verdict)))) }
            return nil
        }
        lastNumber += 1
        let isHeld = timing == .onceChecked && (before == nil || before?.held != nil)
        var entry = Entry(instance: instance, number: lastNumber, held: isHeld ? before?.held ?? event.event : nil)
        // Used until the new check is done.
        if let before, before.isAlike(instance) { entry.verdict = before.verdict }
        entries[identity] = entry
        pending.insert(lastNumber)
        if !isHeld { send(.service(.init(event.event, judged(instance, entry.verdict)))) }
        finishCheck(before?.number)
        return entry.job
    }

    func finish(_ job: Job, _ verdict: PortCheck.Judgement) {
        defer { finishCheck(job.number) }
        let identity = job.instance.identity
        guard var entry = entries[identity], entry.number == job.number else { return }
        let before = judged(entry.instance, entry.verdict)
        // If this check has no result, the earlier one is kept.
        if verdict != .unknown { entry.verdict = verdict }
        let now = judged(entry.instance, entry.verdict)
        if let held = entry.held {
            send(.service(.init(held, now)))
        } else if now != before {
            send(.service(.init(.updated, now)))
        }
        entry.held = nil
        entry.checked = .now
        entries[identity] = entry
    }

    /// The checks that are due: those of services whose last check is older than an interval, or, if they are stale, than
    /// another one.
    func due(after interval: Duration, ifStale stale: Duration) -> [Job] {
        let now = ContinuousClock.now
        return entries.values.filter { entry in
            guard !pending.contains(entry.number), let checked = entry.checked else { return false }
            return checked.duration(to: now) >= (entry.isStale ? stale : interval)
        }.map(\.job)
    }

    private func finishCheck(_ number: Int?) {
        guard let number, pending.remove(number) != nil else { return }
        sendIfDrained()
    }

    private func sendIfDrained() {
        guard isDrained, pending.isEmpty else { return }
        isDrained = false
        send(.allForNow)
    }

    private func judged(_ instance: ServiceInstance, _ verdict: PortCheck.Judgement?) -> ServiceInstance {
        guard case .stale(let reason)? = verdict else { return instance }
        var instance = instance
        instance.stale = true
        instance.staleReason = reason
        return instance
    }
}
