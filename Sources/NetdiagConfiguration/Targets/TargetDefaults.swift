import NetworkModel

/// The defaults for targets, from the whole configuration or from a group.
struct TargetDefaults {
    var pace: ConfigurationDecoder.CheckTiming
    var families = Set<AddressFamily>.all
    var certificateAuthorityFile: String?
    var after = 1
    var recover = 1
    var labels: [String: String] = [:]
    var maintenance: [MaintenanceWindow] = []
    /// The thresholds; `nil` for those of the configuration.
    var thresholds: Thresholds?
    /// The probe settings as they are written, by the keys of their groups. Each target uses those that apply to its
    /// kind.
    var probe: [String: YAMLNode] = [:]
    /// The name of the group that the probe settings are from; `nil` for those of the whole configuration.
    var group: String?
}
