import HTTPTypes
import NIOCore
import NetworkModel

/// A request that has passed the front door.
struct APIRequest: Sendable {
    var method: HTTPRequest.Method
    /// Percent-decoded.
    var path: String
    /// What stands behind the path of an endpoint that takes a parameter; percent-decoded.
    var parameter: String?
    var query: [String: String]
    var body: ByteBuffer

    /// A family as `ipv4` or `ipv6`; both where the query says nothing.
    func families() throws(Problem) -> Set<AddressFamily> {
        guard let text = query["family"] else { return Set(AddressFamily.allCases) }
        guard let family = AddressFamily(rawValue: text) else {
            throw Problem(.badRequest, "family: \"\(SafeText.escaped(text))\" is neither ipv4 nor ipv6")
        }
        return [family]
    }

    /// Refuses query keys that the endpoint does not know: a misspelt one would be silently without effect.
    func allow(_ keys: Set<String>) throws(Problem) {
        guard let unknown = query.keys.sorted().first(where: { !keys.contains($0) }) else { return }
        let known = keys.isEmpty ? "none is taken here" : "known are: \(keys.sorted().joined(separator: ", "))"
        throw Problem(.badRequest, "the query key \"\(SafeText.escaped(unknown))\" is unknown; \(known)")
    }
}
