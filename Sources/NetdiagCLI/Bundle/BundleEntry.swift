/// A file of a bundle.
struct BundleEntry: Sendable {
    /// Its name in the archive, without a folder.
    let name: String
    /// Its description in the list.
    let words: String
    var text: String

    var isJSON: Bool { name.hasSuffix(".json") }
}
