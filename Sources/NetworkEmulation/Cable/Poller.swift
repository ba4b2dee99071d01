import CNamespace
import Glibc

/// What is told that something can be done at a descriptor.
protocol PollHandler: AnyObject {
    /// May be called once without reason after the descriptor was closed and its number used again.
    func ready(_ event: netdiag_poll_event)
}

/// epoll(7), level-triggered, for the thread of the cable.
final class Poller {
    private let descriptor: CInt
    private var handlers: [CInt: any PollHandler] = [:]

    /// - Throws: ``CableError/unavailable(step:code:)``.
    init() throws(CableError) {
        descriptor = netdiag_poller_open()
        guard descriptor >= 0 else { throw .unavailable(step: "epoll_create1", code: -descriptor) }
    }

    deinit { close(descriptor) }

    /// Sets what is waited for; the handler is kept until the descriptor is removed.
    func watch(_ fd: CInt, readable: Bool, writable: Bool, _ handler: any PollHandler) {
        handlers[fd] = handler
        netdiag_poller_set(descriptor, fd, readable ? 1 : 0, writable ? 1 : 0)
    }

    /// To be called before the descriptor is closed.
    func remove(_ fd: CInt) {
        guard handlers.removeValue(forKey: fd) != nil else { return }
        netdiag_poller_remove(descriptor, fd)
    }

    /// Waits for events until then, in nanoseconds on the monotonic clock, and has them handled.
    func wait(until time: Int64) {
        let left = max(0, time - netdiag_monotonic_nanoseconds())
        withUnsafeTemporaryAllocation(of: netdiag_poll_event.self, capacity: 64) { events in
            let count = netdiag_poller_wait(descriptor, events.baseAddress, CInt(events.count), left)
            for index in 0..<max(0, Int(count)) { handlers[events[index].fd]?.ready(events[index]) }
        }
    }
}
