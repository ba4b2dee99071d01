import HTTPTypes
public import NetworkModel
public import ServiceDiscovery

/// What a client is told of a browser's events, in the contract's terms.
public struct ServiceListing: Sendable {
    /// Why there are no more events.
    public enum End: Sendable, Hashable {
        case over
        /// Avahi is not there, and the client wanted to know what there is now.
        case unavailable(String)
    }

    let resolves: Bool

    public init(resolves: Bool) {
        self.resolves = resolves
    }

    /// Hands on events until the stream ends, the time is over, or, with `once`, all that is known has been told.
    ///
    /// With `once` and `resolve`, there is one `resolved` event for each instance, and nothing else.
    @discardableResult
    public func lines(
        _ events: AsyncStream<BrowseEvent>, once: Bool, within limit: Duration?,
        _ tell: @escaping @Sendable (ServiceEvent) -> Void
    ) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask {
                for await event in events {
                    switch event {
                    case .service(let event):
                        if once, resolves, event.event != .resolved { continue }
                        tell(event)
                    case .allForNow where once:
                        return .over
                    case .unavailable(let reason) where once:
                        return .unavailable(reason)
                    case .allForNow, .unavailable:
                        continue
                    }
                }
                return .over
            }
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

    /// The instances that there are when all that is known has been told.
    ///
    /// - Throws: 503 where Avahi is not there.
    func list(_ events: AsyncStream<BrowseEvent>, within limit: Duration) async throws(Problem) -> [ServiceInstance] {
        let found = Found()
        if case .unavailable(let reason) = await lines(events, once: true, within: limit, { found.take($0) }) {
            throw Problem(.serviceUnavailable, reason)
        }
        return found.instances
    }
}
