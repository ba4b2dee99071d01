import Glibc
import NetworkModel

/// A directory of one run that nobody else may enter, gone with what lies in it when ``remove()`` is called.
public struct RunDirectory: Sendable, Hashable {
    /// Its absolute path.
    public let path: String

    /// Makes a directory under `$TMPDIR` or `/tmp`, with mode 0700 (mkdtemp(3)).
    ///
    /// - Throws: ``FaultError/system(_:)`` where none can be made.
    public init() throws(FaultError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/netdiag-serve-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .system("no directory can be made in \(SafeText.shown(parent)): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file that only this user may read.
    ///
    /// - Parameter name: Without slashes.
    /// - Returns: Its path.
    public func write(_ bytes: [UInt8], as name: String) throws(FaultError) -> String {
        precondition(!name.contains("/"), "a file of a run lies in its directory")
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .system("\(SafeText.shown(file)) cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .system("\(SafeText.shown(file)) cannot be written: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(count)
        }
        return file
    }

    /// Removes the files and the directory.
    public func remove() {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { unlink("\(path)/\(name)") }
        }
        closedir(directory)
        rmdir(path)
    }
}
