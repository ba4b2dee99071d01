import NetworkModel

extension SettingGroup {
    /// The records that a DNS server must return.
    static let records = SettingGroup(
        .records,
        [
            ProbeSetting(
                "records", SettingType.any("records, as in 192.0.2.1").list("records, as in 192.0.2.1"), at: \.records,
                "The records that the DNS server must return, in any order; by default, any answer is accepted.",
                option: .init(name: "record", valueName: "record", isRepeated: true), openToRequests: true)
        ])
}
