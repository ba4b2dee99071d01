import ArgumentParser
import NetworkModel

/// `netdiag status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of this machine's network, the root cause first.",
        discussion: """
            Without a daemon, the proxies that the environment names are tried as well.

            EXAMPLES:
              netdiag status
              netdiag status --watch
              netdiag status --json | jq .cause
            """)

    @Flag(
        name: .customLong("watch"),
        help: "Stay, and show every change: into a pipe, a line for each (needs the daemon).")
    var isWatching = false

    @Flag(name: .customLong("all"), help: "A row for each target, also where many of a group work.")
    var isWhole = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let session = Session(socketPath: daemon.path, format: output.format, isWhole: isWhole)
        if isWatching { return try StatusWatch(session: session).run() }
        let inquiry = Inquiry<StatusDocument>(doing: "looking at the network") {
            [DaemonQuestion(request: HTTPRequest(path: "/v1/status"), limit: .seconds(15))]
        } work: { local, send in
            send((0, try await local.status()))
        }
        try session.answer(inquiry).end()
    }
}
