import NIOCore
import NIOHTTP1
import NetworkModel

/// Serves an OpenAPI document: it validates requests, and responds with examples.
package final class APIService: Sendable {
    /// The operations, in the order in which their paths are matched.
    package let operations: [APIOperation]
    package let schemas: SchemaSet
    /// The paths of `servers:`, which may precede each path, as segments.
    package let bases: [[String]]

    package init(operations: [APIOperation], schemas: SchemaSet, bases: [[String]]) {
        self.operations = operations
        self.schemas = schemas
        self.bases = bases
    }

    func response(to request: ServedRequest) -> ServedResponse {
        guard request.query.count < PercentEncoding.maxVariables else {
            return .problem(.badRequest, "the query has \(PercentEncoding.maxVariables) variables or more; send fewer")
        }
        let found = matches(request.pathSegments)
        guard !found.isEmpty else { return .problem(.notFound, "the document does not have this path") }
        let method = request.method
        let match =
            found.first { operations[$0.index].method == method }
            ?? (method == "HEAD" ? found.first { operations[$0.index].method == "GET" } : nil)
        guard let match else { return otherMethod(method, Set(found.map { operations[$0.index].method })) }
        let operation = operations[match.index]
        var problem = RequestProblem()
        var input = APIInput(request: request, path: match.values, schemas: schemas)
        input.check(operation, &problem)
        switch input.checkBody(operation, &problem) {
        case .refused(let response): return response
        case .checked: break
        }
        guard problem.isEmpty else {
            let isOfBody = problem.issues.contains { if case .body = $0.place { true } else { false } }
            return problem.response(isOfBody ? .unprocessableEntity : .badRequest)
        }
        return APIOutput(schemas: schemas).response(operation, to: request)
    }

    /// Returns the operations of the first matching path, which may follow the base of a server.
    private func matches(_ path: [String]) -> [(index: Int, values: [String: String])] {
        for base in [[]] + bases where path.starts(with: base) {
            let rest = path.dropFirst(base.count)
            var found: [(index: Int, values: [String: String])] = []
            var chosen: APIPath?
            for (index, operation) in operations.enumerated() {
                guard chosen == nil || chosen == operation.path, let values = operation.path.match(rest) else {
                    continue
                }
                chosen = operation.path
                found.append((index, values))
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    private func otherMethod(_ method: String, _ methods: Set<String>) -> ServedResponse {
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
        guard known.contains(method) else { return .problem(.notImplemented, "the method is not known") }
        let allowed = methods.contains("GET") ? methods.union(["HEAD"]) : methods
        let list = allowed.union(["OPTIONS"]).sorted().joined(separator: ", ")
        guard method != "OPTIONS" else { return ServedResponse(.noContent, headers: ["Allow": list]) }
        var response = ServedResponse.problem(.methodNotAllowed, "this path is for \(list)")
        response.headers.add(name: "Allow", value: list)
        return response
    }
}
