import ArgumentParser
import Glibc

/// `netdiagd`, the daemon.
@main
enum Main {
    static func main() async {
        await Netdiagd.main()
        // exit(3) would have OpenSSL free what the loops' threads, which are ending too, have not let go of yet.
        // Nor are streams flushed: that would wait for a module of nsswitch.conf(5) that hangs while it reads one.
        _exit(0)
    }
}
