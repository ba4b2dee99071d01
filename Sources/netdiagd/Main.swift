import ArgumentParser
import Dispatch
import Glibc
import LocaleText
import NetworkModel
import ProgramStart

/// `netdiagd`, the daemon.
@main
enum Main {
    /// Not asynchronous, since threads would start before descriptors are reserved for them.
    static func main() {
        // The daemon itself needs more, and says so.
        ProgramStart.prepare("netdiagd", descriptors: 16)
        Task.detached { await run() }
        dispatchMain()
    }

    private static func run() async {
        // The Swift runtime reads the arguments from /proc/self/cmdline. Without them, `netdiagd --version` would start a
        // daemon.
        guard !CommandLine.arguments.isEmpty else {
            StandardError.write(
                "/proc is not mounted, from which the command line and the facts of the kernel are read: "
                    + "mount -t proc proc /proc")
            _exit(EXIT_FAILURE)
        }
        do {
            var command = try Netdiagd.parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch {
            end(with: error)
        }
        // exit(3) would make OpenSSL free memory that the threads of the event loops, which are also ending, still use. Streams
        // are not flushed either: that would wait for a module of nsswitch.conf(5) that hangs while it reads one.
        _exit(0)
    }

    /// Writes the error message on one line, in characters that the locale supports. `ParsableArguments.exit(withError:)` would
    /// write the bytes of the arguments unchanged.
    private static func end(with error: any Error) -> Never {
        let status = Netdiagd.exitCode(for: error)
        let text = Netdiagd.fullMessage(for: error)
        let message = Netdiagd.message(for: error)
        if status == .success {
            if !text.isEmpty { print(text) }
            fflush(nil)
        } else if !message.isEmpty {
            StandardError.write(UsageLine.text(message, in: text))
        }
        _exit(status.rawValue)
    }
}
