import NIOCore
import NIOHTTP1
import NetworkModel

/// Builds the response to a valid request from an example of the document, or from a schema.
struct APIOutput {
    let schemas: SchemaSet

    func response(_ operation: APIOperation, to request: ServedRequest) -> ServedResponse {
        let wishes = Self.preferences(request.headers)
        let response: APIOperation.Response
        if let code = wishes["code"] {
            guard let found = operation.responses.first(where: { "\($0.status)" == code }) else {
                let codes = operation.responses.map { "\($0.status)" }.joined(separator: ", ")
                return .problem(
                    .badRequest, "Prefer asks for code=\(SafeText.cut(code, to: 20)); the document has \(codes)")
            }
            response = found
        } else {
            guard let first = operation.responses.first(where: { $0.status < 400 }) else {
                return ServedResponse(.noContent)
            }
            response = first
        }
        var answer = ServedResponse(HTTPResponseStatus(statusCode: Int(response.status)))
        for field in response.headers {
            if let text = text(of: field) { answer.headers.add(name: field.name, value: text) }
        }
        guard !response.media.isEmpty else { return answer }
        guard let media = Self.media(response.media, for: request.headers) else {
            let types = response.media.map(\.type).joined(separator: ", ")
            return .problem(.notAcceptable, "the document has \(types)")
        }
        var example = media.examples.first?.value
        if let name = wishes["example"] {
            guard let found = media.examples.first(where: { $0.name == name }) else {
                let names = media.examples.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")
                return .problem(
                    .badRequest,
                    "Prefer asks for example=\(SafeText.cut(name, to: 80)); the document has \(names.isEmpty ? "none by name" : names)"
                )
            }
            example = found.value
        }
        answer.body = .bytes(body(media, example))
        answer.headers.replaceOrAdd(name: "Content-Type", value: media.type.contains("*") ? "text/plain" : media.type)
        answer.headers.replaceOrAdd(name: "X-Content-Type-Options", value: "nosniff")
        return answer
    }

    /// Returns the value of a header field on one line; `nil` if none is known.
    private func text(of field: APIOperation.Field) -> String? {
        var maker = SchemaExample(schemas)
        guard let value = field.example ?? field.schema.map({ maker.value($0) }), !value.isNull else { return nil }
        let text = value.string ?? SchemaValidator.text(of: value)
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }))
    }

    private func body(_ media: APIOperation.Media, _ example: JSONNode?) -> ByteBuffer {
        let isJSON = Self.isJSON(media.type)
        // Text of another type is sent unchanged.
        if !isJSON, let text = example?.string { return ByteBuffer(string: text) }
        var maker = SchemaExample(schemas)
        guard let value = example ?? media.schema.map({ maker.value($0) }) else { return ByteBuffer() }
        if !isJSON, example == nil {
            return ByteBuffer(string: media.type.hasPrefix("text/") ? value.string ?? "" : "")
        }
        var writer = JSONWriter()
        writer.node(value)
        writer.raw("\n")
        return writer.buffer
    }

    static func isJSON(_ type: String) -> Bool {
        let type = HeaderParameters(type).value.lowercased()
        return type == "application/json" || type.hasSuffix("+json") || type == "*/*"
    }

    /// Returns the media type that the client prefers; JSON if it has no preference (RFC 9110 section 12.5.1).
    private static func media(_ all: [APIOperation.Media], for headers: HTTPHeaders) -> APIOperation.Media? {
        let ranges = headers[canonicalForm: "accept"].prefix(64).map { range -> (type: String, weight: Double) in
            let parts = HeaderParameters(String(range))
            return (parts.value.lowercased(), parts["q"].flatMap(Double.init) ?? 1)
        }
        let ordered = all.filter { isJSON($0.type) } + all.filter { !isJSON($0.type) }
        guard !ranges.isEmpty else { return ordered.first }
        for range in ranges.sorted(by: { $0.weight > $1.weight }) where range.weight > 0 {
            let found = ordered.first { media in
                let type = HeaderParameters(media.type).value.lowercased()
                return APIInput.fits(type, range.type) || APIInput.fits(range.type, type)
            }
            if let found { return found }
        }
        return nil
    }

    /// Returns the preferences in `Prefer:`, as in `code=404, example=lost` (RFC 7240).
    private static func preferences(_ headers: HTTPHeaders) -> [String: String] {
        var wishes: [String: String] = [:]
        for entry in headers[canonicalForm: "prefer"].prefix(16) {
            for part in entry.split(separator: ";").prefix(16) {
                let words = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
                if words.count == 2 { wishes[words[0].lowercased()] = words[1] }
            }
        }
        return wishes
    }
}
