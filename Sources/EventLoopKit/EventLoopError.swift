import Glibc

/// A failed system call.
public struct EventLoopError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the call, for example `epoll_create1`.
    public let call: String
    /// The `errno` of the call.
    public let code: CInt

    init(_ call: String, _ code: CInt = errno) {
        self.call = call
        self.code = code
    }

    public var description: String {
        "\(call): \(String(cString: strerror(code)))"
    }
}
