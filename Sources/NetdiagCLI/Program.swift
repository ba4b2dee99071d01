import ArgumentParser
import EventLoopKit
import Glibc
import LocaleText
import NetworkModel
import Translations

/// The program `netdiag`, from its arguments to its exit status.
public enum Program {
    /// Runs what the command line asks for.
    public static func run() -> Never {
        HeapArena.share()
        StandardStream.reserve()
        InterruptHandler.install()
        // What terminals can show is asked in many places, and of the environment in all of them.
        if arguments.prefix(while: { $0 != "--" }).contains("--plain") { setenv("NETDIAG_PLAIN", "1", 1) }
        // Only a hint: what the command line means is read below. While a library is loaded, other work waits for the loader's
        // lock, so that checks that do without libcurl are better left without it.
        if CommandLine.arguments.contains("--no-daemon"), arguments.first == "check",
            arguments.contains(where: { $0.hasPrefix("http") || $0.hasPrefix("ws") || $0.hasPrefix("ftp") })
        {
            LocalDiagnostics.prepare()
        }
        // The Swift runtime reads the arguments from /proc/self/cmdline, and would find none.
        guard CommandLine.argc > 0, !CommandLine.arguments.isEmpty else {
            StandardStream.complain(
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
            if let line = failure.line { StandardStream.complain("netdiag: \(line)") }
            end(ExitStatus(.failure(failure)).rawValue)
        } catch {
            let status = Netdiag.exitCode(for: error)
            let text = suggestion ?? CompletionScript.completed(Netdiag.fullMessage(for: error))
            if !text.isEmpty {
                let descriptor = status == .success ? STDOUT_FILENO : STDERR_FILENO
                let shown = Terminal(descriptor: descriptor).hasUnicode ? text : ASCIIText.of(text)
                _ = StandardStream.writeAll(Array("\(shown)\n".utf8), to: descriptor)
            }
            end(status.rawValue)
        }
    }

    /// What people read is in the language of the locale. JSON is English, and so is what goes to a terminal without UTF-8, where
    /// the letters of other languages would be escaped.
    private static var language: Language {
        let isJSON = arguments.prefix(while: { $0 != "--" }).contains("--json")
        let hasUnicode = Terminal(descriptor: STDOUT_FILENO).hasUnicode
        return isJSON || !hasUnicode ? .english : Language(environment: Environment.value)
    }

    /// Parses the command line: its first word's command alone, with few options declared (``KindOptions/words``), where that
    /// suffices. Help, completions and whatever is wrong are answered by the whole.
    private static func command() throws -> any ParsableCommand {
        let arguments = arguments
        // Of a command that is parsed alone, the usage would leave out what it belongs to.
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

    /// What was typed; alone on a terminal, the program answers whether the network is all right.
    private static var arguments: [String] {
        let typed = Array(CommandLine.arguments.dropFirst())
        return typed.isEmpty && isatty(STDOUT_FILENO) == 1 ? ["status"] : typed
    }

    /// What was meant by the name of a command that there is not; `nil` if it is one, or none is near.
    private static var suggestion: String? {
        guard let typed = arguments.first, !typed.hasPrefix("-") else { return nil }
        let known = Netdiag.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !known.contains(typed) else { return nil }
        if typed.contains("://") || typed.contains(".") {
            return "netdiag: a target is given to a command: netdiag check \(SafeText.shown(typed))"
        }
        // Of so few letters, two that differ make another word.
        let alike = typed.utf8.count > 3 ? known : known.filter { $0.hasPrefix(typed.prefix(1).lowercased()) }
        guard let meant = KeySuggestion.nearest(to: typed, among: alike) else {
            return "netdiag: there is no command \(SafeText.shown(typed)); netdiag --help lists them"
        }
        return "netdiag: there is no command \(SafeText.shown(typed)); did you mean \(meant)?"
    }

    /// Without what `exit(3)` would run: libraries may just be loaded beside (``LocalDiagnostics/prepare()``), and taking them
    /// down before they are up crashes. Nor are streams of `stdio` flushed: nothing is written to them, and that would wait for a
    /// module of nsswitch.conf(5) that hangs while it reads one.
    private static func end(_ status: CInt) -> Never {
        _exit(status)
    }
}

extension ExitStatus {
    /// Ends the command with this status; nothing more is said.
    func end() throws {
        guard self == .up else { throw ExitCode(rawValue) }
    }
}
