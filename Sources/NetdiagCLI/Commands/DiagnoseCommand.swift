import ArgumentParser
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import TargetKinds

/// `netdiag diagnose`
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose",
        abstract: "Find out with you what is wrong: the cause, how it is known, what to do, and whether it helped.",
        discussion: """
            Looks at every layer on the way to the target, more closely than check
            does; without a target, at this machine's own network and the targets
            of its configuration. Names the cause and the next step, waits until you
            have done it, looks again, and says what has changed. Changes nothing
            itself.

            EXAMPLES:
              netdiag diagnose
              netdiag diagnose https://example.org/
              netdiag diagnose --yes --json example.org:22
              netdiag check --json https://example.org/ > report.json
              netdiag diagnose --from report.json
            """)

    @Argument(help: ArgumentHelp("What does not work; none: this machine's network.", valueName: "target"))
    var target: String?

    @Flag(name: .customLong("yes"), help: "Do not wait: look again at once, one time.")
    var isImpatient = false

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("Judge saved reports again, - for standard input; nothing is sent.", valueName: "file"))
    var file: String?

    @OptionGroup var families: FamilyOptions

    @Option(help: ArgumentHelp("Seconds that the target may take, 0.1 to 300.", valueName: "seconds"))
    var timeout: Seconds?

    @OptionGroup(title: "How it is asked") var probe: ProbeOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        if let file {
            guard target == nil, !isImpatient else {
                throw Failure.usage("--from takes its targets from the reports; leave out the target and --yes")
            }
            return try SavedReports(path: file).judge(format: output.format).end()
        }
        let assistant = Assistant(format: output.format, patience: isImpatient ? .none : .untilReturn)
        guard let target else {
            try assistant.run { _ in Look(try MachineLook.document()) }.end()
            return
        }
        let wanted: Target
        do {
            wanted = try Target(target)
        } catch {
            throw Failure.usage(error.description)
        }
        try probe.check(for: [wanted])
        guard !probe.isEachAddress, probe.proxy == nil || !probe.isDirect else {
            throw Failure.usage("diagnose goes one way; ask for several with: netdiag check")
        }
        var options = CheckOptions()
        options.depth = .thorough
        if let family = families.family { options.families = [family] }
        if let timeout { options.timeout = timeout.duration }
        guard let order = try probe.orders(for: [wanted], options).first else { return }
        let checks = try OwnChecks()
        let status = try assistant.run { ladder in
            Look(try checks.report(order) { ladder?.show($0) })
        }
        // Everything is written; what libraries would clean up, the kernel does in less time.
        _exit(status.rawValue)
    }
}
