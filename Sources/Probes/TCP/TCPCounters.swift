import CSockets
import Glibc
import NetworkModel

/// The kernel's counters of a connection (tcp(7), `TCP_INFO`).
enum TCPCounters {
    /// The length of the structure up to the last counter that is read, in bytes. Older kernels fill in less.
    private static let size = 228

    /// The places of the counters in `struct tcp_info` of linux/tcp.h, of which the C library declares only the beginning.
    private enum Place {
        static let state = 0
        static let unacknowledged = 24
        static let roundTrip = 68
        static let retransmitted = 100
        static let acknowledged = 120
        static let received = 128
        static let sent = 136
        static let duplicates = 216
        static let outOfOrder = 224
    }

    /// The counted packets of a connection, including SYNs.
    ///
    /// - Returns: `nil` if the kernel does not report them, as for a closed descriptor.
    static func packets(of socket: CInt) -> TCPEvidence.Packets? { read(socket)?.packets }

    /// A FIN of this machine that the peer has not acknowledged yet.
    struct PendingEnd: Sendable {
        /// The smoothed round-trip time.
        var roundTrip: Duration
        /// Whether a packet of the connection had to be repeated.
        var hasRepeated: Bool
    }

    /// The end of a connection whose side here was closed.
    struct End: Sendable {
        /// The FIN, until the peer has acknowledged it; `nil` since then.
        var pending: PendingEnd?
        /// The counted packets of the connection.
        var packets: TCPEvidence.Packets
    }

    /// The state of the end of a connection.
    ///
    /// - Returns: `nil` if the kernel does not report it, as for a closed descriptor.
    static func end(of socket: CInt) -> End? {
        guard let (packets, state, roundTrip) = read(socket) else { return nil }
        let isPending =
            switch state {
            // TCP_FIN_WAIT1, TCP_LAST_ACK and TCP_CLOSING of the kernel's include/net/tcp_states.h.
            case 4, 9, 11: true
            default: false
            }
        return End(
            pending: isPending ? PendingEnd(roundTrip: roundTrip, hasRepeated: packets.repeated > 0) : nil,
            packets: packets)
    }

    private static func read(
        _ socket: CInt
    ) -> (packets: TCPEvidence.Packets, state: UInt8, roundTrip: Duration)? {
        structure(of: socket, through: Place.retransmitted) { buffer, length in
            func count(_ place: Int) -> Int { Int(buffer.load(fromByteOffset: place, as: UInt32.self)) }
            var packets = TCPEvidence.Packets(
                sent: count(Place.sent), repeated: count(Place.retransmitted), duplicates: count(Place.duplicates),
                outOfOrder: count(Place.outOfOrder))
            let state = buffer.load(fromByteOffset: Place.state, as: UInt8.self)
            // The SYN counts as one byte (linux/tcp.h, `tcpi_bytes_acked`).
            if length > Place.sent, Int(state) == TCP_ESTABLISHED, count(Place.unacknowledged) > 0,
                buffer.load(fromByteOffset: Place.acknowledged, as: UInt64.self) <= 1
            {
                packets.isUnacknowledged = true
            }
            return (packets, state, .microseconds(count(Place.roundTrip)))
        }
    }

    /// Calls the body with the structure, whose rest is zero, and the length that the kernel has filled in.
    ///
    /// - Returns: `nil` if the kernel does not fill it in up to a place.
    private static func structure<Value>(
        of socket: CInt, through place: Int, _ body: (UnsafeMutableRawBufferPointer, Int) -> Value
    ) -> Value? {
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            var length = socklen_t(size)
            guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, buffer.baseAddress, &length) == 0, length > place
            else { return nil }
            return body(buffer, Int(length))
        }
    }

    /// The number of bytes of data that the peer has sent.
    ///
    /// - Returns: `nil` if the kernel does not report it, as for a closed descriptor.
    static func receivedBytes(of socket: CInt) -> UInt64? {
        structure(of: socket, through: Place.sent) { buffer, _ in
            buffer.load(fromByteOffset: Place.received, as: UInt64.self)
        }
    }

    /// The number of retransmitted packets, including SYNs.
    ///
    /// - Returns: `nil` if the kernel does not report it, as for a closed socket.
    static func retransmissions(of socket: CInt) -> Int? { packets(of: socket)?.repeated }

    /// The maximum segment size that this machine announced to the peer, in bytes of data.
    ///
    /// - Returns: `nil` if the kernel does not report it, as for a socket that is not TCP.
    static func announcedSegment(of socket: CInt) -> Int? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        // The kernel reports it without the option for timestamps (RFC 7323 section 3.2), which each segment has.
        let hasTimestamps = info.tcpi_options & UInt8(TCPI_OPT_TIMESTAMPS) != 0
        return Int(info.tcpi_advmss) + (hasTimestamps ? 12 : 0)
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
