import Probes

/// A line of a server (RFC 9051 section 7).
struct IMAPResponse: Sendable {
    /// The error for data that is not a response.
    struct Malformed: Error {
        /// The line, or its beginning.
        let text: String
    }

    /// The kind of a response.
    enum Kind: Sendable, Hashable {
        case ok, no, bad, bye, preauth
        /// Capabilities, or other data.
        case capability, other
    }

    /// The maximum length of a line in bytes. Lists of capabilities have some hundred bytes, and RFC 7162 section 4
    /// limits lines to 8192.
    static let maxLineBytes = 8_192

    /// The tag; `nil` for an untagged response (`*`).
    let tag: [UInt8]?
    let kind: Kind
    /// The words after the tag, of which the first one is the kind.
    let words: [[UInt8]]

    /// The text after the tag, for evidence.
    var text: String { ServerText.text(Array(words.joined(separator: [0x20]))) }

    /// Reads the next response.
    ///
    /// - Parameter tag: The tag of the current command.
    /// - Throws: ``Malformed``, `StreamEnd`, `CancellationError`.
    init(from reader: inout StreamReader, tag: String?) async throws {
        let line: [UInt8]
        do {
            line = try await reader.line(atMost: Self.maxLineBytes)
        } catch StreamEnd.tooMuch {
            throw Malformed(text: ServerText.text(reader.unread))
        }
        try self.init(line, tag: tag)
    }

    /// Parses a response.
    ///
    /// - Parameter line: The line without its end.
    init(_ line: [UInt8], tag: String?) throws(Malformed) {
        let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count > 1, let kind = Self.kind(of: words[1]) else {
            throw Malformed(text: ServerText.text(line))
        }
        if words[0].elementsEqual("*".utf8) {
            self.tag = nil
        } else if let tag, words[0].elementsEqual(tag.utf8), [.ok, .no, .bad].contains(kind) {
            self.tag = Array(tag.utf8)
        } else {
            throw Malformed(text: ServerText.text(line))
        }
        self.kind = kind
        self.words = words.dropFirst().map { Array($0) }
    }

    /// Returns the kind of a response by its first word.
    ///
    /// - Returns: `nil` if the word is not valid there, since it is neither an atom nor a number.
    private static func kind(of word: ArraySlice<UInt8>) -> Kind? {
        if word.isKeyword("OK") { return .ok }
        if word.isKeyword("NO") { return .no }
        if word.isKeyword("BAD") { return .bad }
        if word.isKeyword("BYE") { return .bye }
        if word.isKeyword("PREAUTH") { return .preauth }
        if word.isKeyword("CAPABILITY") { return .capability }
        let isAtom = !word.isEmpty && word.allSatisfy { (0x21...0x7e).contains($0) }
        return isAtom ? .other : nil
    }
}
