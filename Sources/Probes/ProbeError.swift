import Glibc

/// The error that an observation was not possible: this machine refused before anything was sent.
public struct ProbeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The failed call, for example `socket` or `curl_multi_init`.
    public let call: String
    /// The reason of the failure.
    public let reason: String

    /// Creates an error of a call, with a reason as text.
    public init(_ call: String, reason: String) {
        self.call = call
        self.reason = reason
    }

    init(_ call: String, errno code: CInt) {
        self.init(call, reason: SystemError.text(code))
    }

    public var description: String { "\(call): \(reason)" }
}

/// Names and texts of `errno` values.
enum SystemError {
    /// The name of an error, as in `ECONNREFUSED`, or its number.
    static func name(_ code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "ECONNREFUSED"
        case ECONNRESET: "ECONNRESET"
        case ETIMEDOUT: "ETIMEDOUT"
        case EHOSTUNREACH: "EHOSTUNREACH"
        case EHOSTDOWN: "EHOSTDOWN"
        case ENETUNREACH: "ENETUNREACH"
        case ENETDOWN: "ENETDOWN"
        case EACCES: "EACCES"
        case EPERM: "EPERM"
        case EMFILE: "EMFILE"
        case ENFILE: "ENFILE"
        case EADDRNOTAVAIL: "EADDRNOTAVAIL"
        case ENOBUFS: "ENOBUFS"
        case ENOMEM: "ENOMEM"
        case EAGAIN: "EAGAIN"
        case EINVAL: "EINVAL"
        case ENODEV: "ENODEV"
        case EAFNOSUPPORT: "EAFNOSUPPORT"
        default: "errno \(code)"
        }
    }

    static func text(_ code: CInt) -> String {
        String(cString: strerror(code))
    }
}
