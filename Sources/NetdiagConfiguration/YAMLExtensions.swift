/// Features of YAML that netdiag.yaml does not have, but files for other programs do.
package struct YAMLExtensions: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Base64 with the tag `!!binary`.
    package static let binary = YAMLExtensions(rawValue: 1)
    /// Anchors, aliases, and merge keys (`<<: *name`), as in files of Prometheus and Gatus.
    package static let aliases = YAMLExtensions(rawValue: 2)
}
