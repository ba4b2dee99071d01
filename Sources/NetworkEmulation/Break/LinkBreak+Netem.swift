extension LinkBreak {
    /// Whether the faults need the queueing discipline netem (tc-netem(8)), which many kernels lack.
    public var needsNetem: Bool { latency != nil || reorder != nil || duplicate != nil || corrupt != nil }

    /// The time for which packets wait that are to be overtaken, if there is no latency.
    private static let holdBack = Duration.milliseconds(10)
    /// The capacity of the queue without a rate, in packets: 100 ms of full packets at 10 Gbit/s.
    private static let queueLimit = 100_000

    /// The command that adds netem, with the rate as well, since an interface has only one such discipline.
    var netemCommand: [String] {
        var delay = latency ?? .zero
        // netem reorders by sending packets at once, so that they overtake those that wait.
        if let reorder, reorder > 0, delay == .zero { delay = Self.holdBack }
        let words = [
            "tc", "qdisc", "replace", "dev", link, "root", "handle", "6e64:", "netem", "limit", "\(limit(delay))",
        ]
        var options: [String] = []
        if delay > .zero {
            options += ["delay", Self.microseconds(delay)]
            if jitter > .zero { options.append(Self.microseconds(jitter)) }
        }
        if let reorder { options += ["reorder", Self.percentage(reorder)] }
        if let duplicate { options += ["duplicate", Self.percentage(duplicate)] }
        if let corrupt { options += ["corrupt", Self.percentage(corrupt)] }
        if let rate { options += ["rate", "\(rate)bit"] }
        return words + options
    }

    /// The number of packets in the queue, which includes those that are delayed. With a rate, it holds a quarter of a second of
    /// packets that wait, and at least 32.
    private func limit(_ delay: Duration) -> Int {
        guard let rate else { return Self.queueLimit }
        let seconds = Double((delay + jitter).nanoseconds) / 1e9 + 0.25
        return min(Self.queueLimit, max(32, Int(Double(rate) / 8 / 1_500 * seconds)))
    }

    private static func microseconds(_ duration: Duration) -> String {
        "\((duration.nanoseconds + 500) / 1_000)us"
    }

    private static func percentage(_ share: Double) -> String {
        let percent = (share * 10_000_000).rounded() / 100_000
        return percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
    }
}
