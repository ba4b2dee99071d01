import ArgumentParser
import Glibc
import NetworkModel
import Translations

/// `netdiag status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", _superCommandName: Netdiag.name,
        abstract: "Show the state of this machine's network, root cause first.",
        discussion: """
            Without a daemon, the proxies named in the environment are tried as well.
            With --watch, arrows, PgUp, PgDn, Home and End scroll, and q or Ctrl-C quits.

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
        if isWatching { return try watch(session) }
        let commandQuery = CommandQuery<StatusDocument>(doing: CommandPhrase.doingStatus.text) {
            [DaemonRequest(request: HTTPRequest(path: "/v1/status"), limit: .seconds(15))]
        } work: { local, send in
            send((0, try await local.status()))
        }
        try session.perform(commandQuery).end()
    }

    private func watch(_ session: Session) throws {
        let isOnScreen = output.format == .text && Terminal(descriptor: STDOUT_FILENO).hasCursor
        let screen = isOnScreen ? try LiveScreen(LiveStatus(layout: .page(isWhole: isWhole))) : nil
        try StatusWatch(session: session, follower: "--watch", screen: screen).run()
    }
}
