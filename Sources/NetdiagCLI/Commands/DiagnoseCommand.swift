import ArgumentParser
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Translations

/// `netdiag diagnose`
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose", _superCommandName: Netdiag.name,
        abstract: "Find a fault step by step: the cause, the evidence, what to do, and whether it helped.",
        discussion: """
            Checks every layer of the path to the target, more thoroughly than check
            does. Without a target, checks this machine's own network and the configured
            targets. Names the cause and the next step, waits until you have done it,
            checks again, and reports what has changed. It changes nothing itself.

            EXAMPLES:
              netdiag diagnose
              netdiag diagnose https://example.org/
              netdiag diagnose --yes --json example.org:22
              netdiag check --json https://example.org/ > report.json
              netdiag diagnose --from report.json
            """)

    @Argument(
        help: ArgumentHelp("The target that does not work (default: this machine's network).", valueName: "target"),
        completion: Completions.targets)
    var target: String?

    @Flag(name: .customLong("yes"), help: "Do not wait for input; check again once, immediately.")
    var isImpatient = false

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("Evaluate saved reports again; - for standard input. Nothing is sent.", valueName: "file"),
        completion: .file())
    var file: String?

    @OptionGroup var families: FamilyOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time limit of the check in seconds, 0.1 to 300.", valueName: "seconds"))
    var timeout: Seconds?

    @OptionGroup(title: "Check options") var probe: ProbeOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        if let file {
            guard target == nil, !isImpatient else {
                throw Failure.usage(ToolPhrase.fromTakesTargets.text)
            }
            return try SavedReports(path: file).judge(format: output.format).end()
        }
        let assistant = Assistant(format: output.format, patience: isImpatient ? .none : .untilReturn)
        guard let target else {
            try assistant.run { _ in Self.compared(DiagnosisSnapshot(try Self.machine())) }.end()
            return
        }
        try ScopedAddress.check([target])
        let wanted = try LocalTargets.read(orAsk: DaemonOptions.usualPath).find(target)
        try probe.check(for: [wanted.target])
        guard !probe.isEachAddress, probe.proxy == nil || !probe.isDirect else {
            throw Failure.usage(ToolPhrase.goesOneWay.text(["command": "netdiag check"]))
        }
        let requests = try probe.requests(for: [wanted]) { request in
            request.settings.depth = .thorough
            request.family = families.family
            request.timeout = timeout?.duration
        }
        guard let request = requests.first else { return }
        let local = try LocalDiagnostics()
        try assistant.run { ladder in
            Self.compared(DiagnosisSnapshot(try Self.report(request, by: local, ladder)))
        }.end()
    }

    /// Adds what the daemon has learned from its peers, if something is wrong and a daemon is running.
    private static func compared(_ snapshot: DiagnosisSnapshot) -> DiagnosisSnapshot {
        guard !snapshot.isWell, let scopes = DaemonScopes.fetch(at: DaemonOptions.usualPath) else { return snapshot }
        return scopes.adding(to: snapshot)
    }

    /// Runs the check, and shows each layer as soon as it is known.
    private static func report(
        _ request: CheckRequest, by local: LocalDiagnostics, _ ladder: LayerProgressView?
    ) throws(Failure) -> Report {
        enum CheckProgress: Sendable {
            case layers(Report)
            case whole(Report)
        }
        var whole: Report?
        let work = try LocalWork<CheckProgress> { send in
            send(.whole(try await local.engine.check(request) { send(.layers($0)) }))
        } receive: { progress in
            switch progress {
            case .layers(let report): ladder?.show(report)
            case .whole(let report): whole = report
            }
        }
        try DescriptorTasks.run([work, BrokenPipeMonitor()], until: work)
        guard let whole else { throw .failed(ToolPhrase.checkCameToNoEnd.text) }
        return whole
    }

    /// The status of this machine's network, which this process observes even if a daemon is running: the daemon's last
    /// observations of gateways and resolvers may be older than what the user has just changed.
    private static func machine() throws(Failure) -> StatusDocument {
        let local = try LocalDiagnostics()
        let progress = Progress()
        defer { progress.clear() }
        var document: StatusDocument?
        let work = try LocalWork<StatusDocument> { send in
            send(try await local.status())
        } receive: {
            document = $0
        }
        try DescriptorTasks.run([work, BrokenPipeMonitor()], until: work, interval: progress.interval) {
            progress.draw(CommandPhrase.doingStatus.text)
        }
        guard let document else { throw .failed(ToolPhrase.networkNotSeen.text) }
        return document
    }
}
