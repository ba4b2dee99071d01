import NetworkFaults
import NetworkModel

/// Creates a service from a document. It collects errors, and notes about parts that are ignored.
struct OpenAPILoader {
    /// A message about a line.
    struct Note: Hashable {
        var line: Int
        var text: String
    }

    static let maxOperations = 4_096
    private static let maxReferences = 32
    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    let root: JSONNode
    let file: String
    var problems: [Note] = []
    private(set) var notes: [Note] = []
    private var noted: Set<String> = []
    var schemas = SchemaSet()
    /// The indices of schemas by the pointers to them.
    var pointers: [String: Int] = [:]
    /// The containers of the targets of references, by pointer.
    private var containers: [String: [String: JSONNode]] = [:]
    /// Referenced schemas that are not read yet.
    var pending: [(index: Int, node: JSONNode)] = []
    /// Whether keywords beside `$ref` apply (3.1).
    private(set) var isRecent = false

    init(root: JSONNode, file: String) {
        self.root = root
        self.file = file
    }

    mutating func refuse(_ node: JSONNode, _ text: String) { problems.append(Note(line: node.line, text: text)) }

    /// Adds a note about an ignored part, once for each kind, at its first occurrence.
    mutating func addNote(_ node: JSONNode, _ what: String, _ text: String) {
        if noted.insert(what).inserted { notes.append(Note(line: node.line, text: "\(what) \(text)")) }
    }

    mutating func service() -> APIService {
        checkVersion()
        var operations: [APIOperation] = []
        for member in members(root["paths"], "paths") where !member.name.hasPrefix("x-") {
            guard let path = APIPath(member.name) else {
                refuse(
                    member.node,
                    "\(SafeText.shown(member.name)) is not a valid path; write one like /orders/{id}, with one {} a segment"
                )
                continue
            }
            operations += self.operations(path, resolved(member.node))
        }
        if operations.isEmpty, problems.isEmpty { refuse(root["paths"] ?? root, "paths has no operation; write one") }
        while let (index, node) = pending.popLast() { schemas.nodes[index] = schema(node) }
        if let line = schemas.firstLoop() {
            problems.append(
                Note(line: line, text: "the schema contains itself without a value in between; end the loop"))
        }
        addNotesOnUnusedMembers()
        // Fixed segments come before variables; otherwise, the order is that of the document.
        let ordered = operations.enumerated().sorted { one, other in
            if one.element.path.precedes(other.element.path) { return true }
            if other.element.path.precedes(one.element.path) { return false }
            return one.offset < other.offset
        }
        return APIService(operations: ordered.map(\.element), schemas: schemas, bases: bases())
    }

    private mutating func checkVersion() {
        guard let node = root["openapi"] else {
            let hint = root["swagger"] != nil ? "; this is OpenAPI 2 (Swagger): convert it to version 3" : ""
            return refuse(root["swagger"] ?? root, "needs openapi: 3.0 or 3.1\(hint)")
        }
        let text = node.string ?? node.number.map { "\($0)" } ?? ""
        guard text.hasPrefix("3.0") || text.hasPrefix("3.1") else {
            return refuse(node, "openapi is \(SafeText.shown(text)); versions 3.0 and 3.1 are read")
        }
        isRecent = text.hasPrefix("3.1")
    }

    private mutating func addNotesOnUnusedMembers() {
        if let node = root["webhooks"] { addNote(node, "webhooks", "are not sent") }
        if let node = root["security"] ?? root["components"]?["securitySchemes"] {
            addNote(node, "security", "is not checked: every client is answered")
        }
    }

    /// The paths of the servers' URLs, which may precede each path.
    private func bases() -> [[String]] {
        guard case .array(let servers) = root["servers"]?.content else { return [] }
        return servers.prefix(64).compactMap { server in
            guard let url = server["url"]?.string else { return nil }
            let path = url.firstRange(of: "://").map { url[$0.upperBound...].drop { $0 != "/" } } ?? url[...]
            let segments = path.split(separator: "/").map(String.init)
            return segments.isEmpty || segments.contains { $0.contains("{") } ? nil : segments
        }
    }

    // MARK: - Places

    /// The members of an object; an error is added if it is missing or not an object.
    mutating func members(_ node: JSONNode?, _ name: String) -> [JSONNode.Member] {
        guard let node else {
            refuse(root, "needs \(name):")
            return []
        }
        guard case .object(let members) = node.content else {
            refuse(node, "\(name) is \(node.kind); write an object")
            return []
        }
        return members
    }

    /// The node that a node refers to, or the node itself if it is not a reference.
    mutating func resolved(_ node: JSONNode) -> JSONNode {
        var node = node
        for _ in 0..<Self.maxReferences {
            guard let reference = node["$ref"] else { return node }
            guard let target = target(of: reference) else { return JSONNode(.object([]), line: node.line) }
            node = target
        }
        refuse(node, "$ref leads through more than \(Self.maxReferences) others; end the loop")
        return JSONNode(.object([]), line: node.line)
    }

    /// The target of a reference in the document (RFC 6901 in a fragment).
    mutating func target(of reference: JSONNode) -> JSONNode? {
        guard let text = reference.string, text.hasPrefix("#/") else {
            refuse(
                reference,
                "$ref \(SafeText.shown(reference.string ?? "")) leads out of the document; write one like #/components/schemas/Pet"
            )
            return nil
        }
        // Most references point into a few large objects, each of which is indexed once.
        let steps = text.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).map(Self.name)
        let (parent, last) = (steps.dropLast().joined(separator: "/"), steps.last ?? "")
        if containers[parent] == nil { containers[parent] = container(steps.dropLast()) }
        guard let target = containers[parent]?[last] else {
            refuse(reference, "$ref \(SafeText.shown(text)) leads to nothing")
            return nil
        }
        return target
    }

    /// The name in a reference token of a pointer.
    private static func name(_ step: Substring) -> String {
        (PercentEncoding.decoded(step) ?? String(step)).replacing("~1", with: "/").replacing("~0", with: "~")
    }

    /// The members of the object, or items of the array, that a path leads to.
    private func container(_ steps: ArraySlice<String>) -> [String: JSONNode] {
        var node = root
        for step in steps {
            if case .array(let items) = node.content, let index = Int(step), items.indices.contains(index) {
                node = items[index]
            } else if let next = node[step] {
                node = next
            } else {
                return [:]
            }
        }
        switch node.content {
        case .object(let members): return Dictionary(members.map { ($0.name, $0.node) }) { first, _ in first }
        case .array(let items):
            return Dictionary(uniqueKeysWithValues: items.enumerated().map { ("\($0)", $1) })
        case .null, .boolean, .integer, .number, .string: return [:]
        }
    }

    // MARK: - Operations

    private mutating func operations(_ path: APIPath, _ item: JSONNode) -> [APIOperation] {
        var operations: [APIOperation] = []
        let shared = item["parameters"]
        for member in members(item, "the path") {
            guard Self.methods.contains(member.name) else {
                if !["summary", "description", "parameters", "servers", "$ref"].contains(member.name),
                    !member.name.hasPrefix("x-")
                {
                    refuse(
                        member.node,
                        "\(SafeText.shown(member.name)) is not a valid method; write one of \(Self.methods.joined(separator: ", "))"
                    )
                }
                continue
            }
            guard operations.count < Self.maxOperations else { break }
            operations.append(operation(member.name.uppercased(), path, member.node, shared))
        }
        return operations
    }

    private mutating func operation(
        _ method: String, _ path: APIPath, _ node: JSONNode, _ shared: JSONNode?
    ) -> APIOperation {
        var operation = APIOperation(method: method, path: path)
        if let callbacks = node["callbacks"] { addNote(callbacks, "callbacks", "are not sent") }
        // Parameters of the operation override those of the path.
        for list in [node["parameters"], shared].compactMap({ $0 }) {
            guard case .array(let items) = list.content else {
                refuse(list, "parameters is \(list.kind); write a list")
                continue
            }
            for item in items.prefix(256) {
                guard let parameter = parameter(resolved(item)) else { continue }
                let isKnown = operation.parameters.contains { $0.name == parameter.name && $0.place == parameter.place }
                if !isKnown { operation.parameters.append(parameter) }
            }
        }
        for parameter in operation.parameters where parameter.place == .path && !path.names.contains(parameter.name) {
            refuse(node, "the path parameter \(SafeText.shown(parameter.name)) is not in the path; add {} or remove it")
        }
        if let body = node["requestBody"].map({ resolved($0) }) {
            operation.body = media(body["content"] ?? JSONNode(.object([]), line: body.line))
            operation.bodyIsRequired = body["required"]?.content == .boolean(true)
        }
        guard let responses = node["responses"] else {
            // It is optional in 3.1.
            if !isRecent { refuse(node, "the operation needs responses:") }
            return operation
        }
        operation.responses = self.responses(responses)
        return operation
    }

    private mutating func parameter(_ node: JSONNode) -> APIOperation.Parameter? {
        guard let name = node["name"]?.string, let place = node["in"]?.string.flatMap(APIOperation.Place.init) else {
            refuse(node, "the parameter needs name: and in:, one of path, query, header and cookie")
            return nil
        }
        // These parameters are ignored (OpenAPI 3.1 section 4.8.12.1).
        if place == .header, ["accept", "content-type", "authorization"].contains(name.lowercased()) { return nil }
        var parameter = APIOperation.Parameter(
            name, in: place, isRequired: node["required"]?.content == .boolean(true) || place == .path, schema: nil)
        if let content = node["content"], case .object(let types) = content.content, let media = types.first {
            parameter.schema = media.node["schema"].map { index(of: $0) }
            parameter.isJSON = APIOperation.isJSON(media.name)
            if !parameter.isJSON {
                addNote(content, "parameters of \(SafeText.escaped(media.name))", "are not compared with their schema")
            }
            if !parameter.isJSON { parameter.schema = nil }
            return parameter
        }
        parameter.schema = node["schema"].map { index(of: $0) }
        let isSpread = place == .query || place == .cookie
        let style = node["style"]?.string ?? (isSpread ? "form" : "simple")
        let explodes = node["explode"].map { $0.content == .boolean(true) } ?? (style == "form")
        switch style {
        case "form": parameter.separator = explodes ? nil : .comma
        case "simple": parameter.separator = .comma
        case "spaceDelimited": parameter.separator = explodes ? nil : .blank
        case "pipeDelimited": parameter.separator = explodes ? nil : .pipe
        default:
            addNote(node["style"] ?? node, "parameters of style \(SafeText.escaped(style))", "are not checked")
            return nil
        }
        let isObject = node["schema"].map { resolved($0)["type"]?.string == "object" } ?? false
        if isObject {
            addNote(node, "parameters that are objects", "are not compared with their schema")
            // Its members are separate parameters with names of their own, none of which is the parameter's.
            return parameter.separator == nil
                ? nil
                : {
                    parameter.schema = nil; return parameter
                }()
        }
        return parameter
    }

    private mutating func responses(_ node: JSONNode) -> [APIOperation.Response] {
        var responses: [APIOperation.Response] = []
        for member in members(node, "responses") where !member.name.hasPrefix("x-") {
            let name = member.name.uppercased()
            let status: UInt? =
                switch name {
                case "DEFAULT": 500
                case "1XX", "2XX", "3XX", "4XX", "5XX": name.utf8.first.map { UInt($0 - 0x30) * 100 }
                default: UInt(name).flatMap { (100...599).contains($0) ? $0 : nil }
                }
            guard let status else {
                refuse(
                    member.node,
                    "\(SafeText.shown(member.name)) is not a valid status; write one like \"200\", 2XX or default")
                continue
            }
            let content = resolved(member.node)
            var response = APIOperation.Response(status: max(status, 200))
            response.isDefault = name == "DEFAULT"
            if let types = content["content"] { response.media = media(types) }
            if let headers = content["headers"] { response.headers = self.headers(headers) }
            for media in response.media where media.examples.isEmpty && !APIOperation.isJSON(media.type) {
                addNote(
                    content, "answers of \(SafeText.escaped(media.type)) without an example", "have no body, or a word")
            }
            responses.append(response)
        }
        // The default response also describes success if no other response does.
        if !responses.contains(where: { $0.status < 400 }), let index = responses.firstIndex(where: { $0.isDefault }) {
            responses[index].status = 200
        }
        // Successful responses come first, the lowest status first, and then the others.
        return responses.filter { $0.status < 300 }.sorted { $0.status < $1.status }
            + responses.filter { $0.status >= 300 }
    }

    private mutating func headers(_ node: JSONNode) -> [APIOperation.Field] {
        members(node, "headers").prefix(64).compactMap { member in
            let isToken =
                !member.name.isEmpty
                && member.name.utf8.allSatisfy {
                    (0x21...0x7e).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0)
                }
            guard isToken else {
                refuse(member.node, "\(SafeText.shown(member.name)) is not a valid name of a field")
                return nil
            }
            // The server sets the framing, and the type is that of the content.
            let framing = ["content-type", "content-length", "transfer-encoding", "connection"]
            guard !framing.contains(member.name.lowercased()) else { return nil }
            let header = resolved(member.node)
            return APIOperation.Field(
                name: member.name, example: header["example"], schema: header["schema"].map { index(of: $0) })
        }
    }

    private mutating func media(_ content: JSONNode) -> [APIOperation.Media] {
        members(content, "content").prefix(64).map { member in
            var media = APIOperation.Media(member.name, schema: member.node["schema"].map { index(of: $0) })
            if let encoding = member.node["encoding"] { addNote(encoding, "encoding", "is not looked at") }
            if let example = member.node["example"] { media.examples.append(("", example)) }
            if let examples = member.node["examples"] {
                for named in members(examples, "examples") {
                    let example = resolved(named.node)
                    guard let value = example["value"] else {
                        addNote(named.node, "externalValue of examples", "is not loaded")
                        continue
                    }
                    media.examples.append((named.name, value))
                }
            }
            return media
        }
    }
}
