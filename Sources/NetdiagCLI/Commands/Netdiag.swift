import ArgumentParser
import CVersion

/// The command line.
struct Netdiag: ParsableCommand {
    /// The name of the program. Each command has it as that of its parent (`_superCommandName`). For a command that is
    /// parsed alone, the parser would otherwise try two commands for completion scripts first, which takes a fifth of the
    /// processor time of `netdiag status`.
    static let name = "netdiag"

    /// The version of the program, as printed by `netdiag --version`.
    static let version = String(cString: netdiag_version())

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Find out what is wrong with the network, and discover services on it.",
        discussion: """
            Queries the daemon netdiagd. If no daemon is running, netdiag does the same
            work in its own process.

            EXAMPLES:
              netdiag status                        does the network work?
              netdiag diagnose                      find a fault step by step
              netdiag top                           the network and all targets, live
              netdiag check https://example.org/    every layer of the path to a target
              netdiag resolve example.org           addresses, and where they come from
              netdiag browse _http._tcp --resolve   web servers on the link
              netdiag publish Web _http._tcp 8080   announce a service
              netdiag peers                         what other hosts see of this one
              netdiag incidents --since 2h          what went wrong, when, why
              netdiag history Shop --since 30d      uptime and durations over time
              netdiag alerts                        alerts that were sent or are queued
              netdiag serve --fault http.stalled    a server that fails on purpose
              netdiag links --json | jq .routes     the kernel's network state
              netdiag with --profile 3g -- COMMAND  a bad network for one command

            EXIT STATUS:
              0   up
              1   degraded or indeterminate
              2   down
              3   the check itself could not be completed
              64  bad usage: nothing was run
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
