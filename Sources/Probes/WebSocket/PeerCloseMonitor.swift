import CCurl
import EventLoopKit
import Glibc
import Synchronization

/// Detects that the peer has closed its side, which libcurl does not do while it waits for something to send.
final class PeerCloseMonitor: Sendable {
    private static let interval = Duration.milliseconds(100)

    private struct State {
        var timer: Timer?
        /// Whether it was seen once. Data that libcurl still holds is read before the next look.
        var isSuspected = false
        var isHungUp = false
    }

    private let fd: CInt
    private let loop: EventLoop
    private let state = Mutex(State())

    /// Creates a watch.
    ///
    /// - Parameter fd: A separate descriptor for the connection, which is closed with the watch.
    init(_ fd: CInt, loop: EventLoop) {
        self.fd = fd
        self.loop = loop
    }

    deinit {
        cancel()
        close(fd)
    }

    var isHungUp: Bool { state.withLock { $0.isHungUp } }

    /// Begins to watch, and calls the handler once, on the loop.
    func begin(_ handler: @escaping @Sendable () -> Void) {
        let timer = loop.schedule(after: Self.interval) { [weak self] in self?.checkSocket(handler) }
        state.withLock { state in
            state.timer?.cancel()
            state.timer = timer
        }
    }

    func cancel() {
        state.withLock { $0.timer?.cancel() }
    }

    private func checkSocket(_ handler: @escaping @Sendable () -> Void) {
        var byte: UInt8 = 0
        let isClosed = recv(fd, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) == 0
        let isHungUp = state.withLock { state in
            state.isHungUp = isClosed && state.isSuspected
            state.isSuspected = isClosed
            return state.isHungUp
        }
        if isHungUp { handler() } else { begin(handler) }
    }
}
