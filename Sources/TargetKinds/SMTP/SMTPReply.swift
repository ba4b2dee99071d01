import Probes

/// A reply of one line or more (RFC 5321 section 4.2).
struct SMTPReply: Sendable {
    /// The error for data that is not a reply.
    struct Malformed: Error {
        /// The line, or its beginning.
        let text: String
    }

    /// The maximum length of a line without its end. The limit of RFC 5321 section 4.5.3.1.5 is 512 bytes, which
    /// servers exceed.
    private static let maxLineBytes = 2_048
    private static let maxLines = 128

    /// The code, 200 to 559.
    let code: Int
    /// The lines without the code.
    let lines: [[UInt8]]

    /// The code and the lines, for evidence.
    var text: String {
        ServerText.text(Array("\(code) ".utf8) + lines.joined(separator: [0x20]))
    }

    /// Reads the next reply.
    ///
    /// - Throws: ``Malformed``, `StreamEnd`, `CancellationError`.
    init(from reader: inout StreamReader) async throws {
        var parts = Parts()
        while true {
            let line: [UInt8]
            do {
                line = try await reader.line(atMost: Self.maxLineBytes)
            } catch StreamEnd.tooMuch {
                throw Malformed(text: ServerText.text(reader.unread))
            }
            guard let reply = try parts.add(line) else { continue }
            self = reply
            return
        }
    }

    /// The lines of a reply so far.
    struct Parts {
        private var code: Int?
        private var lines: [[UInt8]] = []

        /// Adds a line.
        ///
        /// - Parameter line: The line without its end.
        /// - Returns: The reply that it completes; `nil` if more lines follow.
        mutating func add(_ line: [UInt8]) throws(Malformed) -> SMTPReply? {
            // All lines of a reply have the same code (section 4.2.1).
            guard let own = SMTPReply.code(of: line), own == code ?? own, lines.count < SMTPReply.maxLines else {
                throw Malformed(text: ServerText.text(line))
            }
            code = own
            lines.append(Array(line.dropFirst(4)))
            if line.count > 3, line[3] == UInt8(ascii: "-") { return nil }
            return SMTPReply(code: own, lines: lines)
        }
    }

    private init(code: Int, lines: [[UInt8]]) {
        self.code = code
        self.lines = lines
    }

    /// The code at the beginning of a line; `nil` if it is not a line of a reply.
    private static func code(of line: [UInt8]) -> Int? {
        guard line.count >= 3, (0x32...0x35).contains(line[0]), (0x30...0x35).contains(line[1]),
            (0x30...0x39).contains(line[2]), line.count == 3 || line[3] == 0x20 || line[3] == UInt8(ascii: "-")
        else { return nil }
        return line.prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
