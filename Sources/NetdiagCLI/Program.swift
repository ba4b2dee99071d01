import ArgumentParser
import Glibc

/// The program `netdiag`, from its arguments to its exit status.
public enum Program {
    /// Runs what the command line asks for.
    public static func run() -> Never {
        StandardStream.reserve()
        InterruptHandler.install()
        // Only a hint: what the command line means is read below.
        if CommandLine.arguments.contains("--no-daemon"), CommandLine.arguments.contains("check") {
            OwnChecks.prepare()
        }
        do {
            var command = try Netdiag.parseAsRoot()
            try command.run()
            exit(ExitStatus.up.rawValue)
        } catch let failure as Failure {
            if let line = failure.line { StandardStream.complain("netdiag: \(line)") }
            exit(failure.exitStatus.rawValue)
        } catch {
            Netdiag.exit(withError: error)
        }
    }
}

extension ExitStatus {
    /// Ends the command with this status; nothing more is said.
    func end() throws {
        guard self == .up else { throw ExitCode(rawValue) }
    }
}
