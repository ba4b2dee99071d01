import CAvahi
import EventLoopKit
import Glibc

/// An `AvahiWatch`.
final class PollWatch: PollObject {
    typealias Callback =
        @convention(c) (OpaquePointer?, CInt, AvahiWatchEvent, UnsafeMutableRawPointer?) -> Void

    private let fd: CInt
    private let callback: Callback
    private let context: UnsafeMutableRawPointer?
    private var watch: Watch?
    /// The events, while the callback runs.
    private(set) var happened = AvahiWatchEvent(0)

    init(_ fd: CInt, _ callback: @escaping Callback, _ context: UnsafeMutableRawPointer?) {
        self.fd = fd
        self.callback = callback
        self.context = context
    }

    func start(on loop: EventLoop, _ events: AvahiWatchEvent) -> Bool {
        let this = OnLoop(self, loop)
        watch = try? loop.watch(fd, for: Self.interest(events)) { this.value.ready($0) }
        return watch != nil
    }

    func update(_ events: AvahiWatchEvent) { watch?.update(Self.interest(events)) }

    func cancel() {
        watch?.cancel()
        watch = nil
    }

    private func ready(_ interest: EventLoop.Interest) {
        guard watch != nil else { return }
        happened = Self.events(interest)
        // Unretained: avahi may free the watch meanwhile, and this call retains the object until its end.
        withExtendedLifetime(self) {
            callback(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), fd, happened, context)
        }
        happened = AvahiWatchEvent(0)
    }

    private static let pairs: [(AvahiWatchEvent, EventLoop.Interest)] = [
        (AVAHI_WATCH_IN, .readable), (AVAHI_WATCH_OUT, .writable), (AVAHI_WATCH_ERR, .error),
        (AVAHI_WATCH_HUP, .hangup),
    ]

    private static func interest(_ events: AvahiWatchEvent) -> EventLoop.Interest {
        pairs.reduce(into: []) { if events.rawValue & $1.0.rawValue != 0 { $0.insert($1.1) } }
    }

    private static func events(_ interest: EventLoop.Interest) -> AvahiWatchEvent {
        AvahiWatchEvent(pairs.reduce(0) { interest.contains($1.1) ? $0 | $1.0.rawValue : $0 })
    }
}
