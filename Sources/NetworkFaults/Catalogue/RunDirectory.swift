import Glibc
import NetworkModel

/// A private directory of one run. ``remove()`` deletes it with its content.
public struct RunDirectory: Sendable {
    /// The prefix of the directories' names.
    private static let prefix = "netdiag-serve-run-"
    /// The maximum depth of nested directories that are removed.
    private static let maxDepth = 8

    /// The absolute path.
    public let path: String
    private let lock: DirectoryLock?

    /// Creates a directory in `$TMPDIR` or `/tmp` with mode 0700 (mkdtemp(3)), and removes the directories of runs that
    /// were killed.
    ///
    /// - Throws: ``FaultError/system(_:)`` if no directory can be created.
    public init() throws(FaultError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        Self.sweep(parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .system("no directory can be made in \(SafeText.shown(parent)): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        lock = DirectoryLock(path)
    }

    private init(left path: String, _ lock: DirectoryLock) { (self.path, self.lock) = (path, lock) }

    /// Removes directories of this user that no process has locked. Recent ones are kept for a minute, since they may
    /// not be locked yet.
    private static func sweep(_ parent: String) {
        for name in names(in: parent) where name.hasPrefix(prefix) {
            var status = stat()
            let path = "\(parent)/\(name)"
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
                FileAge.seconds(status) > 60, let lock = DirectoryLock(path)
            else { continue }
            RunDirectory(left: path, lock).remove()
        }
    }

    /// Returns the names in a directory; none if it cannot be read.
    private static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while names.count < 10_000, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Writes a file that only this user may read.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: The name, without slashes.
    /// - Returns: The path of the file.
    /// - Throws: ``FaultError/system(_:)`` if the file cannot be written.
    public func write(_ bytes: [UInt8], as name: String) throws(FaultError) -> String {
        precondition(!name.contains("/"), "a file of a run lies in its directory")
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .system("\(SafeText.shown(file)) cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        guard FileReplacement.write(bytes, to: descriptor) else {
            throw .system("\(SafeText.shown(file)) cannot be written: \(String(cString: strerror(errno)))")
        }
        return file
    }

    /// Removes the directory with its content. Symbolic links are removed, but not followed.
    public func remove() { Self.remove(path, depth: 0) }

    private static func remove(_ path: String, depth: Int) {
        for name in names(in: path) {
            let item = "\(path)/\(name)"
            // unlink(2) refuses directories.
            if unlink(item) != 0, errno == EISDIR, depth < maxDepth { remove(item, depth: depth + 1) }
        }
        rmdir(path)
    }
}
