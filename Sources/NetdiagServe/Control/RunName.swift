import Glibc
import NetworkFaults
import NetworkModel

/// The names of runs, and the sockets by which they are controlled.
enum RunName {
    /// Of a run without a name of its own: its PID, and a random number where another run has the same, in a container that shares
    /// the directory, or has left its socket behind.
    ///
    /// - Throws: ``FaultError/system(_:)`` as ``directory()`` does.
    static func usual() throws(FaultError) -> String {
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

    /// The directory of the sockets: this user's, and nobody else may enter it. It is made where it is missing.
    ///
    /// - Throws: ``FaultError/system(_:)`` where it cannot be made, or is somebody else's.
    static func directory() throws(FaultError) -> String {
        let user = getuid()
        let path =
            if let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), runtime.hasPrefix("/") {
                "\(runtime)/netdiag-serve"
            } else if user == 0, isDirectoryOfRoot("/run") {
                // Nobody else can take the name there, as any user can in /tmp.
                "/run/netdiag-serve"
            } else {
                "/tmp/netdiag-serve-\(user)"
            }
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw .system("\(SafeText.shown(path)) cannot be made: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user,
            status.st_mode & 0o077 == 0
        else {
            throw .system(
                "\(SafeText.shown(path)) is not a directory of this user alone; remove it, or set XDG_RUNTIME_DIR")
        }
        return path
    }

    /// Whether a directory is there in which root alone may make anything.
    private static func isDirectoryOfRoot(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == 0
            && status.st_mode & 0o022 == 0 && access(path, W_OK) == 0
    }

    /// Removes the socket of a run that was killed: nobody listens at it. One of the last ten seconds may be about to be listened at.
    static func forget(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, FileAge.seconds(status) > 10
        else { return }
        unlink(path)
    }

    /// The runs whose sockets are there, in the order of their names.
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
