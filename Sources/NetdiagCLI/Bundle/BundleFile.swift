import Glibc
import Translations

/// Compresses a bundle with gzip(1), which is part of every Debian installation.
enum BundleFile {
    /// The maximum size of a bundle, compressed or not.
    private static let maxBytes = 256 << 20

    static func compressed(_ archive: [UInt8]) throws(Failure) -> [UInt8] {
        guard archive.count <= maxBytes else { throw tooLarge }
        let input = try unnamedFile(), output = try unnamedFile()
        defer {
            close(input)
            close(output)
        }
        let error = StandardStream.writeAll(archive, to: input)
        guard error == 0 else { throw notMade(error) }
        guard lseek(input, 0, SEEK_SET) == 0 else { throw notMade() }
        let pid = try SystemCommand.spawn(["gzip", "-n", "-c"], input: input, output: output, inOwnSession: false)
        guard SystemCommand.wait(for: pid) == 0 else { throw notCompressed }
        let size = lseek(output, 0, SEEK_END)
        guard size >= 0 else { throw notMade() }
        guard size > 0, size <= maxBytes else { throw notCompressed }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(output, $0.baseAddress! + offset, $0.count - offset, off_t(offset))
            }
            guard count > 0 else { throw notMade() }
            offset += count
        }
        return bytes
    }

    /// A temporary file without a name, which only this process and gzip can access.
    private static func unnamedFile() throws(Failure) -> CInt {
        var name = Array("/tmp/netdiag.XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw notMade() }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static var tooLarge: Failure {
        .failed(ToolPhrase.bundleIsTooLarge.text(["count": "\(maxBytes >> 20)"]))
    }
    private static var notCompressed: Failure { .failed(ToolPhrase.bundleNotCompressed.text) }
    private static func notMade(_ code: CInt = errno) -> Failure {
        .failed(ToolPhrase.bundleNotMade.text(["error": FactWords.local(ErrorNumber.text(code))]))
    }
}
