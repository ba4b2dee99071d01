import Glibc
import LocaleText

/// Where a program writes: data on standard output, everything else on standard error.
enum StandardStream {
    /// Makes sure that 0, 1 and 2 are taken, so that no socket is opened as the standard output of a program that was
    /// started without one; what is written there fails as it should.
    static func reserve() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes all of it to standard output.
    ///
    /// - Throws: ``Failure/outputClosed`` when the reader has gone, ``Failure`` when the disk is full and the like.
    static func write(_ bytes: some Collection<UInt8>) throws(Failure) {
        let error = writeAll(Array(bytes), to: STDOUT_FILENO)
        if error == EPIPE { throw .outputClosed }
        if error != 0 { throw .failed("cannot write to standard output: \(ErrorNumber.text(error))") }
    }

    /// Writes a line to standard error; where that fails there is nobody left to tell.
    static func complain(_ line: String) {
        let shown = Terminal(descriptor: STDERR_FILENO).hasUnicode ? line : ASCIIText.of(line)
        _ = writeAll(Array(shown.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }

    /// - Returns: 0, or the `errno` that ended it.
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

/// The kernel's errors in words.
enum ErrorNumber {
    static func text(_ code: CInt = errno) -> String {
        String(cString: strerror(code))
    }
}
