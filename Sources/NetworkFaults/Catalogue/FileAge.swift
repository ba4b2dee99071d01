package import Glibc

/// How long ago a file was changed.
package enum FileAge {
    /// In seconds, by its status.
    package static func seconds(_ status: stat) -> Int {
        // Its field is of a type that only C knows by name: seconds, then nanoseconds.
        let changed = withUnsafeBytes(of: status.st_mtim) { $0.loadUnaligned(as: Int.self) }
        return time(nil) - changed
    }
}
