import NIOCore
import NIOHTTP1
import SQLite

/// Changes of rows, with their conditions and results.
extension Resource {
    /// The result of a change.
    private enum Outcome: Sendable {
        case created(ByteBuffer, key: Int64)
        case changed(ByteBuffer)
        case deleted
        case missing
        case full
        case conflict(String)
        /// If-None-Match does not hold.
        case exists
        /// If-Match does not hold.
        case failedCondition
        case lacksCondition
    }

    func create(_ request: ServedRequest) throws(SQLiteError) -> ServedResponse {
        switch RowInput.row(request, definition, key: nil) {
        case .refused(let response): return response
        case .part: return missing
        case .row(let key, let values):
            let outcome = try database.perform { connection, counts in
                try insert(key, values, connection, &counts)
            }
            return response(outcome, request)
        }
    }

    /// Replaces or creates a row.
    func replace(_ key: Int64, _ request: ServedRequest) throws(SQLiteError) -> ServedResponse {
        switch RowInput.row(request, definition, key: key) {
        case .refused(let response): return response
        case .part: return missing
        case .row(_, let values):
            let outcome = try change(key, request) { connection, counts, current in
                guard current != nil else { return try insert(key, values, connection, &counts) }
                return try update(key, values, connection)
            }
            return response(outcome, request)
        }
    }

    func patch(_ key: Int64, _ request: ServedRequest) throws(SQLiteError) -> ServedResponse {
        switch RowInput.patch(request, definition, key: key) {
        case .refused(let response): return response
        case .row: return missing
        case .part(let part):
            let outcome = try change(key, request) { connection, _, current in
                guard current != nil else { return .missing }
                let rows = try connection.rows(definition.rowSelection, [.integer(key)])
                guard var values = rows.first.map({ Array($0.dropFirst()) }) else { return .missing }
                for (index, value) in part { values[index] = value }
                return try update(key, values, connection)
            }
            return response(outcome, request)
        }
    }

    func delete(_ key: Int64, _ request: ServedRequest) throws(SQLiteError) -> ServedResponse {
        let outcome = try change(key, request) { connection, counts, current in
            guard current != nil else { return .missing }
            try connection.run(definition.deletion, [.integer(key)])
            counts[definition.table, default: 0] -= connection.changes
            return .deleted
        }
        return response(outcome, request)
    }

    /// Reads a row, checks the conditions, and changes it, in one transaction.
    private func change(
        _ key: Int64, _ request: ServedRequest,
        _ body: (SQLiteConnection, inout [String: Int], ByteBuffer?) throws -> Outcome
    ) throws(SQLiteError) -> Outcome {
        try database.perform { connection, counts in
            // If the transaction is rolled back, the counts are as before.
            var changed = counts
            let outcome = try connection.transaction {
                let current = try RowText.row(key, definition, connection)
                if let refusal = refusal(of: request, current) { return refusal }
                return try body(connection, &changed, current)
            }
            counts = changed
            return outcome
        }
    }

    /// Evaluates the conditions of a request that changes a row (RFC 9110 section 13.2.2); the result is `nil` if they hold.
    private func refusal(of request: ServedRequest, _ current: ByteBuffer?) -> Outcome? {
        let tag = current.map(EntityTag.of)
        if request.headers.contains(name: "if-match") {
            guard let tag else { return request.method == "PUT" ? .failedCondition : .missing }
            return EntityTag.lists(tag, request.headers, "if-match", isWeak: false) ? nil : .failedCondition
        }
        if let tag, EntityTag.lists(tag, request.headers, "if-none-match", isWeak: true) { return .exists }
        return definition.needsCondition && current != nil ? .lacksCondition : nil
    }

    private func insert(
        _ key: Int64?, _ values: [SQLiteValue], _ connection: SQLiteConnection, _ counts: inout [String: Int]
    ) throws(SQLiteError) -> Outcome {
        guard counts[definition.table, default: 0] < definition.maxRows else { return .full }
        do throws(SQLiteError) {
            try connection.run(definition.insertion, [key.map { .integer($0) } ?? .null] + values)
        } catch {
            guard error.primaryCode == ResourceDatabase.constraint else { throw error }
            return .conflict(definition.conflict(error))
        }
        counts[definition.table, default: 0] += 1
        let key = key ?? connection.lastInsertedRow
        return .created(RowText.row(key, values, definition), key: key)
    }

    private func update(
        _ key: Int64, _ values: [SQLiteValue], _ connection: SQLiteConnection
    ) throws(SQLiteError) -> Outcome {
        do throws(SQLiteError) {
            try connection.run(definition.replacement, values + [.integer(key)])
        } catch {
            guard error.primaryCode == ResourceDatabase.constraint else { throw error }
            return .conflict(definition.conflict(error))
        }
        return .changed(RowText.row(key, values, definition))
    }

    private func response(_ outcome: Outcome, _ request: ServedRequest) -> ServedResponse {
        switch outcome {
        case .created(let row, let key):
            var response = representation(.created, row, request)
            let path = request.path
            let place = request.method == "PUT" ? path : "\(path.hasSuffix("/") ? path : path + "/")\(key)"
            response.headers.add(name: "Location", value: place)
            return response
        case .changed(let row): return representation(.ok, row, request)
        case .deleted: return ServedResponse(.noContent)
        case .missing: return missing
        case .full:
            return .problem(
                .insufficientStorage, "\(definition.table) has \(definition.maxRows) rows, and takes no more")
        case .conflict(let field): return .problem(.conflict, "another row has this value of \(field) already")
        case .failedCondition: return .problem(.preconditionFailed, "the row is another by now; read it again")
        case .exists: return .problem(.preconditionFailed, "the row exists already, and If-None-Match excludes that")
        case .lacksCondition:
            return .problem(.preconditionRequired, "send If-Match with the ETag of the row to change")
        }
    }
}
