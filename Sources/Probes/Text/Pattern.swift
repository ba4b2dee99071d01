import CPCRE2
public import NetworkModel

/// A regular expression of PCRE2 (pcre2pattern(3)), which is matched within limits, so that hostile text costs little.
public final class Pattern: Sendable {
    /// Whether a text matches.
    public enum Match: Sendable {
        /// The text matches, or it does not.
        case yes, no
        /// The result is not known, since matching would exceed the limits.
        case tooCostly
    }

    // Safe: it is set once, and what it points to is immutable after compilation. PCRE2 allows any number of threads to match
    // with it, each with its own match data (pcre2api(3), "MULTITHREADING"). It is freed when no thread holds the pattern any
    // more.
    private nonisolated(unsafe) let compiled: OpaquePointer

    /// Compiles a pattern.
    ///
    /// - Throws: ``SettingsError`` with PCRE2's reason and the place.
    public init(_ text: String) throws(SettingsError) {
        guard text.utf8.count <= 4_096 else { throw SettingsError("the pattern has more than 4096 bytes") }
        var problem = [CChar](repeating: 0, count: 256)
        var offset = 0
        let length = text.utf8.count
        guard let found = netdiag_pattern_compile(text, length, &problem, problem.count, &offset) else {
            let reason = String(decoding: problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard offset >= 0 else { throw SettingsError("patterns cannot be used: \(reason)") }
            throw SettingsError(
                "the pattern \"\(SafeText.escaped(String(text.prefix(80))))\" is wrong at character \(offset): \(reason)"
            )
        }
        compiled = found
    }

    deinit { netdiag_pattern_free(compiled) }

    /// Searches for a match anywhere in a text. Bytes that are not UTF-8 count as `?`.
    public func matches(_ text: [UInt8]) -> Match { first(in: text).match }

    /// Searches for the first match.
    ///
    /// - Returns: The result, and the end of the match if there is one.
    func first(in text: [UInt8]) -> (match: Match, end: Int) {
        let text = Self.readable(text)
        var end = 0
        return switch netdiag_pattern_match(compiled, text, text.count, &end) {
        case 1: (.yes, end)
        case 0: (.no, 0)
        default: (.tooCostly, 0)
        }
    }

    /// The texts of the match and of its groups, empty for unused groups; `nil` if there is no match.
    func groups(in text: [UInt8]) -> [String]? {
        let text = Self.readable(text)
        var pairs = [Int](repeating: -1, count: 2 * Self.maxGroups)
        guard netdiag_pattern_groups(compiled, text, text.count, &pairs, CInt(Self.maxGroups)) > 0 else { return nil }
        return (0..<Self.maxGroups).map { group in
            let (start, end) = (pairs[2 * group], pairs[2 * group + 1])
            guard start >= 0, start <= end, end <= text.count else { return "" }
            return String(decoding: text[start..<end], as: UTF8.self)
        }
    }

    /// The number of the whole match and of the groups that a single digit can name.
    private static let maxGroups = 10

    /// The text with `?` for each byte that is not UTF-8, so that matching continues after them and offsets are unchanged.
    private static func readable(_ text: [UInt8]) -> [UInt8] {
        guard String(validating: text, as: UTF8.self) == nil else { return text }
        var text = text
        var index = 0
        while index < text.count {
            let length: Int? =
                switch text[index] {
                case 0x00...0x7f: 1
                case 0xc2...0xdf: 2
                case 0xe0...0xef: 3
                case 0xf0...0xf4: 4
                default: nil
                }
            if let length,
                length == 1
                    || index + length <= text.count
                        && String(validating: text[index..<(index + length)], as: UTF8.self) != nil
            {
                index += length
            } else {
                text[index] = UInt8(ascii: "?")
                index += 1
            }
        }
        return text
    }
}
