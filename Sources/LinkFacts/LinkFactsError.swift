import Glibc

/// An error of this machine in reading the state of its network.
public enum LinkFactsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call failed; the code is its `errno`.
    case call(String, code: CInt)
    /// The kernel refused a request; with its own text (`NLMSGERR_ATTR_MSG`), if there is one.
    case refused(request: String, code: CInt, message: String?)
    /// The kernel's response is not valid.
    case malformed(request: String)
    /// The monitor was shut down.
    case shutDown

    /// What failed and, if known, what to do about it.
    public var description: String {
        switch self {
        case .call(let call, let code):
            "\(call): \(String(cString: strerror(code)))\(Self.advice(code))"
        case .refused(let request, let code, let message):
            "the kernel refused to \(request): \(message ?? String(cString: strerror(code)))\(Self.advice(code))"
        case .malformed(let request):
            "the kernel's answer to the request to \(request) could not be understood; please report it with `uname -r`"
        case .shutDown:
            "the link monitor was shut down; make a new one"
        }
    }

    private static func advice(_ code: CInt) -> String {
        switch code {
        case EPERM, EACCES, EAFNOSUPPORT:
            " (allow AF_NETLINK sockets: RestrictAddressFamilies= in the unit, or the sandbox's seccomp filter)"
        case EMFILE: " (raise the limit of open files: LimitNOFILE= in the unit, or `ulimit -n`)"
        default: ""
        }
    }
}
