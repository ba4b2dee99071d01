import CNetlink
import Glibc
import NetworkModel

/// Detects possible changes of the resolver's files, and a new system bus (inotify(7)).
///
/// It watches the files themselves, since a bind-mounted one (containers) is changed in place, and the directory of each,
/// since most programs rename a new file over the old one. For a symbolic link, the same applies to its destination. If a
/// directory does not exist yet, the nearest existing parent is watched.
///
/// It belongs to the monitor: not `Sendable`.
final class ResolverWatch {
    let fd: CInt
    private let files: [String]
    /// The names to look for in each watched directory; an empty set is a watched file.
    private var watched: [CInt: Set<String>] = [:]

    /// The maximum number of symbolic links that are followed, which is more than anyone needs, but less than
    /// path_resolution(7) allows.
    private static let maxLinks = 8

    /// Starts to watch.
    ///
    /// - Returns: `nil` if no inotify instance is available (`fs.inotify.max_user_instances`): edits of the resolver
    ///   configuration are then noticed when the kernel's next message requires a snapshot.
    init?(reader: ResolverReader) {
        files = [reader.resolvConf, reader.upstreamList, reader.bus]
        fd = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard fd >= 0 else { return nil }
        arm()
    }

    deinit { close(fd) }

    /// Reads the waiting events.
    ///
    /// - Returns: Whether they concern one of the files.
    func readEvents() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var concerns = false
        // This is only a bound: the queue holds fs.inotify.max_queued_events.
        for _ in 0..<1_024 {
            let count = buffer.withUnsafeMutableBytes { read(fd, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            if concernsFiles(buffer[..<count]) { concerns = true }
        }
        if concerns { arm() }
        return concerns
    }

    /// Parses `struct inotify_event`: watch, mask, cookie, length of the name, name.
    private func concernsFiles(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let watch = rest.integer(at: 0, as: CInt.self), let mask = rest.integer(at: 4, as: UInt32.self),
            let length = rest.integer(at: 12, as: UInt32.self).map(Int.init)
        {
            let name = rest.from(16).prefix(length).cString
            rest = rest.from(16 + length)
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            // There may still be events of watches that arm() has removed.
            guard let names = watched[watch] else { continue }
            let isGone = mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0
            if names.isEmpty || names.contains(name) || isGone { return true }
        }
        return false
    }

    /// Watches the current destinations of the paths.
    private func arm() {
        var wanted: [CInt: Set<String>] = [:]
        for file in files {
            for (path, name) in Self.places(of: file) {
                let what =
                    name == nil
                    ? IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
                    : IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
                        | IN_MOVE_SELF | Int32(bitPattern: UInt32(IN_ONLYDIR))
                // The same inode gets the same number; all masks of a directory are the same.
                let watch = inotify_add_watch(fd, path, UInt32(bitPattern: Int32(what)))
                guard watch >= 0 else { continue }
                if let name { wanted[watch, default: []].insert(name) } else { wanted[watch] = [] }
            }
        }
        for watch in watched.keys where wanted[watch] == nil { inotify_rm_watch(fd, watch) }
        watched = wanted
    }

    /// The directories with the name to look for in them, and files (without a name).
    private static func places(of file: String) -> [(path: String, name: String?)] {
        var places: [(path: String, name: String?)] = []
        var path = file
        for _ in 0..<maxLinks {
            var (directory, name) = (FilePath.directory(of: path), FilePath.name(of: path))
            while access(directory, F_OK) != 0, directory != "/", directory != "." {
                (directory, name) = (FilePath.directory(of: directory), FilePath.name(of: directory))
            }
            places.append((directory, name))
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(path, &target, target.count - 1)
            guard length > 0 else { break }
            let text = String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = text.hasPrefix("/") ? text : FilePath.directory(of: path) + "/" + text
        }
        if access(path, F_OK) == 0 { places.append((path, nil)) }
        return places
    }
}
