import NIOCore
import Synchronization

/// Which connections of a server answer a request, and which wait for one.
final class Occupancy: Sendable {
    private struct State {
        var resting: [ObjectIdentifier: any Channel] = [:]
        var working: Set<ObjectIdentifier> = []
        var isDraining = false
    }

    private let state = Mutex(State())

    /// A connection waits for a request; whether it may.
    func rest(_ channel: any Channel) -> Bool {
        state.withLock { state in
            state.working.remove(ObjectIdentifier(channel))
            guard !state.isDraining else { return false }
            state.resting[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// A connection has a request.
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

    /// Closes what waits, and lets nothing wait any more.
    func drain() {
        let resting = state.withLock { state in
            state.isDraining = true
            defer { state.resting = [:] }
            return Array(state.resting.values)
        }
        for channel in resting { channel.close(promise: nil) }
    }
}
