import NIOCore
import NIOHTTP1
import NetdiagConfiguration
import NetworkFaults
import Testing

@testable import NetdiagServe

struct OpenAPITests {
    private static let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/docs/serve"
    private static let trace: HTTPHeaders = ["X-Trace": "8c5e0a3e-4f0b-4d0e-9a51-0c6f6f5a2b11"]

    private struct Answer {
        var status: UInt
        var text: String
        var headers: HTTPHeaders
        var json: JSONNode? { try? JSONReader.read(text.utf8) }
        /// The places of the errors: pointers, parameters, or header fields.
        var errors: [String] {
            guard case .array(let errors) = json?["errors"]?.content else { return [] }
            return errors.map { ($0["pointer"] ?? $0["parameter"] ?? $0["header"])?.string ?? "" }
        }
    }

    private func ask(
        _ service: APIService, _ method: String, _ target: String, _ body: String = "", _ headers: HTTPHeaders = [:]
    ) async -> Answer {
        var headers = headers
        if !body.isEmpty, !headers.contains(name: "content-type") {
            headers.add(name: "Content-Type", value: "application/json")
        }
        var listener = ListenerPlan()
        listener.routes = [.all(.api(service))]
        let request = ServedRequest(method: method, target: target, headers: headers, body: ByteBuffer(string: body))
        let answer = await PlanResponder(listener, log: RequestLog(), seed: 1).respond(to: request, after: .zero)
            .response
        guard case .bytes(let bytes) = answer.body else { return Answer(status: 0, text: "", headers: [:]) }
        return Answer(status: answer.status.code, text: String(buffer: bytes), headers: answer.headers)
    }

    private func pets() throws -> APIService {
        let document = try OpenAPIFile.read(path: "\(Self.folder)/pets.yaml")
        #expect(document.notes.error == nil)
        return document.service
    }

    /// A service whose document has one schema, for a body.
    private func service(_ schema: String, version: String = "3.1.0") throws -> APIService {
        let text = """
            {"openapi": "\(version)", "paths": {"/": {"post": {"requestBody": {"content": {"application/json": {"schema": \(schema)}}},
            "responses": {"200": {"description": "", "content": {"application/json": {"schema": \(schema)}}}}}}}}
            """
        return try OpenAPIFile.document(of: Array(text.utf8), file: "api.json").service
    }

    // MARK: - Costly patterns

    /// 2,000 texts, each of which takes the whole limit of a single match.
    private static let costly =
        "[" + Array(repeating: "\"\(String(repeating: "a", count: 60))\"", count: 2_000).joined(separator: ",") + "]"

    @Test(
        "the first match that is too costly ends the validation",
        arguments: [
            #"{"type": "string", "pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"}"#,
            #"{"anyOf": [{"type": "string", "pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"}, {"type": "string"}]}"#,
            #"{"not": {"pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"}}"#,
        ])
    func costlyPattern(_ items: String) async throws {
        let service = try service(#"{"type": "array", "items": \#(items)}"#)
        let answer = await ask(service, "POST", "/", Self.costly)
        #expect(answer.status == 422 && answer.errors.count == 1, "\(answer.text)")
        #expect(answer.text.contains("the pattern ^(([a-z])+.)+[A-Z]([a-z])+$, which is too costly"), "\(answer.text)")
    }

    // MARK: - Responses

    @Test func answersWithExamplesAndSchemas() async throws {
        let pets = try pets()
        let list = await ask(pets, "GET", "/v1/pets?kind=cat,dog&limit=3", "", Self.trace)
        #expect(list.status == 200 && list.headers.first(name: "x-total-count") == "1")
        guard case .array(let items) = list.json?.content else {
            Issue.record("\(list)")
            return
        }
        #expect(
            items.first?["id"]?.number == 7 && items.first?["kind"]?.string == "cat"
                && items.first?["born"]?.string == "2026-11-23")
        let made = #"{"name": "a", "kind": "cat"}"#
        #expect(await ask(pets, "POST", "/pets", made).json?["name"]?.string == "Tom")
        #expect(await ask(pets, "POST", "/pets", made, ["Prefer": "example=dog"]).json?["name"]?.string == "Rex")
        #expect(await ask(pets, "POST", "/pets", made, ["Prefer": "code=409"]).status == 409)
        #expect(await ask(pets, "POST", "/pets", made, ["Prefer": "code=418"]).status == 400)
        #expect(await ask(pets, "GET", "/pets/1", "", ["Accept": "application/json;q=0.1, text/*"]).text == "Tom")
        #expect(await ask(pets, "GET", "/pets/1", "", ["Accept": "image/png"]).status == 406)
        #expect(await ask(pets, "DELETE", "/pets/1").status == 204)
        #expect(await ask(pets, "HEAD", "/pets/1").status == 200)
        #expect(await ask(pets, "PUT", "/pets/1").headers.first(name: "allow") == "DELETE, GET, HEAD, OPTIONS")
        #expect(await ask(pets, "GET", "/v2/pets").status == 404)
    }

    /// A generated example is valid for its schema.
    @Test(arguments: [
        #"{"type": "string", "minLength": 10, "maxLength": 12}"#, #"{"type": "string", "maxLength": 2}"#,
        #"{"type": "integer", "exclusiveMinimum": 7}"#,
        #"{"type": "number", "minimum": 0.2, "maximum": 0.4}"#, #"{"type": "integer", "multipleOf": 7, "minimum": 8}"#,
        #"{"type": "integer", "maximum": -3}"#,
        #"{"type": "array", "minItems": 3, "items": {"type": "boolean"}}"#,
        #"{"oneOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}"#,
        #"{"allOf": [{"type": "object", "required": ["a"], "properties": {"a": {"const": 5}}}, {"properties": {"b": {"type": "string", "format": "email"}}}]}"#,
        #"{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1}"#, "true", "{}",
    ])
    func examplesFitTheirSchemas(_ schema: String) async throws {
        let service = try service(schema)
        let example = await ask(service, "POST", "/").text
        #expect(await ask(service, "POST", "/", example).status == 200, "\(example)")
    }

    /// Nested arrays would have the text 10,000 times.
    @Test(arguments: [
        #""type": "string", "minLength": 65536"#, #""type": "string", "example": "LONG""#,
        #""type": "string", "enum": ["LONG"]"#, #""type": "string", "const": "LONG""#,
        #""type": "object", "properties": {"LONG": {"type": "integer"}}"#,
    ])
    func examplesAreLimited(_ keywords: String) async throws {
        let text = keywords.replacing("LONG", with: String(repeating: "x", count: 65_536))
        let list = #"{"type": "array", "minItems": 100, "items": "#
        let service = try service(list + list + #"{\#(text)}}}"#)
        let answer = await ask(service, "POST", "/")
        #expect(answer.status == 200)
        #expect(answer.text.utf8.count > 65_536 && answer.text.utf8.count < 3 << 20, "\(answer.text.utf8.count)")
    }

    // MARK: - Requests

    @Test func everythingThatIsWrongIsToldAtOnce() async throws {
        let pets = try pets()
        let query = await ask(pets, "GET", "/pets?kind=cat,cow&limit=1000")
        #expect(query.status == 400 && query.errors == ["kind", "limit", "X-Trace"])
        let body = await ask(
            pets, "POST", "/pets",
            #"{"name": "", "kind": "cow", "born": "x", "weight": 0.25, "code": "ab", "tags": ["a", "a"], "owner": {}, "colour": 1, "children": [{"name": "b"}]}"#
        )
        #expect(body.status == 422)
        #expect(
            Set(body.errors) == [
                "#/name", "#/kind", "#/born", "#/weight", "#/code", "#/tags", "#/owner", "#/colour",
                "#/children/0/kind",
            ], "\(body.text)")
        #expect(await ask(pets, "GET", "/pets/x").errors == ["id"])
        #expect(await ask(pets, "GET", "/pets/99999999999999999999").status == 400)
    }

    @Test(arguments: [
        (#"{"type": "integer"}"#, ["1", "1.0", "-5"], ["1.5", "\"1\"", "null", "true"]),
        (#"{"type": ["string", "null"]}"#, ["null", "\"\""], ["1", "[]"]),
        (#"{"enum": [1, "a", {"b": [null]}]}"#, ["1.0", "\"a\"", "{\"b\":[null]}"], ["2", "{\"b\":[]}"]),
        (#"{"not": {"type": "string"}}"#, ["1"], ["\"a\""]), ("false", [], ["1", "null"]),
        (#"{"anyOf": [{"minimum": 5}, {"maximum": 1}]}"#, ["6", "0"], ["3"]),
        (#"{"oneOf": [{"minimum": 5}, {"maximum": 7}]}"#, ["9", "1"], ["6"]),
        (#"{"allOf": [{"minimum": 5}, {"maximum": 7}]}"#, ["6"], ["4", "8"]),
        (#"{"type": "array", "items": {"type": "array", "minItems": 1}}"#, ["[]", "[[1]]"], ["[[]]", "[1]"]),
        (#"{"minProperties": 1, "maxProperties": 2}"#, ["{\"a\":1}"], ["{}", "{\"a\":1,\"b\":2,\"c\":3}"]),
        (#"{"type": "number", "multipleOf": 0.01}"#, ["0.07", "19.99"], ["0.005"]),
        (#"{"type": "integer", "format": "int32"}"#, ["2147483647", "-2147483648"], ["2147483648", "-2147483649"]),
        (#"{"properties": {"a": false}}"#, ["{}"], ["{\"a\":1}"]),
        (#"{"additionalProperties": {"type": "integer"}}"#, ["{\"a\":1}"], ["{\"a\":\"b\"}"]),
    ])
    func comparesWithSchemas(_ schema: String, _ good: [String], _ bad: [String]) async throws {
        let service = try service(schema)
        for text in good { #expect(await ask(service, "POST", "/", text).status == 200, "\(text)") }
        for text in bad { #expect(await ask(service, "POST", "/", text).status == 422, "\(text)") }
    }

    @Test func theOldFormOfFlags() async throws {
        let service = try service(
            #"{"type": "integer", "nullable": true, "minimum": 1, "exclusiveMinimum": true}"#, version: "3.0.3")
        for (text, status) in [("null", UInt(200)), ("2", 200), ("1", 422)] {
            #expect(await ask(service, "POST", "/", text).status == status, "\(text)")
        }
    }

    @Test func hostileRequestsCostLittle() async throws {
        let pets = try pets()
        let deep = String(repeating: #"{"name":"a","kind":"cat","children":["#, count: 40)
        for body in [
            deep, String(repeating: "[", count: 500_000), #"{"name": "\ud800"}"#, "1e999", "\u{0}",
            #"{"name": "a", "name": "b"}"#,
        ] {
            #expect(await ask(pets, "POST", "/pets", body).status == 400, "\(body.prefix(30))")
        }
        #expect(
            await ask(pets, "GET", "/pets?" + String(repeating: "kind=cat&", count: 10_000), "", Self.trace).status
                == 400)
        // Nested alternatives with 2^40 combinations, of which none matches.
        var schema = #"{"type": "integer"}"#
        for _ in 0..<12 { schema = "{\"anyOf\": [\(schema), \(schema)]}" }
        let answer = await ask(try service(schema), "POST", "/", "\"a\"")
        #expect(answer.status == 422)
        let chain = (0..<40).map {
            "\"s\($0)\": {\"oneOf\": [{\"$ref\": \"#/components/schemas/s\($0 + 1)\"}, {\"$ref\": \"#/components/schemas/s\($0 + 1)\"}]}"
        }
        let text = """
            {"openapi": "3.1.0", "components": {"schemas": {\(chain.joined(separator: ",")), "s40": {"type": "integer"}}}, "paths": {"/": {"post": {
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/s0"}}}}, "responses": {}}}}}
            """
        let service = try OpenAPIFile.document(of: Array(text.utf8), file: "a.json").service
        let costly = await ask(service, "POST", "/", "\"a\"")
        #expect(costly.status == 422 && costly.text.contains("too many steps"), "\(costly.text)")
    }

    @Test func largeBodiesCostNoMoreThanWhatIsTold() async throws {
        let closed = #"{"type": "object", "properties": {"customer": {}, "status": {}}, "additionalProperties": false}"#
        let unknown = (0..<50_000).map { "\"customerr\($0)\":1" }.joined(separator: ",")
        let answer = await ask(try service(closed), "POST", "/", "{\(unknown)}")
        #expect(answer.status == 422 && answer.text.contains("200 values are wrong"), "\(answer.text.prefix(200))")
        // A thousand items of 150 values, which differ only in the last one.
        let same = String(repeating: "0,", count: 150)
        let items = (0..<1_000).map { "[\(same)\($0)]" }.joined(separator: ",")
        let list = try service(#"{"type": "array", "uniqueItems": true}"#)
        let unique = await ask(list, "POST", "/", "[\(items)]")
        #expect(unique.status == 200, "\(unique.text.prefix(200))")
        // Long ones in arrays that are unique at each level cost the limit of steps, and no more.
        var nested = "\"\(String(repeating: "x", count: 1_000_000))\""
        var schema = #"{"type": "string"}"#
        for _ in 0..<20 {
            nested = "[\(nested)]"
            schema = #"{"type": "array", "uniqueItems": true, "items": \#(schema)}"#
        }
        let deep = await ask(try service(schema), "POST", "/", nested)
        #expect(deep.status == 422 && deep.text.contains("too many steps"), "\(deep.text.prefix(200))")
        let few = await ask(
            try service(#"{"type": "array", "uniqueItems": true}"#), "POST", "/", "[[0,1],[0,2],[0,1.0]]")
        #expect(few.status == 422 && few.text.contains("twice"), "\(few.text)")
    }

    /// Texts with the same letters in different code points, which Swift's own comparison regards as equal after it has
    /// normalized both.
    @Test func uniqueTextsAreComparedByTheirBytes() async throws {
        let texts = (0..<1_000).map { number in
            let letters = (0..<10).map { number >> $0 & 1 == 1 ? "\u{e9}" : "e\u{301}" }.joined()
            return "\"\(letters)\(String(repeating: "\u{e9}", count: 60))\""
        }
        let list = try service(#"{"type": "array", "uniqueItems": true}"#)
        let answer = await ask(list, "POST", "/", "[\(texts.joined(separator: ","))]")
        #expect(answer.status == 200, "\(answer.text.prefix(200))")
        let twice = await ask(list, "POST", "/", "[\((texts + [texts[1]]).suffix(1_000).joined(separator: ","))]")
        #expect(twice.status == 422 && twice.text.contains("twice"), "\(twice.text.prefix(200))")
        let choice = try service("{\"enum\": [\"\u{e9}\"]}")
        for (text, status) in [("\u{e9}", UInt(200)), ("e\u{301}", 422)] {
            #expect(await ask(choice, "POST", "/", "\"\(text)\"").status == status)
        }
        // The pets have at most three tags, so that more of them are not compared.
        let many = await ask(try pets(), "POST", "/pets", #"{"tags": ["x", "x", "x", "x"]}"#)
        #expect(many.text.contains("write 0 to 3") && !many.text.contains("twice"), "\(many.text)")
    }

    @Test func formsAreObjects() async throws {
        let text = """
            {"openapi": "3.0.0", "paths": {"/": {"post": {"responses": {"200": {"description": ""}}, "requestBody": {"content": {
            "application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}, "t": {"type": "array", "items": {"type": "string"}}}}},
            "multipart/form-data": {"schema": {"required": ["n"], "properties": {"n": {"type": "integer"}}}}}}}}}}
            """
        let service = try OpenAPIFile.document(of: Array(text.utf8), file: "a.json").service
        let form: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(await ask(service, "POST", "/", "n=7&t=a&t=b", form).status == 200)
        #expect(await ask(service, "POST", "/", "n=x&t=a", form).errors == ["#/n"])
        #expect(await ask(service, "POST", "/", String(repeating: "a=b&", count: 10_000), form).status == 413)
        let parts: HTTPHeaders = ["Content-Type": "multipart/form-data; boundary=X"]
        let body = "--X\r\nContent-Disposition: form-data; name=n\r\n\r\n7\r\n--X--"
        #expect(await ask(service, "POST", "/", body, parts).status == 200)
        #expect(await ask(service, "POST", "/", body.replacing("name=n", with: "name=m"), parts).errors == ["#/n"])
        #expect(await ask(service, "POST", "/", "x", parts).status == 400)
        #expect(await ask(service, "POST", "/", "x", ["Content-Type": "text/plain"]).status == 415)
    }

    // MARK: - Documents

    private func problems(_ text: String) -> String {
        do {
            return try OpenAPIFile.document(of: Array(text.utf8), file: "api").notes.error?.description ?? ""
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "api: is empty"), ("{", "api:1: has its end where"),
        ("swagger: '2.0'\npaths: {}\n", "api:1: needs openapi: 3.0 or 3.1; this is OpenAPI 2 (Swagger)"),
        ("openapi: 4.0.0\npaths: {}\n", "api:1: openapi is \"4.0.0\""), ("openapi: 3.1.0\n", "needs paths:"),
        ("openapi: 3.1.0\npaths: []\n", "api:2: paths is a list"),
        ("openapi: 3.1.0\npaths:\n  pets: {}\n", "api:3: \"pets\" is not a valid path"),
        ("openapi: 3.1.0\npaths:\n  /a{b}{c}: {}\n", "is not a valid path"),
        ("openapi: 3.1.0\npaths:\n  /a:\n    fetch: {}\n", "api:4: \"fetch\" is not a valid method"),
        ("openapi: 3.0.0\npaths:\n  /a:\n    get: {}\n", "api:4: the operation needs responses:"),
        (
            "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      parameters: [{name: x, in: path}]\n",
            "the path parameter \"x\" is not in the path"
        ),
        (
            "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      parameters:\n        - {name: x, in: body}\n",
            "api:6: the parameter needs name: and in:"
        ),
        (
            "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      responses:\n        ok: {}\n",
            "api:6: \"ok\" is not a valid status"
        ),
        (
            "openapi: 3.1.0\npaths:\n  /a:\n    $ref: other.yaml#/a\n",
            "api:4: $ref \"other.yaml#/a\" leads out of the document"
        ),
        ("openapi: 3.1.0\npaths:\n  /a:\n    $ref: '#/paths/b'\n", "api:4: $ref \"#/paths/b\" leads to nothing"),
        ("openapi: 3.1.0\npaths:\n  /a:\n    $ref: '#/paths/~1a'\n", "leads through more than 32 others"),
        ("&a openapi: 3.1.0\n", "api:1: "),
    ])
    func saysWhatIsWrong(_ text: String, _ expected: String) {
        #expect(problems(text).contains(expected), "\(problems(text))")
    }

    @Test(arguments: [
        ("{type: text}", "api:8: \"text\" is not a valid type"), ("{type: [string, null]}", "write null in quotes"),
        ("{pattern: '('}", "is wrong at character"),
        ("{minLength: -1}", "minLength is a number; write a whole number from 0"),
        ("{minimum: a}", "minimum is text; write a number"),
        ("{minItems: 5, maxItems: 1}", "leaves nothing that fits"),
        ("{enum: []}", "enum is a list; write a list of values"),
        ("{allOf: {}}", "allOf is an object; write a list of schemas"), ("5", "the schema is a number"),
        ("{multipleOf: 0}", "write a number above 0"), ("{required: true}", "write a list of names"),
        ("{$ref: '#/components/schemas/loop'}", "contains itself without a value in between"),
        ("{patternProperties: {}}", "api:8: the keyword \"patternProperties\" of schemas is not checked"),
        ("{format: color}", "api:8: the format \"color\" is not checked"),
        ("{if: {}, then: {}}", "the keyword \"then\" of schemas is not checked"),
    ])
    func saysWhatIsWrongWithSchemas(_ schema: String, _ expected: String) {
        let text = problems(
            """
            openapi: 3.1.0
            paths:
              /a:
                post:
                  requestBody:
                    content:
                      application/json:
                        schema: \(schema)
                  responses: {}
            components:
              schemas:
                loop: {allOf: [{$ref: '#/components/schemas/pool'}]}
                pool: {anyOf: [{$ref: '#/components/schemas/loop'}]}
            """)
        #expect(text.contains(expected), "\(text)")
    }

    @Test func whatIsNotActedOnIsSaid() {
        let text = problems(
            """
            openapi: 3.1.0
            security: [{key: []}]
            webhooks: {}
            paths:
              /a:
                get:
                  callbacks: {}
                  parameters: [{name: f, in: query, style: deepObject, schema: {type: object}}]
                  responses:
                    "200": {content: {application/xml: {schema: {type: object}}}}
            """)
        for line in [
            "api:2: security is not checked", "api:3: webhooks are not sent", "api:7: callbacks are not sent",
            "api:8: parameters of style deepObject are not checked",
            "api:10: answers of application/xml without an example",
        ] {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test func manySchemasInARowAreRead() throws {
        let schemas = (0..<20_000).map {
            "\"s\($0)\": {\"properties\": {\"a\": {\"$ref\": \"#/components/schemas/s\(($0 + 1) % 20_000)\"}}}"
        }
        let text = """
            {"openapi": "3.1.0", "components": {"schemas": {\(schemas.joined(separator: ","))}}, "paths": {"/": {"post": {
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/s0"}}}}, "responses": {}}}}}
            """
        #expect(try OpenAPIFile.document(of: Array(text.utf8), file: "a.json").service.schemas.nodes.count == 20_000)
    }

    @Test func aDocumentIsARouteWithFaults() throws {
        let text =
            "routes:\n  - openapi: \(Self.folder)/pets.yaml\n    faults: [{fault: http.stalled, when: {every: 3}}]\n"
        let (plan, problems) = try ServeFile.plan(of: Array(text.utf8), file: "serve.yaml")
        #expect(
            problems.error == nil && plan.listeners[0].routes[0].count == 4
                && plan.listeners[0].routes[0].faults.count == 1)
        let wrong = try ServeFile.plan(of: Array("routes:\n  - openapi: /nonexistent\n".utf8), file: "serve.yaml").1
        #expect(wrong.error?.description.hasPrefix("serve.yaml:2: openapi") == true)
    }
}
