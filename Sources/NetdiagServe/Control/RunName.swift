import Glibc
import NetworkFaults
import NetworkModel
import Translations

/// The names of runs, and their control sockets.
enum RunName {
    /// The name of a run without a name of its own: its PID, with a random number if another run in a container that shares the
    /// directory has the same PID, or has left its socket behind.
    ///
    /// - Throws: ``FaultError/system(_:)``; see ``directory()``.
    static func defaultPath() throws(FaultError) -> String {
        let (directory, name) = (try directory(), "serve-\(getpid())")
        guard access("\(directory)/\(name).sock", F_OK) == 0 else { return name }
        return "\(name)-\(UInt32.random(in: 2...9_999_999))"
    }

    static func isGood(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                let scalar = Unicode.Scalar(byte)
                return scalar.isASCII
                    && (scalar.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains(scalar))
            }
    }

    /// The directory of the sockets, which only this user may enter. It is created if it is missing.
    ///
    /// - Throws: ``FaultError/system(_:)`` if it cannot be created, or belongs to another user.
    static func directory() throws(FaultError) -> String {
        let user = getuid()
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        return try createDirectory(place(for: user, runtime: runtime, users: "/run/user"), of: user)
    }

    /// The path of the directory for a user.
    ///
    /// - Parameters:
    ///   - runtime: The value of `XDG_RUNTIME_DIR`.
    ///   - users: The directory with the runtime directories of users (pam_systemd(8)). Without a login session, the variable is
    ///     missing, but the directory may be there.
    static func place(for user: uid_t, runtime: String?, users: String) -> String {
        if let runtime, runtime.hasPrefix("/") { return "\(runtime)/netdiag-serve" }
        // No other user can create the directory in these, unlike in /tmp.
        if user == 0, isOwn("/run", user) { return "/run/netdiag-serve" }
        if isOwn("\(users)/\(user)", user) { return "\(users)/\(user)/netdiag-serve" }
        return "/tmp/netdiag-serve-\(user)"
    }

    /// Creates the directory if it is missing.
    ///
    /// - Throws: ``FaultError/system(_:)`` if it cannot be created, or if other users can access it.
    static func createDirectory(_ path: String, of user: uid_t) throws(FaultError) -> String {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            let error = FactWords.local(String(cString: strerror(errno)))
            throw .system(ToolPhrase.socketDirectoryNotMade.text(["path": SafeText.shown(path), "error": error]))
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user,
            status.st_mode & 0o077 == 0
        else {
            let facts = ["path": SafeText.shown(path), "variable": "XDG_RUNTIME_DIR"]
            throw .system(ToolPhrase.socketDirectoryOpen.text(facts))
        }
        return path
    }

    /// Whether the directory exists and only this user, who owns it, can create files in it.
    private static func isOwn(_ path: String, _ user: uid_t) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user
            && status.st_mode & 0o022 == 0 && access(path, W_OK) == 0
    }

    /// Removes the socket of a run that was killed, at which no process listens. A socket that is less than ten seconds old is
    /// kept, since its run may be about to listen.
    static func removeStaleSocket(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, FileAge.seconds(status) > 10
        else { return }
        unlink(path)
    }

    /// The names of the runs that listen, for completions. A socket remains when a run is killed.
    static func listening() -> [String] {
        guard let directory = try? directory(), let names = try? all() else { return [] }
        return names.filter { name in
            let descriptor = socket(
                AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let path = Array("\(directory)/\(name).sock".utf8)
            guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
        }
    }

    /// The names of the runs with sockets, sorted.
    static func all() throws(FaultError) -> [String] {
        let path = try directory()
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let file = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if file.hasSuffix(".sock"), isGood(String(file.dropLast(5))) { names.append(String(file.dropLast(5))) }
        }
        return names.sorted()
    }
}
