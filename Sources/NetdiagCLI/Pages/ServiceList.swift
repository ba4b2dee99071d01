import Glibc
import NetworkDiagnostics
import NetworkModel
import Translations

/// The output of `netdiag browse`: a view on the terminal, events as they occur, or one table at the end.
final class ServiceList {
    enum Form {
        /// Events as the daemon sends them.
        case json
        /// A line for each event.
        case lines
        /// One table of the known instances at the end.
        case table
        case live(LiveScreen<LiveBrowser>)
    }

    private let form: Form
    private let isOnce: Bool
    private let terminal: Terminal
    private var known: [String: ServiceInstance] = [:]
    private var away: String?

    /// The maximum number of instances in a table, which is more than the services of any link.
    private static let maxServices = 100_000

    /// - Parameter isOnce: Whether only the current services are requested. Then it is an error if avahi-daemon is not
    ///   available.
    init(_ form: Form, isOnce: Bool, terminal: Terminal = Terminal(descriptor: STDOUT_FILENO)) {
        self.form = form
        self.isOnce = isOnce
        self.terminal = terminal
    }

    /// Handles one line of the daemon's stream.
    func receive(_ bytes: [UInt8]) throws(Failure) {
        guard !bytes.isEmpty else { return }
        let line: BrowseLine
        do {
            line = try JSON.decode(BrowseLine.self, from: bytes)
        } catch {
            throw .failed(CommandPhrase.eventNotUnderstood.text(["error": DecodingProblem.text(error)]))
        }
        if case .json = form, case .event = line {
            guard let safe = SafeText.escapedJSON(bytes) else { throw .failed("an event is not UTF-8") }
            return try StandardStream.write(safe + [UInt8(ascii: "\n")])
        }
        try receive(line)
    }

    /// Handles an event that this process has observed itself.
    func receive(_ line: BrowseLine) throws(Failure) {
        if case .live(let screen) = form {
            return try screen.change { (view) throws(Failure) in try view.services.apply(line, at: .now) }
        }
        switch line {
        case .event(let event): try write(event)
        case .unavailable(let reason):
            if isOnce { throw .failed(Text.shown(FactWords.local(reason))) }
            away = reason
            StandardStream.writeError("netdiag: \(Text.shown(FactWords.local(reason)))")
        case .available:
            if away != nil { StandardStream.writeError("netdiag: \(CommandPhrase.avahiIsBack.text)") }
            away = nil
        case .cut(let reason): throw .failed(Text.shown(FactWords.local(reason)))
        }
    }

    private func write(_ event: ServiceEvent) throws(Failure) {
        switch form {
        case .json:
            guard let json = try? JSON.line(VersionedDocument(event, .browse)) else {
                throw .failed("an event cannot be written as JSON")
            }
            try StandardStream.write(json + [UInt8(ascii: "\n")])
        case .table:
            known[event.instance.identity] = event.event == .removed ? nil : event.instance
            guard known.count <= Self.maxServices else {
                throw .failed(CommandPhrase.tooManyServices.text(Self.maxServices))
            }
        case .lines: try StandardStream.write(ServicePage.line(for: event, on: terminal))
        case .live: break
        }
    }

    /// Handles the end of the stream.
    func end() throws(Failure) {
        guard case .table = form else { return }
        try StandardStream.write(ServicePage.table(Array(known.values), on: terminal))
    }
}
