import FoundationEssentials
import NIOCore
import NIOHTTP1

/// The values of placeholders in one exchange. A missing value is empty.
struct TemplateValues: Sendable {
    /// The maximum length of a value in bytes.
    static let maxBytes = 64 << 10

    let request: ServedRequest
    let path: [String: String]
    let session: [String: String]
    let count: Int

    subscript(placeholder: ResponseTemplate.Placeholder) -> String {
        let value =
            switch placeholder {
            case .path(let name): path[name] ?? ""
            case .query(let name): request.query.first { $0.name == name }?.value ?? ""
            case .header(let name): request.headers.first(name: name) ?? ""
            case .cookie(let name): request.cookies[name] ?? ""
            case .session(let name): session[name] ?? ""
            case .body(let steps): body(steps)
            case .count: "\(count)"
            case .uuid: UUID().uuidString.lowercased()
            case .time: Date.now.formatted(.iso8601)
            }
        return value.utf8.count <= Self.maxBytes
            ? value : String(decoding: value.utf8.prefix(Self.maxBytes), as: UTF8.self)
    }

    private func body(_ steps: [String]) -> String {
        guard
            var value = try? JSONDecoder().decode(
                BodyValue.self, from: Data(request.body.readableBytesView))
        else { return "" }
        for step in steps {
            switch value {
            case .object(let members): value = members[step] ?? .null
            case .array(let items):
                guard let index = Int(step), items.indices.contains(index) else { return "" }
                value = items[index]
            case .string, .number, .boolean, .null: return ""
            }
        }
        return value.text
    }
}
