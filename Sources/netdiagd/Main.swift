import ArgumentParser
import Glibc

/// `netdiagd`, the daemon.
@main
enum Main {
    static func main() async {
        await Netdiagd.main()
        // exit(3) would have OpenSSL free what the loops' threads, which are ending too, have not let go of yet.
        fflush(nil)
        _exit(0)
    }
}
