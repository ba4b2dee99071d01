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
    static func writeError(_ line: String) {
        let shown = Terminal(descriptor: STDERR_FILENO).hasUnicode ? line : ASCIIText.of(line)
        _ = writeAll(Array(shown.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }

    /// - Returns: 0, or the `errno` of the error.
    static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        DescriptorOutput.writeAll(bytes, to: descriptor)
    }
}

/// The descriptions of the kernel's errors.
enum ErrorNumber {
    static func text(_ code: CInt = errno) -> String {
        String(cString: strerror(code))
    }
}
