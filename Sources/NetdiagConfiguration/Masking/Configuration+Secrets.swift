extension Configuration {
    /// Files that are read for it, at most.
    private static let maxFiles = 1_000

    /// What a configuration file and those that it includes have of values that others are not to read, but for labels, which
    /// stand nowhere by themselves.
    package static func secrets(from path: String) -> Set<String> {
        files(from: path, limit: maxFiles).reduce(into: []) { $0.formUnion(MaskedConfiguration($1.bytes).secrets) }
    }
}
