import CNamespace
import Glibc

/// An object that handles the events of a descriptor.
protocol PollHandler: AnyObject {
    /// Handles an event. It may be called once without an event if the descriptor was closed and its number is used
    /// again.
    func ready(_ event: netdiag_poll_event)
}

/// A level-triggered epoll(7) instance for the thread of the cable.
final class Poller {
    private let descriptor: CInt
    private var handlers: [CInt: any PollHandler] = [:]

    /// Creates an instance.
    ///
    /// - Throws: ``CableError/unavailable(step:code:)``.
    init() throws(CableError) {
        descriptor = netdiag_poller_open()
        guard descriptor >= 0 else { throw .unavailable(step: "epoll_create1", code: -descriptor) }
    }

    deinit { close(descriptor) }

    /// Sets the events to wait for. The handler is retained until the descriptor is removed.
    func watch(_ fd: CInt, readable: Bool, writable: Bool, _ handler: any PollHandler) {
        handlers[fd] = handler
        netdiag_poller_set(descriptor, fd, readable ? 1 : 0, writable ? 1 : 0)
    }

    /// Removes a descriptor; this must be called before it is closed.
    func remove(_ fd: CInt) {
        guard handlers.removeValue(forKey: fd) != nil else { return }
        netdiag_poller_remove(descriptor, fd)
    }

    /// Waits for events until a time in nanoseconds on the monotonic clock, and calls their handlers.
    func wait(until time: Int64) {
        let left = max(0, time - netdiag_monotonic_nanoseconds())
        withUnsafeTemporaryAllocation(of: netdiag_poll_event.self, capacity: 64) { events in
            let count = netdiag_poller_wait(descriptor, events.baseAddress, CInt(events.count), left)
            for index in 0..<max(0, Int(count)) { handlers[events[index].fd]?.ready(events[index]) }
        }
    }
}
