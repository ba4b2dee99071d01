import ArgumentParser
import Dispatch
import Glibc
import LocaleText
import NetworkModel
import ProgramStart
import Translations

/// The program `netdiag-serve`, which `netdiag serve` starts.
public enum ServeProgram {
    /// Runs the command line. It is not asynchronous, since threads would start before descriptors are reserved for them.
    public static func main() -> Never {
        ProgramStart.prepare("netdiag serve", descriptors: 32)
        Task.detached { await run() }
        dispatchMain()
    }

    private static func run() async -> Never {
        await Language.$current.withValue(language) { await runCommand() }
        exit(EXIT_SUCCESS)
    }

    /// The language of the text output is that of the locale, as in `netdiag`.
    private static var language: Language {
        let isJSON = CommandLine.arguments.contains("--json")
        return isJSON || !LocaleCharset.isUTF8() ? .english : Language(environment: LocaleCharset.value)
    }

    private static func runCommand() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == ServeCompletionCommand.word, let command = CommandDescription.serve {
            let completion = ServeCompletion(command: command) { RunName.listening() }
            for line in ServeCompletionCommand.lines(Array(arguments.dropFirst()), completion) { print(line) }
            exit(EXIT_SUCCESS)
        }
        do {
            if asksForHelp {
                print(ServeHelp.text)
                exit(EXIT_SUCCESS)
            }
            var command = try ServeRootCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch {
            end(with: error)
        }
    }

    /// Whether help for the program as a whole is requested, without a subcommand.
    private static var asksForHelp: Bool {
        let arguments = CommandLine.arguments.dropFirst()
        return arguments.count == 1 && ["-h", "--help", "help"].contains(arguments.first)
    }

    /// Writes the error message on one line, in characters that the locale supports. `ParsableArguments.exit(withError:)` would
    /// write the bytes of the arguments unchanged.
    private static func end(with error: any Error) -> Never {
        let status = ServeRootCommand.exitCode(for: error)
        let text = ServeRootCommand.fullMessage(for: error)
        let message = ServeRootCommand.message(for: error)
        if status == .success {
            if !text.isEmpty { print(text) }
        } else if !message.isEmpty {
            ErrorMessage.write(UsageLine.text(message, in: text))
        }
        exit(status.rawValue)
    }
}
