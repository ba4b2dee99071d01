/// A request to avahi that lasts until its owner ends it, regardless of restarts of the daemon. It belongs to the loop's
/// thread.
protocol Subscription: AnyObject {
    /// Starts the request when the daemon is available; a second call has no effect.
    func start(_ client: ClientHandle)
    /// The client is gone, with all objects.
    func lost()
    /// The last reported text about the absence of the daemon or the bus; `nil` while they are available.
    var unavailable: String? { get set }
    func send(unavailable reason: String)
    func end()
    /// Called when there is room again in avahi-daemon.
    func resolveWaiting()
    /// Makes room in avahi-daemon for another request that resolves.
    ///
    /// - Returns: Whether there was something to give up.
    func giveUpOldest() -> Bool
}

extension Subscription {
    /// Reports that the daemon or the bus is not available; the text says which.
    func reportUnavailable(_ reason: String) {
        guard reason != unavailable else { return }
        unavailable = reason
        send(unavailable: reason)
    }

    func resolveWaiting() {}
    func giveUpOldest() -> Bool { false }
}
