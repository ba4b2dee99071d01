import Glibc
import NetworkModel
import Probes

extension Configuration {
    public static let defaultPath = "/etc/netdiag/netdiag.yaml"

    /// Reads the file that was named or, without one, the one at ``defaultPath``, which may be missing.
    ///
    /// - Throws: ``ConfigurationError`` with everything that is wrong.
    public static func read(pathOrDefault path: String?) throws(ConfigurationError) -> Configuration {
        var status = stat()
        guard path != nil || stat(defaultPath, &status) == 0 || errno != ENOENT else { return Configuration() }
        return try read(path: path ?? defaultPath)
    }

    /// Reads a configuration file: YAML, at most 8 MiB of UTF-8. It never waits, not for a FIFO either.
    ///
    /// - Throws: ``ConfigurationError`` with everything that is wrong; then nothing of the file is to be used.
    public static func read(path: String) throws(ConfigurationError) -> Configuration {
        let file: RegularFile
        do {
            file = try RegularFile.read(path, maximum: ConfigurationText.maximumBytes)
        } catch {
            throw ConfigurationProblems.one(error.reason, file: path)
        }
        return try parse(file.bytes, file: path)
    }

    /// Makes a configuration of the text of a file. Files that it names, of a token and of certificates, are read.
    ///
    /// - Parameter file: What the text is called in messages.
    /// - Throws: ``ConfigurationError`` with everything that is wrong.
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
