import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Reads OpenAPI documents, in YAML or JSON.
enum OpenAPIFile {
    /// The result of reading a document.
    struct Document {
        var service: APIService
        /// The parts that are ignored, in the form of problems.
        var notes: ConfigurationProblems
    }

    /// - Throws: ``ConfigurationError`` with all errors by file and line.
    static func read(path: String) throws -> Document { try document(of: ServeFile.bytes(path), file: path) }

    static func document(of bytes: [UInt8], file: String) throws(ConfigurationError) -> Document {
        var problems = ConfigurationProblems(file: file)
        let root = try root(of: bytes, file: file, &problems)
        var loader = OpenAPILoader(root: root, file: file)
        let service = loader.service()
        loader.problems.forEach { problems.add($0.text, line: $0.line) }
        if let error = problems.error { throw error }
        var notes = ConfigurationProblems(file: file)
        loader.notes.forEach { notes.add($0.text, line: $0.line) }
        return Document(service: service, notes: notes)
    }

    private static func root(
        of bytes: [UInt8], file: String, _ problems: inout ConfigurationProblems
    ) throws(ConfigurationError) -> JSONNode {
        let first = bytes.first { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
        guard first != UInt8(ascii: "{") else {
            do {
                return try JSONReader.read(bytes)
            } catch {
                problems.add(error.reason, line: error.line)
                throw problems.error ?? ConfigurationError.empty(file)
            }
        }
        let text = try ConfigurationText(bytes, file: file)
        guard let node = try YAMLReader.read(text, problems: &problems) else { throw ConfigurationError.empty(file) }
        return JSONNode(node)
    }
}

extension ConfigurationError {
    /// The error for an empty file.
    fileprivate static func empty(_ file: String) -> ConfigurationError {
        var problems = ConfigurationProblems(file: file)
        problems.add("is empty; write openapi: 3.1.0, info: and paths:")
        guard let error = problems.error else { preconditionFailure("one problem was added") }
        return error
    }
}

extension JSONNode {
    /// Converts YAML to JSON: scalars without quotes are resolved by the core schema (YAML 1.2 section 10.3.2).
    init(_ node: YAMLNode) {
        let content: Content
        switch node.content {
        case .scalar(let text, .plain): content = Self.plain(text)
        case .scalar(let text, .quoted), .scalar(let text, .block), .scalar(let text, .binary): content = .string(text)
        case .sequence(let items): content = .array(items.map { JSONNode($0) })
        case .mapping(let entries):
            content = .object(
                entries.map { entry in
                    var value = JSONNode(entry.value)
                    // If there is no value, libyaml's mark is after the blank lines that follow.
                    if entry.value.isNull { value.line = entry.mark.line }
                    return Member(entry.key, value)
                })
        }
        self.init(content, line: node.mark.line)
    }

    private static func plain(_ text: String) -> Content {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        default: break
        }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let isNumber =
            text.utf8.count <= 400 && text.utf8.count - digits.count <= 1 && !digits.isEmpty
            && digits.allSatisfy { (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }
            && digits.contains { (0x30...0x39).contains($0) }
        guard isNumber else { return .string(text) }
        if let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { return .string(text) }
        return .number(number)
    }
}
