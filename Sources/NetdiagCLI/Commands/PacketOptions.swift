import ArgumentParser
import NetworkEmulation

/// What happens to packets, by `netdiag with` and `netdiag break`.
struct PacketOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Delay added to a round trip, with jitter: 80ms, 80ms±20ms.", valueName: "time"),
        transform: LatencyArgument.init)
    var latency: LatencyArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of packets reordered, by a delay of 10 ms: 1%.", valueName: "share"),
        transform: LinkText.share)
    var reorder: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of packets that are duplicated: 1%.", valueName: "share"),
        transform: LinkText.share)
    var duplicate: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of packets with a flipped bit: 1%.", valueName: "share"),
        transform: LinkText.share)
    var corrupt: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Downtime at the end of each period: 10s/60s.", valueName: "time"),
        transform: LinkText.outage)
    var outage: LinkSettings.Outage?
}
