import CSockets
import Glibc

/// `netdiag-arp` sends ARP requests and watches packets for netdiagd, which is not permitted to open packet sockets itself.
///
/// systemd starts it with a listening socket (sd_listen_fds(3)). It ends when no client has connected for a while. It has
/// CAP_NET_RAW and no other capability. What it does for clients is bounded: two requests for an address of the link, or for
/// one of this machine's own, a few times a second. It tells them nothing about packets of others (decision 130).
@main
enum HelperMain {
    static func main() {
        // A write beyond the limit of file sizes fails instead of ending the helper.
        signal(SIGXFSZ, SIG_IGN)
        guard let listener = inherited() else {
            writeError("it is started by systemd: systemctl start netdiag-arp.socket")
            exit(64)
        }
        var helper = Helper(listener: listener)
        helper.run()
    }

    /// The inherited socket: a listening stream socket (unix(7)).
    private static func inherited() -> CInt? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let descriptor: CInt = 3
        guard variable("LISTEN_PID") == "\(getpid())", variable("LISTEN_FDS") == "1",
            option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            option(SO_TYPE, of: descriptor) == CInt(NETDIAG_STREAM), option(SO_ACCEPTCONN, of: descriptor) == 1
        else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return descriptor
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }

    private static func writeError(_ text: String) {
        let line = Array("netdiag-arp: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
