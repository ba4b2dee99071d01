import ArgumentParser
import Glibc

/// `netdiag top`
struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", _superCommandName: Netdiag.name,
        abstract: "Show the network and all targets live, worst first (needs the daemon).",
        discussion: """
            Press q or Ctrl-C to quit; the last state stays on the terminal. If not
            everything fits, arrows, PgUp, PgDn, Home and End scroll.

            EXAMPLES:
              netdiag top
            """)

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard Terminal(descriptor: STDOUT_FILENO).hasCursor else {
            throw ValidationError(
                "top needs a terminal; for a line per change: netdiag status --watch")
        }
    }

    func run() throws {
        let session = Session(socketPath: daemon.path, format: .text)
        try StatusWatch(session: session, follower: "netdiag top", screen: LiveScreen(LiveStatus())).run()
    }
}
