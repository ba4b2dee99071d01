/// What YAML knows and a netdiag.yaml does without: read in files that were written for other programs.
package struct YAMLExtensions: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Base64 behind the tag `!!binary`.
    package static let binary = YAMLExtensions(rawValue: 1)
    /// Anchors, aliases, and merge keys (`<<: *name`), as files of Prometheus and Gatus have them.
    package static let aliases = YAMLExtensions(rawValue: 2)
}
