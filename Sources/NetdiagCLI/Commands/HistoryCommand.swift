import ArgumentParser
import Glibc
import NetworkModel
import Translations

/// `netdiag history`
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", _superCommandName: Netdiag.name,
        abstract: "Show targets over time: uptime, durations, causes (needs the daemon).",
        usage: """
            netdiag history [<target>] [--since <time>] [--csv] [--json]
              [--plain] [--socket <path>]
            """,
        discussion: """
            Without a target, every target has a row of bars and a row of durations.
            Uptime is a share of the time for which the state is known. The state is
            unknown while this machine, its network or netdiagd was down; the total
            shows for how long.

            EXAMPLES:
              netdiag history
              netdiag history Shop --since 30d
              netdiag history Shop --since 24h --json | jq .targets[0].total.uptime
              netdiag history --since 2026-11-01T00:00:00Z --csv > november.csv

            EXIT STATUS:
              0   the history was shown
              3   no daemon is running, or it keeps no history
              64  bad usage: nothing was queried
            """)

    @Argument(
        help: ArgumentHelp("A configured target or its name.", valueName: "target"),
        completion: Completions.configured)
    var target: String?

    @Option(
        name: .customLong("since"), parsing: .unconditional,
        help: ArgumentHelp(
            "From that time on: 45s, 30m, 2h or 7d ago, or an RFC 3339 time (default: 7d).", valueName: "time"),
        transform: PastMoment.init)
    var since: PastMoment?

    @Flag(name: .customLong("csv"), help: "Print CSV: a row for each column of each target.")
    var isCSV = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if isCSV, output.format == .json {
            throw ValidationError("--csv and --json are mutually exclusive; keep one of them")
        }
    }

    func run() throws {
        let terminal = Terminal(descriptor: STDOUT_FILENO)
        let socket = try UnixSocket.connected(to: daemon.path, orSaying: .keepsHistory)
        let exchange = Exchange(
            path: daemon.path, socket: socket, request: HTTPRequest(path: path(terminal)), limit: .seconds(15),
            reception: .document { (result) throws(Failure) in try show(try result.get(), terminal) })
        try DescriptorTasks.run([exchange])
    }

    private func path(_ terminal: Terminal) -> String {
        let columns = isCSV || output.format == .json ? 100 : HistoryPage.columns(terminal)
        var query = ["from=\(since?.query ?? "7d")", "columns=\(columns)", "format=\(isCSV ? "csv" : "json")"]
        if let target { query.append("target=\(PercentEncoding.encoded(target))") }
        return "/v1/history?" + query.joined(separator: "&")
    }

    private func show(_ bytes: [UInt8], _ terminal: Terminal) throws(Failure) {
        if isCSV || output.format == .json { return try StandardStream.write(bytes) }
        let document = try DaemonAnswer.decoded { try JSON.decode(HistoryDocument.self, from: bytes) }
        var page = Page(for: terminal)
        HistoryPage(document: document, isOne: target != nil).write(to: &page, in: PageContext())
        try StandardStream.write(page.bytes)
    }
}
