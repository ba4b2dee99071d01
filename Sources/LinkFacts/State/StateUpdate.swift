import NetworkModel

/// What came of one message of the kernel.
struct StateUpdate {
    /// What changed; nothing for a message that repeats what was known.
    var events: [NetworkEvent] = []
    /// Whether routes may have gone without a word, or the message can be read in two ways: read them anew.
    var routesAreStale = false
    /// The interface whose speed must be asked for again.
    var staleSpeed: UInt32?
    /// The interface that must be asked for again, since the kernel may not say what has changed on it.
    var staleLink: UInt32?

    init() {}

    init(_ event: NetworkEvent) {
        events = [event]
    }
}
