import NIOHTTP1

/// Conditions on a request, which all must hold.
package struct RequestMatch: Sendable, Hashable {
    package var method: String?
    package var path: PathPattern?
    /// Header fields and their values; `nil` matches any value.
    package var headers: [String: String?] = [:]
    /// Query variables and their values; `nil` matches any value.
    package var query: [String: String?] = [:]

    package init() {}

    /// Whether every request matches.
    package var isEmpty: Bool { method == nil && path == nil && headers.isEmpty && query.isEmpty }

    package func fits(_ request: ServedRequest) -> Bool {
        if let method, method != request.method { return false }
        if let path, path.match(request.pathSegments) == nil { return false }
        let hasFields = headers.allSatisfy { name, value in
            let found = request.headers[canonicalForm: name]
            return value.map { expected in found.contains { $0 == expected[...] } } ?? !found.isEmpty
        }
        return hasFields
            && query.allSatisfy { name, value in
                let found = request.query.filter { $0.name == name }
                return value.map { expected in found.contains { $0.value == expected } } ?? !found.isEmpty
            }
    }
}
