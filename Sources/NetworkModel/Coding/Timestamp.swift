import FoundationEssentials

/// A moment of the wall clock as it leaves the program: RFC 3339 in UTC with milliseconds.
public struct Timestamp: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// Milliseconds since 1970, leap seconds not counted. Whole, so that a value equals itself after a trip through JSON.
    public let millisecondsSince1970: Int64

    public init(millisecondsSince1970: Int64) {
        self.millisecondsSince1970 = millisecondsSince1970
    }

    /// Now.
    public init() {
        self.init(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1_000).rounded()))
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    public var description: String {
        // A tenth of a millisecond on top: the style cuts off what a binary fraction falls short of.
        Date(timeIntervalSince1970: (Double(millisecondsSince1970) + 0.1) / 1_000).formatted(Self.style)
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
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
