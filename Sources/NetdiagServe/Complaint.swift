import ArgumentParser
import Glibc
import LocaleText
import NetdiagConfiguration
import NetworkFaults

/// Says why a command ends, on standard error.
enum Complaint {
    /// A line for each problem.
    ///
    /// - Returns: What to throw: the status is 64 for what was asked wrongly, and 3 for what the machine refuses, as a port that is
    ///   taken.
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
            write("the run has ended before it had answered")
            return ExitCode(3)
        default: return error
        }
    }

    /// Writes each line with the program's name before it.
    static func write(_ text: String) {
        LocaleStandardError.write(text.split(separator: "\n").map { "netdiag serve: \($0)\n" }.joined())
    }
}
