import NIOCore
import NIOHTTP1
import NetworkModel
import SQLite

/// A table that is served as JSON, with a list at its path and rows below it.
package final class Resource: Sendable {
    package let definition: ResourceDefinition
    package let database: ResourceDatabase

    package init(_ definition: ResourceDefinition, in database: ResourceDatabase) {
        self.definition = definition
        self.database = database
    }

    private static let listMethods = "GET, HEAD, OPTIONS, POST"
    private static let changingMethods: Set = ["POST", "PUT", "PATCH", "DELETE"]
    private static let rowMethods = "DELETE, GET, HEAD, OPTIONS, PATCH, PUT"

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - rest: The segments of the path after that of the resource.
    ///   - patience: Whether the response may be unfinished (``ServedResponse/isUnfinished``).
    func response(
        _ rest: [String], to request: ServedRequest, _ patience: ResourceDatabase.Patience = .whole
    ) -> ServedResponse {
        guard !Self.changingMethods.contains(request.method) || !request.isOfUnrelatedPage else {
            return .problem(
                .forbidden,
                "pages can change rows only under localhost or the server's address, from their own origin or one of localhost"
            )
        }
        do {
            // A slash at the end is ignored.
            let segments = rest.last == "" ? Array(rest.dropLast()) : rest
            switch segments.count {
            case 0: return try listAnswer(request, patience)
            case 1:
                guard let key = Self.key(segments[0]) else { return missing }
                return try rowAnswer(key, request)
            default: return .problem(.notFound, "below a row there is nothing")
            }
        } catch {
            return refusal(error)
        }
    }

    var missing: ServedResponse { .problem(.notFound, "there is no such row of \(definition.table)") }

    private static func key(_ text: String) -> Int64? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    private func listAnswer(
        _ request: ServedRequest, _ patience: ResourceDatabase.Patience
    ) throws(SQLiteError) -> ServedResponse {
        switch request.method {
        case "GET", "HEAD": return try list(request, patience)
        case "POST": return try create(request)
        default: return Self.otherMethod(request.method, Self.listMethods)
        }
    }

    private func rowAnswer(_ key: Int64, _ request: ServedRequest) throws(SQLiteError) -> ServedResponse {
        switch request.method {
        case "GET", "HEAD": return try row(key, request)
        case "PUT": return try replace(key, request)
        case "PATCH": return try patch(key, request)
        case "DELETE": return try delete(key, request)
        default: return Self.otherMethod(request.method, Self.rowMethods)
        }
    }

    private static func otherMethod(_ method: String, _ allowed: String) -> ServedResponse {
        switch method {
        case "OPTIONS":
            return ServedResponse(
                .noContent,
                headers: ["Allow": allowed, "Accept-Patch": "application/merge-patch+json, application/json"])
        case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT":
            var response = ServedResponse.problem(.methodNotAllowed, "this path is for \(allowed)")
            response.headers.add(name: "Allow", value: allowed)
            return response
        default: return .problem(.notImplemented, "the method is not known")
        }
    }

    private func refusal(_ error: SQLiteError) -> ServedResponse {
        switch error.primaryCode {
        case ResourceDatabase.busy:
            var response = ServedResponse.problem(.serviceUnavailable, "another program has locked the database")
            response.headers.add(name: "Retry-After", value: "1")
            return response
        case ResourceDatabase.full:
            let limit = "\(database.maxGrowth >> 20) MiB for each table"
            return .problem(
                .insufficientStorage, "the database takes no more: requests have added \(limit), or the disk is full")
        case ResourceDatabase.interrupted:
            return .problem(
                .serviceUnavailable, "the list takes more than \(database.queryTime.settingText); use other conditions")
        case ResourceDatabase.readOnly: return .problem(.internalServerError, "the database cannot be written")
        default: return .problem(.internalServerError, "the database cannot be used: \(error.message)")
        }
    }

    // MARK: - Reading

    private func row(_ key: Int64, _ request: ServedRequest) throws(SQLiteError) -> ServedResponse {
        let found = try database.perform { connection, _ in try RowText.row(key, definition, connection) }
        guard let found else { return missing }
        return representation(.ok, found, request)
    }

    private func list(
        _ request: ServedRequest, _ patience: ResourceDatabase.Patience
    ) throws(SQLiteError) -> ServedResponse {
        let query = ListQuery(request.query, of: definition)
        guard query.problem.isEmpty else { return query.problem.response(.badRequest) }
        guard let (rows, total) = try database.list(query, patience, { try RowText.list(query, $0) }) else {
            return .unfinished
        }
        guard let rows else {
            return .problem(.badRequest, "these rows have more than 8 MiB; ask for fewer with limit=")
        }
        var response = representation(.ok, rows, request)
        response.headers.add(name: "X-Total-Count", value: "\(total)")
        if let links = PageLinks(query, total, request).field { response.headers.add(name: "Link", value: links) }
        return response
    }

    /// Returns a response with the body and its tag; without the body if the client has it already (RFC 9110 section 13.1.2).
    func representation(_ status: HTTPResponseStatus, _ body: ByteBuffer, _ request: ServedRequest) -> ServedResponse {
        let tag = EntityTag.of(body)
        let headers: HTTPHeaders = [
            "ETag": tag, "Content-Type": "application/json", "X-Content-Type-Options": "nosniff",
        ]
        let isRead = request.method == "GET" || request.method == "HEAD"
        if isRead, EntityTag.lists(tag, request.headers, "if-none-match", isWeak: true) {
            return ServedResponse(.notModified, headers: ["ETag": tag])
        }
        return ServedResponse(status, headers: headers, body: .bytes(body))
    }
}
