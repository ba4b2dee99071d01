import ArgumentParser
import Glibc
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Translations

/// `netdiag browse`
struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", _superCommandName: Netdiag.name,
        abstract: "Show the services that are announced on the link, as they appear and disappear.",
        usage: """
            netdiag browse [--resolve] [--no-check] [--once] [--timeout <seconds>]
              [--domain <domain>] [--json] [--plain] [--socket <path>] [<type>]
            """,
        discussion: """
            On a terminal, arrows, PgUp, PgDn, Home and End scroll if not everything fits,
            and q or Ctrl-C quits.

            EXAMPLES:
              netdiag browse
              netdiag browse _http._tcp --resolve
              netdiag browse --once --resolve --json | jq .host
            """)

    @Argument(
        help: "A type, as in _http._tcp, or a subtype, as in _printer._sub._http._tcp (default: every type).",
        completion: Completions.types)
    var type: String?

    @Flag(name: .customLong("resolve"), help: "Look up host, port, addresses and TXT record.")
    var isResolving = false

    @Flag(
        name: .customLong("no-check"), help: "With --resolve: do not connect to the ports to see whether they respond.")
    var isUnchecked = false

    @Flag(
        name: .customLong("once"), help: "Exit after showing what is currently known, after 30 seconds at the latest.")
    var isOnce = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Exit after this many seconds, 0.1 to 300 (default: 30 with --once, else none).", valueName: "seconds"))
    var timeout: Seconds?

    /// The time limit with `--once`: longer than the 25 s after which libdbus gives up a call, so that the more precise reason is
    /// shown, if there is one. A bus that hangs blocks for ever.
    private static let onceLimit = Seconds(argument: "30")

    @Option(help: ArgumentHelp("The domain to browse (default: local).", valueName: "domain"))
    var domain: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        if let type { try ServiceTypeArgument.check(type) }
        if let domain { try HostName.check(domain: domain) }
        let session = Session(socketPath: daemon.path, format: output.format, fallback: .browsingHere)
        let screen = try liveScreen()
        defer { screen?.end() }
        let form: ServiceList.Form =
            if output.isJSON { .json } else if isOnce { .table } else { screen.map { .live($0) } ?? .lines }
        let list = ServiceList(form, isOnce: isOnce)
        try session.follow(subscription, beside: [screen, screen?.keys]) { (line) throws(Failure) in
            try list.receive(line)
        } value: { (line) throws(Failure) in
            try list.receive(line)
        }
        try list.end()
        guard isOnce || timeout != nil else {
            throw Failure.failed(CommandPhrase.eventsEnded.text)
        }
    }

    /// The live screen; `nil` if the output is not a terminal that can move the cursor.
    private func liveScreen() throws(Failure) -> LiveScreen<LiveBrowser>? {
        guard !output.isJSON, !isOnce, Terminal(descriptor: STDOUT_FILENO).hasCursor else { return nil }
        return try LiveScreen(LiveBrowser(page: LivePage(type: type, domain: domain ?? "local")))
    }

    private var limit: Seconds? { timeout ?? (isOnce ? Self.onceLimit : nil) }

    private var subscription: DaemonSubscription<BrowseLine> {
        let (type, domain, isOnce, limit) = (type, domain ?? "local", isOnce, limit?.duration)
        let (isResolving, isChecking) = (isResolving, isResolving && !isUnchecked)
        let doing = CommandPhrase.doingBrowse.text + (type.map { " \($0)" } ?? "")
        return DaemonSubscription(request: request, doing: doing) { local, send in
            var events = try await local.services.browse(type: type, domain: domain, resolve: isResolving)
            if isChecking {
                events = ReachabilityFilteredServices.events(
                    events, by: try local.ports(), timing: isOnce ? .onceChecked : .atOnce)
            }
            // The last line states how it ended.
            await ServiceListing(resolves: isResolving).lines(events, once: isOnce, within: limit, send)
        }
    }

    private var request: DaemonRequest {
        var query = [("resolve", isResolving ? "true" : "false"), (isOnce ? "once" : "follow", "true")]
        if let type { query.append(("type", type)) }
        if isResolving, !isUnchecked { query.append(("check", "true")) }
        if let limit { query.append(("timeout", "\(limit.value)")) }
        if let domain { query.append(("domain", domain)) }
        // The daemon keeps to the time limit itself. The additional second is for one that does not.
        return DaemonRequest(
            request: HTTPRequest(path: "/v1/services", query: query, accept: "application/x-ndjson"),
            streamLimit: limit.map { $0.duration + .seconds(1) })
    }
}
