import Glibc

/// A call to the kernel that this machine could not carry out.
public struct EventLoopError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The call, for example `epoll_create1`.
    public let call: String
    /// Its `errno`.
    public let code: CInt

    init(_ call: String, _ code: CInt = errno) {
        self.call = call
        self.code = code
    }

    public var description: String {
        "\(call): \(String(cString: strerror(code)))"
    }
}
