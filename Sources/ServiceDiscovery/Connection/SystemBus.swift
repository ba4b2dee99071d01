import CAvahi
import EventLoopKit
import Glibc

/// Where the system bus listens, and a watch for its coming.
struct SystemBus: Sendable {
    /// The path of its socket; `nil` where its address is of another kind.
    let path: String?

    /// As libdbus finds it (dbus-daemon(1)).
    init(address: String? = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }) {
        guard let address, !address.isEmpty else {
            path = "/run/dbus/system_bus_socket"
            return
        }
        path =
            address.split(separator: ";").lazy
            .compactMap { $0.hasPrefix("unix:path=") ? String($0.dropFirst(10).prefix { $0 != "," }) : nil }.first
    }

    /// An inotify(7) descriptor that becomes readable when something appears in the nearest directory that there is.
    ///
    /// - Returns: `nil` where nothing can be watched: then the retries of a timer have to do.
    func watch() -> CInt? {
        guard let path else { return nil }
        let fd = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard fd >= 0 else { return nil }
        var directory = Self.parent(path)
        while access(directory, F_OK) != 0, directory != "/" { directory = Self.parent(directory) }
        guard inotify_add_watch(fd, directory, UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF)) >= 0 else {
            close(fd)
            return nil
        }
        return fd
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
