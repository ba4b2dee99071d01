import CNetlink
import Glibc

/// Tells when one of the resolver's files may have changed (inotify(7)).
///
/// Watched are the files themselves, since one that is bind-mounted (containers) is changed in place, and the directory
/// of each, since most programs rename a new file over the old one; where a file is a symbolic link, the same for what it
/// leads to. Of a directory that is not there yet, the nearest one that is.
///
/// Belongs to the monitor: not `Sendable`.
final class ResolverWatch {
    let fd: CInt
    private let files: [String]
    /// Names to look for in each watched directory; an empty set is a watched file.
    private var watched: [CInt: Set<String>] = [:]

    /// Steps of symbolic links that are followed, as many as path_resolution(7) allows for are more than anyone needs.
    private static let maximumLinks = 8

    /// - Returns: `nil` if the machine has no inotify instance left (`fs.inotify.max_user_instances`): then edits of
    ///   the resolver's configuration are seen when the kernel's next message asks for a snapshot.
    init?(reader: ResolverReader) {
        files = [reader.resolvConf, reader.upstreamList]
        fd = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard fd >= 0 else { return nil }
        arm()
    }

    deinit { close(fd) }

    /// Takes up what waits.
    ///
    /// - Returns: Whether it concerns one of the files.
    func readEvents() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var concerns = false
        // A bound, not an expectation: the queue holds fs.inotify.max_queued_events.
        for _ in 0..<1_024 {
            let count = buffer.withUnsafeMutableBytes { read(fd, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            if concernsFiles(buffer[..<count]) { concerns = true }
        }
        if concerns { arm() }
        return concerns
    }

    /// `struct inotify_event`: watch, mask, cookie, length of the name, name.
    private func concernsFiles(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let watch = rest.integer(at: 0, as: CInt.self), let mask = rest.integer(at: 4, as: UInt32.self),
            let length = rest.integer(at: 12, as: UInt32.self).map(Int.init)
        {
            let name = rest.from(16).prefix(length).cString
            rest = rest.from(16 + length)
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            // Watches that arm() has removed may still have events queued.
            guard let names = watched[watch] else { continue }
            let isGone = mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0
            if names.isEmpty || names.contains(name) || isGone { return true }
        }
        return false
    }

    /// Watches what the paths lead to now.
    private func arm() {
        var wanted: [CInt: Set<String>] = [:]
        for file in files {
            for (path, name) in Self.places(of: file) {
                let what =
                    name == nil
                    ? IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
                    : IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
                        | IN_MOVE_SELF | Int32(bitPattern: UInt32(IN_ONLYDIR))
                // The same inode gives the same number; masks of a directory are all alike.
                let watch = inotify_add_watch(fd, path, UInt32(bitPattern: Int32(what)))
                guard watch >= 0 else { continue }
                if let name { wanted[watch, default: []].insert(name) } else { wanted[watch] = [] }
            }
        }
        for watch in watched.keys where wanted[watch] == nil { inotify_rm_watch(fd, watch) }
        watched = wanted
    }

    /// Directories with the name to look for in them, and files (without a name).
    private static func places(of file: String) -> [(path: String, name: String?)] {
        var places: [(path: String, name: String?)] = []
        var path = file
        for _ in 0..<maximumLinks {
            var (directory, name) = split(path)
            while access(directory, F_OK) != 0, directory != "/", directory != "." {
                (directory, name) = split(directory)
            }
            places.append((directory, name))
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(path, &target, target.count - 1)
            guard length > 0 else { break }
            let text = String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = text.hasPrefix("/") ? text : split(path).directory + "/" + text
        }
        if access(path, F_OK) == 0 { places.append((path, nil)) }
        return places
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return (directory, String(path[path.index(after: slash)...]))
    }
}
