import ArgumentParser
import NetworkDiagnostics
import NetworkModel
import Translations

/// `netdiag resolve`
struct ResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", _superCommandName: Netdiag.name,
        abstract: "Resolve names to addresses and addresses to names, with the source of each answer.",
        usage: """
            netdiag resolve [-4 | -6] [--server <address>] [--type <type>] [--json]
              [--plain] [--socket <path>] <name> ...
            """,
        discussion: """
            EXAMPLES:
              netdiag resolve example.org
              netdiag resolve 192.0.2.1 2001:db8::1
              netdiag resolve --server 9.9.9.9 --type MX example.org
            """)

    @Argument(help: ArgumentHelp("Host names or IP addresses.", valueName: "name"))
    var names: [String]

    @OptionGroup var families: FamilyOptions

    @Option(help: ArgumentHelp("The DNS server to query: ADDRESS, ADDRESS:PORT, [IPv6]:PORT.", valueName: "address"))
    var server: ServerAddress?

    @Option(
        help: ArgumentHelp(
            "The record type: \(DNSRecordType.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "type"),
        completion: .list(DNSRecordType.allCases.map(\.rawValue)))
    var type: RecordTypeArgument?

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let requests = try names.map(request)
        let (names, families, server, type) = (names, families.chosen, server?.text, type?.type.rawValue)
        let commandQuery = CommandQuery<Resolution>(subjects: names, doing: CommandPhrase.doingLookUp.text) {
            requests
        } work: { local, send in
            let requests = try names.map { name in
                try ResolveRequest(name: name, families: families, server: server, type: type)
            }
            try await Self.resolve(requests, by: local.engine, send)
        }
        try Session(socketPath: daemon.path, format: output.format, fallback: .resolvingHere).perform(commandQuery)
            .end()
    }

    /// Resolves up to 32 names at a time, and sends the answers in the order of the names.
    private static func resolve(
        _ requests: [ResolveRequest], by engine: DiagnosticEngine,
        _ send: @escaping @Sendable (CommandQuery<Resolution>.Placed) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: CommandQuery<Resolution>.Placed.self) { group in
            var rest = requests.enumerated().makeIterator()
            func next() {
                guard let (place, request) = rest.next() else { return }
                group.addTask { (place, try await request.resolve(by: engine)) }
            }
            for _ in 0..<32 { next() }
            var early: [Int: Resolution] = [:]
            var due = 0
            for try await (place, answer) in group {
                early[place] = answer
                while let answer = early.removeValue(forKey: due) {
                    send((due, answer))
                    due += 1
                }
                next()
            }
        }
    }

    private func request(_ name: String) throws -> DaemonRequest {
        try HostName.check(name)
        var query = [("name", name)]
        if let family = families.family { query.append(("family", family.rawValue)) }
        if let server { query.append(("server", server.text)) }
        if let type { query.append(("type", type.type.rawValue)) }
        return DaemonRequest(request: HTTPRequest(path: "/v1/resolve", query: query), limit: .seconds(60))
    }
}

/// A record type as given on the command line, in upper or lower case.
struct RecordTypeArgument: ExpressibleByArgument, Sendable {
    let type: DNSRecordType

    init?(argument: String) {
        guard argument.utf8.count <= 16, let type = DNSRecordType(rawValue: argument.uppercased()) else { return nil }
        self.type = type
    }
}

/// The address of a DNS server as given on the command line, with or without a port.
struct ServerAddress: ExpressibleByArgument, Sendable {
    let text: String

    init?(argument: String) {
        guard argument.utf8.count <= 80 else { return nil }
        if IPAddress(argument) != nil {
            text = argument
            return
        }
        let parts: (address: Substring, port: Substring)
        if argument.hasPrefix("["), let close = argument.firstIndex(of: "]") {
            let rest = argument[argument.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            parts = (
                argument[argument.index(after: argument.startIndex)..<close], rest.isEmpty ? "53" : rest.dropFirst()
            )
            guard IPAddress(String(parts.address))?.family == .ipv6 else { return nil }
        } else {
            let halves = argument.split(separator: ":", omittingEmptySubsequences: false)
            guard halves.count == 2, IPAddress(String(halves[0]))?.family == .ipv4 else { return nil }
            parts = (halves[0], halves[1])
        }
        guard parts.port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(parts.port), port > 0 else {
            return nil
        }
        text = argument
    }
}
