import Glibc

/// Detects whether a file has changed since it was read, without reading it.
struct TokenFile: Sendable, Equatable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    /// The times as bytes, since the module of `timespec` depends on the other imports.
    private let times: [UInt8]

    /// - Returns: `nil` if the file's status cannot be read.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        times = withUnsafeBytes(of: status.st_mtim) { Array($0) } + withUnsafeBytes(of: status.st_ctim) { Array($0) }
    }
}
