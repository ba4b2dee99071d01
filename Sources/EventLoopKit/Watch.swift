/// A descriptor that an ``EventLoop`` watches. It must be cancelled; releasing it has no effect.
public struct Watch: Sendable {
    let loop: EventLoop
    let fd: CInt
    let id: UInt64

    /// Changes the kinds of readiness to wait for.
    public func update(_ interest: EventLoop.Interest) {
        loop.update(fd: fd, id: id, interest: interest)
    }

    /// Ends the watch. If it is called on the loop's thread, the handler never runs again; otherwise, the handler may be
    /// running now.
    public func cancel() {
        loop.cancelWatch(fd: fd, id: id)
    }
}

/// A handler that an ``EventLoop`` calls once. It must be cancelled; releasing it has no effect.
public struct Timer: Sendable {
    let loop: EventLoop
    let id: UInt64

    /// Ends the timer. If it is called on the loop's thread, the handler never runs; otherwise, the handler may be running
    /// now.
    public func cancel() {
        loop.cancelTimer(id: id)
    }
}
