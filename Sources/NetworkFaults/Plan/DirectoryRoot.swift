import CFiles
import Glibc
import NetworkModel

/// A served directory. No path leads out of it (openat2(2), `RESOLVE_BENEATH`).
package final class DirectoryRoot: Sendable {
    /// What a path refers to.
    enum Entry {
        case file(OpenFile)
        /// The names in the directory; those of directories end in a slash.
        case directory([String])
    }

    private let descriptor: CInt
    package let path: String
    /// The maximum number of names in a listing.
    private static let maxNames = 10_000

    /// Opens a directory.
    ///
    /// - Throws: ``FaultError/usage(_:)`` if it is not a readable directory.
    package init(_ path: String) throws(FaultError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .usage("\(SafeText.shown(path)) cannot be served: \(String(cString: strerror(errno)))")
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Returns the relative path of segments; `nil` if one of them is empty, `.` or `..`, or contains a slash or a NUL.
    private static func path(_ segments: [String]) -> String? {
        let isGood = segments.allSatisfy {
            !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(UInt8(ascii: "/")) && !$0.utf8.contains(0)
        }
        guard isGood else { return nil }
        return segments.isEmpty ? "." : segments.joined(separator: "/")
    }

    /// Opens the file or lists the directory at a path.
    ///
    /// - Returns: `nil` if there is nothing readable.
    func entry(_ segments: [String]) -> Entry? {
        guard let path = Self.path(segments) else { return nil }
        let opened = netdiag_open_beneath(descriptor, path, O_RDONLY, 0)
        guard opened >= 0 else { return nil }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            close(opened)
            return nil
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(OpenFile(descriptor: opened, status: status))
        case S_IFDIR: return .directory(Self.names(opened))
        default:
            close(opened)
            return nil
        }
    }

    /// Returns the names in a directory, and closes its descriptor.
    private static func names(_ opened: CInt) -> [String] {
        guard let directory = fdopendir(opened) else {
            close(opened)
            return []
        }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < maxNames, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            names.append(entry.pointee.d_type == UInt8(DT_DIR) ? name + "/" : name)
        }
        return names.sorted()
    }

    /// Stores a file atomically.
    ///
    /// - Returns: Whether the file is new; `nil` if it cannot be stored.
    func store(_ bytes: some Sequence<UInt8> & Collection, at segments: [String]) -> Bool? {
        guard let name = segments.last, let parent = Self.path(segments.dropLast()), Self.path([name]) != nil else {
            return nil
        }
        let directory = netdiag_open_beneath(descriptor, parent, O_RDONLY | O_DIRECTORY, 0)
        guard directory >= 0 else { return nil }
        defer { close(directory) }
        var status = stat()
        let isThere = fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0
        // Symbolic links and devices are not replaced.
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else { return nil }
        let temporary = ".netdiag-serve-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        guard FileReplacement.store(Array(bytes), in: directory, as: name, by: temporary) else { return nil }
        return !isThere
    }

    /// Removes a regular file. The result is `false` if there is none, or it cannot be removed.
    func remove(_ segments: [String]) -> Bool {
        guard let name = segments.last, let parent = Self.path(segments.dropLast()), Self.path([name]) != nil else {
            return false
        }
        let directory = netdiag_open_beneath(descriptor, parent, O_RDONLY | O_DIRECTORY, 0)
        guard directory >= 0 else { return false }
        defer { close(directory) }
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        return unlinkat(directory, name, 0) == 0
    }
}
