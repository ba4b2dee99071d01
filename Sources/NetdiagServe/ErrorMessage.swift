import ArgumentParser
import Glibc
import LocaleText
import NetdiagConfiguration
import NetworkFaults
import Translations

/// Writes the reason why a command ends to standard error.
enum ErrorMessage {
    /// Writes a line for each problem.
    ///
    /// - Returns: The error to throw. Its exit status is 64 for wrong usage, and 3 for problems of the machine, such as a port
    ///   that is in use.
    static func exit(_ error: any Error) -> any Error {
        switch error {
        case let error as ConfigurationError:
            write(error.description)
            return ExitCode(EX_USAGE)
        case let error as FaultError:
            write(error.description)
            if case .usage = error { return ExitCode(EX_USAGE) }
            return ExitCode(3)
        case is RunEnded:
            write(ToolPhrase.runEndedBefore.text)
            return ExitCode(3)
        default: return error
        }
    }

    /// Writes each line with the program's name as its prefix.
    static func write(_ text: String) {
        LocaleStandardError.write(text.split(separator: "\n").map { "netdiag serve: \($0)\n" }.joined())
    }
}
