import NetworkModel

/// The result of one message of the kernel.
struct StateUpdate {
    /// The changes; empty for a message that repeats the known state.
    var events: [NetworkEvent] = []
    /// Whether routes may have disappeared without a message, or the message is ambiguous, so that they must be read again.
    var routesAreStale = false
    /// The interface whose speed must be read again.
    var staleSpeed: UInt32?
    /// The interface that must be read again, since the kernel may not report what has changed on it.
    var staleLink: UInt32?

    init() {}

    init(_ event: NetworkEvent) {
        events = [event]
    }
}
