import CYAML
import NetworkModel

/// Reads one YAML document (libyaml, YAML 1.1) into nodes.
///
/// Anchors, aliases and tags are refused: a configuration does not need them, and they can expand a small file to a
/// large document. Files of other programs may have aliases, within limits (``YAMLAnchors``). A syntax error ends the
/// parsing. A duplicate key is reported, and its first value is used.
package struct YAMLReader: ~Copyable {
    /// The maximum depth of nested groups and lists.
    static let maxDepth = 32
    /// The maximum number of texts, lists, groups and keys.
    static let maxNodes = 200_000

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeBufferPointer<UInt8>
    private let extensions: YAMLExtensions
    private var anchors = YAMLAnchors()
    private var nodes = 0
    private var problems: ConfigurationProblems

    /// Reads a document.
    ///
    /// - Returns: `nil` for an empty document.
    /// - Throws: ``ConfigurationError`` with the first syntax error, or the first feature that is not accepted.
    package static func read(
        _ text: ConfigurationText, problems: inout ConfigurationProblems, extensions: YAMLExtensions = []
    )
        throws(ConfigurationError)
        -> YAMLNode?
    {
        let file = problems.file
        let start = problems
        let result = text.bytes.withUnsafeBufferPointer {
            buffer -> Result<(YAMLNode?, ConfigurationProblems), ConfigurationError> in
            Result { () throws(ConfigurationError) in
                guard var reader = YAMLReader(buffer, problems: start, extensions: extensions) else {
                    throw ConfigurationProblems.one("cannot be read: out of memory", file: file)
                }
                let node = try reader.document()
                return (node, reader.problems)
            }
        }
        let (node, found) = try result.get()
        problems = found
        return node
    }

    /// Creates a parser. The parser keeps pointers to itself and to the input; therefore it is not moved, and is only
    /// used within the call that lends the input.
    private init?(_ input: UnsafeBufferPointer<UInt8>, problems: ConfigurationProblems, extensions: YAMLExtensions) {
        self.extensions = extensions
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        self.parser = parser
        self.input = input
        self.problems = problems
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private mutating func document() throws(ConfigurationError) -> YAMLNode? {
        _ = try next()  // the start of the stream
        guard case .documentStart = try next().kind else { return nil }
        let root = try node(try next(), depth: 1)
        _ = try next()  // the end of the document
        let after = try next()
        guard case .streamEnd = after.kind else {
            throw refused("a second document begins; write everything in one, without ---", after.mark)
        }
        return root
    }

    private mutating func node(_ event: YAMLEvent, depth: Int) throws(ConfigurationError) -> YAMLNode {
        if case .alias(let name) = event.kind { return try aliased(name, event, depth: depth) }
        let first = nodes
        if let anchor = event.anchor { anchors.begin(anchor) }
        try count(event)
        let node = YAMLNode(content: try content(event, depth: depth), mark: event.mark)
        if let anchor = event.anchor { anchors.end(anchor, node, nodes: nodes - first) }
        return node
    }

    private mutating func content(_ event: YAMLEvent, depth: Int) throws(ConfigurationError) -> YAMLNode.Content {
        switch event.kind {
        case .scalar(let text, let style): return .scalar(text, style)
        case .sequenceStart:
            try limit(depth, event)
            var items: [YAMLNode] = []
            while true {
                let event = try next()
                if case .sequenceEnd = event.kind { break }
                items.append(try node(event, depth: depth + 1))
            }
            return .sequence(items)
        case .mappingStart:
            try limit(depth, event)
            return .mapping(try entries(depth))
        default:
            // libyaml has no other events between the start and the end of a document.
            throw refused("not YAML: a value is missing", event.mark)
        }
    }

    /// The node that an alias refers to, with the position of the alias.
    private mutating func aliased(_ name: String, _ event: YAMLEvent, depth: Int) throws(ConfigurationError) -> YAMLNode
    {
        let part: YAMLAnchors.Part
        do throws(SettingsError) {
            part = try anchors.part(name)
        } catch {
            throw refused(error.reason, event.mark)
        }
        try count(event, part.nodes)
        if part.depth > 0 { try limit(depth + part.depth - 1, event) }
        return YAMLNode(content: part.node.content, mark: event.mark)
    }

    private mutating func entries(_ depth: Int) throws(ConfigurationError) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        var lines: [String: Int] = [:]
        var merged: [YAMLNode.Entry] = []
        while true {
            let event = try next()
            if case .mappingEnd = event.kind { break }
            let (key, style) = try key(event)
            let value = try node(try next(), depth: depth + 1)
            if extensions.contains(.aliases), key == "<<", style == .plain {
                merged += try self.merged(value)
                continue
            }
            if let first = lines[key] {
                problems.add(
                    "line \(first) already has the key \(SafeText.shown(key)); keep one of the two",
                    line: event.mark.line)
                continue
            }
            lines[key] = event.mark.line
            entries.append(.init(key: key, mark: event.mark, value: value))
        }
        // The group's own settings take precedence, then those that were merged first.
        for entry in merged where lines[entry.key] == nil {
            lines[entry.key] = entry.mark.line
            entries.append(entry)
        }
        return entries
    }

    private mutating func key(_ event: YAMLEvent) throws(ConfigurationError) -> (String, YAMLNode.ScalarStyle) {
        let content: YAMLNode.Content? =
            switch event.kind {
            // Neither increases the depth.
            case .scalar, .alias: try node(event, depth: 0).content
            default: nil
            }
        guard case .scalar(let key, let style) = content else {
            throw refused("there is a list or group where a key belongs; write key: value", event.mark)
        }
        return (key, style)
    }

    /// The entries of a merge key (https://yaml.org/type/merge.html), from a group or from a list of groups.
    private func merged(_ value: YAMLNode) throws(ConfigurationError) -> [YAMLNode.Entry] {
        let groups = if case .sequence(let nodes) = value.content { nodes } else { [value] }
        var merged: [YAMLNode.Entry] = []
        for group in groups {
            guard case .mapping(let entries) = group.content else {
                throw refused("<<: takes groups of settings, but found \(group.kind); write <<: *name", value.mark)
            }
            merged += entries
        }
        return merged
    }

    private mutating func count(_ event: YAMLEvent, _ number: Int = 1) throws(ConfigurationError) {
        nodes += number
        guard nodes <= Self.maxNodes else {
            throw refused("more than \(Self.maxNodes) values and keys; a configuration has fewer", event.mark)
        }
    }

    private func limit(_ depth: Int, _ event: YAMLEvent) throws(ConfigurationError) {
        guard depth <= Self.maxDepth else {
            throw refused(
                "groups and lists are nested deeper than \(Self.maxDepth) levels; a configuration is flatter",
                event.mark)
        }
    }

    private func next() throws(ConfigurationError) -> YAMLEvent {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&raw) }
        let event = YAMLEvent(raw, extensions)
        if case .refused(let reason) = event.kind { throw refused(reason, event.mark) }
        return event
    }

    private func refused(_ reason: String, _ mark: YAMLNode.Mark) -> ConfigurationError {
        ConfigurationProblems.one(reason, file: problems.file, line: mark.line)
    }

    private func syntaxError() -> ConfigurationError {
        let raw = parser.pointee
        let text = { (pointer: UnsafePointer<CChar>?) in pointer.map { String(cString: $0) } }
        guard raw.error != YAML_MEMORY_ERROR else {
            return ConfigurationProblems.one("cannot be read: out of memory", file: problems.file)
        }
        let hasMark = raw.error == YAML_SCANNER_ERROR || raw.error == YAML_PARSER_ERROR
        let line = hasMark ? Int(raw.problem_mark.line) + 1 : Int(raw.mark.line) + 1
        var message = "not YAML: " + (text(raw.problem) ?? "it cannot be understood")
        if let context = text(raw.context) {
            message += " " + context
            let begin = Int(raw.context_mark.line) + 1
            if begin != line { message += " that begins in line \(begin)" }
        }
        if let hint = YAMLHint.hint(for: line, in: input) { message += "; " + hint }
        return ConfigurationProblems.one(message, file: problems.file, line: line)
    }
}
