package import Glibc
package import NetworkModel

/// The content of a regular file, read at once and without blocking.
package struct RegularFile {
    package let bytes: [UInt8]
    /// The permission bits.
    package let mode: mode_t

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - maxBytes: The maximum number of bytes.
    ///   - check: Checks the permissions before anything is read.
    /// - Throws: ``SettingsError``, whose reason follows the name of the file.
    package static func read(
        _ path: String, maxBytes: Int, check: (mode_t) throws(SettingsError) -> Void = { _ throws(SettingsError) in }
    ) throws(SettingsError) -> RegularFile {
        guard !path.utf8.contains(0) else { throw SettingsError("cannot be read: a name cannot contain a NUL") }
        // Opening a FIFO for reading waits for a writer, unless O_NONBLOCK is given (open(2)).
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        let before = try status(descriptor)
        guard before.st_mode & S_IFMT == S_IFREG else {
            throw SettingsError("cannot be read: it is \(kind(before.st_mode)); name a regular file")
        }
        try check(before.st_mode & 0o7777)
        let bytes = try content(descriptor, maxBytes: maxBytes)
        let after = try status(descriptor)
        guard before.st_size == after.st_size, modified(before) == modified(after) else {
            throw SettingsError("cannot be read: it is being written just now; try again")
        }
        return RegularFile(bytes: bytes, mode: before.st_mode & 0o7777)
    }

    private static func content(_ descriptor: CInt, maxBytes: Int) throws(SettingsError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= maxBytes else {
                throw SettingsError("cannot be read: it is longer than \(maxBytes) bytes; it should be shorter")
            }
        }
    }

    private static func status(_ descriptor: CInt) throws(SettingsError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        return status
    }

    /// The time as bytes, since the module of `timespec` depends on the other imports.
    private static func modified(_ status: stat) -> [UInt8] {
        withUnsafeBytes(of: status.st_mtim) { Array($0) }
    }

    private static func failure() -> SettingsError {
        SettingsError("cannot be read: \(String(cString: strerror(errno)))")
    }

    private static func kind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a directory"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
