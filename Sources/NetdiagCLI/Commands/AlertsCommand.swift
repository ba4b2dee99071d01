import ArgumentParser
import NetworkModel

/// `netdiag alerts`
struct AlertsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", _superCommandName: Netdiag.name,
        abstract: "Show receivers of alerts, and messages that were sent or are queued (needs the daemon).",
        discussion: """
            Receivers and routes are configured under alerts: in netdiag.yaml(5).

            EXAMPLES:
              netdiag alerts
              netdiag alerts --json | jq '.receivers[] | select(.waiting > 0)'
              sudo netdiag alerts test ops

            EXIT STATUS:
              0   every receiver accepts its messages; the test was delivered
              1   a receiver does not, or the queue cannot be written
              2   the test was not delivered
              3   no daemon is running, or you may not have it send messages
              64  bad usage, or there is no such receiver: nothing was sent
            """,
        subcommands: [AlertListCommand.self, AlertTestCommand.self], defaultSubcommand: AlertListCommand.self)
}

/// `netdiag alerts list`, the default subcommand of `netdiag alerts`.
struct AlertListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show receivers, queued messages with the reason, and delivered messages.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let session = Session(socketPath: daemon.path, format: output.format)
        try session.requestFromDaemon(DaemonRequest(request: HTTPRequest(path: "/v1/alerts")), for: AlertsDocument.self)
            .end()
    }
}

/// `netdiag alerts test NAME`
struct AlertTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Have the daemon send a test message to a receiver, and show the response.")

    @Argument(
        help: ArgumentHelp("The name of a receiver in the configuration.", valueName: "name"),
        completion: Completions.receivers)
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
        // The configuration permits a timeout of a receiver of up to five minutes.
        try session.requestFromDaemon(
            DaemonRequest(request: request, limit: .seconds(310)), for: AlertTestDocument.self
        ).end()
    }
}
