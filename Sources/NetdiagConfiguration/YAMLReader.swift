import CYAML
import NetworkModel

/// Reads one YAML document (libyaml, YAML 1.1) into nodes.
///
/// Anchors, aliases and tags are refused: a configuration has no use for them, and they are how a small file becomes
/// a large document. What is not YAML ends the reading; a key that stands twice is told, and its first value counts.
package struct YAMLReader: ~Copyable {
    /// Groups and lists within each other.
    static let maximumDepth = 32
    /// Texts, lists, groups and keys in all.
    static let maximumNodes = 200_000

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeBufferPointer<UInt8>
    private let takesBinary: Bool
    private var nodes = 0
    private var problems: ConfigurationProblems

    /// - Returns: `nil` for an empty document.
    /// - Throws: the first thing that is not YAML, or that is not taken here.
    /// - Parameter takesBinary: Whether a text may have the tag `!!binary`.
    package static func read(
        _ text: ConfigurationText, problems: inout ConfigurationProblems, takesBinary: Bool = false
    )
        throws(ConfigurationError)
        -> YAMLNode?
    {
        let file = problems.file
        let start = problems
        let result = text.bytes.withUnsafeBufferPointer {
            buffer -> Result<(YAMLNode?, ConfigurationProblems), ConfigurationError> in
            Result { () throws(ConfigurationError) in
                guard var reader = YAMLReader(buffer, problems: start, takesBinary: takesBinary) else {
                    throw ConfigurationProblems.one("cannot be read: there is no memory left", file: file)
                }
                let node = try reader.document()
                return (node, reader.problems)
            }
        }
        let (node, found) = try result.get()
        problems = found
        return node
    }

    /// The parser keeps a pointer to itself and to the input: it stays in one place, and within the call that lends
    /// the input.
    private init?(_ input: UnsafeBufferPointer<UInt8>, problems: ConfigurationProblems, takesBinary: Bool) {
        self.takesBinary = takesBinary
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
        _ = try next()  // the stream's start
        guard case .documentStart = try next().kind else { return nil }
        let root = try node(try next(), depth: 1)
        _ = try next()  // the document's end
        let after = try next()
        guard case .streamEnd = after.kind else {
            throw refused("a second document begins; write everything in one, without ---", after.mark)
        }
        return root
    }

    private mutating func node(_ event: YAMLEvent, depth: Int) throws(ConfigurationError) -> YAMLNode {
        try count(event)
        switch event.kind {
        case .scalar(let text, let style):
            return YAMLNode(content: .scalar(text, style), mark: event.mark)
        case .sequenceStart:
            try limit(depth, event)
            var items: [YAMLNode] = []
            while true {
                let event = try next()
                if case .sequenceEnd = event.kind { break }
                items.append(try node(event, depth: depth + 1))
            }
            return YAMLNode(content: .sequence(items), mark: event.mark)
        case .mappingStart:
            try limit(depth, event)
            return YAMLNode(content: .mapping(try entries(depth)), mark: event.mark)
        default:
            // Between a document's start and end libyaml has no other events.
            throw refused("not YAML: a value is missing", event.mark)
        }
    }

    private mutating func entries(_ depth: Int) throws(ConfigurationError) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try next()
            if case .mappingEnd = event.kind { return entries }
            try count(event)
            guard case .scalar(let key, _) = event.kind else {
                throw refused("a list or group stands where a key belongs; write key: value", event.mark)
            }
            let value = try node(try next(), depth: depth + 1)
            if let first = lines[key] {
                problems.add(
                    "the key \(SafeText.shown(key)) stands in line \(first) already; keep one of the two",
                    line: event.mark.line)
                continue
            }
            lines[key] = event.mark.line
            entries.append(.init(key: key, mark: event.mark, value: value))
        }
    }

    private mutating func count(_ event: YAMLEvent) throws(ConfigurationError) {
        nodes += 1
        guard nodes <= Self.maximumNodes else {
            throw refused("more than \(Self.maximumNodes) values and keys; a configuration has fewer", event.mark)
        }
    }

    private func limit(_ depth: Int, _ event: YAMLEvent) throws(ConfigurationError) {
        guard depth <= Self.maximumDepth else {
            throw refused(
                "groups and lists are nested deeper than \(Self.maximumDepth) levels; a configuration is flatter",
                event.mark)
        }
    }

    private func next() throws(ConfigurationError) -> YAMLEvent {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) == 1 else { throw syntaxError() }
        defer { yaml_event_delete(&raw) }
        let event = YAMLEvent(raw, takesBinary: takesBinary)
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
            return ConfigurationProblems.one("cannot be read: there is no memory left", file: problems.file)
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
