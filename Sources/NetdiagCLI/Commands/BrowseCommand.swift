import ArgumentParser
import NetworkModel

/// `netdiag browse`
struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Show the services that announce themselves on the link, as they come and go.",
        discussion: """
            EXAMPLES:
              netdiag browse
              netdiag browse _http._tcp --resolve
              netdiag browse --once --resolve --json | jq .host
            """)

    @Argument(help: "The type, as _http._tcp; without it, every type.")
    var type: ServiceType?

    @Flag(name: .customLong("resolve"), help: "Look up host, port, addresses and TXT.")
    var isResolving = false

    @Flag(
        name: .customLong("no-check"), help: "With --resolve: do not connect to the ports to see whether they answer.")
    var isUnchecked = false

    @Flag(name: .customLong("once"), help: "End when what is known now was shown.")
    var isOnce = false

    @Option(help: ArgumentHelp("End after so many seconds, 0.1 to 300.", valueName: "seconds"))
    var timeout: Seconds?

    @Option(help: ArgumentHelp("The domain (default: local).", valueName: "domain"))
    var domain: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        if let domain { try HostName.check(domain) }
        let session = Session(socketPath: daemon.path, format: output.format)
        let list = ServiceList(format: output.format, isTable: isOnce)
        let status = try session.follow(inquiry) { (line) throws(Failure) in try list.receive(line) }
        try list.end()
        try status.end()
    }

    private var inquiry: Inquiry {
        var query = [("resolve", isResolving ? "true" : "false"), (isOnce ? "once" : "follow", "true")]
        var once = ["browse"]
        if let type {
            query.append(("type", type.text))
            once.append(type.text)
        }
        if isResolving {
            once.append("--resolve")
            if !isUnchecked {
                query.append(("check", "true"))
                once.append("--check")
            }
        }
        if isOnce { once.append("--once-drained") }
        if let timeout {
            query.append(("timeout", timeout.text))
            once += ["--timeout", timeout.text]
        }
        if let domain {
            query.append(("domain", domain))
            once += ["--domain", domain]
        }
        let request = HTTPRequest(path: "/v1/services", query: query, accept: "application/x-ndjson")
        // The daemon ends in time; the second on top is for one that does not.
        let question = Question(request: request, streamLimit: timeout.map { $0.duration + .seconds(1) })
        return Inquiry(
            questions: [question], once: once, doing: "browsing\(type.map { " \($0.text)" } ?? "")")
    }
}

/// A service type as it is typed: `_http._tcp`, or with a subtype `_printer._sub._http._tcp` (RFC 6763 section 7).
struct ServiceType: ExpressibleByArgument, Sendable {
    let text: String

    init?(argument: String) {
        var labels = argument.split(separator: ".", omittingEmptySubsequences: false)
        if labels.last == "" { labels.removeLast() }
        if labels.count == 4, labels[1] == "_sub", (2...63).contains(labels[0].utf8.count),
            !labels[0].unicodeScalars.contains(where: SafeText.isUnsafe)
        {
            labels.removeFirst(2)
        }
        guard labels.count == 2, ["_tcp", "_udp"].contains(labels[1].lowercased()), labels[0].hasPrefix("_"),
            Self.isServiceName(labels[0].dropFirst())
        else { return nil }
        text = argument
    }

    /// RFC 6335 section 5.1.
    private static func isServiceName(_ name: Substring) -> Bool {
        (1...15).contains(name.utf8.count) && name.first != "-" && name.last != "-"
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            && name.contains { $0.isLetter }
    }
}
