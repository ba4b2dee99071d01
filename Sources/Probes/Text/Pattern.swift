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
    /// - Throws: `SettingsError` with PCRE2's reason and the place.
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

    /// The processor time that one search may take.
    static let max = Duration.milliseconds(250)

    /// Searches for a match anywhere in a text. Bytes that are not UTF-8 count as `?`.
    public func matches(_ text: [UInt8]) -> Match { first(in: text).match }

    /// Searches for the first match.
    ///
    /// - Returns: The result, and the end of the match if there is one.
    func first(in text: [UInt8]) -> (match: Match, end: Int) { first(in: MatchText(text), within: Self.max) }

    /// Searches for the first match.
    ///
    /// - Parameter limit: The processor time that the search may take.
    /// - Returns: The result, and the end of the match if there is one.
    func first(in text: MatchText, within limit: Duration) -> (match: Match, end: Int) {
        var end = 0
        let bytes = text.bytes
        return switch netdiag_pattern_match(compiled, bytes, bytes.count, Self.microseconds(limit), &end) {
        case 1: (.yes, end)
        case 0: (.no, 0)
        default: (.tooCostly, 0)
        }
    }

    /// The texts of the match and of its groups, empty for unused groups; `nil` if there is no match.
    func groups(in text: [UInt8]) -> [String]? {
        let text = MatchText(text).bytes
        var pairs = [Int](repeating: -1, count: 2 * Self.maxGroups)
        let count = netdiag_pattern_groups(
            compiled, text, text.count, Self.microseconds(Self.max), &pairs, CInt(Self.maxGroups))
        guard count > 0 else { return nil }
        return (0..<Self.maxGroups).map { group in
            let (start, end) = (pairs[2 * group], pairs[2 * group + 1])
            guard start >= 0, start <= end, end <= text.count else { return "" }
            return String(decoding: text[start..<end], as: UTF8.self)
        }
    }

    /// The number of the whole match and of the groups that a single digit can name.
    private static let maxGroups = 10

    private static func microseconds(_ limit: Duration) -> Int {
        let (seconds, attoseconds) = limit.components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}

/// A text for patterns. It has `?` for each byte that is not UTF-8, so that matching continues after them and offsets are
/// unchanged.
package struct MatchText: Sendable {
    let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        var bytes = bytes
        bytes.withUnsafeMutableBufferPointer { netdiag_text_make_readable($0.baseAddress, $0.count) }
        self.bytes = bytes
    }
}
