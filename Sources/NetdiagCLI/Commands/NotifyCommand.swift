import ArgumentParser
import FoundationEssentials
import Glibc
import NetworkModel
import Translations

/// `netdiag notify`
struct NotifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", _superCommandName: Netdiag.name,
        abstract: "Show incidents as desktop notifications until interrupted (needs the daemon).",
        discussion: """
            Each incident is one notification, which is replaced when the incident is
            over. Notifications are sent to org.freedesktop.Notifications on the session
            bus, with busctl(1). To enable this for every session of a user, run:
            systemctl --user enable --now netdiag-notify

            EXAMPLES:
              netdiag notify
              netdiag notify --severity error
            """)

    enum MinSeverity: String, ExpressibleByArgument, CaseIterable {
        case warning, error
        var severity: Severity { self == .error ? .error : .warning }
    }

    @Option(help: ArgumentHelp("The lowest severity to show: warning or error.", valueName: "severity"))
    var severity = MinSeverity.warning

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try DesktopNotifier(path: daemon.path, least: severity.severity).run()
    }
}

/// Shows the daemon's incidents on the desktop.
final class DesktopNotifier {
    /// The maximum number of notifications that are remembered. After that, the oldest one is forgotten.
    private static let maxShown = 1_000

    private let path: String
    private let least: Severity
    private var events = ServerSentEvents()
    /// The IDs that the desktop assigned, by incident.
    private var shown: [Int: UInt32] = [:]
    private var hasBegun = false

    init(path: String, least: Severity) {
        self.path = path
        self.least = least
    }

    func run() throws {
        let socket = try UnixSocket.connected(to: path, orSaying: .knowsIncidents)
        let stream = Exchange(
            path: path, socket: socket, request: HTTPRequest(path: "/v1/events", accept: "text/event-stream"),
            limit: .seconds(15),
            reception: .lines(during: nil) { (line) throws(Failure) in try self.receive(line) })
        try DescriptorTasks.run([BrokenPipeMonitor(), stream])
        throw Failure.failed(CommandPhrase.changesEnded.text)
    }

    private func receive(_ line: [UInt8]) throws(Failure) {
        let event: ServerSentEvents.Event?
        do {
            event = try events.consume(line: line)
        } catch {
            throw .failed(ToolPhrase.streamNotValid.text(["error": "\(error)"]))
        }
        switch event?.name {
        case "incident":
            guard let event, let news = try? JSON.decode(IncidentEvent.self, from: event.data) else { return }
            try show(news)
        case "status" where !hasBegun:
            // The stream begins with the status, which contains the incidents that are already open.
            hasBegun = true
            guard let event, let status = try? JSON.decode(Begin.self, from: event.data) else { return }
            for incident in status.incidents where incident.isOpen { try show(IncidentEvent(.opened, incident)) }
        default: return
        }
    }

    /// The part of the status that is needed here.
    private struct Begin: Decodable {
        let incidents: [StatusDocument.Incident]
    }

    private func show(_ news: IncidentEvent) throws(Failure) {
        let incident = news.incident
        guard incident.cause.severity >= least else { return }
        switch news.event {
        case .changed: return
        case .opened: break
        // If the incident was not shown, its end is not shown either.
        case .closed, .merged: if shown[incident.id] == nil { return }
        }
        if shown.count >= Self.maxShown, let oldest = shown.keys.min() { shown[oldest] = nil }
        shown[incident.id] = try DesktopNotification(incident, isOver: news.event != .opened).show(
            replacing: shown[incident.id] ?? 0)
    }
}
