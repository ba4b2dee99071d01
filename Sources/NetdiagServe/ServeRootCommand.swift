import ArgumentParser
import Glibc
import NetworkFaults
import NetworkModel
import Translations

/// `netdiag serve`.
struct ServeRootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "netdiag serve",
        abstract: "Run test servers that fail on purpose.",
        usage: "netdiag serve [<options>] [<source> ...]\nnetdiag serve <subcommand>",
        discussion: """
            SOURCE is a directory, or a file of routes (serve.yaml). Something to serve is required: a source, --fault, --openapi, --echo or --text.
            All options except those of subcommands are options of run, the default command.

            EXAMPLES:
              netdiag serve site/
              netdiag serve --fault http.stalled
              netdiag serve --fault http.client-error=418 --port 8080
              netdiag serve serve.yaml --check
              netdiag serve --openapi petstore.yaml
              netdiag serve --prove --probe 'curl -fsS --cacert {ca} {url}'
              netdiag serve expect --count 3 'POST /orders'
              netdiag serve db export orders --format csv
            """,
        subcommands: [
            RunCommand.self, ListCommand.self, PauseCommand.self, ResumeCommand.self, FaultsCommand.self,
            RequestsCommand.self, ResetCommand.self, StopCommand.self, ExpectCommand.self,
            AuthorityCommand.self, SessionsCommand.self, DatabaseCommand.self,
        ], defaultSubcommand: RunCommand.self)
}

/// Serves until it is stopped.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Serve until interrupted (the default command).")

    @Argument(
        help: ArgumentHelp(
            "A directory or a file of routes; with --prove, URLs of running servers.", valueName: "source"),
        completion: .file())
    var sources: [String] = []

    @OptionGroup(title: "What to serve") var content: ContentOptions
    @OptionGroup(title: "Where and how long") var place: ListenOptions
    @OptionGroup(title: "Proof") var proof: ProofOptions

    mutating func validate() throws {
        moveNameToSource()
        if let name = place.publish, name.utf8.count > 63 {
            throw ValidationError("--publish takes a name of at most 63 bytes (RFC 6763 section 4.1.1)")
        }
        if sources.count > 1, !proof.isWanted { throw ValidationError("one source is served, not \(sources.count)") }
        try proof.validate(urls: sources)
        try content.validate(source: source, isProof: proof.isWanted)
    }

    /// Takes the word after `--publish` as the source if nothing else is served, as in `netdiag serve --publish site/`. It
    /// cannot be a name then, since something to serve is required.
    private mutating func moveNameToSource() {
        guard let word = place.publish, !word.isEmpty, sources.isEmpty, !content.servesWithoutSource, !proof.isWanted,
            !CommandLine.arguments.contains("--publish=\(word)")
        else { return }
        (sources, place.publish) = ([word], "")
    }

    private var source: String? { proof.isWanted ? nil : sources.first }

    func run() async throws {
        if content.listsFaults { return FaultList.print(asJSON: place.isJSON, isPlain: place.isPlain) }
        if proof.isWanted { return try await Proof(proof, content, place, urls: sources).run() }
        do {
            // Another file may get the number of a closed descriptor, so that this comes first.
            try place.checkReadyDescriptor()
            let plan = try content.plan(source: source, place)
            for note in plan.notes { ErrorMessage.write(note) }
            if content.isCheck {
                try plan.refuseCircles()
                try plan.prepareDatabases(for: .check)
                let file = SafeText.escapedPath(source ?? content.openapi ?? "")
                print(ToolPhrase.fileIsValid.text(["file": file, "content": plan.summary]))
                return
            }
            try await ServeRun(plan: plan, content: content, place: place).run()
        } catch {
            throw ErrorMessage.exit(error)
        }
    }
}
