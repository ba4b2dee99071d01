import NetworkFaults
import NetworkModel

/// Reads the schemas of a document.
extension OpenAPILoader {
    /// Keywords that do not affect validation.
    private static let annotations: Set<String> = [
        "title", "description", "deprecated", "externalDocs", "xml", "discriminator", "$comment", "$schema",
        "contentEncoding", "contentMediaType", "contentSchema", "example", "examples", "default", "readOnly",
        "writeOnly", "nullable",
    ]
    private static let maxSchemas = 100_000

    /// The index of a schema. The target of a reference is read later.
    mutating func index(of node: JSONNode) -> Int {
        guard case .object(let members) = node.content, members.count == 1 || !isRecent, let reference = node["$ref"],
            let pointer = reference.string
        else {
            let index = place()
            schemas.nodes[index] = schema(node)
            return index
        }
        if let known = pointers[pointer] { return known }
        let index = place()
        pointers[pointer] = index
        if let target = target(of: reference) { pending.append((index, target)) }
        return index
    }

    private mutating func place() -> Int {
        schemas.nodes.append(SchemaNode())
        return schemas.nodes.count - 1
    }

    /// Reads one schema. The schemas in it have indices of their own.
    mutating func schema(_ node: JSONNode) -> SchemaNode {
        var schema = SchemaNode()
        schema.line = node.line
        if case .boolean(let fits) = node.content {
            schema.isNothing = !fits
            return schema
        }
        guard case .object(let members) = node.content else {
            refuse(node, "the schema is \(node.kind); write an object")
            return schema
        }
        guard schemas.nodes.count < Self.maxSchemas else {
            refuse(node, "the document has more than \(Self.maxSchemas) schemas")
            return schema
        }
        if let reference = node["$ref"] {
            schema.reference = index(of: JSONNode(.object([.init("$ref", reference)]), line: node.line))
            if !isRecent { return schema }
        }
        for member in members where member.name != "$ref" && !member.name.hasPrefix("x-") {
            guard !Self.annotations.contains(member.name) else { continue }
            let isRead =
                read(member, about: &schema) || readNumber(member, &schema) || readParts(member, node, &schema)
            if !isRead {
                addNote(member.node, "the keyword \(SafeText.shown(member.name)) of schemas", "is not checked")
            }
        }
        finish(node, &schema)
        return schema
    }

    /// Handles `nullable`, examples, and bounds, which are modified by flags in version 3.0.
    private mutating func finish(_ node: JSONNode, _ schema: inout SchemaNode) {
        if node["nullable"]?.content == .boolean(true) {
            schema.kinds?.insert(.null)
            if schema.choices?.contains(where: \.isNull) == false { schema.choices?.append(JSONNode(.null)) }
        }
        schema.isReadOnly = node["readOnly"]?.content == .boolean(true)
        schema.isWriteOnly = node["writeOnly"]?.content == .boolean(true)
        let examples: JSONNode? =
            if case .array(let items) = node["examples"]?.content { items.first } else { nil }
        schema.example = node["example"] ?? examples ?? node["default"]
        if node["exclusiveMinimum"]?.content == .boolean(true) {
            (schema.exclusiveMinimum, schema.minimum) = (schema.minimum, nil)
        }
        if node["exclusiveMaximum"]?.content == .boolean(true) {
            (schema.exclusiveMaximum, schema.maximum) = (schema.maximum, nil)
        }
    }

    private mutating func read(_ member: JSONNode.Member, about schema: inout SchemaNode) -> Bool {
        switch member.name {
        case "type": schema.kinds = kinds(member.node)
        case "enum":
            if case .array(let items) = member.node.content, !items.isEmpty {
                schema.choices = items
            } else {
                refuse(member.node, "enum is \(member.node.kind); write a list of values")
            }
        case "const": schema.choices = [member.node]
        case "format": format(member.node, &schema)
        case "pattern":
            do throws(SettingsError) {
                schema.pattern = try TextPattern(compiling: member.node.string ?? "")
            } catch {
                refuse(member.node, error.reason)
            }
        case "uniqueItems": schema.itemsAreUnique = member.node.content == .boolean(true)
        case "required":
            // A flag here, as in parameters, is a common mistake in 3.0 documents.
            guard case .array(let items) = member.node.content else {
                refuse(member.node, "required is \(member.node.kind); write a list of names")
                return true
            }
            schema.required = items.compactMap(\.string)
        default: return false
        }
        return true
    }

    private mutating func kinds(_ node: JSONNode) -> Set<SchemaNode.Kind>? {
        let words: [JSONNode] = if case .array(let items) = node.content { items } else { [node] }
        var kinds: Set<SchemaNode.Kind> = []
        for word in words {
            guard let kind = word.string.flatMap(SchemaNode.Kind.init) else {
                let names = SchemaNode.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                let null = word.isNull ? "; write null in quotes" : ""
                refuse(
                    word,
                    "\(SafeText.shown(word.string ?? word.kind)) is not a valid type; write one of \(names)\(null)")
                continue
            }
            kinds.insert(kind)
        }
        return kinds.isEmpty ? nil : kinds
    }

    private mutating func format(_ node: JSONNode, _ schema: inout SchemaNode) {
        let text = node.string ?? ""
        switch text {
        case "int32": schema.bits = 32
        case "int64": schema.bits = 64
        // These always apply, or are only informative.
        case "float", "double", "binary", "byte", "password": break
        default:
            schema.format = TextFormat(rawValue: text)
            if schema.format == nil { addNote(node, "the format \(SafeText.shown(text))", "is not checked") }
        }
    }

    private mutating func readNumber(_ member: JSONNode.Member, _ schema: inout SchemaNode) -> Bool {
        let numbers: [String: WritableKeyPath<SchemaNode, Double?>] = [
            "minimum": \.minimum, "maximum": \.maximum, "exclusiveMinimum": \.exclusiveMinimum,
            "exclusiveMaximum": \.exclusiveMaximum, "multipleOf": \.multipleOf,
        ]
        if let key = numbers[member.name] {
            if case .boolean = member.node.content, member.name.hasPrefix("exclusive") { return true }
            guard let number = member.node.number, member.name != "multipleOf" || number > 0 else {
                refuse(
                    member.node,
                    "\(member.name) is \(member.node.kind); write a number\(member.name == "multipleOf" ? " above 0" : "")"
                )
                return true
            }
            schema[keyPath: key] = number
            return true
        }
        let ranges: [String: (WritableKeyPath<SchemaNode, ClosedRange<Int>>, isLower: Bool)] = [
            "minLength": (\.length, true), "maxLength": (\.length, false), "minItems": (\.itemCount, true),
            "maxItems": (\.itemCount, false), "minProperties": (\.memberCount, true),
            "maxProperties": (\.memberCount, false),
        ]
        guard let (key, isLower) = ranges[member.name] else { return false }
        guard case .integer(let value) = member.node.content, let count = Int(exactly: value), count >= 0 else {
            refuse(member.node, "\(member.name) is \(member.node.kind); write a whole number from 0")
            return true
        }
        let range = schema[keyPath: key]
        guard isLower ? count <= range.upperBound : count >= range.lowerBound else {
            refuse(member.node, "\(member.name) leaves nothing that fits")
            return true
        }
        schema[keyPath: key] = isLower ? count...range.upperBound : range.lowerBound...count
        return true
    }

    private mutating func readParts(_ member: JSONNode.Member, _ node: JSONNode, _ schema: inout SchemaNode) -> Bool {
        switch member.name {
        case "items": schema.items = index(of: member.node)
        case "properties":
            schema.properties = members(member.node, "properties").map { .init($0.name, index(of: $0.node)) }
        case "additionalProperties":
            switch member.node.content {
            case .boolean(let isAny): schema.additional = isAny ? .any : .none
            case .null, .integer, .number, .string, .array, .object: schema.additional = .schema(index(of: member.node))
            }
        case "allOf": schema.allOf = several(member)
        case "anyOf": schema.anyOf = several(member)
        case "oneOf": schema.oneOf = several(member)
        case "not": schema.not = index(of: member.node)
        default: return false
        }
        return true
    }

    private mutating func several(_ member: JSONNode.Member) -> [Int] {
        guard case .array(let items) = member.node.content, !items.isEmpty else {
            refuse(member.node, "\(member.name) is \(member.node.kind); write a list of schemas")
            return []
        }
        return items.map { index(of: $0) }
    }
}
