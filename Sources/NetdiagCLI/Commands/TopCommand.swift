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

    @Flag(name: .customLong("plain"), help: "Print for screen readers: the status in words, then each change.")
    var isPlain = false

    func validate() throws {
        let terminal = Terminal(descriptor: STDOUT_FILENO)
        guard terminal.isPlain || terminal.hasCursor else {
            throw ValidationError(
                "top needs a terminal; for a line per change: netdiag status --watch")
        }
    }

    func run() throws {
        let session = Session(socketPath: daemon.path, format: .text)
        // A screen reader would read the whole window at each change.
        let screen: LiveScreen<LiveStatus>? =
            Terminal(descriptor: STDOUT_FILENO).isPlain ? nil : try LiveScreen(LiveStatus())
        try StatusWatch(session: session, follower: "netdiag top", screen: screen).run()
    }
}
