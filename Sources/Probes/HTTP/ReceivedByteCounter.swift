import Glibc

/// The number of bytes that were read from a connection.
enum ReceivedByteCounter {
    /// The offset of `tcpi_bytes_received` in the kernel's `struct tcp_info` (linux/tcp.h, since Linux 4.1), which is longer than
    /// the C library's.
    private static let receivedAt = 128

    /// The bytes that arrived (tcp(7), `TCP_INFO`), without those that wait to be read.
    ///
    /// - Returns: `nil` if the kernel does not report it.
    static func of(_ socket: CInt) -> Int? {
        var info = [UInt8](repeating: 0, count: receivedAt + 8)
        var length = socklen_t(info.count)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, Int(length) == info.count else {
            return nil
        }
        let received = info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: receivedAt, as: UInt64.self) }
        // Read afterwards: bytes that arrive between the two calls make the result smaller, never larger.
        var waiting: CInt = 0
        guard ioctl(socket, UInt(FIONREAD), &waiting) == 0 else { return nil }
        return Int(clamping: received) - Int(waiting)
    }
}
