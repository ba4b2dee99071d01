import NetworkModel
import Probes

extension Configuration {
    /// A configuration file and those that it includes, as far as it can be understood.
    package static func files(from path: String) -> [String] {
        guard let file = try? RegularFile.read(path, maximum: ConfigurationText.maximumBytes) else { return [] }
        var problems = ConfigurationProblems(file: path)
        guard let text = try? ConfigurationText(file.bytes, file: path),
            let root = try? YAMLReader.read(text, problems: &problems), case .mapping(let entries) = root.content,
            let include = entries.first(where: { $0.key == "include" })?.value
        else { return [path] }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let nodes: [YAMLNode] = if case .sequence(let nodes) = include.content { nodes } else { [include] }
        let patterns = nodes.compactMap { node -> String? in
            guard case .scalar(let text, _) = node.content, !text.isEmpty, !text.utf8.contains(0) else { return nil }
            return text.hasPrefix("/") ? text : folder + text
        }
        return [path] + patterns.flatMap { ConfigurationDecoder.files($0) }
    }
}
