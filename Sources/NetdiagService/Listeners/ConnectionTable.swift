import NIOCore
import NetworkModel
import Synchronization

/// The connections of all listeners: how many each client has, and which of them are closed to make room.
///
/// No connection waits to be accepted because of others: at a limit, the oldest connection without a request is closed
/// for the new one, or else the new one is refused.
final class ConnectionTable: Sendable {
    /// The interval between examinations of the connections.
    private static let sweepInterval = TimeAmount.seconds(5)

    /// The minimum idle time of a connection before another one of the same client can replace it. A client that opens
    /// many at once is refused, which costs very little.
    private static let minAge = Duration.seconds(1)

    private struct Entry {
        let connection: Connection
        /// The scopes in which it counts; none once it is to be closed for another one.
        var scopes: [ClientScope]
    }

    private struct State {
        var lastID = 0
        var entries: [Int: Entry] = [:]
        var counts = ScopeCounts()
        var isSweeping = false

        /// Makes room for another connection. Until it is closed, the connection is examined like all others.
        mutating func discount(_ id: Int) -> Connection? {
            guard let entry = entries[id] else { return nil }
            counts.leave(entry.scopes)
            entries[id]?.scopes = []
            return entry.connection
        }

        mutating func remove(_ id: Int) {
            guard let entry = entries.removeValue(forKey: id) else { return }
            counts.leave(entry.scopes)
        }
    }

    private let limits: ConnectionLimits
    private let state = Mutex(State())
    private let turns = Mutex<[ObjectIdentifier: NIOLoopBound<RequestTurns>]>([:])

    init(limits: ConnectionLimits = .connections) {
        self.limits = limits
    }

    /// The turns of the connections of an event loop; called on it.
    func turns(on loop: any EventLoop) -> RequestTurns {
        turns.withLock { turns in
            if let known = turns[ObjectIdentifier(loop)] { return known }
            let new = NIOLoopBound(RequestTurns(on: loop), eventLoop: loop)
            turns[ObjectIdentifier(loop)] = new
            return new
        }.value
    }

    /// Adds a connection that was just accepted; called on its event loop.
    ///
    /// - Returns: `nil` if there are too many of its kind, all of which have requests.
    func admit(_ client: Client, _ channel: any Channel) -> Connection? {
        let connection = Connection(client: client, channel: channel)
        let scopes = limits.scopes(of: client)
        let (id, evicted, begins) = state.withLock { state -> (Int?, [Connection], Bool) in
            var evicted: [Connection] = []
            let now = ContinuousClock.now
            // The narrowest scope comes first, so that a client with too many connections replaces its own.
            for (scope, limit) in scopes.reversed() where state.counts[scope] >= limit {
                let latest = scope.isOneClient ? now - Self.minAge : now
                guard
                    let oldest = Self.oldestIdle(in: scope, since: latest, of: state.entries, counts: state.counts)
                else { return (nil, evicted, false) }
                if let connection = state.discount(oldest) { evicted.append(connection) }
            }
            state.lastID += 1
            state.entries[state.lastID] = Entry(connection: connection, scopes: scopes.map(\.scope))
            state.counts.enter(scopes.map(\.scope))
            defer { state.isSweeping = true }
            return (state.lastID, evicted, !state.isSweeping)
        }
        for connection in evicted {
            // The connection is closed on its own loop: a request that has begun there in the meantime is answered.
            connection.channel.eventLoop.execute {
                if connection.idleSince != nil { connection.channel.close(promise: nil) }
            }
        }
        guard let id else { return nil }
        channel.closeFuture.whenComplete { [weak self] _ in self?.state.withLock { $0.remove(id) } }
        if begins { sweepLater(on: channel.eventLoop) }
        return connection
    }

    /// The connection to close: among the clients with the most connections in the scope, the one that has been idle
    /// longest.
    private static func oldestIdle(
        in scope: ClientScope, since latest: ContinuousClock.Instant, of entries: [Int: Entry],
        counts: ScopeCounts
    ) -> Int? {
        var best: (id: Int, share: Int, since: ContinuousClock.Instant)?
        for (id, entry) in entries where entry.scopes.contains(scope) {
            guard let since = entry.connection.idleSince, since <= latest else { continue }
            let share = entry.scopes.last.map { counts[$0] } ?? 0
            if let best, (best.share, since) >= (share, best.since) { continue }
            best = (id, share, since)
        }
        return best?.id
    }

    private func sweepLater(on loop: any EventLoop) {
        loop.scheduleTask(in: Self.sweepInterval) { [weak self] in self?.sweep(on: loop) }
    }

    private func sweep(on loop: any EventLoop) {
        let connections = state.withLock { state in
            state.isSweeping = !state.entries.isEmpty
            return state.entries.values.map(\.connection)
        }
        // A connection is examined on its own loop.
        for (_, connections) in Dictionary(grouping: connections, by: { ObjectIdentifier($0.channel.eventLoop) }) {
            connections.first?.channel.eventLoop.execute {
                let now = ContinuousClock.now
                for connection in connections where connection.isOverdue(now) { connection.channel.close(promise: nil) }
            }
        }
        if !connections.isEmpty { sweepLater(on: loop) }
    }
}
