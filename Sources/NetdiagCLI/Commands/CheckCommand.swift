import ArgumentParser
import FoundationEssentials
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Translations

/// `netdiag check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", _superCommandName: Netdiag.name,
        abstract: "Check every layer of the path to the targets, in parallel.",
        discussion: """
            A target is a host, host:port, a service as Name._type._tcp.local, or one of
            \(kinds).
            The name of a target of netdiag.yaml stands for that target with its settings;
            a host of the same name is icmp://HOST.

            EXAMPLES:
              netdiag check https://example.org/
              netdiag check -6 --timeout 2 example.org:22 icmp://example.org
              netdiag check Shop
              netdiag check --no-daemon '[fe80::1%eth0]:80'
              netdiag check --proxy http://proxy.lan:3128 --no-proxy https://example.org/
              netdiag check --netrc --contains Welcome https://example.org/login
              netdiag check --each-address https://example.org/
            """)

    /// The URL forms of the registered kinds.
    private static let kinds = TargetKinds.builtIn.all.flatMap { $0.schemes }.map(\.form).joined(separator: ", ")

    @Argument(help: ArgumentHelp("The targets to check.", valueName: "target"), completion: Completions.targets)
    var targets: [String]

    @OptionGroup var families: FamilyOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time limit of one check in seconds, 0.1 to 300.", valueName: "seconds"))
    var timeout: Seconds?

    @Flag(name: .customLong("no-daemon"), help: "Check from this process even if a daemon is running.")
    var isDaemonLess = false

    @OptionGroup(title: "Check options") var probe: ProbeOptions

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try ScopedAddress.check(targets)
        let session = Session(socketPath: daemon.path, format: output.format)
        guard !isDaemonLess, !probe.needsOwnProcess else {
            return try check(by: session, LocalTargets.read(orAsk: daemon.path))
        }
        if let variable = ownProxyVariable, case .daemon = try session.source() {
            let configured = LocalTargets.read(orAsk: daemon.path)
            let why = CommandPhrase.proxyHereOnly.text(["variable": variable])
            // Another daemon, or one whose configuration this user cannot read, may have settings for the targets.
            if configured.isReadable, daemon.path == UnixSocket.defaultPath, targets.allSatisfy({ $0.contains("://") })
            {
                session.reportFallback(why)
                return try check(by: session, configured)
            }
            let facts = ["reason": why, "command": "netdiag check --no-daemon"]
            StandardStream.writeError("netdiag: \(CommandPhrase.toUseIt.text(facts))")
        }
        // The daemon has the names of its targets. Nothing is checked before all other targets have been validated.
        let known = try plain()
        try probe.check(for: known)
        if known.count < targets.count || targets.contains(where: Self.isWord) {
            switch try session.source() {
            case .local: _ = try subjects(LocalTargets.read(orAsk: daemon.path))
            case .daemon: try DaemonTargets(socketPath: daemon.path).require(names())
            }
        }
        try session.perform(commandQuery()).end()
    }

    /// Runs the checks in this process.
    private func check(by session: Session, _ configured: LocalTargets) throws {
        try session.run(commandQuery(here: subjects(configured), configured)).end()
    }

    /// The variable of this environment that sets a proxy for one of the targets, unless an option decides about proxies. The
    /// user's programs use it; the daemon is started without it.
    private var ownProxyVariable: String? {
        guard probe.proxy == nil, !probe.isDirect else { return nil }
        return targets.lazy.compactMap { try? Target($0) }
            .compactMap { ProxyEnvironment.ofProcess.setting(for: $0)?.name }.first
    }

    /// The targets that do not depend on the names of the daemon's targets. A bare host may be such a name. It is replaced by
    /// its target if this configuration contains it, and otherwise left to the daemon.
    func plain() throws -> [Target] {
        let configured = probe.proxy == nil ? nil : LocalTargets.read(orAsk: daemon.path)
        return targets.compactMap { text in
            if let subject = try? configured?.find(text), subject.name != nil { return subject.target }
            guard let target = try? Target(text) else { return nil }
            if case .host = target.kind, configured != nil, IPAddress(text) == nil { return nil }
            return target
        }
    }

    /// Whether the text may be a host or the name of a target.
    private static func isWord(_ text: String) -> Bool {
        guard case .host? = (try? Target(text))?.kind else { return false }
        return !text.contains { ":./".contains($0) }
    }

    /// The texts that can only be names of targets, each with the reason.
    private func names() -> [(text: String, problem: String)] {
        var names: [(text: String, problem: String)] = []
        for text in targets {
            do {
                _ = try Target(text)
            } catch {
                names.append((text, FactWords.local(error.description)))
            }
        }
        return names
    }

    /// The targets for checks by this process.
    private func subjects(_ configured: LocalTargets) throws -> [LocalTargets.Subject] {
        let subjects = try targets.map { text throws(Failure) in try configured.find(text) }
        try probe.check(for: subjects.map(\.target))
        return subjects
    }

    /// The query to the daemon, or to this process if no daemon is running.
    private func commandQuery() throws -> CommandQuery<Report> {
        let choices = try probe.proxyChoices()
        let texts = targets.flatMap { text in choices.map { (text: text, proxy: $0) } }
        let address = try probe.chosenAddress()
        let remarks = ReportRemarks.of(texts.map { ($0.text, address, $0.proxy) })
        return CommandQuery(
            subjects: texts.map(\.text), remarks: remarks, comparesRoutes: choices.count > 1,
            doing: CommandPhrase.doingCheck.text
        ) { () throws(Failure) in
            try texts.map { (text, proxy) throws(Failure) in
                var check = NamedCheck(text)
                (check.family, check.timeout) = (families.family, timeout?.duration)
                (check.address, check.proxy) = (address, proxy)
                return try Self.daemonRequest(check)
            }
        } work: { [self] local, send in
            let configured = LocalTargets.read(orAsk: daemon.path)
            let subjects = try subjects(configured)
            try await Self.check(try requests(subjects), of: subjects, configured, by: local, send)
        }
    }

    /// The query to this process.
    private func commandQuery(
        here subjects: [LocalTargets.Subject], _ configured: LocalTargets
    ) throws -> CommandQuery<Report> {
        // The addresses of a name are only known after it has been resolved.
        let requests = try requests(subjects)
        let each = probe.isEachAddress ? try LocalDiagnostics().forEachAddress(requests) : requests
        let comparesRoutes = try probe.proxyChoices().count > 1
        let remarks = ReportRemarks.of(each.map { ($0.target.text, $0.address, $0.proxy) })
        return CommandQuery(
            subjects: each.map(\.target.text), remarks: remarks, comparesRoutes: comparesRoutes,
            doing: CommandPhrase.doingCheck.text
        ) {
            []
        } work: { local, send in
            try await Self.check(each, of: subjects, configured, by: local, send)
        }
    }

    private func requests(_ subjects: [LocalTargets.Subject]) throws -> [CheckRequest] {
        try probe.requests(for: subjects) { request in
            request.family = families.family
            request.timeout = timeout?.duration
        }
    }

    private static func check(
        _ requests: [CheckRequest], of subjects: [LocalTargets.Subject], _ configured: LocalTargets,
        by local: LocalDiagnostics,
        _ send: @escaping @Sendable (CommandQuery<Report>.Placed) -> Void
    ) async throws {
        try await local.engine.check(requests) { place, report in
            // If two subjects have the same target, the settings of the first apply, as everywhere.
            let subject = subjects.first { $0.target == requests[place].target }
            send((place, subject.map { configured.finish(report, of: $0) } ?? report))
        }
    }

    private static func daemonRequest(_ check: NamedCheck) throws(Failure) -> DaemonRequest {
        guard let body = try? JSON.line(check) else { throw .failed("the request cannot be written as JSON") }
        // The daemon keeps to its own limit. This one is for a daemon that does not.
        return DaemonRequest(
            request: HTTPRequest(method: "POST", path: "/v1/checks", body: body),
            limit: (check.timeout ?? .seconds(60)) + .seconds(15))
    }
}
