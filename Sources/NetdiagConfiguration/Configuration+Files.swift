import NetworkModel
import Probes

extension Configuration {
    /// The contents of a configuration file and of the files that it includes, as far as they can be parsed.
    ///
    /// - Parameter limit: The maximum number of files.
    package static func files(from path: String, limit: Int) -> [(path: String, bytes: [UInt8])] {
        guard let file = try? RegularFile.read(path, maxBytes: ConfigurationText.maxBytes) else { return [] }
        var problems = ConfigurationProblems(file: path)
        guard let text = try? ConfigurationText(file.bytes, file: path),
            let root = try? YAMLReader.read(text, problems: &problems), case .mapping(let entries) = root.content,
            let include = entries.first(where: { $0.key == "include" })?.value
        else { return [(path, file.bytes)] }
        let folder = FilePath.prefix(of: path)
        let nodes: [YAMLNode] = if case .sequence(let nodes) = include.content { nodes } else { [include] }
        let patterns = nodes.compactMap { node -> String? in
            guard case .scalar(let text, _) = node.content, !text.isEmpty, !text.utf8.contains(0) else { return nil }
            return text.hasPrefix("/") ? text : folder + text
        }
        let included = patterns.flatMap { FilePattern.files($0, atMost: ConfigurationDecoder.maxIncluded + 1) }
            .prefix(max(0, limit - 1))
        return [(path, file.bytes)]
            + included.compactMap { path in
                (try? RegularFile.read(path, maxBytes: ConfigurationText.maxBytes)).map { (path, $0.bytes) }
            }
    }
}
