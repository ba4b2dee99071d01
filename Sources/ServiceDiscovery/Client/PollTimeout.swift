import CAvahi
import EventLoopKit
import Glibc

/// An `AvahiTimeout`: it fires once, and again only after an update.
final class PollTimeout: PollObject {
    typealias Callback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    private let loop: EventLoop
    private let onDue: (Int) -> Void
    private let callback: Callback
    private let context: UnsafeMutableRawPointer?
    private var timer: EventLoopKit.Timer?
    private var isDue = false {
        didSet { if isDue != oldValue { onDue(isDue ? 1 : -1) } }
    }

    /// Creates a timeout.
    ///
    /// - Parameter onDue: Called with 1 if it must fire at once, and with -1 if it has fired or need not any more.
    init(
        _ loop: EventLoop, onDue: @escaping (Int) -> Void, _ callback: @escaping Callback,
        _ context: UnsafeMutableRawPointer?
    ) {
        self.loop = loop
        self.onDue = onDue
        self.callback = callback
        self.context = context
    }

    /// Changes the timeout.
    ///
    /// - Parameter time: The time by the wall clock, as avahi gives it; `nil` for never.
    func update(_ time: UnsafePointer<timeval>?) {
        timer?.cancel()
        timer = nil
        isDue = false
        guard let time = time?.pointee else { return }
        var now = timeval()
        gettimeofday(&now, nil)
        let delay = Duration.seconds(time.tv_sec - now.tv_sec) + .microseconds(time.tv_usec - now.tv_usec)
        isDue = delay <= .zero
        let this = OnLoop(self, loop)
        timer = loop.schedule(after: max(delay, .zero)) { this.value.fire() }
    }

    private func fire() {
        guard timer != nil else { return }
        timer = nil
        isDue = false
        // Unretained: avahi may free the timeout meanwhile, and this call retains the object until its end.
        withExtendedLifetime(self) { callback(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), context) }
    }
}
