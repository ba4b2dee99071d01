/// A service type that can be browsed for: `_http._tcp`, or with a subtype `_printer._sub._http._tcp`.
public struct BrowsableType: Sendable, Hashable, CustomStringConvertible {
    /// As it was written.
    public let description: String
    /// Types are the same without regard to case (RFC 6763 section 7).
    public let key: String

    /// - Throws: What is wrong with the type (RFC 6763 section 7, RFC 6335 section 5.1).
    public init(_ text: String) throws(ServiceDiscoveryError) {
        try ServiceType.validate(text, use: .browsing)
        description = text
        key = text.lowercased()
    }

    public static func == (left: Self, right: Self) -> Bool { left.key == right.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
