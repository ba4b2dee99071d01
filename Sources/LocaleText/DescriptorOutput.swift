import Glibc

/// Output to file descriptors.
public enum DescriptorOutput {
    /// Writes all bytes, and waits if the descriptor does not accept more at present.
    ///
    /// - Returns: 0, or the `errno` of the error.
    public static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + offset, $0.count - offset) }
            if count >= 0 {
                offset += count
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
