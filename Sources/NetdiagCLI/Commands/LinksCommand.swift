import ArgumentParser
import NetworkModel

/// `netdiag links`
struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Show interfaces, addresses, routes, neighbours and resolvers.",
        discussion: """
            EXAMPLES:
              netdiag links
              netdiag links --json | jq '.links[] | select(.carrier)'
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let question = Question(request: HTTPRequest(path: "/v1/links"))
        let inquiry = Inquiry(questions: [question], once: ["links"], doing: "reading the links")
        let session = Session(socketPath: daemon.path, format: output.format)
        try session.ask(inquiry, for: NetworkSnapshot.self).end()
    }
}
