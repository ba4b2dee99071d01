import ArgumentParser
import CVersion

/// The command line.
struct Netdiag: ParsableCommand {
    /// The version of the program, as `netdiag --version` prints it.
    static let version = String(cString: netdiag_version())

    static let configuration = CommandConfiguration(
        commandName: "netdiag",
        abstract: "Says what is wrong with the network, and finds the services on it.",
        discussion: """
            Asks the daemon netdiagd; where none runs, does the same work itself.

            EXAMPLES:
              netdiag status                        is the network all right?
              netdiag top                           the same, live, with all targets
              netdiag check https://example.org/    every layer to a target
              netdiag resolve example.org           addresses, and who said so
              netdiag browse _http._tcp --resolve   the web servers on the link
              netdiag publish Web _http._tcp 8080   announce one
              netdiag peers                         what other hosts see of this one
              netdiag incidents --since 2h          what went wrong, when, why
              netdiag history Shop --since 30d      how it was: uptime and times
              netdiag alerts                        who was told of it, and what waits
              netdiag serve --fault http.stalled    a server that fails on purpose
              netdiag links --json | jq .routes     what the kernel knows
              netdiag with --profile 3g -- COMMAND  a bad network for one command

            EXIT STATUS:
              0   up
              1   degraded, or it cannot be told
              2   down
              3   the check itself could not be completed
              64  wrong usage: nothing was run
            """,
        version: "netdiag \(version)",
        subcommands: [
            StatusCommand.self, TopCommand.self, CheckCommand.self, ResolveCommand.self, BrowseCommand.self,
            PublishCommand.self, PeersCommand.self, IncidentsCommand.self, HistoryCommand.self, AlertsCommand.self,
            NotifyCommand.self, LinksCommand.self, DiagnoseCommand.self, ExplainCommand.self,
            FTPCommand.self, ServeCommand.self, WithCommand.self, BreakCommand.self, SetupCommand.self,
            DoctorCommand.self, ReportCommand.self,

        ])
}
