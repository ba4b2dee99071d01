import Glibc

/// Records in a file how long each lab has run, to find what makes `make lab` slow.
enum LabTimes {
    /// The path in `NETDIAG_LAB_TIMES`; `nil` if it is not set.
    private static let path = getenv("NETDIAG_LAB_TIMES").map { String(cString: $0) }

    /// Appends a line with the seconds, and the file and line of the test.
    static func record(_ time: Duration, file: String, line: Int) {
        guard let path else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let tenths = Int((time / .milliseconds(100)).rounded())
        let text = Array("\(tenths / 10).\(tenths % 10) \(file):\(line)\n".utf8)
        // A single write with O_APPEND is not interleaved with others.
        _ = write(descriptor, text, text.count)
    }
}
