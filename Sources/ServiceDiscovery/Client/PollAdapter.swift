import CAvahi
import EventLoopKit
import Glibc

/// avahi's interface of an event loop (avahi-common/watch.h), implemented with an ``EventLoop``. Everything happens on the
/// loop's thread.
final class PollAdapter {
    /// The interface for avahi. It is valid as long as the adapter, which must outlive every client.
    let api: UnsafeMutablePointer<AvahiPoll>
    let loop: EventLoop
    private var due = 0
    /// Whether there are unprocessed messages: libdbus delivers them one by one, by timeouts that are due at once.
    var hasMessages: Bool { due > 0 }

    init(_ loop: EventLoop) {
        self.loop = loop
        api = .allocate(capacity: 1)
        api.initialize(to: AvahiPoll())
        // Unretained: avahi only uses it inside its own functions, each of which has a client or one of its objects as an
        // argument, and each ClientHandle retains the adapter.
        api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
        api.pointee.watch_new = { api, fd, events, callback, context in
            guard let callback else { return nil }
            return PollAdapter.of(api)?.makeWatch(fd, events, callback, context)
        }
        api.pointee.watch_update = { PollWatch.of($0)?.update($1) }
        api.pointee.watch_get_events = { PollWatch.of($0)?.happened ?? AvahiWatchEvent(0) }
        api.pointee.watch_free = { watch in
            PollWatch.of(watch)?.cancel()
            PollWatch.release(watch)
        }
        api.pointee.timeout_new = { api, time, callback, context in
            guard let callback, let adapter = PollAdapter.of(api) else { return nil }
            let timeout = PollTimeout(
                adapter.loop, onDue: { [unowned adapter] in adapter.due += $0 }, callback, context)
            timeout.update(time)
            return OpaquePointer(Unmanaged.passRetained(timeout).toOpaque())
        }
        api.pointee.timeout_update = { PollTimeout.of($0)?.update($1) }
        api.pointee.timeout_free = { timeout in
            PollTimeout.of(timeout)?.update(nil)
            PollTimeout.release(timeout)
        }
    }

    deinit {
        api.deinitialize(count: 1)
        api.deallocate()
    }

    private static func of(_ api: UnsafePointer<AvahiPoll>?) -> PollAdapter? {
        api?.pointee.userdata.map { Unmanaged<PollAdapter>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Creates a watch.
    ///
    /// - Returns: `nil` if the kernel does not accept the descriptor; avahi then fails as without memory.
    private func makeWatch(
        _ fd: CInt, _ events: AvahiWatchEvent, _ callback: @escaping PollWatch.Callback,
        _ context: UnsafeMutableRawPointer?
    ) -> OpaquePointer? {
        let watch = PollWatch(fd, callback, context)
        guard watch.start(on: loop, events) else { return nil }
        return OpaquePointer(Unmanaged.passRetained(watch).toOpaque())
    }
}

/// The object behind an opaque pointer of avahi, retained from its creation until it is freed.
protocol PollObject: AnyObject {}

extension PollObject {
    static func of(_ pointer: OpaquePointer?) -> Self? {
        pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func release(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}
