import Glibc

/// A call that failed, with what it was about.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String
    let code: CInt

    init(_ path: String) {
        code = errno
        description = "\(path): \(String(cString: strerror(code)))"
    }
}
