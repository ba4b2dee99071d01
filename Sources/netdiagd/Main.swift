import ArgumentParser
import NetworkDiagnostics

/// `netdiagd` is the daemon; `netdiagd --once COMMAND …` does one piece of its work and ends.
@main
enum Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--once" {
            // Loading takes as long as all the rest of a check nearby.
            if arguments.dropFirst().first == "check" { DiagnosticEngine.prepare() }
            await Once.main(Array(arguments.dropFirst()))
        } else {
            await Netdiagd.main(arguments)
        }
    }
}
