import NetworkModel

/// What targets have where they say nothing else: of the whole configuration, and of a group.
struct TargetDefaults {
    var pace: ConfigurationDecoder.Pace
    var families = Set<AddressFamily>.all
    var certificateAuthorityFile: String?
    var after = 1
    var recover = 1
    var labels: [String: String] = [:]
    var maintenance: [MaintenanceWindow] = []
    /// `nil` if those of the configuration count.
    var thresholds: Thresholds?
    /// How targets are asked, as it is written, by the keys of the groups of settings; of all of it, each target takes what
    /// goes with its kind.
    var probe: [String: YAMLNode] = [:]
    /// Whose these are, where targets have nothing of their own beside: `nil` of the whole configuration.
    var group: String?
}
