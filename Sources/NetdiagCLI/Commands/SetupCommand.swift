import ArgumentParser
import Glibc
import NetdiagConfiguration
import NetworkModel
import Translations

/// `netdiag setup`
struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", _superCommandName: Netdiag.name,
        abstract: "Write a first configuration after four questions with suggested answers.",
        discussion: """
            Looks for the gateway, the DNS servers, the proxy, the connectivity URL of
            NetworkManager and the services on the link. Then asks what to monitor, who
            may see the results, who receives alerts, and whether to start the daemon.
            An existing file is never changed, unless it is the unmodified file of the
            package; with --yes, the daemon then continues to serve this machine only. At
            the end, the status of this machine is shown.

            EXAMPLES:
              sudo netdiag setup
              netdiag setup --yes --output netdiag.yaml
              netdiag setup --yes --output -
              netdiag setup --yes --json | jq -r '.targets[]'

            EXIT STATUS:
              0   the configuration was written, whatever the status is
              3   it could not be written, or the daemon could not be started
              64  bad usage, the file exists, its directory does not exist, or there is no
                  terminal to ask on
            """)

    @Flag(name: .customLong("yes"), help: "Ask no questions, and take the suggested answers.")
    var isAgreed = false

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "The file to write (default: \(Configuration.defaultPath)); - for standard output.", valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(name: .customLong("no-start"), help: "Do not start the daemon, and do not ask whether to.")
    var isNotStarted = false

    @OptionGroup var output: OutputOptions

    /// The configuration file of the package, which the installed file may still be identical to.
    private static let packaged = "/usr/share/netdiag/netdiag.yaml"

    private static let folder = "/etc/netdiag"

    /// Whether the configuration is only printed, without writing or starting anything.
    private var isPrinted: Bool { file == "-" }

    func validate() throws {
        guard isPrinted, output.format == .json else { return }
        throw ValidationError("--output - prints the configuration itself; leave out --json, or name a file")
    }

    func run() throws {
        let path = isPrinted ? Configuration.defaultPath : file ?? Configuration.defaultPath
        guard isAgreed || (isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1) else {
            throw Failure.usage(CommandPhrase.needsTerminal.text)
        }
        if !isPrinted {
            try NewFile.check(path, unless: Self.packaged, ownFolder: Self.folder)
            try NewFile.checkPermission(path, command: "netdiag setup", option: "--output")
        }
        let local = try LocalDiagnostics()
        if !isAgreed {
            InterruptHandler.saysNothingWasWritten()
            Self.write(LocalSentence(.lookingAtNetwork), prefix: "")
        }
        let discovery = SetupDiscovery(local: local)
        let findings = try LocalDiagnostics.outcome { try await discovery.findings() }
        let dialogue =
            isAgreed
            ? nil
            : SetupPrompts(findings: findings, path: path) { target in
                (try? LocalDiagnostics.outcome { await discovery.unknownName(target) }) ?? nil
            }
        let isClosed = !isPrinted && NewFile.isUnchanged(path, Self.packaged)
        let answers = try dialogue?.answers() ?? SetupAnswers(proposedBy: findings, isClosed: isClosed)
        if isPrinted {
            return try StandardStream.write(try ConfigurationDraft(answers: answers, path: path).validated())
        }
        let starter = ServiceStarter(path: path)
        let manager = starter.manager
        let isToStart = try isNotStarted ? false : isToStart(manager, dialogue)
        let draft = try ConfigurationDraft(answers: answers, path: path).validated()
        InterruptHandler.install()
        try NewFile.write(draft, to: path, mode: 0o644, unless: Self.packaged, ownFolder: Self.folder)
        Self.write(LocalSentence(.wroteFile, ["file": Text.shown(path)]))
        if isAgreed { Self.write(answers.audience) }
        if isToStart {
            try starter.start(by: manager)
            Self.write(LocalSentence(.daemonRuns, ["url": "http://localhost:8053/"]))
        } else if isAgreed, !isNotStarted, case .none = manager {
            Self.write(LocalSentence(.daemonNotStarted, ["command": "netdiagd --config \(Text.shown(path))"]))
        }
        var status = try LocalDiagnostics.outcome { try await local.status(path: path) }
        if isToStart { status.publication = Self.publication(with: answers) }
        let document = SetupDocument(
            file: path, targets: answers.targets.map(\.target), isStarted: isToStart, status: status)
        try show(document)
    }

    /// The publication by a daemon that has just been started.
    private static func publication(with answers: SetupAnswers) -> Publication {
        if case .nobody = answers.readers {
            return Publication(state: .off, reason: Phrase.switchedOffByConfiguration.rawValue)
        }
        return Publication(state: .waiting, reason: "netdiagd has just been started")
    }

    private static func write(_ sentence: LocalSentence, prefix: String = "netdiag: ") {
        StandardStream.writeError(prefix + sentence.text)
    }

    /// Without a service manager, the daemon is only started if the user confirms it.
    private func isToStart(_ manager: ServiceStarter.Manager, _ dialogue: SetupPrompts?) throws(Failure) -> Bool {
        let title = LocalSentence(.questionStart)
        switch manager {
        case .systemd:
            return try dialogue?.confirm(title, LocalSentence(.startedBySystemd), isProposed: true) ?? true
        case .none:
            return try dialogue?.confirm(
                title, LocalSentence(.startedInBackground),
                isProposed: false) ?? false
        case .impossible(let reason):
            dialogue?.write(LocalSentence(message: ""))
            Self.write(reason)
            return false
        }
    }

    private func show(_ document: SetupDocument) throws {
        switch output.format {
        case .json: try StandardStream.write(try JSON.line(document) + [UInt8(ascii: "\n")])
        case .text:
            var page = Page(for: Terminal(descriptor: STDOUT_FILENO))
            document.status.write(to: &page, in: PageContext())
            try StandardStream.write(page.bytes)
        }
    }
}
