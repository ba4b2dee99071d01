import CSockets
import Glibc

/// The kernel's counters of a connection (tcp(7), `TCP_INFO`).
enum TCPCounters {
    /// The number of retransmitted packets, including SYNs.
    ///
    /// - Returns: `nil` if the kernel does not report it, as for a closed socket.
    static func retransmissions(of socket: CInt) -> Int? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return Int(info.tcpi_total_retrans)
    }
}
