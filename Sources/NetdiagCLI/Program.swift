import ArgumentParser
import EventLoopKit
import Glibc
import LocaleText
import NetworkModel
import ProgramStart
import TargetKinds
import Translations

/// The program `netdiag`, from its arguments to its exit status.
public enum Program {
    /// Runs the command line.
    public static func run() -> Never {
        HeapArena.share()
        // Before there are threads: while a library is loaded, both would wait for the lock of the address space.
        ProgramStart.populateStaticData()
        // Several checks at once need more, and report what they lack.
        ProgramStart.prepare("netdiag", descriptors: 12)
        InterruptHandler.install()
        // The capabilities of the terminal are determined in many places, all of which read the environment.
        if arguments.prefix(while: { $0 != "--" }).contains("--plain") { setenv("NETDIAG_PLAIN", "1", 1) }
        // This is only a hint: the command line is parsed below. While a library is loaded, other work waits for the lock of
        // the dynamic linker, so that checks without libcurl are faster if it is not loaded.
        if CommandLine.arguments.contains("--no-daemon"), arguments.first == "check" {
            LocalDiagnostics.prepare(loadsLibcurl: needsLibcurl)
        }
        // The Swift runtime reads the arguments from /proc/self/cmdline, and would have none.
        guard CommandLine.argc > 0, !CommandLine.arguments.isEmpty else {
            StandardStream.writeError(
                "netdiag: /proc is not mounted, from which the command line and the facts of the kernel are read: "
                    + "mount -t proc proc /proc")
            end(ExitStatus.error.rawValue)
        }
        do {
            try Language.$current.withValue(language) {
                var command = try command()
                try command.run()
            }
            end(ExitStatus(.done).rawValue)
        } catch let failure as Failure {
            if let line = failure.line { StandardStream.writeError("netdiag: \(line)") }
            end(ExitStatus(.failure(failure)).rawValue)
        } catch let code as ExitCode {
            // The parser would write the help of all commands first, and discard it.
            end(code.rawValue)
        } catch {
            let status = Netdiag.exitCode(for: error)
            let problem = Language.$current.withValue(language) {
                (status == .success ? nil : misplaced) ?? unknownCommand
            }
            if let problem {
                StandardStream.writeError("netdiag: \(problem)")
                end(EX_USAGE)
            }
            let output = Netdiag.fullMessage(for: error)
            if status == .success {
                let text = CompletionScript.completed(output)
                let shown = Terminal(descriptor: STDOUT_FILENO).hasUnicode ? text : ASCIIText.of(text)
                _ = StandardStream.writeAll(Array("\(shown)\n".utf8), to: STDOUT_FILENO)
            } else if case let message = Netdiag.message(for: error), !message.isEmpty {
                StandardStream.writeError("netdiag: \(UsageLine.text(message, in: output))")
            }
            end(status.rawValue)
        }
    }

    /// The language of the text output is that of the locale. JSON is English, and so is output to a terminal without UTF-8,
    /// where the letters of other languages would be escaped.
    private static var language: Language {
        let isJSON = arguments.prefix(while: { $0 != "--" }).contains("--json")
        return isJSON || !LocaleCharset.isUTF8() ? .english : Language(environment: Environment.value)
    }

    /// Parses the command line. If possible, it parses only the command that the first word names, with few options declared
    /// (``KindOptions/words``). Help, completions and errors need the whole parser.
    private static func command() throws -> any ParsableCommand {
        let arguments = arguments
        // The usage of a command that is parsed alone would omit its parent command.
        let asksForHelp = arguments.prefix { $0 != "--" }.contains { ["-h", "--help", "-help", "help"].contains($0) }
        if !asksForHelp, let word = arguments.first,
            let named = Netdiag.configuration.subcommands.first(where: { $0.configuration.commandName == word }),
            let command = try? KindOptions.$words.withValue(
                arguments, operation: { try named.parseAsRoot(Array(arguments.dropFirst())) })
        {
            return command
        }
        return try Netdiag.parseAsRoot(arguments)
    }

    /// The arguments; without any, on a terminal, the program shows the status.
    private static var arguments: [String] {
        let typed = Array(CommandLine.arguments.dropFirst())
        return typed.isEmpty && isatty(STDOUT_FILENO) == 1 ? ["status"] : typed
    }

    /// A message about a command that `netdiag with` would run if `--` preceded it.
    private static var misplaced: String? {
        guard arguments.first == "with" else { return nil }
        return WithCommand.misplacedCommand(in: arguments.dropFirst())
    }

    /// A message about an unknown command, with the one that was probably meant; `nil` if the command exists. The parser would
    /// show the general help for `netdiag help` with an unknown command.
    private static var unknownCommand: String? {
        guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
        guard first == "help" else { return message(aboutUnknown: first, in: Netdiag.self, orHelp: true) }
        var parent: any ParsableCommand.Type = Netdiag.self
        for word in arguments.dropFirst() where !word.hasPrefix("-") {
            let commands = parent.configuration.subcommands
            guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
                return message(aboutUnknown: word, in: parent, orHelp: parent == Netdiag.self)
            }
            parent = next
        }
        return nil
    }

    private static func message(
        aboutUnknown typed: String, in parent: any ParsableCommand.Type, orHelp hasHelp: Bool
    ) -> String? {
        let known =
            parent.configuration.subcommands.compactMap { $0.configuration.commandName } + (hasHelp ? ["help"] : [])
        guard !known.contains(typed) else { return nil }
        if hasHelp, typed.contains("://") || typed.contains(".") {
            return CommandPhrase.targetNeedsCommand.text(["command": "netdiag check \(SafeText.shown(typed))"])
        }
        // In such short words, two different letters make another word.
        let alike = typed.utf8.count > 3 ? known : known.filter { $0.hasPrefix(typed.prefix(1).lowercased()) }
        guard let meant = KeySuggestion.nearest(to: typed, among: alike) else {
            let command = hasHelp ? "netdiag" : "netdiag \(parent.configuration.commandName ?? "")"
            return CommandPhrase.noSuchCommand.text(["word": SafeText.shown(typed), "command": "\(command) --help"])
        }
        return CommandPhrase.noSuchCommandBut.text(["word": SafeText.shown(typed), "meant": meant])
    }

    /// Whether a check may need libcurl for more than an unusual response: for a proxy, and for the schemes that declare it.
    private static var needsLibcurl: Bool {
        let arguments = arguments
        if arguments.contains(where: { $0.hasPrefix("--proxy") }) { return true }
        return TargetKinds.builtIn.all.contains { kind in
            kind.schemes.contains { scheme in
                guard arguments.contains(where: { $0.hasPrefix("\(scheme.name):") }) else { return false }
                let variables = scheme.proxyVariable.map { ["\($0)_proxy", "all_proxy", "ALL_PROXY"] } ?? []
                return scheme.usesLibcurl || variables.contains { getenv($0) != nil }
            }
        }
    }

    /// Ends the program without the handlers of `exit(3)`: libraries may still be loading
    /// (``LocalDiagnostics/prepare(loadsLibcurl:)``), and unloading them before that is done crashes. The streams of `stdio` are not flushed either: nothing is written to them,
    /// and flushing would wait for a module of nsswitch.conf(5) that hangs while it reads one.
    private static func end(_ status: CInt) -> Never {
        _exit(status)
    }
}

extension ExitStatus {
    /// Ends the command with this status, without a message.
    func end() throws {
        guard self == .up else { throw ExitCode(rawValue) }
    }
}
