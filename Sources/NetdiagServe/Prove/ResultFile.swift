import Glibc
import LocaleText
import NetworkFaults
import NetworkModel

/// Writes files with results.
enum ResultFile {
    /// Writes the text to the file, replacing its content. Only regular files are written: a FIFO could block for ever, and a
    /// symbolic link of another user could lead anywhere.
    static func write(_ text: String, to path: String) throws(FaultError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            // These are a symbolic link, and a FIFO that nobody reads.
            let isOther = [ELOOP, ENXIO].contains(errno)
            let reason = isOther ? "it is not a regular file" : String(cString: strerror(errno))
            throw .usage("\(SafeText.shown(path)) cannot be written: \(reason)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .usage("\(SafeText.shown(path)) cannot be written: it is not a regular file")
        }
        let error = ftruncate(descriptor, 0) == 0 ? DescriptorOutput.writeAll(Array(text.utf8), to: descriptor) : errno
        guard error == 0 else {
            throw .system("\(SafeText.shown(path)) cannot be written: \(String(cString: strerror(error)))")
        }
    }
}
