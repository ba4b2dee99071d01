import ArgumentParser
import NetworkModel

/// `netdiag status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of this machine's network, root cause first.",
        discussion: """
            Without a daemon, the proxies named in the environment are tried as well.

            EXAMPLES:
              netdiag status
              netdiag status --watch
              netdiag status --json | jq .cause
            """)

    @Flag(
        name: .customLong("watch"),
        help: "Keep running and show every change, one line each if piped (needs the daemon).")
    var isWatching = false

    @Flag(name: .customLong("all"), help: "Show a row for each target, even if many targets of a group work.")
    var isWhole = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let session = Session(socketPath: daemon.path, format: output.format, isWhole: isWhole)
        if isWatching { return try StatusWatch(session: session).run() }
        let commandQuery = CommandQuery<StatusDocument>(doing: "looking at the network") {
            [DaemonRequest(request: HTTPRequest(path: "/v1/status"), limit: .seconds(15))]
        } work: { local, send in
            send((0, try await local.status()))
        }
        try session.perform(commandQuery).end()
    }
}
