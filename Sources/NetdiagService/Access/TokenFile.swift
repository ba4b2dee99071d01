import Glibc

/// Detects whether a file has changed since it was read, without reading it.
struct TokenFile: Sendable, Equatable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    /// As bytes: which module `timespec` belongs to differs with what else is imported.
    private let times: [UInt8]

    /// - Returns: `nil` if nothing can be said of it.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        times = withUnsafeBytes(of: status.st_mtim) { Array($0) } + withUnsafeBytes(of: status.st_ctim) { Array($0) }
    }
}
