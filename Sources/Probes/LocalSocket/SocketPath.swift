import CSockets
import Glibc

/// The file at a path, and the part of the path that prevents access.
public struct SocketPath: Sendable, Hashable, Codable {
    /// The type of a file (stat(2), `S_IFMT`).
    public enum FileType: String, Sendable, Hashable, Codable {
        case socket
        case file
        case directory
        case link = "symbolic link"
        case other = "device or pipe"
    }

    /// The part that is missing or prevents access, or the whole path.
    public var part: String
    /// The type of the file at ``part``; `nil` if there is none, or if it may not be examined.
    public var type: FileType?
    /// Whether this process may search it, for a directory; or write to it, which connecting requires (unix(7)).
    public var isPermitted = true
    /// The user ID of the owner; `nil` if the file cannot be examined.
    public var owner: UInt32?
    /// The group ID; `nil` if the file cannot be examined.
    public var group: UInt32?
    /// The permission bits; `nil` if the file cannot be examined.
    public var mode: UInt32?

    enum CodingKeys: String, CodingKey {
        case part, type
        case isPermitted = "permitted"
        case owner, group, mode
    }

    /// Examines a path from its beginning.
    ///
    /// - Parameter path: A path that begins with `/`.
    init(_ path: String) {
        var prefix = ""
        for name in path.split(separator: "/", omittingEmptySubsequences: true) {
            let folder = SocketPath(at: prefix.isEmpty ? "/" : prefix, for: X_OK)
            // A link that leads nowhere, or not to a directory, has its own type.
            guard folder.type == .directory, folder.isPermitted else {
                self = folder
                return
            }
            prefix += "/\(name)"
        }
        self = SocketPath(at: prefix.isEmpty ? "/" : prefix, for: W_OK)
    }

    private init(at path: String, for right: CInt) {
        part = path
        var status = stat()
        if stat(path, &status) != 0 {
            // If a link leads nowhere, the link itself exists.
            guard lstat(path, &status) == 0 else { return }
        }
        type =
            switch status.st_mode & S_IFMT {
            case S_IFSOCK: .socket
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        isPermitted = faccessat(AT_FDCWD, path, right, CInt(AT_EACCESS)) == 0 || errno != EACCES
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
    }
}
