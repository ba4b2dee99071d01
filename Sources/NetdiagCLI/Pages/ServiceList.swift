import FoundationEssentials
import Glibc
import NetworkModel

/// What `netdiag browse` writes: events as they come, or one table at the end.
final class ServiceList {
    private let format: OutputOptions.Format
    private let isTable: Bool
    private let terminal: Terminal
    private var known: [String: ServiceInstance] = [:]

    /// Instances that a table may have; more than a link holds.
    private static let limit = 100_000

    init(format: OutputOptions.Format, isTable: Bool, terminal: Terminal = Terminal(descriptor: STDOUT_FILENO)) {
        self.format = format
        self.isTable = isTable
        self.terminal = terminal
    }

    /// Takes one line of the stream.
    func receive(_ line: [UInt8]) throws(Failure) {
        guard !line.isEmpty else { return }
        let event: ServiceEvent
        do {
            event = try JSON.decode(ServiceEvent.self, from: Data(line))
        } catch {
            let why = DecodingProblem.text(error)
            throw .failed("an event cannot be understood (\(why)); is netdiagd of another version?")
        }
        if format == .json {
            guard let safe = SafeText.escapedJSON(line) else { throw .failed("an event is not UTF-8") }
            try StandardStream.write(safe + [UInt8(ascii: "\n")])
        } else if isTable {
            known[event.instance.identity] = event.event == .removed ? nil : event.instance
            guard known.count <= Self.limit else { throw .failed("more than \(Self.limit) services") }
        } else {
            try StandardStream.write(ServicePage.line(for: event, on: terminal))
        }
    }

    /// The stream has ended.
    func end() throws(Failure) {
        guard format == .text, isTable else { return }
        try StandardStream.write(ServicePage.table(Array(known.values), on: terminal))
    }
}
