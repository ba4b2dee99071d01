import Glibc

/// The reason why the network of a command could not be set up.
public enum CableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A step failed on this machine, with this `errno`.
    case unavailable(step: String, code: Int32)

    public var description: String {
        switch self {
        case .unavailable(let step, let code):
            let reason = "cannot \(step): \(String(cString: strerror(code)))"
            return switch (step, code) {
            case ("make a user namespace", EPERM), ("make a user namespace", ENOSPC), ("make a user namespace", EACCES):
                reason + "; this machine allows users no namespaces of their own: run it as root"
            case ("open /dev/net/tun", ENOENT), ("open /dev/net/tun", ENODEV), ("open /dev/net/tun", EPERM):
                reason + "; this machine, or the container that this runs in, has no TUN devices"
            case ("open /dev/net/tun", EACCES):
                reason + "; only root may open it here: allow it with sudo chmod 666 /dev/net/tun, or run it as root"
            default: reason
            }
        }
    }
}
