import Dispatch
import Glibc

/// Takes what arrives on a descriptor, line by line, until its end.
///
/// `@unchecked Sendable`: `isOpen` is only touched on the serial queue given at the start.
final class OutputReader: @unchecked Sendable {
    private let fd: CInt
    private let record: LineRecord
    private let source: any DispatchSourceRead
    private var isOpen = true

    init(_ fd: CInt, into record: LineRecord, on queue: DispatchQueue) {
        self.fd = fd
        self.record = record
        source = DispatchSource.makeReadSource(fileDescriptor: fd, queue: queue)
        source.setEventHandler { self.take() }
        source.setCancelHandler {
            close(fd)
            record.finish()
        }
        source.activate()
    }

    /// Takes what is there when the program has ended; what programs that it left behind print is not waited for.
    func drain() {
        while isOpen, take() {}
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
        source.cancel()
    }
}
