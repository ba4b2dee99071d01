extension Configuration {
    /// The maximum number of files that are read.
    private static let maxFiles = 1_000

    /// The values in a configuration file, and in those that it includes, that others must not read. Labels are
    /// excluded, since they do not appear on their own elsewhere.
    package static func secrets(from path: String) -> Set<String> {
        files(from: path, limit: maxFiles).reduce(into: []) { $0.formUnion(MaskedConfiguration($1.bytes).secrets) }
    }
}
