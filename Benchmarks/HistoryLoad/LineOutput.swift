import Glibc

/// Writes lines without buffering, so that a killed process has written all of its lines.
enum LineOutput {
    static func say(_ text: String, to descriptor: CInt = STDOUT_FILENO) {
        let bytes = Array((text + "\n").utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }

    static func complain(_ text: String) { say(text, to: STDERR_FILENO) }
}
