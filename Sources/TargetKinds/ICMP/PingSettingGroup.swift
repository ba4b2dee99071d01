import NetworkModel

extension SettingGroup {
    /// The number of echo requests, and how many may be lost.
    static let ping = SettingGroup(
        .ping,
        [
            ProbeSetting(
                "count", SettingType.number(in: 1...100, of: "requests").orNone, at: \.echo.givenCount,
                "How many echo requests to send; with several, loss and jitter are reported. If it is not given, an icmp target gets five within 200 ms, and more if some are lost; in a configuration, the default is 5 if ping is a group.",
                option: .init(name: "ping-count", valueName: "count"), openToRequests: true),
            ProbeSetting(
                "interval", .duration(in: .milliseconds(10) ... .seconds(10)), at: \.echo.interval,
                "The interval between echo requests.", option: .init(name: "ping-interval", valueName: "duration"),
                openToRequests: true),
            ProbeSetting(
                "loss", .percent, at: \.echo.tolerableLoss, "The percentage that may be lost without a warning.",
                option: .init(name: "ping-loss", valueName: "percent"), openToRequests: true),
            ProbeSetting(
                "jitter", SettingType.duration(in: .milliseconds(1) ... .seconds(10)).orNone, at: \.echo.maxJitter,
                "The jitter (RFC 3550) above which to warn; by default, there is no warning.",
                option: .init(name: "ping-jitter", valueName: "duration"), openToRequests: true),
        ], begin: { if $0.echo.givenCount == nil { $0.echo.count = 5 } })
}

extension SettingType<Double> {
    /// A share of 0 to 1, written as a percentage.
    fileprivate static var percent: Self {
        let percent = SettingType<Int>.number(in: 0...100, of: "percent")
        return Self(percent.typeWords, as: percent.jsonForm) { input, reader in
            percent.read(input, with: &reader).map { Double($0) / 100 }
        } text: {
            "\(Int(($0 * 100).rounded()))"
        }
    }
}
