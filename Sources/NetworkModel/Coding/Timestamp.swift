public import FoundationEssentials

/// A moment of the wall clock as it leaves the program: RFC 3339 in UTC with milliseconds.
public struct Timestamp: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    public var date: Date

    /// Rounded to the millisecond, so that a value equals itself after a trip through JSON.
    public init(_ date: Date = Date()) {
        self.date = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    public var description: String { date.formatted(Self.style) }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let date = try? Date(text, strategy: Self.style) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not an RFC 3339 time in UTC: \(text)"))
        }
        self.init(date)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.date < right.date
    }
}
