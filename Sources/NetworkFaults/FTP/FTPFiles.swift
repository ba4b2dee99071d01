import Synchronization

/// The files of an FTP server in memory, by absolute path. Its directories are `/` and those with files in them.
final class FTPFiles: Sendable {
    private let contents: Mutex<[String: [UInt8]]>

    init(_ files: [String: String]) {
        contents = Mutex(files.mapValues { Array($0.utf8) })
    }

    func read(_ path: String) -> [UInt8]? { contents.withLock { $0[path] } }

    /// Stores a file.
    ///
    /// - Returns: `false` if there are too many files.
    func store(_ bytes: [UInt8], at path: String) -> Bool {
        contents.withLock { contents in
            guard contents.count < FTPFileServer.maxFiles || contents[path] != nil else { return false }
            contents[path] = bytes
            return true
        }
    }

    func remove(_ path: String) -> Bool { contents.withLock { $0.removeValue(forKey: path) != nil } }

    func isDirectory(_ path: String) -> Bool {
        path == "/" || contents.withLock { $0.keys.contains { $0.hasPrefix(path + "/") } }
    }

    /// Returns the list of a directory, one line for each file: with sizes in the format of `ls -l`, or only the names.
    ///
    /// - Parameter isShown: Whether the file with this path is in the list.
    func list(_ directory: String, isLong: Bool, _ isShown: (String) -> Bool) -> String {
        let prefix = directory == "/" ? "/" : directory + "/"
        let here = contents.withLock { $0.filter { $0.key.hasPrefix(prefix) } }.filter { isShown($0.key) }
        return here.sorted { $0.key < $1.key }.map { path, bytes in
            let name = path.dropFirst(prefix.count)
            return (isLong ? "-rw-r--r-- 1 ftp ftp \(bytes.count) Jan  1  2026 \(name)" : "\(name)") + "\r\n"
        }.joined()
    }

    /// Returns the absolute path without `.` and `..`.
    static func resolve(_ path: String, in directory: String) -> String {
        var parts: [Substring] = []
        for part in (path.hasPrefix("/") ? path : directory + "/" + path).split(separator: "/") {
            if part == ".." {
                _ = parts.popLast()
            } else if part != "." {
                parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}
