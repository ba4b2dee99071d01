import EventLoopKit
import Glibc

/// Takes what arrives on a descriptor, line by line, until its end, and closes it.
///
/// `@unchecked Sendable`: after the start, its variables are only touched on the thread of ``loop``.
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

    /// Takes what is there when the program has ended; what programs that it left behind print is not waited for.
    /// On the loop's thread only.
    func drain() {
        while take() {}
        end()
    }

    /// False when there is nothing more for now.
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
