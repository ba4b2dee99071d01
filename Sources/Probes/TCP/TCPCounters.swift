import CSockets
import Glibc
import NetworkModel

/// The kernel's counters of a connection (tcp(7), `TCP_INFO`).
enum TCPCounters {
    /// The length of the structure up to the last counter that is read, in bytes. Older kernels fill in less.
    private static let size = 228

    /// The places of the counters in `struct tcp_info` of linux/tcp.h, of which the C library declares only the beginning.
    private enum Place {
        static let retransmitted = 100
        static let sent = 136
        static let duplicates = 216
        static let outOfOrder = 224
    }

    /// The counted packets of a connection, including SYNs.
    ///
    /// - Returns: `nil` if the kernel does not report them, as for a closed descriptor.
    static func packets(of socket: CInt) -> TCPEvidence.Packets? {
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            var length = socklen_t(size)
            guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, buffer.baseAddress, &length) == 0,
                length > Place.retransmitted
            else { return nil }
            func count(_ place: Int) -> Int { Int(buffer.load(fromByteOffset: place, as: UInt32.self)) }
            return TCPEvidence.Packets(
                sent: count(Place.sent), repeated: count(Place.retransmitted), duplicates: count(Place.duplicates),
                outOfOrder: count(Place.outOfOrder))
        }
    }

    /// The number of retransmitted packets, including SYNs.
    ///
    /// - Returns: `nil` if the kernel does not report it, as for a closed socket.
    static func retransmissions(of socket: CInt) -> Int? { packets(of: socket)?.repeated }
}
