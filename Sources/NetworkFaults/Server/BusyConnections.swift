import NIOCore
import Synchronization

/// The connections of a server that process a request, and those that wait for one.
final class BusyConnections: Sendable {
    private struct State {
        var resting: [ObjectIdentifier: any Channel] = [:]
        var working: Set<ObjectIdentifier> = []
        var isDraining = false
    }

    private let state = Mutex(State())

    /// Records that a connection waits for a request. The result is `false` if it may not, since the server drains.
    func rest(_ channel: any Channel) -> Bool {
        state.withLock { state in
            state.working.remove(ObjectIdentifier(channel))
            guard !state.isDraining else { return false }
            state.resting[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Records that a connection has a request.
    func work(_ channel: any Channel) {
        state.withLock { state in
            state.resting[ObjectIdentifier(channel)] = nil
            state.working.insert(ObjectIdentifier(channel))
        }
    }

    func leave(_ channel: any Channel) {
        state.withLock { state in
            state.resting[ObjectIdentifier(channel)] = nil
            state.working.remove(ObjectIdentifier(channel))
        }
    }

    var isBusy: Bool { state.withLock { !$0.working.isEmpty } }
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Closes the waiting connections, and lets no connection wait any more.
    func drain() {
        let resting = state.withLock { state in
            state.isDraining = true
            defer { state.resting = [:] }
            return Array(state.resting.values)
        }
        for channel in resting { channel.close(promise: nil) }
    }
}
