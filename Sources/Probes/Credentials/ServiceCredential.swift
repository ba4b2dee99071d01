import Glibc

/// Secrets from the service manager (systemd.exec(5)): the files belong to root, and the daemon's user gets copies in
/// `$CREDENTIALS_DIRECTORY`.
///
/// A configuration refers to their own paths, so that it means the same with and without systemd: the unit loads
/// `/etc/netdiag/token` as `token`, and each file NAME of `/etc/netdiag/secrets` as `secrets_NAME`.
public enum ServiceCredential {
    /// The path of the token that privileged clients of the daemon present.
    public static let token = "/etc/netdiag/token"
    private static let folder = "/etc/netdiag/secrets/"

    /// The directory from the service manager; `nil` without one.
    public static var directory: String? {
        getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The path from which to read a secret: that of its copy if there is one, otherwise the given path.
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
        // If there was nothing to load, the unit's copy only contains a line end.
        var status = stat()
        return stat(copy, &status) == 0 && status.st_size > 1 ? copy : path
    }

    /// The permission bits that a file with a secret must not have. The reader of a copy has access by an access control
    /// list, which appears as a permission of the group.
    public static func refusedMode(of path: String, in directory: String? = directory) -> UInt32 {
        guard let directory, !directory.isEmpty, path.utf8.starts(with: (directory + "/").utf8) else { return 0o077 }
        return 0o037
    }
}
