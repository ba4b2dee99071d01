import ArgumentParser
import FoundationEssentials
import NetworkModel

/// `netdiag check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check every layer on the way to the targets, in parallel.",
        discussion: """
            A target is http(s)://…, ws(s)://…, ftp(s)://…, tcp://host:port,
            tls://host:port, dns://server/name?type=AAAA, icmp://host, a host,
            host:port, or a service as Name._type._tcp.local.

            EXAMPLES:
              netdiag check https://example.org/
              netdiag check -6 --timeout 2 example.org:22 icmp://192.0.2.1
              netdiag check --no-daemon '[fe80::1%eth0]:80'
            """)

    @Argument(help: ArgumentHelp("What to check.", valueName: "target"))
    var targets: [String]

    @OptionGroup var families: FamilyOptions

    @Option(help: ArgumentHelp("Seconds that one check may take, 0.1 to 300.", valueName: "seconds"))
    var timeout: Seconds?

    @Flag(name: .customLong("no-daemon"), help: "Check from this process even where a daemon runs.")
    var isDaemonLess = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let questions = try targets.map(question)
        let limit = timeout.map { ["--timeout", $0.text] } ?? []
        let once = ["check"] + families.arguments + limit + ["--"] + targets
        let session = Session(socketPath: daemon.path, format: output.format, isDaemonLess: isDaemonLess)
        try session.ask(Inquiry(questions: questions, once: once, doing: "checking"), for: Report.self).end()
    }

    /// The body of `POST /v1/checks`.
    private struct Body: Encodable {
        var target: String
        var family: AddressFamily?
        var timeout_s: Double?
    }

    private func question(_ text: String) throws -> Question {
        do {
            _ = try Target(text)
        } catch {
            throw Failure.usage(error.description)
        }
        let body = Body(target: text, family: families.family, timeout_s: timeout?.value)
        let request = HTTPRequest(method: "POST", path: "/v1/checks", body: Array(try JSON.line(body)))
        // The daemon keeps its own limit; this one is for a daemon that does not.
        return Question(request: request, subject: text, limit: (timeout?.duration ?? .seconds(60)) + .seconds(15))
    }
}
