import ArgumentParser
import LinkFacts
import NetworkDiagnostics
import NetworkModel
import Translations

/// `netdiag links`
struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links", _superCommandName: Netdiag.name,
        abstract: "Show interfaces, addresses, routes, neighbours and resolvers.",
        discussion: """
            EXAMPLES:
              netdiag links
              netdiag links --json | jq '.links[] | select(.carrier)'
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let commandQuery = CommandQuery<NetworkSnapshot>(doing: CommandPhrase.doingLinks.text) {
            [DaemonRequest(request: HTTPRequest(path: "/v1/links"))]
        } work: { local, send in
            send((0, try await local.engine.links.snapshot()))
        }
        try Session(socketPath: daemon.path, format: output.format).perform(commandQuery).end()
    }
}
