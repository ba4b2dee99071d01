import ArgumentParser
import Glibc

/// `netdiagd`, the daemon.
@main
enum Main {
    static func main() async {
        // The Swift runtime reads the arguments from /proc/self/cmdline. Without them, `netdiagd --version` would be a daemon.
        guard !CommandLine.arguments.isEmpty else {
            StandardError.write(
                "/proc is not mounted, from which the command line and the facts of the kernel are read: "
                    + "mount -t proc proc /proc")
            _exit(EXIT_FAILURE)
        }
        await Netdiagd.main()
        // exit(3) would have OpenSSL free what the loops' threads, which are ending too, have not let go of yet.
        // Nor are streams flushed: that would wait for a module of nsswitch.conf(5) that hangs while it reads one.
        _exit(0)
    }
}
