import Glibc

/// Output for screen readers: words instead of symbols, and nothing aligned or wrapped.
enum PlainOutput {
    /// Whether it is wanted: by `--plain`, or by `NETDIAG_PLAIN`, as in `netdiag`.
    ///
    /// - Parameter option: Whether `--plain` was given.
    static func isWanted(_ option: Bool) -> Bool {
        option || getenv("NETDIAG_PLAIN").map { $0.pointee != 0 } ?? false
    }
}
