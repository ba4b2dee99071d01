/// The ID of a root cause, `layer.what`, for example `dns.servfail`. IDs are never renamed.
public struct CauseID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The ID as in JSON, `layer.what`.
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

    /// The layer in the ID; `nil` if its first half is not a layer.
    public var layer: Layer? {
        rawValue.split(separator: ".", maxSplits: 1).first.flatMap { Layer(rawValue: String($0)) }
    }
}
