import Glibc
import NetworkModel
import Probes

extension Configuration {
    /// The configuration file that is read unless another one is named.
    public static let defaultPath = "/etc/netdiag/netdiag.yaml"

    /// Reads the given file. Without one, reads the file at ``defaultPath``; if that is missing, the defaults apply.
    ///
    /// - Throws: ``ConfigurationError`` with all problems.
    public static func read(pathOrDefault path: String?) throws(ConfigurationError) -> Configuration {
        var status = stat()
        guard path != nil || stat(defaultPath, &status) == 0 || errno != ENOENT else { return Configuration() }
        return try read(path: path ?? defaultPath)
    }

    /// Reads a configuration file: YAML, at most 8 MiB of UTF-8. It never blocks, not even on a FIFO.
    ///
    /// - Throws: ``ConfigurationError`` with all problems. No part of the file is used then.
    public static func read(path: String) throws(ConfigurationError) -> Configuration {
        let file: RegularFile
        do {
            file = try RegularFile.read(path, maxBytes: ConfigurationText.maxBytes)
        } catch {
            throw ConfigurationProblems.one(error.reason, file: path)
        }
        return try parse(file.bytes, file: path)
    }

    /// Parses the text of a configuration file. Files that it refers to (tokens, certificates, included files) are read.
    ///
    /// - Parameters:
    ///   - bytes: The text, as UTF-8.
    ///   - file: The name of the text in messages.
    /// - Throws: ``ConfigurationError`` with all problems.
    public static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> Configuration {
        let text = try ConfigurationText(bytes, file: file)
        var problems = ConfigurationProblems(file: file)
        let root = try YAMLReader.read(text, problems: &problems)
        var decoder = ConfigurationDecoder(problems: problems)
        let configuration = decoder.configuration(root)
        if let error = decoder.problems.error { throw error }
        return configuration
    }
}
