import ArgumentParser
import Glibc
import LinkFacts
import NetworkEmulation
import NetworkModel
import Translations

/// `netdiag break`
struct BreakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "break", _superCommandName: Netdiag.name,
        abstract: "Impair a real interface for a limited time.",
        usage: """
            netdiag break <link> --for <time> [--latency <time>] [--reorder <share>]
              [--duplicate <share>] [--corrupt <share>] [--outage <time>]
              [--rate <rate>] [--loss <share>] [--mtu <bytes>] [--no-route] [--down]
              [--yes] [--json] [--plain]
            """,
        discussion: """
            Everything is undone after the time, and also if this process is interrupted or killed. Requires root.

            --latency, --reorder, --duplicate and --corrupt need a kernel with netem, and affect the packets that the interface sends. \
            With --latency, reordered packets are sent without it.

            EXAMPLES:
              netdiag break eth0 --loss 5% --for 5m
              netdiag break eth0 --rate 1Mbit --mtu 1400 --for 10m
              netdiag break eth0 --latency 80ms±20ms --duplicate 1% --for 5m
              netdiag break eth0 --outage 10s/60s --for 10m
              netdiag break wlan0 --down --for 30s
              netdiag break eth0 --no-route --for 1m
            """)

    @Argument(help: "The interface.", completion: Completions.interfaces)
    var link: String

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("The duration: 30s, 5m, at most one day.", valueName: "time"),
        transform: ImpairmentDuration.init)
    var length: ImpairmentDuration

    @OptionGroup var packets: PacketOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Rate sent: 2Mbit.", valueName: "rate"),
        transform: LinkText.sendingRate)
    var rate: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of packets lost in each direction: 3%.", valueName: "share"),
        transform: LinkText.share)
    var loss: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The largest packet sent in bytes, at least 1280.", valueName: "bytes"),
        transform: LinkText.bytes)
    var mtu: Int?

    @Flag(name: .customLong("no-route"), help: "Remove its default routes.")
    var losesDefaultRoutes = false

    @Flag(name: .customLong("down"), help: "Take the interface down.")
    var isDown = false

    @Flag(name: .customLong("yes"), help: "Proceed even if it is the loopback, or this SSH session depends on it.")
    var isSure = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var requested = LinkBreak(link: link)
        (requested.rate, requested.loss, requested.mtu) = (rate, loss, mtu)
        if let latency = packets.latency { (requested.latency, requested.jitter) = (latency.latency, latency.jitter) }
        (requested.reorder, requested.duplicate) = (packets.reorder, packets.duplicate)
        (requested.corrupt, requested.outage) = (packets.corrupt, packets.outage)
        (requested.losesDefaultRoutes, requested.isDown) = (losesDefaultRoutes, isDown)
        let plan: LinkBreak.Plan
        let settings = try LinkState.interface(link)
        if !isSure, settings.isLoopback {
            throw Failure.usage(ToolPhrase.loopbackNeedsYes.text(["interface": link]))
        }
        let claim = try LinkClaim(link, index: settings.index)
        do {
            plan = try requested.plan(try LinkState.read(settings))
        } catch let refusal as LinkBreak.Refusal {
            throw Failure.usage(refusal.text)
        }
        if !isSure, try SSHSession.links().contains(link) {
            throw Failure.usage(ToolPhrase.sessionNeedsYes.text(["interface": link]))
        }
        guard geteuid() == 0 else { throw Failure.failed(ToolPhrase.onlyRootChanges.text(["interface": link])) }
        if requested.needsNetem { try Netem.require() }
        try BreakRun(plan: plan, link: link, seconds: length.seconds, format: output.format).run(claim)
    }
}

/// The duration of the impairment in whole seconds.
struct ImpairmentDuration: Sendable {
    let seconds: Int

    init(_ text: String) throws(LinkTextError) { seconds = Int(try LinkText.length(text).components.seconds) }
}
