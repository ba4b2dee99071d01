/// The id of a root cause, `layer.what`, for example `dns.servfail`. Ids are never renamed.
public struct CauseID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The id as it appears in JSON, `layer.what`.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        self.rawValue = value
    }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public var description: String { rawValue }

    /// The layer that the id names; `nil` if its first half is no layer.
    public var layer: Layer? {
        rawValue.split(separator: ".", maxSplits: 1).first.flatMap { Layer(rawValue: String($0)) }
    }
}
