package import Glibc

/// The time since the last change of a file.
package enum FileAge {
    /// Returns the time since the last change in seconds, according to the status of the file.
    package static func seconds(_ status: stat) -> Int {
        // The type of the field is not available in Swift. It contains seconds, then nanoseconds.
        let changed = withUnsafeBytes(of: status.st_mtim) { $0.loadUnaligned(as: Int.self) }
        return time(nil) - changed
    }
}
