package import NetworkModel
package import ServiceDiscovery

/// A browser's events in the format for clients.
package struct ServiceListing: Sendable {
    /// Why there are no more events.
    package enum End: Sendable, Hashable {
        case over
        /// Avahi is not there, and the client wanted to know what there is now.
        case unavailable(String)
        /// The events ended by themselves, for this reason: there is more that was not told.
        case cut(String)
    }

    let resolves: Bool

    package init(resolves: Bool) {
        self.resolves = resolves
    }

    /// Hands on events until the stream ends, the time is over, or, with `once`, all that is known has been told.
    ///
    /// With `once` and `resolve`, there is one `resolved` event for each instance, and nothing else: at the end those whose
    /// host was asked in vain, stale and without addresses.
    ///
    /// While avahi-daemon is away, a line says so; with `once`, it is the last. Events that end by themselves end with a
    /// line that says so, since nobody must take what was told by then for all there is.
    @discardableResult
    package func lines(
        _ events: AsyncStream<BrowseEvent>, once: Bool, within limit: Duration?,
        _ send: @escaping @Sendable (BrowseLine) -> Void
    ) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask { await forward(events, once: once, send) }
            if let limit {
                group.addTask {
                    try? await Task.sleep(for: limit)
                    return .over
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .over
        }
    }

    private func forward(
        _ events: AsyncStream<BrowseEvent>, once: Bool, _ send: @Sendable (BrowseLine) -> Void
    ) async -> End {
        var isAway = false
        var silent = SilentInstances()
        for await event in events {
            if case .unavailable(let reason) = event {
                send(.unavailable(reason: reason))
                if once { return .unavailable(reason) }
                isAway = true
                continue
            }
            // What was seen before may be removed while it is away; all else is news of one that is back.
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
        // The time is over, or the client has gone.
        if Task.isCancelled { return .over }
        let reason = "the events ended; netdiagd is being restarted, or there are more changes than can be followed"
        send(.cut(reason: reason))
        return .cut(reason)
    }
}

/// Instances that are announced by hosts that were asked for them in vain.
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

    /// In the order of their names.
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
