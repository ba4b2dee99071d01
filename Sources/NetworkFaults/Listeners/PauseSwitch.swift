import Synchronization

/// Whether a server that does not use HTTP is paused.
final class PauseSwitch: Sendable {
    private let state = Atomic(false)

    var isPaused: Bool { state.load(ordering: .relaxed) }
    func set(_ isPaused: Bool) { state.store(isPaused, ordering: .relaxed) }
}
