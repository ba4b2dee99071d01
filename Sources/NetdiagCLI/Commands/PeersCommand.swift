import ArgumentParser
import NetworkModel

/// `netdiag peers`
struct PeersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers", _superCommandName: Netdiag.name,
        abstract: "Show the other daemons on the link, and what they see of this host (needs the daemon).",
        discussion: """
            EXAMPLES:
              netdiag peers
              netdiag peers --json | jq '.peers[] | select(.view.seen == false) | .name'
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let session = Session(socketPath: daemon.path, format: output.format)
        try session.requestFromDaemon(DaemonRequest(request: HTTPRequest(path: "/v1/peers")), for: PeersDocument.self)
            .end()
    }
}
