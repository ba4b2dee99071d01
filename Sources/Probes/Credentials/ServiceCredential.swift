import Glibc

/// Secrets that the service manager hands over (systemd.exec(5)): they belong to root, and the daemon's user is given copies in
/// `$CREDENTIALS_DIRECTORY`.
///
/// A configuration names them by their own paths, so that it means the same under systemd and without: the unit loads
/// `/etc/netdiag/token` as `token`, and each file NAME of `/etc/netdiag/secrets` as `secrets_NAME`.
public enum ServiceCredential {
    /// The path of the token that privileged clients of the daemon show.
    public static let token = "/etc/netdiag/token"
    private static let folder = "/etc/netdiag/secrets/"

    /// The directory that the service manager names; `nil` without one.
    public static var directory: String? {
        getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Where to read a secret: its copy where there is one, otherwise the path itself.
    public static func path(for path: String, in directory: String? = directory) -> String {
        guard let directory else { return path }
        let copy: String
        if path == token {
            copy = directory + "/token"
        } else if path.hasPrefix(folder), !path.dropFirst(folder.count).utf8.contains(UInt8(ascii: "/")) {
            copy = directory + "/secrets_" + path.dropFirst(folder.count)
        } else {
            return path
        }
        // Where there was nothing to load, the unit hands over a line end alone.
        var status = stat()
        return stat(copy, &status) == 0 && status.st_size > 1 ? copy : path
    }

    /// The rights to a file with a secret that nobody may have. A copy's reader is let in by an access control list, which
    /// shows as a right of the group.
    public static func refusedMode(of path: String, in directory: String? = directory) -> UInt32 {
        guard let directory, !directory.isEmpty, path.utf8.starts(with: (directory + "/").utf8) else { return 0o077 }
        return 0o037
    }
}
