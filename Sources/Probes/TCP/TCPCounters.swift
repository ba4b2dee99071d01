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

    /// The state of a connection attempt.
    enum Progress {
        /// Nothing has arrived yet.
        case underWay
        case established
        /// The attempt has failed, or the connection is over.
        case ended
    }

    /// How far a connection attempt is. Within this machine, also to its containers, connect(2) of Linux returns after the whole
    /// handshake, although it reports that it has only begun (`EINPROGRESS`). There is nothing to wait for then.
    static func progress(of socket: CInt) -> Progress {
        // The first byte of `tcp_info` is the state.
        var state: UInt8 = 0
        var length = socklen_t(1)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &state, &length) == 0, length == 1 else {
            return .underWay
        }
        switch Int(state) {
        case TCP_SYN_SENT, TCP_SYN_RECV: return .underWay
        case TCP_ESTABLISHED, TCP_CLOSE_WAIT: return .established
        default: return .ended
        }
    }
}
