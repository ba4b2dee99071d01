import ArgumentParser
import Glibc

/// `netdiagd` is the daemon; `netdiagd --once COMMAND …` does one piece of its work and ends.
@main
enum Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--once" {
            await Once.main(Array(arguments.dropFirst()))
        } else {
            await Netdiagd.main(arguments)
            // exit(3) would have OpenSSL free what the loops' threads, which are ending too, have not let go of yet.
            fflush(nil)
            _exit(0)
        }
    }
}
