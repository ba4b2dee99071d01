import CYAML
import NetworkModel

/// A copy of an event of libyaml.
struct YAMLEvent {
    enum Kind {
        case documentStart, sequenceStart, sequenceEnd, mappingStart, mappingEnd, streamEnd
        case scalar(String, YAMLNode.ScalarStyle)
        /// An alias, with the name of its anchor; only if aliases are accepted.
        case alias(String)
        /// A feature of YAML that is not accepted, with the reason.
        case refused(String)
        case other
    }

    let kind: Kind
    let mark: YAMLNode.Mark
    /// The anchor; only if aliases are accepted.
    let anchor: String?

    init(_ event: yaml_event_t, _ extensions: YAMLExtensions) {
        mark = .init(line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
        let takesAliases = extensions.contains(.aliases)
        anchor = takesAliases ? Self.anchor(of: event).map { String(cString: $0) } : nil
        kind =
            switch event.type {
            case YAML_STREAM_END_EVENT: .streamEnd
            case YAML_DOCUMENT_START_EVENT: .documentStart
            case YAML_ALIAS_EVENT where takesAliases: .alias(String(cString: event.data.alias.anchor))
            case YAML_ALIAS_EVENT:
                .refused(
                    "the alias *\(Self.shown(event.data.alias.anchor)) is not supported here; "
                        + "repeat the value, or quote the text if it begins with *")
            case YAML_SCALAR_EVENT: Self.scalar(event, extensions)
            case YAML_SEQUENCE_START_EVENT:
                Self.decorated(event, event.data.sequence_start.tag, extensions) ?? .sequenceStart
            case YAML_SEQUENCE_END_EVENT: .sequenceEnd
            case YAML_MAPPING_START_EVENT:
                Self.decorated(event, event.data.mapping_start.tag, extensions) ?? .mappingStart
            case YAML_MAPPING_END_EVENT: .mappingEnd
            default: .other
            }
    }

    private static func anchor(of event: yaml_event_t) -> UnsafeMutablePointer<yaml_char_t>? {
        switch event.type {
        case YAML_SCALAR_EVENT: event.data.scalar.anchor
        case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.anchor
        case YAML_MAPPING_START_EVENT: event.data.mapping_start.anchor
        default: nil
        }
    }

    private static func scalar(_ event: yaml_event_t, _ extensions: YAMLExtensions) -> Kind {
        let scalar = event.data.scalar
        let isBinary = scalar.tag.map { isText($0, "tag:yaml.org,2002:binary") } ?? false
        if let refused = decorated(event, isBinary && extensions.contains(.binary) ? nil : scalar.tag, extensions) {
            return refused
        }
        let style: YAMLNode.ScalarStyle =
            switch scalar.style {
            case _ where isBinary: .binary
            case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
            case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
            default: .plain
            }
        return .scalar(
            String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self), style)
    }

    private static func decorated(
        _ event: yaml_event_t, _ tag: UnsafeMutablePointer<yaml_char_t>?, _ extensions: YAMLExtensions
    ) -> Kind? {
        if !extensions.contains(.aliases), let anchor = anchor(of: event) {
            return .refused(
                "the anchor &\(shown(anchor)) is not supported here; remove it, or quote the text if it begins with &")
        }
        if let tag {
            return .refused(
                "the tag !\(shown(tag)) is not supported here; remove it, or quote the text if it begins with !")
        }
        return nil
    }

    private static func shown(_ text: UnsafeMutablePointer<yaml_char_t>) -> String {
        let text = String(decoding: UnsafeBufferPointer(start: text, count: strnlen(text)), as: UTF8.self)
        return SafeText.escaped(text)
    }

    private static func isText(_ bytes: UnsafeMutablePointer<yaml_char_t>, _ text: String) -> Bool {
        Array(text.utf8).indices.allSatisfy { bytes[$0] == Array(text.utf8)[$0] } && bytes[text.utf8.count] == 0
    }

    /// The length of a text, at most 60 bytes, which may end within a character. It is only used for messages.
    private static func strnlen(_ text: UnsafeMutablePointer<yaml_char_t>) -> Int {
        (0..<60).first { text[$0] == 0 } ?? 60
    }
}
