import FoundationEssentials
import Glibc

/// A wall-clock time in documents: RFC 3339 in UTC with milliseconds.
public struct Timestamp: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// Milliseconds since 1970, without leap seconds. They are whole numbers, so that a value is unchanged after encoding and
    /// decoding.
    public let millisecondsSince1970: Int64

    /// Creates a moment from milliseconds since 1970-01-01T00:00:00Z, negative before.
    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// Creates the current time.
    public init() {
        self.init(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1_000).rounded()))
    }

    /// The style for parsing years before 1600, which a certificate may have.
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Formatted with gmtime_r(3): the formatters of Foundation first read the time zones, which takes longer than a check on
    /// the link.
    public var description: String {
        let milliseconds = Int((millisecondsSince1970 % 1_000 + 1_000) % 1_000)
        var seconds = time_t((millisecondsSince1970 - Int64(milliseconds)) / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ value: CInt) -> String { Self.padded(Int(value), 2) }
        return Self.padded(Int(parts.tm_year) + 1_900, 4) + "-" + two(parts.tm_mon + 1) + "-" + two(parts.tm_mday) + "T"
            + two(parts.tm_hour) + ":" + two(parts.tm_min) + ":" + two(parts.tm_sec) + "."
            + Self.padded(milliseconds, 3)
            + "Z"
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        // Foundation would read the time zones first, which takes as long as to decode the rest of a status.
        if let time = Self(rfc3339: text) {
            self = time
            return
        }
        guard let date = try? Date(text, strategy: Self.style) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not an RFC 3339 time in UTC: \(text)"))
        }
        self.init(millisecondsSince1970: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }
}
