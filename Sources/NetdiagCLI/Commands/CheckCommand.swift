import ArgumentParser
import Glibc
import FoundationEssentials
import NetworkDiagnostics
import NetworkModel
import TargetKinds

/// `netdiag check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check every layer on the way to the targets, in parallel.",
        discussion: """
            A target is a host, host:port, a service as Name._type._tcp.local, or one of
            \(kinds).

            EXAMPLES:
              netdiag check https://example.org/
              netdiag check -6 --timeout 2 example.org:22 icmp://192.0.2.1
              netdiag check --no-daemon '[fe80::1%eth0]:80'
              netdiag check --proxy http://proxy.lan:3128 --no-proxy https://example.org/
              netdiag check --netrc --contains Welcome https://example.org/login
              netdiag check --each-address https://example.org/
            """)

    /// The URLs of registered kinds.
    private static let kinds = TargetKinds.builtIn.all.flatMap { $0.schemes }.map(\.form).joined(separator: ", ")

    @Argument(help: ArgumentHelp("What to check.", valueName: "target"))
    var targets: [String]

    @OptionGroup var families: FamilyOptions

    @Option(help: ArgumentHelp("Seconds that one check may take, 0.1 to 300.", valueName: "seconds"))
    var timeout: Seconds?

    @Flag(name: .customLong("no-daemon"), help: "Check from this process even where a daemon runs.")
    var isDaemonLess = false

    @OptionGroup(title: "How it is asked") var probe: ProbeOptions

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try probe.check(for: try targets.map(target))
        if isDaemonLess || probe.needsOwnProcess { try checkHere(insteadOf: nil) }
        let questions = try targets.flatMap(questions)
        let limit = timeout.map { ["--timeout", $0.text] } ?? []
        let once = ["check"] + families.arguments + limit + ["--"] + targets
        let session = Session(socketPath: daemon.path, format: output.format)
        do {
            if hasWishes, !isDaemonThere {
                throw Failure.noDaemon("no daemon listens on \(Text.shown(daemon.path))")
            }
            let inquiry = Inquiry(questions: questions, once: hasWishes ? [] : once, doing: "checking")
            try session.ask(inquiry, for: Report.self).end()
        } catch Failure.noDaemon(let reason) where hasWishes {
            try checkHere(insteadOf: reason)
        }
    }

    /// Whether something is set that the program `netdiagd --once` does not take.
    private var hasWishes: Bool { probe.proxy != nil || probe.isDirect || probe.address != nil }

    private var isDaemonThere: Bool { (try? UnixSocket(path: daemon.path)) != nil }

    /// - Parameter reason: Why the daemon does not; `nil` where nobody expects it to.
    private func checkHere(insteadOf reason: String?) throws -> Never {
        var orders = try probe.orders(for: try targets.map(target), options)
        if let reason { StandardStream.complain("netdiag: \(reason); checking from this process") }
        let checks = try OwnChecks()
        if probe.isEachAddress { orders = try checks.forEachAddress(orders) }
        let worst = try checks.run(orders, format: output.format)
        // Everything is written; what libraries would clean up, the kernel does in less time.
        _exit(worst.rawValue)
    }

    /// The body of `POST /v1/checks`.
    private struct Body: Encodable {
        var target: String
        var family: AddressFamily?
        var timeout_s: Double?
        var address: IPAddress?
        var proxy: String?
    }

    private var options: CheckOptions {
        var options = CheckOptions()
        if let family = families.family { options.families = [family] }
        if let timeout { options.timeout = timeout.duration }
        return options
    }

    private func target(_ text: String) throws(Failure) -> Target {
        do {
            return try Target(text)
        } catch {
            throw .usage(error.description)
        }
    }

    /// One for each way that the target is to be asked by.
    private func questions(_ text: String) throws -> [Question] {
        _ = try target(text)
        var ways: [String?] = probe.proxy.map { [$0] } ?? []
        if probe.isDirect { ways.append("off") }
        return try (ways.isEmpty ? [nil] : ways).map { way in
            let body = Body(
                target: text, family: families.family, timeout_s: timeout?.value, address: try probe.chosenAddress(),
                proxy: way)
            let request = HTTPRequest(method: "POST", path: "/v1/checks", body: Array(try JSON.line(body)))
            // The daemon keeps its own limit; this one is for a daemon that does not.
            return Question(request: request, subject: text, limit: (timeout?.duration ?? .seconds(60)) + .seconds(15))
        }
    }
}
