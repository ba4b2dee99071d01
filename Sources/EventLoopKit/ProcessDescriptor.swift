import CEpoll
import Glibc

/// A process as a file descriptor, which is readable when the process has ended (pidfd_open(2), Linux 5.3).
public final class ProcessDescriptor: Sendable {
    private let descriptor: CInt

    /// Opens a child of this process that nobody has waited for yet, or any other process.
    ///
    /// - Throws: ``EventLoopError``.
    public init(of process: CInt) throws(EventLoopError) {
        let opened = netdiag_pidfd_open(process)
        guard opened >= 0 else { throw EventLoopError("pidfd_open") }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Suspends until the process has ended, which is a zombie then, or the deadline is reached.
    ///
    /// - Returns: Whether the process has ended.
    /// - Throws: `CancellationError` if the task is cancelled, ``EventLoopError`` if the process cannot be watched.
    public func hasEnded(until deadline: ContinuousClock.Instant, on loop: EventLoop) async throws -> Bool {
        try await !loop.ready(descriptor, for: .readable, until: deadline).isEmpty
    }
}
