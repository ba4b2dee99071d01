import ArgumentParser
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import NetworkFaults
import NetworkModel
import Translations

/// The run for a command.
struct RunOptions: ParsableArguments {
    @Argument(
        help: "The name of the run, if there are several.", completion: .custom { _, _, _ in RunName.listening() })
    var name: String?
}

/// The `--json` of commands whose output is JSON with or without it.
struct JSONOutput: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON, as without this option.")
    var isJSON = false
}

/// The `--json` of commands that print a table on a terminal.
struct TableOutput: ParsableArguments {
    @Flag(
        name: .customLong("json"),
        help: "Print JSON on a terminal as well; files and pipes get JSON unless --plain is given.")
    var isJSON = false

    @Flag(name: .customLong("plain"), help: "Print for screen readers: words instead of symbols, no alignment.")
    var isPlain = false

    /// Whether the output is for people.
    var isText: Bool { !isJSON && (isPlain || isatty(STDOUT_FILENO) == 1) }

    /// Prints a response of a run.
    func print<Document: ControlDocument>(_ json: String, _ type: Document.Type) throws {
        guard isText else { return try ControlOutput.print(json) }
        try ControlOutput.print(try Document.text(of: json, isPlain: PlainOutput.isWanted(isPlain)), isJSON: false)
    }
}

/// `netdiag serve list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the runs of this user.")
    @OptionGroup var output: TableOutput

    func run() async throws {
        do {
            var isEmpty = true
            for name in try RunName.all() {
                // A run that was killed leaves its socket behind.
                guard
                    let text = try? await ControlClient(path: "\(try RunName.directory())/\(name).sock").get("/status")
                else { continue }
                try output.print(text, RunDocument.self)
                isEmpty = false
            }
            if isEmpty, output.isText { print(ToolPhrase.noneIsServing.text) }
        } catch {
            throw ErrorMessage.exit(error)
        }
    }
}

/// Sends one request and prints the response, as most commands do.
private func command(
    _ run: RunOptions, _ method: HTTPMethod, _ target: String,
    print: (String) throws -> Void = { try ControlOutput.print($0) }
) async throws {
    do {
        let client = try await ControlClient(named: run.name)
        try print(method == .GET ? await client.get(target) : await client.post(target))
    } catch {
        throw ErrorMessage.exit(error)
    }
}

/// `netdiag serve pause`.
struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Answer all requests with 503.")
    @OptionGroup var name: RunOptions
    @OptionGroup var output: TableOutput
    func run() async throws {
        try await command(name, .POST, "/pause") { try output.print($0, RunDocument.self) }
    }
}

/// `netdiag serve resume`.
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume normal service after a pause.")
    @OptionGroup var name: RunOptions
    @OptionGroup var output: TableOutput
    func run() async throws {
        try await command(name, .POST, "/resume") { try output.print($0, RunDocument.self) }
    }
}

/// `netdiag serve reset`.
struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset counts and sequences, restore the faults as at the start, and clear the list of requests.")
    @OptionGroup var name: RunOptions
    @OptionGroup var output: TableOutput
    func run() async throws {
        try await command(name, .POST, "/reset") { try output.print($0, RunDocument.self) }
    }
}

/// `netdiag serve stop`.
struct StopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop a run.")
    @OptionGroup var name: RunOptions
    @OptionGroup var output: JSONOutput
    func run() async throws { try await command(name, .POST, "/stop") }
}

/// `netdiag serve ca`.
struct AuthorityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca", abstract: "Print the certificate of a run's certificate authority, in PEM format.")
    @Flag(name: .customLong("json"), help: "Print it as a member of a JSON object.")
    var isJSON = false
    @OptionGroup var name: RunOptions

    func run() async throws {
        guard isJSON else { return try await command(name, .GET, "/ca") }
        do {
            let certificate = try await ControlClient(named: name.name).get("/ca")
            print("{\"certificate\":\(JSONText.quoted(certificate)),\"schema\":\"netdiag.serve-ca/1\"}")
        } catch {
            throw ErrorMessage.exit(error)
        }
    }
}

/// `netdiag serve sessions`.
struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the sessions of a run.")
    @OptionGroup var name: RunOptions
    @OptionGroup var output: TableOutput
    func run() async throws {
        try await command(name, .GET, "/sessions") { try output.print($0, SessionDocument.self) }
    }
}

/// `netdiag serve faults`.
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults", abstract: "List the faults of a run, switch them off or on, or change them.",
        usage: """
            netdiag serve faults [--off] [--on] [--only <fault> ...] [--set <fault>]
              [--when <conditions>] [<name>] [--json] [--plain]
            """,
        discussion: """
            Changes last until netdiag serve reset, or until the run ends.

            EXAMPLES:
              netdiag serve faults --off --only http.stalled
              netdiag serve faults --set http.slow=3s --when 'every: 2'
              netdiag serve faults --set 'delay=100ms p99 2s' shop
              netdiag serve faults --only dns.servfail --when always
            """)
    @Flag(help: "Switch off the faults of routes and listeners.")
    var off = false
    @Flag(help: "Switch them on again.")
    var on = false
    @Option(
        help: ArgumentHelp("Only this fault, by its name in the list; may be given several times.", valueName: "fault"))
    var only: [String] = []
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Give a fault other arguments: http.slow=3s, delay=200ms.", valueName: "fault"))
    var setting: String?
    @Option(
        help: ArgumentHelp(
            "Give it other conditions, as in serve.yaml: 'every: 2'; always removes them.", valueName: "conditions"))
    var when: String?
    @OptionGroup var name: RunOptions
    @OptionGroup var output: TableOutput

    private var isChange: Bool { setting != nil || when != nil }

    func validate() throws {
        if on, off { throw ValidationError("--on and --off are mutually exclusive") }
        if isChange, on || off { throw ValidationError("--set and --when cannot be combined with --on and --off") }
        if !only.isEmpty, !on, !off, !isChange { throw ValidationError("--only needs --on, --off, --set or --when") }
        if when != nil, setting == nil, only.isEmpty { throw ValidationError("--when needs --set or --only") }
        if setting?.isEmpty == true { throw ValidationError("--set needs a fault, as in http.slow=3s") }
        if when?.isEmpty == true { throw ValidationError("--when needs conditions, as in 'every: 2', or always") }
    }

    func run() async throws {
        var query = only.map { ("fault", $0) }
        if on || off { query.append(("state", on ? "on" : "off")) }
        if let setting { query.append(("set", setting)) }
        if let when { query.append(("when", when)) }
        let text = query.map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
        try await command(name, query.isEmpty ? .GET : .POST, query.isEmpty ? "/faults" : "/faults?\(text)") {
            try output.print($0, FaultDocument.self)
        }
    }
}

/// `netdiag serve requests`.
struct RequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests", abstract: "Print the latest requests, one per line.")
    @Flag(help: "Also print new requests as they arrive.")
    var follow = false
    @OptionGroup var name: RunOptions
    @OptionGroup var output: TableOutput

    func run() async throws {
        do {
            var printed = ControlOutput(isJSON: !output.isText)
            var unfinished: [UInt8] = []
            let isPlain = PlainOutput.isWanted(output.isPlain)
            try await ControlClient(named: name.name).send(.GET, follow ? "/requests?follow" : "/requests") { part in
                guard output.isText else { return try printed.write(part.readableBytesView) }
                unfinished += part.readableBytesView
                guard let end = unfinished.lastIndex(of: UInt8(ascii: "\n")) else { return }
                for line in unfinished[..<end].split(separator: UInt8(ascii: "\n")) {
                    let json = String(decoding: line, as: UTF8.self)
                    try printed.write(RequestDocument.text(of: json, isPlain: isPlain).utf8)
                }
                unfinished.removeSubrange(...end)
            }
        } catch is RunEnded where follow {
            // The end of the run is not an error here.
            ErrorMessage.write(ToolPhrase.runHasEnded.text)
        } catch {
            throw ErrorMessage.exit(error)
        }
    }
}

/// `netdiag serve expect`.
struct ExpectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expect",
        abstract: "Compare the requests with what is expected; exit status 0 if they match, else 2.")

    @Option(
        parsing: .unconditional, help: "The expected number of requests (default: at least one).",
        transform: OptionText.count)
    var count: Int?

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var isJSON = false

    @Argument(
        help: ArgumentHelp(
            "Method and path, as in 'POST /orders/*'; of a zone, type and name: 'A www.example.test'.",
            valueName: "request"))
    var request: String

    @OptionGroup var name: RunOptions

    func validate() throws {
        guard expectation != nil else { throw ValidationError("write a method and a path, as in 'POST /orders'") }
    }

    /// The expected request. The pattern is `nil` for a DNS query.
    private var expectation: (method: String, path: String, pattern: PathPattern?)? {
        let words = request.split(separator: " ").map(String.init)
        guard words.count == 2 else { return nil }
        if let pattern = PathPattern(words[1]) { return (words[0], words[1], pattern) }
        // The log has record types in capitals, and those without a name by number (RFC 3597 section 5).
        let type = words[0].uppercased()
        let isNumbered = type.hasPrefix("TYPE") && UInt16(type.dropFirst(4)) != nil
        guard isNumbered || DNSZone.type(type) != nil, let name = DNSZone.pattern(words[1]) else { return nil }
        return (type, name, nil)
    }

    func run() async throws {
        guard let expectation else { return }
        let found: Int
        do {
            let text = try await ControlClient(named: name.name).get("/requests")
            found = try text.split(separator: "\n").count { line in
                let entry = try JSONDecoder().decode(RequestDocument.self, from: Data(line.utf8))
                guard entry.method == expectation.method else { return false }
                guard let pattern = expectation.pattern else {
                    // `*` matches all names, and `*.example.test` all names below one.
                    return expectation.path.hasPrefix("*")
                        ? entry.path.hasSuffix(expectation.path.dropFirst()) : entry.path == expectation.path
                }
                return pattern.match(ServedRequest(method: entry.method, target: entry.path).pathSegments) != nil
            }
        } catch {
            throw ErrorMessage.exit(error)
        }
        let isRight = count.map { $0 == found } ?? (found > 0)
        let expected = count.map { ToolPhrase.countRequests.text($0) } ?? ToolPhrase.atLeastOneRequest.text
        if isJSON {
            print(
                "{\"expected\":\(count.map(String.init) ?? "null"),\"found\":\(found),\"is_as_expected\":\(isRight),"
                    + "\"request\":\(JSONText.quoted(request)),\"schema\":\"netdiag.serve-expectation/1\"}")
        } else {
            let facts = ["request": request, "found": ToolPhrase.countRequests.text(found), "expected": expected]
            print(ToolPhrase.requestsExpected.text(facts))
        }
        if !isRight { throw ExitCode(2) }
    }
}
