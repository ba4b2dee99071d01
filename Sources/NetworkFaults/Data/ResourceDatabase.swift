import Glibc
import SQLite
import NetworkModel
import Synchronization

/// The database of one or more resources. It has one connection, whose uses are serialized, and further ones for what takes
/// long and only reads.
///
/// A lock is sufficient, since it is held where responses are built, which is not on the event loop (decision 39).
package final class ResourceDatabase: Sendable {
    private struct State {
        var connection: SQLiteConnection?
        /// Whether this object created the file.
        var isNew = false
        /// The number of rows of each table.
        var counts: [String: Int] = [:]
        var indexes = ListIndexes()
        var totals = ListTotals()
        var longLists = LongLists()
        /// The number of tables that are served.
        var tables = 0
    }

    /// The purpose of opening the database.
    package enum Purpose: Sendable {
        /// Creates and fills missing tables.
        case serve
        /// Changes nothing. Missing tables are created in memory, to check that this is possible.
        case check
    }

    /// The path of the file; `nil` for a database in memory.
    package let path: String?
    private let state = Mutex(State())

    /// The time that a list may take.
    let queryTime: Duration
    /// The time that a list may take on the connection for which other requests wait.
    private let briefTime: Duration
    /// The number of bytes for each table by which requests may enlarge the database, since a row can have several MiB.
    let maxGrowth: Int

    package init(
        path: String?, queryTime: Duration = .seconds(2), briefTime: Duration = .milliseconds(10),
        maxGrowth: Int = 256 << 20
    ) {
        self.path = path
        self.briefTime = min(briefTime, queryTime)
        self.queryTime = queryTime
        self.maxGrowth = maxGrowth
    }

    /// Opens the database, creates missing tables, and fills empty ones: either all of it or nothing.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the error, and the place of the definition.
    package func prepare(_ definitions: [ResourceDefinition], for purpose: Purpose = .serve) throws(FaultError) {
        let isChecked = purpose == .check
        let isThere = path.map { access($0, F_OK) == 0 } ?? false
        let result = state.withLock { state -> Result<Void, FaultError> in
            Result { () throws(FaultError) in
                var place = definitions.first?.place ?? ""
                do {
                    if isChecked, !isThere, let path { try Self.checkDirectory(of: path, place) }
                    let mode: SQLiteConnection.Mode = isChecked && isThere ? .readOnly : .create
                    let connection = try SQLiteConnection(
                        path: isChecked && !isThere ? ":memory:" : path ?? ":memory:", mode: mode)
                    // A connection that is not used further is closed.
                    defer { if state.connection !== connection { connection.releaseCachedStatements() } }
                    var counts: [String: Int] = [:]
                    let work = {
                        for definition in definitions {
                            place = definition.place
                            counts[definition.table] = try Self.prepare(definition, mode, connection)
                        }
                    }
                    if mode == .create { try connection.transaction(work) } else { try work() }
                    guard !isChecked else { return }
                    // This comes last, so that a database that cannot be served is not changed. Committed changes survive the
                    // process; a power failure may lose the last ones.
                    _ = try connection.rows("PRAGMA journal_mode = WAL")
                    try connection.run("PRAGMA synchronous = NORMAL")
                    try limitSize(of: connection, tables: definitions.count)
                    (state.connection, state.counts, state.isNew) = (connection, counts, !isThere)
                    state.tables = definitions.count
                } catch let error as FaultError {
                    throw error
                } catch {
                    throw .usage(
                        "\(place): the database \(SafeText.shown(path ?? "in memory")) cannot be used: \(error)")
                }
            }
        }
        if case .failure = result, !isThere, !isChecked { removeFile() }
        try result.get()
    }

    /// Limits the growth of the database from its current size. Changes beyond it fail with SQLITE_FULL.
    private func limitSize(of connection: SQLiteConnection, tables: Int) throws(SQLiteError) {
        let size = try connection.rows("PRAGMA page_size").first?.first?.integer ?? 4_096
        let count = try connection.rows("PRAGMA page_count").first?.first?.integer ?? 0
        let growth = Int64(maxGrowth * max(1, tables)) / max(1, size)
        try Self.setMaxPages(count + max(1, growth), of: connection)
    }

    private static func setMaxPages(_ count: Int64, of connection: SQLiteConnection) throws(SQLiteError) {
        try connection.execute("PRAGMA max_page_count = \(min(count, maxPages))")
    }

    /// The default limit of SQLite, in pages (https://www.sqlite.org/limits.html).
    private static let maxPages: Int64 = 1_073_741_823

    /// Checks whether the file could be created.
    private static func checkDirectory(of path: String, _ place: String) throws(FaultError) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(directory, W_OK | X_OK) != 0 else { return }
        throw .usage(
            "\(place): the database \(SafeText.shown(path)) cannot be made: \(SafeText.shown(directory)): \(String(cString: strerror(errno)))"
        )
    }

    /// Closes the database, and thereby removes SQLite's files next to it.
    package func close() { state.withLock { Self.close(&$0) } }

    private static func close(_ state: inout State) {
        state.connection?.releaseCachedStatements()
        state.connection = nil
    }

    /// Closes the database, and removes its file if ``prepare(_:for:)`` created it.
    package func abandon() {
        let isNew = state.withLock { state in
            Self.close(&state)
            return state.isNew
        }
        if isNew { removeFile() }
    }

    private func removeFile() {
        guard let path else { return }
        // SQLite stores these files next to it (https://www.sqlite.org/tempfiles.html).
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Creates or checks a table, and fills it if it is empty.
    ///
    /// - Returns: The number of its rows.
    private static func prepare(
        _ definition: ResourceDefinition, _ mode: SQLiteConnection.Mode, _ connection: SQLiteConnection
    ) throws -> Int {
        let columns = try TableColumn.columns(of: definition.table, connection)
        guard !columns.isEmpty else {
            guard mode == .create else { return 0 }
            try connection.execute(definition.creation)
            try insert(definition.seed, definition, connection)
            return definition.seed.count
        }
        if let reason = TableColumn.difference(of: columns, from: definition) {
            throw FaultError.usage("\(definition.place): the table \(definition.table) \(reason)")
        }
        let count = try count(of: definition, connection)
        guard count == 0, mode == .create else { return count }
        try insert(definition.seed, definition, connection)
        return definition.seed.count
    }

    private static func count(of definition: ResourceDefinition, _ connection: SQLiteConnection) throws -> Int {
        let name = ResourceDefinition.quoted(definition.table)
        return Int(try connection.rows("SELECT COUNT(*) FROM \(name)").first?.first?.integer ?? 0)
    }

    private static func insert(
        _ rows: [SeedRow], _ definition: ResourceDefinition, _ connection: SQLiteConnection
    ) throws {
        for row in rows {
            do throws(SQLiteError) {
                try connection.run(definition.insertion, [row.key.map { .integer($0) } ?? .null] + row.values)
            } catch {
                guard error.primaryCode == constraint else { throw error }
                throw FaultError.usage(
                    "\(row.place): \(definition.conflict(error)): another row already has this value, and it must be unique"
                )
            }
        }
    }

    /// The result codes SQLITE_CONSTRAINT, SQLITE_BUSY, SQLITE_READONLY, SQLITE_FULL and SQLITE_INTERRUPT
    /// (https://www.sqlite.org/rescode.html).
    static let (constraint, busy, readOnly, full, interrupted): (Int32, Int32, Int32, Int32, Int32) = (19, 5, 8, 13, 9)

    /// Runs a body with exclusive access to the connection.
    func perform<Value: Sendable>(
        _ body: (SQLiteConnection, inout [String: Int]) throws -> Value
    ) throws(SQLiteError) -> Value {
        try locked { connection, state in try body(connection, &state.counts) }
    }

    /// How long the reader of a list may wait.
    enum Patience: Sendable {
        /// The result is `nil` if the list takes long, and the caller asks again on another thread.
        case brief
        case whole
    }

    /// Reads a list and its total number of rows, and creates an index if such lists are frequent.
    ///
    /// A list that takes long is read again on its own connection, so that other requests do not wait for it.
    func list<Value: Sendable>(
        _ query: ListQuery, _ patience: Patience, _ body: (SQLiteConnection) throws -> Value
    ) throws(SQLiteError) -> (value: Value, total: Int)? {
        let brief: (Value, Int)? = try locked { connection, state in
            if state.indexes.record(query, connection) { state.longLists.forget() }
            guard !state.longLists.contains(query) else { return nil }
            do {
                return try connection.withTimeLimit(briefTime) {
                    let total = try state.totals.total(query, connection)
                    return (try body(connection), total)
                }
            } catch let error as SQLiteError where error.primaryCode == Self.interrupted {
                state.longLists.record(query)
                return nil
            }
        }
        if let brief { return brief }
        guard patience == .whole else { return nil }
        let (version, known) = try locked { connection, state in try state.totals.known(query, connection) }
        let (value, total) = try read { connection in
            try connection.withTimeLimit(queryTime) {
                // Both see the same state of the table.
                try connection.run("BEGIN")
                let total = try known ?? ListTotals.count(query, connection)
                return (try body(connection), total)
            }
        }
        // The number is kept for the next page if nothing has changed since before it was counted.
        try locked { connection, state in
            if try state.totals.known(query, connection).version == version { state.totals.store(total, query) }
        }
        return (value, total)
    }

    /// The number of pages that are copied while other requests wait, 1 MiB.
    private static let pagesAtOnce: Int32 = 256

    /// Runs a body that only reads and may take long, on a connection of its own. For a database in memory it is that of a copy,
    /// since SQLite allows no second connection that reads while the first one writes.
    func read<Value: Sendable>(_ body: (SQLiteConnection) throws -> Value) throws(SQLiteError) -> Value {
        let connection: SQLiteConnection
        if let path {
            connection = try SQLiteConnection(path: path, mode: .readOnly)
        } else {
            let copy = try locked { connection, _ in try SQLiteCopy(of: connection) }
            while try locked({ _, _ in try copy.step(pages: Self.pagesAtOnce) }) {}
            connection = copy.finish()
        }
        defer { connection.releaseCachedStatements() }
        do {
            return try body(connection)
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(code: 1, message: "\(error)")
        }
    }

    private func locked<Value: Sendable>(
        _ body: (SQLiteConnection, inout State) throws -> Value
    ) throws(SQLiteError) -> Value {
        let result = state.withLock { state -> Result<Value, SQLiteError> in
            guard let connection = state.connection else {
                return .failure(SQLiteError(code: 1, message: "the database is not open"))
            }
            do {
                return .success(try body(connection, &state))
            } catch let error as SQLiteError {
                return .failure(error)
            } catch {
                return .failure(SQLiteError(code: 1, message: "\(error)"))
            }
        }
        return try result.get()
    }

    /// Adds rows, or replaces all rows if `replacing` is true: either all of them or none.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the place of the invalid row.
    package func load(_ rows: [SeedRow], into definition: ResourceDefinition, replacing: Bool) throws(FaultError) {
        do {
            let refusal = try locked { connection, state -> String? in
                // The limit is for requests, and this is a command of the user.
                try Self.setMaxPages(Self.maxPages, of: connection)
                defer { try? limitSize(of: connection, tables: state.tables) }
                do {
                    state.counts[definition.table] = try connection.transaction {
                        if replacing {
                            try connection.run("DELETE FROM \(ResourceDefinition.quoted(definition.table))")
                            // Keys restart at 1.
                            try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(definition.table)])
                        }
                        try Self.insert(rows, definition, connection)
                        let count = try Self.count(of: definition, connection)
                        guard count <= definition.maxRows else {
                            throw FaultError.usage(
                                "\(definition.table) would have \(count) rows, and takes \(definition.maxRows)")
                        }
                        return count
                    }
                    return nil
                } catch let error as FaultError {
                    return error.description
                }
            }
            if let refusal { throw FaultError.usage(refusal) }
        } catch let error as FaultError {
            throw error
        } catch {
            throw .usage("\(definition.table) cannot be written: \(error)")
        }
    }
}
