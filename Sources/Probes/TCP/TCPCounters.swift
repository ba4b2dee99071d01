import CSockets
import Glibc

/// What the kernel counts of a connection (tcp(7), `TCP_INFO`).
enum TCPCounters {
    /// Packets that were sent again, SYNs among them.
    ///
    /// - Returns: `nil` if the kernel does not say, as of a socket that is closed.
    static func retransmissions(of socket: CInt) -> Int? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return Int(info.tcpi_total_retrans)
    }
}
