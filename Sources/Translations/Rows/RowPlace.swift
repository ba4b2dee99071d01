import NetworkModel

/// A placeholder of a phrase in a row, with the text that it can have and how that is shown. The narrower it is, the less a
/// server can say that is taken for a phrase.
enum RowPlace: String, CaseIterable {
    /// A count. The singular or plural form follows from `{count}`.
    case count, all
    /// A number that identifies something: a status or a code.
    case number
    /// A quantity, as in `6.4 ms`.
    case time, speed
    /// A quantity with a sign, as in `+0.3 ms`.
    case offset
    /// An IP address, possibly with a port.
    case address
    /// A URL.
    case url
    /// The transport of a trace.
    case transport
    /// One word: a name, or a term of a protocol or the kernel.
    case interface, destination, server, moment, code, step
    /// Names, separated by commas.
    case servers, links
    /// IP addresses, separated by blanks.
    case addresses
    /// Any text without a comma or semicolon.
    case label
    /// Any text in quotation marks: the words of a server.
    case text
    /// Another phrase.
    case what
    /// Another phrase, a message of a library or the kernel, or any other text.
    case detail
    /// The same without a comma or semicolon: where it begins a phrase, other clauses could be taken for a part of it.
    case reason

    /// Whether it can have a text with separators of clauses.
    var canSpan: Bool {
        switch self {
        case .servers, .links, .text, .what, .detail: true
        default: false
        }
    }

    /// Whether it can have a text that begins with this byte.
    func canBegin(with byte: UInt8) -> Bool {
        let isDigit = (0x30...0x39).contains(byte)
        switch self {
        case .count, .all, .number, .time, .speed: return isDigit
        case .offset: return [0x2b, 0x2d].contains(byte)
        case .address, .addresses:
            // A hexadecimal digit, `:` or `[`.
            return isDigit || (0x61...0x66).contains(byte | 0x20) || [0x3a, 0x5b].contains(byte)
        default: return byte != 0x20
        }
    }

    /// The text in the language of the reader; `nil` if the placeholder cannot have it.
    ///
    /// - Parameter phrase: Translates a nested phrase; `nil` if it is none.
    func local(_ text: String, phrase: (String) -> String?) -> String? {
        guard !text.isEmpty else { return nil }
        switch self {
        case .count, .all: return Self.isNumber(text) ? Int(text).map(LocalQuantity.text) : nil
        case .number: return Self.isNumber(text) ? text : nil
        case .time, .speed: return LocalQuantity.isQuantity(text) ? LocalQuantity.local(text) : nil
        case .offset:
            let quantity = String(text.dropFirst())
            guard let sign = text.first, "+-".contains(sign), LocalQuantity.isQuantity(quantity) else { return nil }
            return "\(sign)\(LocalQuantity.local(quantity))"
        case .address: return Self.isAddress(text[...]) ? text : nil
        case .url: return Self.isWord(text) && text.contains("://") ? text : nil
        case .transport: return PathEvidence.Transport(rawValue: text) == nil ? nil : text
        case .interface, .destination, .server, .moment, .code, .step: return Self.isWord(text) ? text : nil
        case .servers, .links:
            let names = text.split(separator: ", ", omittingEmptySubsequences: false).map(String.init)
            return names.allSatisfy(Self.isWord) ? names.joined(separator: Phrase.itemSeparator) : nil
        case .addresses: return text.split(separator: " ").allSatisfy(Self.isAddress) ? text : nil
        case .label: return Self.isOne(text) ? text : nil
        case .text: return text
        case .what: return phrase(text)
        case .detail: return phrase(text) ?? FactWords.local(text)
        case .reason: return Self.isOne(text) ? phrase(text) ?? FactWords.local(text) : nil
        }
    }

    /// Whether the text is a single clause.
    private static func isOne(_ text: String) -> Bool { !text.contains(", ") && !text.contains("; ") }

    private static func isNumber(_ text: String) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    private static func isWord(_ text: String) -> Bool { !text.utf8.isEmpty && !text.utf8.contains(0x20) }

    /// Whether the text looks like an IP address, possibly with a port: that is enough to tell it from a word.
    private static func isAddress(_ text: Substring) -> Bool {
        let bytes = text.utf8
        return !bytes.contains(0x20) && bytes.contains { (0x30...0x39).contains($0) || $0 == 0x3a }
            && bytes.contains { $0 == 0x2e || $0 == 0x3a } && bytes.last != 0x3a
    }
}
