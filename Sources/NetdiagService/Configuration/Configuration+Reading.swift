import NetworkModel

extension Configuration {
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
