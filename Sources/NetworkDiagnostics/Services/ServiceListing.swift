package import NetworkModel
package import ServiceDiscovery

/// A browser's events in the format for clients.
package struct ServiceListing: Sendable {
    /// The reason why there are no more events.
    package enum End: Sendable, Hashable {
        case over
        /// Avahi is not available, and the client only wanted the current services.
        case unavailable(String)
        /// The events ended themselves, for this reason; there are more that were not reported.
        case cut(String)
    }

    let resolves: Bool

    package init(resolves: Bool) {
        self.resolves = resolves
    }

    /// Passes on events until the stream ends, the time limit is reached, or, with `once`, everything known has been
    /// reported.
    ///
    /// With `once` and `resolve`, there is one `resolved` event for each instance, and nothing else. Instances whose
    /// host did not respond are reported last, as stale and without addresses.
    ///
    /// While avahi-daemon is not available, a line says so; with `once`, it is the last one. If the events end themselves,
    /// the last line says so, since what was reported by then is not complete. With `once`, the same line follows if the time
    /// limit is reached before avahi-daemon has sent anything.
    @discardableResult
    package func lines(
        _ events: AsyncStream<BrowseEvent>, once: Bool, within limit: Duration?,
        _ send: @escaping @Sendable (BrowseLine) -> Void
    ) async -> End {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await forward(events, once: once, send) }
            if let limit {
                group.addTask {
                    try? await Task.sleep(for: limit)
                    return Outcome(end: .over, isComplete: false)
                }
            }
            let first = await group.next()
            group.cancelAll()
            guard let first, !first.isComplete, once, let last = await group.next(), !last.hasHeard else {
                return first?.end ?? .over
            }
            // An empty list says that nothing is announced. Where avahi-daemon or the bus hangs, nobody knows.
            let reason = "avahi-daemon did not answer in time; netdiag doctor shows the reason"
            send(.cut(reason: reason))
            return .cut(reason)
        }
    }

    private struct Outcome: Sendable {
        var end: End
        /// Whether the events ended, as opposed to the time.
        var isComplete = true
        /// Whether there was an event.
        var hasHeard = false
    }

    private func forward(
        _ events: AsyncStream<BrowseEvent>, once: Bool, _ send: @Sendable (BrowseLine) -> Void
    ) async -> Outcome {
        var hasHeard = false
        let end = await forward(events, once: once, hasHeard: &hasHeard, send)
        return Outcome(end: end, hasHeard: hasHeard)
    }

    private func forward(
        _ events: AsyncStream<BrowseEvent>, once: Bool, hasHeard: inout Bool, _ send: @Sendable (BrowseLine) -> Void
    ) async -> End {
        var isAway = false
        var silent = SilentInstances()
        for await event in events {
            hasHeard = true
            if case .unavailable(let reason) = event {
                send(.unavailable(reason: reason))
                if once { return .unavailable(reason) }
                isAway = true
                continue
            }
            // Known services may be removed while it is not available; any other event shows that it is available again.
            if isAway, !event.isRemoval {
                isAway = false
                send(.available)
            }
            switch event {
            case .service(let event) where !once || !resolves: send(.event(event))
            case .service(let event):
                if event.event == .resolved { send(.event(event)) }
                silent.apply(event)
            case .allForNow where once:
                for event in silent.events { send(.event(event)) }
                return .over
            default: continue
            }
        }
        // The time limit is reached, or the client has disconnected.
        if Task.isCancelled { return .over }
        let reason = "the events ended; netdiagd is being restarted, or there are more changes than can be followed"
        send(.cut(reason: reason))
        return .cut(reason)
    }
}

/// Instances that are announced by hosts without a response to queries.
private struct SilentInstances {
    private var instances: [String: ServiceInstance] = [:]
    private var resolved: Set<String> = []

    mutating func apply(_ event: ServiceEvent) {
        let identity = event.instance.identity
        instances[identity] = nil
        switch event.event {
        case .resolved: resolved.insert(identity)
        case .updated where event.instance.stale && !resolved.contains(identity): instances[identity] = event.instance
        case .added, .updated, .removed: break
        }
    }

    /// The events in the order of the names.
    var events: [ServiceEvent] {
        instances.sorted { $0.key < $1.key }.map { _, instance in
            var instance = instance
            instance.addresses = instance.addresses ?? []
            return ServiceEvent(.resolved, instance)
        }
    }
}

extension BrowseEvent {
    fileprivate var isRemoval: Bool {
        if case .service(let event) = self { event.event == .removed } else { false }
    }
}
