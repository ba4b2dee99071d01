import ArgumentParser
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import Translations

/// `netdiag incidents`
struct IncidentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "incidents", _superCommandName: Netdiag.name,
        abstract: "Show what went wrong, when, why, and which targets were affected.",
        discussion: """
            Open incidents come first. Incidents are kept by the daemon; without a daemon, there are none to show.

            EXAMPLES:
              netdiag incidents
              netdiag incidents --since 2h
              netdiag incidents --since 2026-11-21T08:00:00Z --json | jq .cause.summary

            EXIT STATUS:
              0   no incident is open
              1   an incident is open that degrades targets
              2   an incident is open that takes targets down
              3   no daemon is running
            """)

    @Option(
        name: .customLong("since"), parsing: .unconditional,
        help: ArgumentHelp(
            "Show incidents that were open at this time or later: 45s, 30m, 2h or 7d ago, or an RFC 3339 time.",
            valueName: "time"), transform: PastMoment.init)
    var since: PastMoment?

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let socket = try UnixSocket.connected(to: daemon.path, orSaying: .keepsIncidents)
        let path = since.map { "/v1/incidents?since=\($0.query)" } ?? "/v1/incidents"
        var outcome = Outcome.done
        let exchange = Exchange(
            path: daemon.path, socket: socket, request: HTTPRequest(path: path), limit: .seconds(15),
            reception: .document { (result) throws(Failure) in outcome = try show(try result.get()) })
        try DescriptorTasks.run([exchange])
        try ExitStatus(outcome).end()
    }

    private func show(_ bytes: [UInt8]) throws(Failure) -> Outcome {
        let incidents = try DaemonAnswer.decoded { try JSON.decode([StatusDocument.Incident].self, from: bytes) }
        switch output.format {
        case .json:
            for incident in incidents {
                guard let line = try? JSON.line(VersionedDocument(incident, .incident)) else { continue }
                try StandardStream.write(line + [UInt8(ascii: "\n")])
            }
        case .text:
            var page = Page(for: Terminal(descriptor: STDOUT_FILENO))
            IncidentPage(incidents: incidents, isAll: since == nil).write(to: &page, in: PageContext())
            try StandardStream.write(page.bytes)
        }
        return Outcome(incidents)
    }
}
