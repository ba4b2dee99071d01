/// What a route takes that describes uploads.
package struct UploadPlan: Sendable, Hashable {
    /// Of a whole body, and so of each part.
    package var maxBytes = 8 << 20
    /// Types by magic bytes, as in `image/png` or `image/*`; empty for all.
    package var types: [String] = []

    package init() {}

    /// The types that can be told, for messages.
    package static let knownTypes = MagicNumber.types.sorted()

    /// Whether a type is one that can be told, or a group with such a type.
    package static func isKnown(_ type: String) -> Bool { knownTypes.contains { UploadPlan.fits($0, type) } }

    func takes(_ type: String) -> Bool { types.isEmpty || types.contains { Self.fits(type, $0) } }

    private static func fits(_ type: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("/*") ? type.hasPrefix(pattern.dropLast()) : type == pattern
    }
}
