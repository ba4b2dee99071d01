/// A duration in documents: a JSON number of milliseconds with microsecond resolution.
public struct Milliseconds: Sendable, Hashable, Codable, Comparable {
    /// The duration in full resolution; only its JSON form is rounded.
    public var duration: Duration

    /// Wraps a duration.
    public init(_ duration: Duration) {
        self.duration = duration
    }

    /// The value in milliseconds, rounded to microseconds.
    public var value: Double {
        let (seconds, attoseconds) = duration.components
        let microseconds = Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
        return microseconds.rounded() / 1_000
    }

    /// The duration, rounded to microseconds as in JSON.
    var wholeMicroseconds: Duration { .microseconds(Int64((value * 1_000).rounded())) }

    public init(from decoder: any Decoder) throws {
        let milliseconds = try decoder.singleValueContainer().decode(Double.self)
        guard milliseconds.isFinite, abs(milliseconds) < 1e15 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a duration in milliseconds"))
        }
        duration = .microseconds(Int64((milliseconds * 1_000).rounded()))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    public static func < (left: Milliseconds, right: Milliseconds) -> Bool {
        left.duration < right.duration
    }
}
