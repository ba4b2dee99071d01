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

    /// Writes a line for people to standard error, wrapped to the terminal. Errors are ignored, since they cannot be reported.
    static func writeError(_ line: String) {
        var page = Page(for: Terminal(descriptor: STDERR_FILENO))
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
            page.advice(Text(sentence: String(part)), indent: 0, hang: 2)
        }
        _ = writeAll(page.bytes, to: STDERR_FILENO)
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
