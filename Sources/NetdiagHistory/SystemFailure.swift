import Glibc

/// A failed system call, and the file that it concerned.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String
    let code: CInt

    init(_ path: String, code: CInt = errno) {
        self.code = code
        description = "\(path): \(String(cString: strerror(code)))"
    }
}
