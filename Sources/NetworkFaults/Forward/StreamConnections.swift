import NIOCore
import Synchronization

/// The connections of a listener, which are counted and closed together.
final class StreamConnections: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let budget: DescriptorBudget
    /// A connection has a second descriptor for its upstream.
    private static let cost = 2

    init(_ budget: DescriptorBudget) { self.budget = budget }

    /// Adds a connection, which is removed when it is closed.
    ///
    /// - Returns: `false` if there are too many connections.
    func admit(_ channel: any Channel, atMost limit: Int) -> Bool {
        let key = ObjectIdentifier(channel)
        let isAdmitted = state.withLock { state in
            guard !state.isClosed, state.connections.count < limit, budget.reserve(Self.cost) else { return false }
            state.connections[key] = channel
            return true
        }
        if isAdmitted { channel.closeFuture.whenComplete { [weak self] _ in self?.remove(key) } }
        return isAdmitted
    }

    private func remove(_ key: ObjectIdentifier) {
        budget.release(Self.cost)
        let waiters = state.withLock { state in
            state.connections[key] = nil
            guard state.connections.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    var count: Int { state.withLock { $0.connections.count } }

    /// Waits until there are no connections.
    func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.connections.isEmpty { state.waiters.append(continuation) }
                return state.connections.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    /// Closes all connections, and accepts no more.
    func closeAll() async {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.connections.values)
        }
        for connection in open { try? await connection.close().get() }
    }
}
