import ArgumentParser
import Glibc
import NetworkEmulation
import NetworkModel
import Translations

/// `netdiag with`
struct WithCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "with", _superCommandName: Netdiag.name,
        abstract: "Run one command behind a bad network.",
        discussion: """
            The command runs in its own network namespace, which is connected through this process; the network of this \
            machine is not changed. TCP, UDP and ping are carried, over IPv4 and IPv6. Servers on this machine's 127.0.0.1 \
            can be reached as \(CableRun.hostName) (\(CableRun.hostAddress)). Shares of packets apply to each direction. At the end, \
            a summary on standard error shows how many packets were affected.

            The exit status is that of the command, 128 plus the number of the signal that ended it, or 127 or 126 if it cannot be started.

            EXAMPLES:
              netdiag with --latency 80ms±20ms --loss 3% -- curl https://example.org/
              netdiag with --profile 3g --seed 7 -- ./run-tests
              netdiag with --dns nxdomain -- netdiag check https://example.org/
              netdiag with --local --rate 2Mbit/512kbit -- curl http://\(CableRun.hostName):8080/
              netdiag with --profile hotel -- ping -c 5 example.org
            """)

    @OptionGroup var link: LinkOptions
    @OptionGroup var output: OutputOptions

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command to run, after --.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        guard link.profiles.count <= 1 else {
            throw ValidationError("--profile is given \(link.profiles.count) times; a command has one network")
        }
    }

    /// The message for a command that is not separated from the options by `--`; `nil` if there is none.
    ///
    /// - Parameter arguments: The arguments after `with`.
    static func misplacedCommand(in arguments: some Collection<String>) -> String? {
        guard !arguments.contains("--") else { return nil }
        var rest = Array(arguments)[...]
        var options: [String] = []
        while let word = rest.first, word.hasPrefix("-") {
            let hasValue = LinkOptions.namesWithValue.contains(word)
            options += rest.prefix(hasValue ? 2 : 1)
            rest = rest.dropFirst(hasValue ? 2 : 1)
        }
        guard !rest.isEmpty else { return nil }
        let words = ["netdiag", "with"] + options + ["--"] + rest
        return ToolPhrase.writeDashesFirst.text(["command": Text.shown(words.map(quoted).joined(separator: " "))])
    }

    /// A word for a shell, with quotes if they are necessary.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789-_./:=@%+,±".unicodeScalars.contains(scalar)
        }
        return isPlain && !word.isEmpty ? word : LinkBreak.Plan.quoted([word])
    }

    func run() throws {
        guard let program = command.first else {
            throw Failure.usage(
                ToolPhrase.noCommandGiven.text(["command": "netdiag with --loss 3% -- curl URL"]))
        }
        guard !program.isEmpty else { throw Failure.usage(ToolPhrase.commandHasNoName.text) }
        let tables = HostTables(
            hosts: SystemFile.read("/etc/hosts"), resolver: SystemFile.read("/etc/resolv.conf"),
            routes4: SystemFile.read("/proc/net/route"), routes6: SystemFile.read("/proc/net/ipv6_route"))
        if output.format == .text, let host = LoopbackArgument.first(in: command.dropFirst()) {
            let facts = ["host": host, "name": CableRun.hostName]
            StandardStream.writeError("netdiag: \(ToolPhrase.loopbackOfCommand.text(facts))")
        }
        let result: (ending: CableRun.CommandEnd, summary: CableSummary)
        do {
            result = try CableRun.run(command, link.settings, after: tables)
        } catch {
            throw Failure.failed(error.text)
        }
        if case .notStarted(let code) = result.ending {
            let facts = ["program": SafeText.shown(program), "error": FactWords.local(ErrorNumber.text(code))]
            StandardStream.writeError("netdiag: \(ToolPhrase.programNotRun.text(facts))")
            throw ExitCode(code == ENOENT ? 127 : 126)
        }
        try report(result.summary)
        switch result.ending {
        case .exited(0), .notStarted: return
        case .exited(let code): throw ExitCode(code)
        case .killed(let signal): throw ExitCode(128 + signal)
        }
    }

    private func report(_ summary: CableSummary) throws {
        switch output.format {
        case .json: _ = StandardStream.writeAll(try JSON.line(summary) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
        case .text: for line in CablePage.lines(summary) { StandardStream.writeError(line) }
        }
    }
}
