import EventLoopKit
import Glibc

/// Reads lines from a descriptor until the end of the input, and closes it.
///
/// `@unchecked Sendable`: after the start, its variables are only accessed on the thread of ``loop``.
final class OutputReader: @unchecked Sendable {
    private let fd: CInt
    private let record: LineRecord
    private let loop: EventLoop
    private var watch: Watch?
    private var isOpen = true

    init(_ fd: CInt, into record: LineRecord, on loop: EventLoop) {
        self.fd = fd
        self.record = record
        self.loop = loop
        loop.execute { [self] in
            do {
                watch = try loop.watch(fd, for: .readable) { _ in self.take() }
            } catch {
                end()
            }
        }
    }

    /// Reads what is available when the program has ended, without waiting for output of its remaining child processes.
    /// It must be called on the loop's thread.
    func drain() {
        while take() {}
        end()
    }

    /// Reads once; the result is false if nothing is available for now.
    @discardableResult
    private func take() -> Bool {
        guard isOpen else { return false }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
            let count = Glibc.read(fd, buffer.baseAddress, buffer.count)
            if count > 0 {
                record.append(buffer.prefix(count))
                return true
            }
            if count == 0 || (errno != EAGAIN && errno != EINTR) { end() }
            return false
        }
    }

    private func end() {
        guard isOpen else { return }
        isOpen = false
        watch?.cancel()
        close(fd)
        record.finish()
    }
}
