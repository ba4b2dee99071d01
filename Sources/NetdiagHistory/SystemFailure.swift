import Glibc

/// A failed system call, and the file that it concerned.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String
    let code: CInt

    init(_ path: String) {
        code = errno
        description = "\(path): \(String(cString: strerror(code)))"
    }
}
