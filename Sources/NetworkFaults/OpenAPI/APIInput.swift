import NIOCore
import NIOHTTP1
import NetworkModel

/// Compares a request with its operation.
struct APIInput {
    /// The result of checking the body. Errors in its values are added to the problem.
    enum BodyOutcome {
        case checked
        case refused(ServedResponse)
    }

    let request: ServedRequest
    let path: [String: String]
    let schemas: SchemaSet
    /// What patterns may still cost: one limit for all parameters and the body.
    private var allowance = MatchAllowance()

    init(request: ServedRequest, path: [String: String], schemas: SchemaSet) {
        self.request = request
        self.path = path
        self.schemas = schemas
    }

    // MARK: - Parameters

    mutating func check(_ operation: APIOperation, _ problem: inout RequestProblem) {
        for parameter in operation.parameters {
            let place = Self.place(parameter)
            let texts = texts(of: parameter)
            guard !texts.isEmpty else {
                if parameter.isRequired { problem.add(place, "is missing") }
                continue
            }
            guard let schema = parameter.schema else { continue }
            let value: JSONNode
            if parameter.isJSON {
                do {
                    value = try JSONReader.read(texts[0].utf8)
                } catch {
                    problem.add(place, error.reason)
                    continue
                }
            } else {
                value = self.value(of: texts, parameter, schema)
            }
            validate(value, schema) { pointer, reason in
                problem.add(place, pointer.isEmpty ? reason : "\(pointer.dropFirst()) \(reason)")
            }
        }
    }

    private static func place(_ parameter: APIOperation.Parameter) -> RequestProblem.Issue.Place {
        switch parameter.place {
        case .path: .path(parameter.name)
        case .query: .query(parameter.name)
        case .header: .header(parameter.name)
        case .cookie: .header("Cookie \(parameter.name)")
        }
    }

    private func texts(of parameter: APIOperation.Parameter) -> [String] {
        switch parameter.place {
        case .path: path[parameter.name].map { [$0] } ?? []
        case .query: request.query.filter { $0.name == parameter.name }.map(\.value)
        case .header: request.headers[parameter.name]
        case .cookie: request.cookies[parameter.name].map { [$0] } ?? []
        }
    }

    /// Returns the texts as one value, or as an array if the schema allows one.
    private func value(of texts: [String], _ parameter: APIOperation.Parameter, _ schema: Int) -> JSONNode {
        guard let kinds = schemas.kinds(of: schema), kinds.contains(.array) else {
            return schemas.value(of: texts[0], for: schema)
        }
        let items = schemas.resolved(schema).items
        let parts: [String] =
            switch parameter.separator {
            case .none: texts
            case .some(let separator):
                texts.flatMap { text in
                    text.split(separator: Character(separator.rawValue), omittingEmptySubsequences: false).prefix(
                        10_000
                    )
                    .map(String.init)
                }
            }
        return JSONNode(
            .array(parts.map { part in items.map { schemas.value(of: part, for: $0) } ?? JSONNode(.string(part)) }))
    }

    private mutating func validate(_ value: JSONNode, _ schema: Int, _ report: (String, String) -> Void) {
        var validator = SchemaValidator(schemas, within: allowance)
        validator.validate(value, schema)
        allowance = validator.allowance
        for issue in validator.issues { report(issue.pointer, issue.reason) }
        if let reason = allowance.refusal {
            // Within alternatives, the reason is not among the errors.
            if !validator.issues.contains(where: { $0.reason == reason }) { report("", reason) }
        } else if validator.isExhausted {
            report("", "takes too many steps to be compared with its schema")
        }
    }

    // MARK: - Body

    mutating func checkBody(_ operation: APIOperation, _ problem: inout RequestProblem) -> BodyOutcome {
        guard !operation.body.isEmpty else { return .checked }
        guard request.body.readableBytes > 0 else {
            if operation.bodyIsRequired { problem.add(.body(pointer: ""), "is missing") }
            return .checked
        }
        let field = request.headers.first(name: "content-type") ?? ""
        let type = HeaderParameters(field).value.lowercased()
        guard let media = operation.body.first(where: { Self.fits(type, $0.type) }) else {
            let types = operation.body.map(\.type).joined(separator: ", ")
            return .refused(
                .problem(
                    .unsupportedMediaType,
                    type.isEmpty ? "Content-Type is missing; send \(types)" : "the body must be \(types)"))
        }
        guard let schema = media.schema else { return .checked }
        let value: JSONNode?
        if type == "application/json" || type.hasSuffix("+json") {
            do {
                value = try JSONReader.read(request.body.readableBytesView)
            } catch {
                return .refused(.problem(.badRequest, "line \(error.line) of the body \(error.reason)"))
            }
        } else if type == "application/x-www-form-urlencoded" {
            let text = String(decoding: request.body.readableBytesView, as: UTF8.self)
            let fields = PercentEncoding.query(text[...])
            guard fields.count < PercentEncoding.maxVariables else {
                return .refused(
                    .problem(
                        .payloadTooLarge, "the form has \(PercentEncoding.maxVariables) fields or more; send fewer"))
            }
            value = form(fields.map { ($0.name, $0.value) }, schema)
        } else if type == "multipart/form-data" {
            do throws(MultipartReader.Failure) {
                let boundary = try MultipartReader.boundary(of: field) ?? ""
                let parts = try MultipartReader.parts(of: Array(request.body.readableBytesView), boundary: boundary)
                value = form(parts.map { ($0.name, String(decoding: $0.body, as: UTF8.self)) }, schema)
            } catch {
                return .refused(.problem(.badRequest, error.reason))
            }
        } else if type.hasPrefix("text/") {
            value = JSONNode(.string(String(decoding: request.body.readableBytesView, as: UTF8.self)))
        } else {
            value = nil
        }
        if let value { validate(value, schema) { problem.add(.body(pointer: $0), $1) } }
        return .checked
    }

    /// Returns the fields of a form as an object. Fields with the same name become an array if the schema has one.
    private func form(_ fields: [(name: String, value: String)], _ schema: Int) -> JSONNode {
        let properties = schemas.resolved(schema).properties
        var members: [JSONNode.Member] = []
        for (name, text) in fields {
            let property = properties.first { $0.name == name }?.schema
            let isList = property.flatMap { schemas.kinds(of: $0) }?.contains(.array) == true
            let items = isList ? property.flatMap { schemas.resolved($0).items } : property
            let value = items.map { schemas.value(of: text, for: $0) } ?? JSONNode(.string(text))
            if let index = members.firstIndex(where: { $0.name == name }) {
                if case .array(let some) = members[index].node.content {
                    members[index].node.content = .array(some + [value])
                }
            } else {
                members.append(.init(name, isList ? JSONNode(.array([value])) : value))
            }
        }
        return JSONNode(.object(members))
    }

    /// Whether a type is in a media range, as in `image/*`.
    static func fits(_ type: String, _ range: String) -> Bool {
        let range = HeaderParameters(range).value.lowercased()
        if range == "*/*" { return true }
        return range.hasSuffix("/*") ? type.hasPrefix(range.dropLast()) : type == range
    }
}
