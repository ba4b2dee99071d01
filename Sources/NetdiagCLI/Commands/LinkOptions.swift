import ArgumentParser
import NetworkEmulation

/// The impairments by `netdiag with`.
struct LinkOptions: ParsableArguments {
    @Option(
        name: .customLong("profile"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Start from one of these networks; other options override its values.", valueName: "network"),
        completion: .list(ProfileArgument.allValueStrings))
    var profiles: [ProfileArgument] = []

    @OptionGroup var packets: PacketOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Share of packets lost in each direction, and average burst length: 3%, 3%:5.", valueName: "share"),
        transform: LinkText.loss)
    var loss: LinkSettings.Loss?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Rate received and sent: 2Mbit/512kbit; or both: 2Mbit.", valueName: "rate"),
        transform: RateArgument.init)
    var rate: RateArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The largest packet in bytes: 1280; with :silent, larger ones vanish.", valueName: "bytes"),
        transform: LinkText.mtu)
    var mtu: LinkSettings.MTU?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How DNS fails: silent, nxdomain, servfail, slow[:time], hijack[:address].", valueName: "fault"),
        completion: .list(LinkText.dnsFaults), transform: LinkText.dns)
    var dns: DNSInterference?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The same seed repeats the sequence of faults.", valueName: "number"),
        transform: LinkText.seed)
    var seed: UInt64?

    @Flag(help: "No outside network: only servers on this machine's loopback, as host.netdiag.")
    var local = false

    /// The names of the options that have a value.
    static let namesWithValue = [
        "--profile", "--latency", "--reorder", "--duplicate", "--corrupt", "--outage", "--loss", "--rate", "--mtu",
        "--dns", "--seed",
    ]

    private var profile: LinkProfile? { profiles.last?.profile }

    /// The settings from all options.
    var settings: CableSettings {
        var settings = CableSettings()
        var link = profile?.settings ?? LinkSettings()
        if let latency = packets.latency { (link.latency, link.jitter) = (latency.latency, latency.jitter) }
        if let loss { link.loss = loss }
        if let rate { (link.downRate, link.upRate) = (rate.down, rate.up) }
        if let mtu { link.mtu = mtu }
        if let reorder = packets.reorder { link.reorder = reorder }
        if let duplicate = packets.duplicate { link.duplicate = duplicate }
        if let corrupt = packets.corrupt { link.corrupt = corrupt }
        if let outage = packets.outage { link.outage = outage }
        settings.link = link
        settings.dns = dns
        settings.hasPortal = profile?.hasPortal ?? false
        settings.reach = local ? .local : .outside
        settings.seed = seed ?? UInt64.random(in: 0...999_999)
        return settings
    }
}
