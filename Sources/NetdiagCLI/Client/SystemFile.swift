import Glibc

/// Reads small files of the system.
enum SystemFile {
    /// Returns the first 64 KiB of a file, or nothing if it cannot be read.
    static func read(_ path: String) -> [UInt8] {
        // Without `O_NONBLOCK`, opening a FIFO without a writer would block.
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard fd >= 0 else { return [] }
        defer { close(fd) }
        return Array(unsafeUninitializedCapacity: 65_536) { buffer, count in
            while count < buffer.count {
                let got = Glibc.read(fd, buffer.baseAddress! + count, buffer.count - count)
                guard got > 0 else { break }
                count += got
            }
        }
    }
}
