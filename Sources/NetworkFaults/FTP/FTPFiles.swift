import Synchronization

/// The files of an FTP server by their absolute paths, in memory. Directories are those that files lie in, and `/`.
final class FTPFiles: Sendable {
    private let contents: Mutex<[String: [UInt8]]>

    init(_ files: [String: String]) {
        contents = Mutex(files.mapValues { Array($0.utf8) })
    }

    func read(_ path: String) -> [UInt8]? { contents.withLock { $0[path] } }

    /// - Returns: Whether there was room for it.
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

    /// What lies in a directory, one line each; with sizes as `ls -l` has them, or the names alone.
    func list(_ directory: String, isLong: Bool) -> String {
        let prefix = directory == "/" ? "/" : directory + "/"
        let here = contents.withLock { $0.filter { $0.key.hasPrefix(prefix) } }
        return here.sorted { $0.key < $1.key }.map { path, bytes in
            let name = path.dropFirst(prefix.count)
            return (isLong ? "-rw-r--r-- 1 ftp ftp \(bytes.count) Jan  1  2026 \(name)" : "\(name)") + "\r\n"
        }.joined()
    }

    /// An absolute path without `.` and `..`.
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
