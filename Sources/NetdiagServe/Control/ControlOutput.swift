import ArgumentParser
import Glibc
import LocaleText
import NetworkFaults
import NetworkModel

/// Prints the responses of a run, which contain texts of its clients and of its tables. Files and pipes get the exact bytes. On a
/// terminal, characters that could control it or be invisible are escaped: in JSON by its own escapes, so that it stays JSON.
struct ControlOutput {
    /// The exit status if the reader has gone: that of a program that SIGPIPE ended.
    private static let readerGone = ExitCode(128 + SIGPIPE)

    private let isTerminal: Bool
    private let isJSON: Bool
    /// The beginning of a character whose other bytes are in the next part.
    private var rest: [UInt8] = []

    init(isJSON: Bool, isTerminal: Bool = isatty(STDOUT_FILENO) == 1) {
        self.isJSON = isJSON
        self.isTerminal = isTerminal
    }

    /// Prints a whole response.
    static func print(_ text: String, isJSON: Bool = true) throws {
        var output = Self(isJSON: isJSON)
        try output.write(text.utf8)
    }

    /// Prints a part of a response.
    ///
    /// - Throws: ``FaultError/system(_:)`` if it cannot be written, `ExitCode` if the reader has gone.
    mutating func write(_ part: some Sequence<UInt8>) throws {
        let error = DescriptorOutput.writeAll(shown(Array(part)), to: STDOUT_FILENO)
        if error == EPIPE { throw Self.readerGone }
        guard error == 0 else {
            throw FaultError.system("cannot write to standard output: \(String(cString: strerror(error)))")
        }
    }

    /// Returns the bytes to print for a part.
    mutating func shown(_ part: [UInt8]) -> [UInt8] {
        guard isTerminal else { return part }
        let all = rest + part
        let end = Self.end(ofCharactersIn: all)
        rest = Array(all[end...])
        var text = String.UnicodeScalarView()
        var scalars = String(decoding: all[..<end], as: UTF8.self).unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\n" || !SafeText.isUnsafe(scalar) {
                text.append(scalar)
            } else if scalar == "\r", scalars.first == "\n" {
                // The line end of CSV.
                continue
            } else {
                text.append(contentsOf: escape(of: scalar).unicodeScalars)
            }
        }
        return Array(String(text).utf8)
    }

    private func escape(of scalar: Unicode.Scalar) -> String {
        guard isJSON else { return "\\u{\(String(scalar.value, radix: 16))}" }
        return String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined()
    }

    /// The place before a character at the end that is incomplete (RFC 3629 section 3), or that may be the first half of a line
    /// end.
    private static func end(ofCharactersIn bytes: [UInt8]) -> Int {
        if bytes.last == UInt8(ascii: "\r") { return bytes.count - 1 }
        for back in 1...3 where back <= bytes.count {
            let byte = bytes[bytes.count - back]
            guard byte & 0xc0 != 0x80 else { continue }
            let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
            return length > back ? bytes.count - back : bytes.count
        }
        return bytes.count
    }
}
