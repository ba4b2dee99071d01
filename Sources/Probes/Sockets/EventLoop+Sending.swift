import CSockets
import EventLoopKit
import Glibc

extension EventLoop {
    /// Sends bytes over a connected stream socket that does not block, and waits whenever its buffer is full.
    ///
    /// - Parameter deadline: When waiting ends; `nil` for no limit.
    /// - Returns: Whether all of them were accepted before the deadline.
    /// - Throws: ``StreamError`` if the connection is broken, `CancellationError`.
    func send(
        _ bytes: [UInt8], over fd: CInt, until deadline: ContinuousClock.Instant? = nil
    ) async throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, CInt(NETDIAG_NO_SIGNAL)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                guard rest.isEmpty || deadline.map({ ContinuousClock.now < $0 }) ?? true else { return false }
            } else if errno == EAGAIN {
                guard try await !ready(fd, for: .writable, until: deadline).isEmpty else { return false }
            } else {
                throw StreamError(code: errno)
            }
        }
        return true
    }
}
