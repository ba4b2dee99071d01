import Glibc
import LocaleText

/// Output of the program: data on standard output, everything else on standard error.
enum StandardStream {
    /// Writes all bytes to standard output.
    ///
    /// - Throws: ``Failure/outputClosed`` if the reader has gone, ``Failure/failed(_:)`` for other errors, such as a full disk.
    static func write(_ bytes: some Collection<UInt8>) throws(Failure) {
        let error = writeAll(Array(bytes), to: STDOUT_FILENO)
        if error == EPIPE { throw .outputClosed }
        if error != 0 { throw .failed("cannot write to standard output: \(ErrorNumber.text(error))") }
    }

    /// Writes a line to standard error. Errors are ignored, since they cannot be reported.
    static func complain(_ line: String) {
        let shown = Terminal(descriptor: STDERR_FILENO).hasUnicode ? line : ASCIIText.of(line)
        _ = writeAll(Array(shown.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }

    /// - Returns: 0, or the `errno` of the error.
    static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + offset, $0.count - offset) }
            if count >= 0 {
                offset += count
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// The descriptions of the kernel's errors.
enum ErrorNumber {
    static func text(_ code: CInt = errno) -> String {
        String(cString: strerror(code))
    }
}
