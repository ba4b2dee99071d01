/// The limits of a route that describes uploads.
package struct UploadPlan: Sendable, Hashable {
    /// The maximum length of a body in bytes, and so of each part.
    package var maxBytes = 8 << 20
    /// The accepted types, which are detected by magic bytes, as in `image/png` or `image/*`; empty for all.
    package var types: [String] = []

    package init() {}

    /// The types that can be detected, for messages.
    package static let knownTypes = MagicNumber.types.sorted()

    /// Whether a type can be detected, or is a group with such a type.
    package static func isKnown(_ type: String) -> Bool { knownTypes.contains { UploadPlan.fits($0, type) } }

    func takes(_ type: String) -> Bool { types.isEmpty || types.contains { Self.fits(type, $0) } }

    private static func fits(_ type: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("/*") ? type.hasPrefix(pattern.dropLast()) : type == pattern
    }
}
