import Glibc

/// How much has been read from a connection.
enum TakenBytes {
    /// The offset of `tcpi_bytes_received` in the kernel's `struct tcp_info` (linux/tcp.h, since Linux 4.1), which is longer than
    /// the C library's.
    private static let receivedAt = 128

    /// Bytes that have come (tcp(7), `TCP_INFO`), less those that wait to be read.
    ///
    /// - Returns: `nil` if the kernel does not say.
    static func of(_ socket: CInt) -> Int? {
        var info = [UInt8](repeating: 0, count: receivedAt + 8)
        var length = socklen_t(info.count)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, Int(length) == info.count else {
            return nil
        }
        let received = info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: receivedAt, as: UInt64.self) }
        // Asked behind the other: what comes between the two makes the result less, never more.
        var waiting: CInt = 0
        guard ioctl(socket, UInt(FIONREAD), &waiting) == 0 else { return nil }
        return Int(clamping: received) - Int(waiting)
    }
}
