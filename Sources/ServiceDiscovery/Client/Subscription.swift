/// A request to avahi that lasts until its owner ends it, however often the daemon goes and comes meanwhile. Belongs to the loop's
/// thread.
protocol Subscription: AnyObject {
    /// The daemon is there; a second call has no effect.
    func start(_ client: ClientHandle)
    /// The client has gone, and with it all objects.
    func lost()
    /// What was reported last of the daemon's or the bus's absence; `nil` while they are there.
    var unavailable: String? { get set }
    func send(unavailable reason: String)
    func end()
    /// There is room again in avahi-daemon.
    func resolveWaiting()
    /// Makes room in avahi-daemon for another that resolves.
    ///
    /// - Returns: Whether there was something to give up.
    func giveUpOldest() -> Bool
}

extension Subscription {
    /// The daemon or the bus is not there; the text says which.
    func reportUnavailable(_ reason: String) {
        guard reason != unavailable else { return }
        unavailable = reason
        send(unavailable: reason)
    }

    func resolveWaiting() {}
    func giveUpOldest() -> Bool { false }
}
