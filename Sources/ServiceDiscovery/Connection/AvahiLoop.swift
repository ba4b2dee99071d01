import CAvahi
import EventLoopKit
import Glibc

/// `AvahiPoll` (avahi-common/watch.h) on an event loop: descriptors and timeouts, nothing that polls.
///
/// All of it is called on the loop's thread: by Avahi, which the actor that owns this calls there alone, and by the loop.
final class AvahiLoop {
    let loop: EventLoop
    /// What Avahi is given; lives as long as this.
    let poll: UnsafeMutablePointer<AvahiPoll>

    init(loop: EventLoop) {
        self.loop = loop
        poll = .allocate(capacity: 1)
        poll.initialize(
            to: AvahiPoll(
                userdata: nil,
                watch_new: { poll, fd, events, callback, userdata in
                    guard let loop = AvahiLoop.from(poll), let callback else { return nil }
                    return DescriptorWatch.begin(loop, fd, events, callback, userdata)
                },
                watch_update: { DescriptorWatch.from($0)?.update($1) },
                watch_get_events: { DescriptorWatch.from($0)?.current ?? AvahiWatchEvent(rawValue: 0) },
                watch_free: { DescriptorWatch.end($0) },
                timeout_new: { poll, moment, callback, userdata in
                    guard let loop = AvahiLoop.from(poll), let callback else { return nil }
                    return Timeout.begin(loop, moment, callback, userdata)
                },
                timeout_update: { Timeout.from($0)?.update($1) },
                timeout_free: { Timeout.end($0) }))
        poll.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        poll.deinitialize(count: 1)
        poll.deallocate()
    }

    private static func from(_ poll: UnsafePointer<AvahiPoll>?) -> EventLoop? {
        poll?.pointee.userdata.map { Unmanaged<AvahiLoop>.fromOpaque($0).takeUnretainedValue().loop }
    }
}

/// An `AvahiWatch`. Retained by Avahi from `watch_new` to `watch_free`.
///
/// Unchecked: it is touched on the loop's thread alone, where Avahi is called and where the loop calls.
private final class DescriptorWatch: @unchecked Sendable {
    private let callback: AvahiWatchCallback
    private let userdata: UnsafeMutableRawPointer?
    private let fd: CInt
    private var watch: Watch?
    /// What the callback that runs now was called for.
    private(set) var current = AvahiWatchEvent(rawValue: 0)

    private init(_ fd: CInt, _ callback: @escaping AvahiWatchCallback, _ userdata: UnsafeMutableRawPointer?) {
        self.fd = fd
        self.callback = callback
        self.userdata = userdata
    }

    static func begin(
        _ loop: EventLoop, _ fd: CInt, _ events: AvahiWatchEvent, _ callback: @escaping AvahiWatchCallback,
        _ userdata: UnsafeMutableRawPointer?
    ) -> OpaquePointer? {
        let new = DescriptorWatch(fd, callback, userdata)
        new.watch = try? loop.watch(fd, for: interest(events)) { new.came($0) }
        guard new.watch != nil else { return nil }
        return OpaquePointer(Unmanaged.passRetained(new).toOpaque())
    }

    static func from(_ pointer: OpaquePointer?) -> DescriptorWatch? {
        pointer.map { Unmanaged<DescriptorWatch>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func end(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        let ended = Unmanaged<DescriptorWatch>.fromOpaque(UnsafeRawPointer(pointer)).takeRetainedValue()
        ended.watch?.cancel()
        ended.watch = nil
    }

    func update(_ events: AvahiWatchEvent) { watch?.update(Self.interest(events)) }

    private func came(_ interest: EventLoop.Interest) {
        // poll(2) and epoll(7) number these events alike.
        current = AvahiWatchEvent(rawValue: interest.rawValue)
        callback(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), fd, current, userdata)
        current = AvahiWatchEvent(rawValue: 0)
    }

    private static func interest(_ events: AvahiWatchEvent) -> EventLoop.Interest {
        EventLoop.Interest(rawValue: events.rawValue).intersection([.readable, .writable])
    }
}

/// An `AvahiTimeout`. Retained by Avahi from `timeout_new` to `timeout_free`.
///
/// Unchecked: it is touched on the loop's thread alone, where Avahi is called and where the loop calls.
private final class Timeout: @unchecked Sendable {
    private let loop: EventLoop
    private let callback: AvahiTimeoutCallback
    private let userdata: UnsafeMutableRawPointer?
    private var timer: EventLoopKit.Timer?

    private init(_ loop: EventLoop, _ callback: @escaping AvahiTimeoutCallback, _ userdata: UnsafeMutableRawPointer?) {
        self.loop = loop
        self.callback = callback
        self.userdata = userdata
    }

    static func begin(
        _ loop: EventLoop, _ moment: UnsafePointer<timeval>?, _ callback: @escaping AvahiTimeoutCallback,
        _ userdata: UnsafeMutableRawPointer?
    ) -> OpaquePointer? {
        let new = Timeout(loop, callback, userdata)
        new.update(moment)
        return OpaquePointer(Unmanaged.passRetained(new).toOpaque())
    }

    static func from(_ pointer: OpaquePointer?) -> Timeout? {
        pointer.map { Unmanaged<Timeout>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func end(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<Timeout>.fromOpaque(UnsafeRawPointer(pointer)).takeRetainedValue().update(nil)
    }

    /// - Parameter moment: On the wall clock, as Avahi counts; `nil` switches the timeout off.
    func update(_ moment: UnsafePointer<timeval>?) {
        timer?.cancel()
        timer = nil
        guard let moment = moment?.pointee else { return }
        var now = timeval()
        gettimeofday(&now, nil)
        let seconds = min(max(Int64(moment.tv_sec) - Int64(now.tv_sec), 0), 86_400)
        let delay = Duration.seconds(seconds) + .microseconds(Int64(moment.tv_usec) - Int64(now.tv_usec))
        timer = loop.schedule(after: max(delay, .zero)) { [self] in
            timer = nil
            callback(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), userdata)
        }
    }
}
