/// A descriptor that an ``EventLoop`` waits for. Cancel it; letting go of it changes nothing.
public struct Watch: Sendable {
    let loop: EventLoop
    let fd: CInt
    let id: UInt64

    /// Waits for something else from now on.
    public func update(_ interest: EventLoop.Interest) {
        loop.update(fd: fd, id: id, interest: interest)
    }

    /// Ends it. Called on the loop's thread, the handler never runs again; from elsewhere, it may be running now.
    public func cancel() {
        loop.cancelWatch(fd: fd, id: id)
    }
}

/// A handler that an ``EventLoop`` calls once. Cancel it; letting go of it changes nothing.
public struct Timer: Sendable {
    let loop: EventLoop
    let id: UInt64

    /// Ends it. Called on the loop's thread, the handler never runs; from elsewhere, it may be running now.
    public func cancel() {
        loop.cancelTimer(id: id)
    }
}
