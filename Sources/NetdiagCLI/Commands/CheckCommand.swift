import ArgumentParser
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
              netdiag check -6 --timeout 2 example.org:22 icmp://example.org
              netdiag check --no-daemon '[fe80::1%eth0]:80'
              netdiag check --proxy http://proxy.lan:3128 --no-proxy https://example.org/
              netdiag check --netrc --contains Welcome https://example.org/login
              netdiag check --each-address https://example.org/
            """)

    /// The URLs of registered kinds.
    private static let kinds = TargetKinds.builtIn.all.flatMap { $0.schemes }.map(\.form).joined(separator: ", ")

    @Argument(help: ArgumentHelp("What to check.", valueName: "target"), completion: Completions.targets)
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
        let targets = try targets.map(target)
        try probe.check(for: targets)
        var requests = try probe.requests(for: targets) { request in
            request.family = families.family
            request.timeout = timeout?.duration
        }
        let session = Session(socketPath: daemon.path, format: output.format)
        guard !isDaemonLess, !probe.needsOwnProcess else {
            if probe.isEachAddress { requests = try LocalDiagnostics().forEachAddress(requests) }
            return try session.run(inquiry(requests)).end()
        }
        try session.answer(inquiry(requests)).end()
    }

    private func inquiry(_ requests: [CheckRequest]) -> Inquiry<Report> {
        Inquiry(subjects: requests.map(\.target.text), doing: "checking") { () throws(Failure) in
            try requests.map { (request) throws(Failure) in try Self.question(request) }
        } work: { local, send in
            try await local.engine.check(requests) { send(($0, $1)) }
        }
    }

    private static func question(_ request: CheckRequest) throws(Failure) -> DaemonQuestion {
        guard let body = try? JSON.line(request) else { throw .failed("the request cannot be written as JSON") }
        // The daemon keeps its own limit; this one is for a daemon that does not.
        return DaemonQuestion(
            request: HTTPRequest(method: "POST", path: "/v1/checks", body: body),
            limit: (request.timeout ?? .seconds(60)) + .seconds(15))
    }

    private func target(_ text: String) throws(Failure) -> Target {
        do {
            return try Target(text)
        } catch {
            throw .usage(error.description)
        }
    }
}
