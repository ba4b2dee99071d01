import ArgumentParser
import NetworkModel

/// `netdiag alerts`
struct AlertsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "Show who is notified of incidents, what was sent, and what is waiting and why (needs the daemon).",
        discussion: """
            Receivers and routes are configured under alerts: in netdiag.yaml(5).

            EXAMPLES:
              netdiag alerts
              netdiag alerts --json | jq '.receivers[] | select(.waiting > 0)'
              sudo netdiag alerts test ops

            EXIT STATUS:
              0   every receiver takes what it is sent; the test was delivered
              1   a receiver does not, or the queue cannot be written
              2   the test was not delivered
              3   no daemon was there to be asked, or you may not have it send
              64  wrong usage, or there is no such receiver: nothing was sent
            """,
        subcommands: [AlertListCommand.self, AlertTestCommand.self], defaultSubcommand: AlertListCommand.self)
}

/// `netdiag alerts list`, which `netdiag alerts` is as well.
struct AlertListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show receivers, what is waiting and why, and what was delivered.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let session = Session(socketPath: daemon.path, format: output.format)
        try session.askDaemon(DaemonQuestion(request: HTTPRequest(path: "/v1/alerts")), for: AlertsDocument.self).end()
    }
}

/// `netdiag alerts test NAME`
struct AlertTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Have the daemon send a message to a receiver, and say what it answered.")

    @Argument(help: ArgumentHelp("A receiver, as the configuration calls it.", valueName: "name"))
    var name: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if name.isEmpty { throw ValidationError("the name of a receiver is missing; netdiag alerts lists them") }
    }

    func run() throws {
        let session = Session(socketPath: daemon.path, format: output.format)
        let request = HTTPRequest(
            method: "POST", path: "/v1/alerts/\(PercentEncoding.encoded(name))", body: Array("{}".utf8))
        // A receiver may take five minutes by its configuration.
        try session.askDaemon(
            DaemonQuestion(request: request, limit: .seconds(310)), for: AlertTestDocument.self
        ).end()
    }
}
