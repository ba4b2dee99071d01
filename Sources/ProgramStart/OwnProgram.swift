import Glibc

/// The program that runs.
package enum OwnProgram {
    /// The path of its file; `nil` if it cannot be read.
    package static var path: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
}
