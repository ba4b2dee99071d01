import Glibc
import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Reads the file of routes, serve.yaml.
enum ServeFile {
    private static let maxBytes = 8 << 20

    /// - Throws: ``ConfigurationError`` with all errors by file and line.
    static func read(path: String) throws -> ServePlan {
        let (plan, problems) = try plan(of: bytes(path), file: path)
        if let error = problems.error { throw error }
        return plan
    }

    /// The plan in a text, and its problems.
    static func plan(of bytes: [UInt8], file: String) throws(ConfigurationError) -> (ServePlan, ConfigurationProblems) {
        var problems = ConfigurationProblems(file: file)
        let text = try ConfigurationText(bytes, file: file)
        let root = try YAMLReader.read(text, problems: &problems)
        var decoder = ServeDecoder(
            settings: ConfigurationDecoder(problems: problems), directory: FilePath.prefix(of: file))
        decoder.settings.separatesValues = true
        var plan = decoder.plan(root)
        plan.notes = decoder.notes
        return (plan, decoder.settings.problems)
    }

    /// Reads a file of at most 8 MiB.
    static func bytes(_ path: String) throws(FaultError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw .usage("\(SafeText.shown(path)) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while bytes.count <= maxBytes {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw .usage("\(SafeText.shown(path)) cannot be read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        throw .usage("\(SafeText.shown(path)) is longer than 8 MiB")
    }
}
