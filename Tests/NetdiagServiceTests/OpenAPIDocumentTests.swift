import NetworkModel
import Testing

@testable import NetdiagService

@Suite("The description of parameters in /openapi.json")
struct OpenAPIDocumentTests {
    private struct Typed: Endpoint {
        let path: String
        var words: [String: [String]] = [:]
        let summary = "a test"
        let query = [(key: "type", meaning: "a type"), (key: "family", meaning: "a family")]
        var audience: EndpointAudience { .open { _ in APIResponse(text: "") } }
    }

    private static func parameters(_ endpoint: any Endpoint) throws -> [JSONValue] {
        let document = try JSONValue(reading: try JSON.line(OpenAPIDocument([endpoint])))
        guard case .array(let list)? = document["paths"]?[endpoint.path]?["get"]?["parameters"] else { return [] }
        return list
    }

    @Test("the type of a resolution is a record type, although the same key is a service type elsewhere")
    func types() throws {
        let services = try Self.parameters(Typed(path: "/a"))[0]
        #expect(services["example"] == .string("_http._tcp") && services["schema"]?["enum"] == nil)
        let records = DNSRecordType.allCases.map(\.rawValue)
        let resolution = try Self.parameters(Typed(path: "/b", words: ["type": records]))[0]
        #expect(resolution["schema"]?["enum"] == .array(records.map(JSONValue.string)))
        #expect(resolution["example"] == .string(records[0]))
    }

    @Test("no parameter is empty, and the words of a family are listed")
    func values() throws {
        for parameter in try Self.parameters(Typed(path: "/a")) {
            #expect(parameter["schema"]?["minLength"] == .number(1))
        }
        #expect(
            try Self.parameters(Typed(path: "/a"))[1]["schema"]?["enum"] == .array([.string("ipv4"), .string("ipv6")]))
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
