import CAvahi
import EventLoopKit
import Glibc

/// An `AvahiTimeout`: fires once, and again only after an update.
final class PollTimeout: PollObject {
    typealias Callback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    private let loop: EventLoop
    private let callback: Callback
    private let context: UnsafeMutableRawPointer?
    private var timer: EventLoopKit.Timer?

    init(_ loop: EventLoop, _ callback: @escaping Callback, _ context: UnsafeMutableRawPointer?) {
        self.loop = loop
        self.callback = callback
        self.context = context
    }

    /// - Parameter time: By the wall clock, as avahi has it; `nil`: never.
    func update(_ time: UnsafePointer<timeval>?) {
        timer?.cancel()
        timer = nil
        guard let time = time?.pointee else { return }
        var now = timeval()
        gettimeofday(&now, nil)
        let delay = Duration.seconds(time.tv_sec - now.tv_sec) + .microseconds(time.tv_usec - now.tv_usec)
        let this = OnLoop(self, loop)
        timer = loop.schedule(after: max(delay, .zero)) { this.value.fire() }
    }

    private func fire() {
        guard timer != nil else { return }
        timer = nil
        callback(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), context)
    }
}
