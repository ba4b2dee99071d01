import Glibc
import NetworkFaults
import NetworkModel

/// Writes files with results.
enum ResultFile {
    /// Writes the text to the file, replacing its content.
    static func write(_ text: String, to path: String) throws(FaultError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .usage("\(SafeText.shown(path)) cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .system("\(SafeText.shown(path)) cannot be written: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(count)
        }
    }
}
