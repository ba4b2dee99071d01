import NetdiagConfiguration

/// A value in a file to convert: YAML, or JSON, which is parsed as YAML.
struct ImportNode: Sendable {
    private let node: YAMLNode
    var line: Int { node.mark.line }

    init(_ node: YAMLNode) { self.node = node }

    subscript(key: String) -> ImportNode? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.first { $0.key == key }.map { ImportNode($0.value) }.flatMap { $0.node.isNull ? nil : $0 }
    }

    /// A text, a number or a boolean; `nil` for other values.
    var text: String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else { return nil }
        return text
    }

    /// A finite number. JSON has no other numbers, and they cannot be converted.
    var number: Double? { text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

    /// A boolean of YAML 1.1 or JSON.
    var flag: Bool? {
        switch text?.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    var items: [ImportNode]? {
        guard case .sequence(let nodes) = node.content else { return nil }
        return nodes.map { ImportNode($0) }
    }

    var entries: [(key: String, value: ImportNode)]? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.map { ($0.key, ImportNode($0.value)) }
    }

    /// Whether there is a value that is neither off nor empty.
    var isSet: Bool {
        switch node.content {
        case .scalar(let text, _): !node.isNull && !text.isEmpty && flag != false
        case .sequence(let nodes): !nodes.isEmpty
        case .mapping(let entries): !entries.isEmpty
        }
    }
}
