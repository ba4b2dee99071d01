/// A service type for browsing: `_http._tcp`, or with a subtype `_printer._sub._http._tcp`.
public struct BrowsableType: Sendable, Hashable, CustomStringConvertible {
    /// The type as written.
    public let description: String
    /// The type in lower case for comparison, since case does not matter (RFC 6763 section 7).
    public let key: String

    /// Creates a type.
    ///
    /// - Throws: ``ServiceDiscoveryError`` if it is not valid (RFC 6763 section 7, RFC 6335 section 5.1).
    public init(_ text: String) throws(ServiceDiscoveryError) {
        try ServiceType.validate(text, use: .browsing)
        description = text
        key = text.lowercased()
    }

    public static func == (left: Self, right: Self) -> Bool { left.key == right.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
