import Glibc
import LocaleText
import Translations

/// Output of the program: data on standard output, everything else on standard error.
enum StandardStream {
    /// Writes all bytes to standard output.
    ///
    /// - Throws: ``Failure/outputClosed`` if the reader has gone, ``Failure/failed(_:)`` for other errors, such as a full disk.
    static func write(_ bytes: some Collection<UInt8>) throws(Failure) {
        let error = writeAll(Array(bytes), to: STDOUT_FILENO)
        if error == EPIPE { throw .outputClosed }
        if error != 0 {
            throw .failed(ToolPhrase.outputNotWritten.text(["error": FactWords.local(ErrorNumber.text(error))]))
        }
    }

    /// Writes a line for people to standard error, wrapped to the terminal. Errors are ignored, since they cannot be reported.
    static func writeError(_ line: String) {
        _ = writeAll(message(line, on: Terminal(descriptor: STDERR_FILENO)).bytes, to: STDERR_FILENO)
    }

    /// A message as it is shown. Commands in it are not broken.
    static func message(_ text: String, on terminal: Terminal) -> Page {
        var page = Page(for: terminal)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            page.advice(Text(sentence: String(line)), indent: 0, hang: 2)
        }
        return page
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
