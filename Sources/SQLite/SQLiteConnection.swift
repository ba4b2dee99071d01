internal import CSQLite

/// One connection to a database, of one owner: not Sendable, so that an actor or a task holds it.
///
/// The library is the system's, loaded when the first connection is opened.
package final class SQLiteConnection {
    package enum Mode: Sendable {
        case readOnly
        case readWrite
        /// Makes the file where there is none.
        case create
    }

    let library: UnsafePointer<netdiag_sqlite>
    let handle: OpaquePointer
    private var cached: [String: SQLiteStatement] = [:]

    /// The most statements that are kept compiled (``cachedStatement(_:)``).
    static let maxCachedStatements = 128

    /// - Parameters:
    ///   - path: a file, or `:memory:`. Never a URI: the flag for those is not set.
    ///   - busyTimeout: how long another connection's lock is waited for.
    /// - Throws: ``SQLiteError``, also where libsqlite3.so.0 is missing. A file that is no database is noticed by the
    ///   first statement, not here.
    package init(path: String, mode: Mode, busyTimeout: Duration = .seconds(1)) throws(SQLiteError) {
        var missing: UnsafePointer<CChar>?
        guard let library = netdiag_sqlite(&missing) else {
            throw SQLiteError(code: SQLITE_ERROR, message: Self.text(missing))
        }
        var flags = SQLITE_OPEN_NOMUTEX
        switch mode {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var handle: OpaquePointer?
        let code = library.pointee.open_v2(path, &handle, flags, nil)
        // A handle comes with most failures too, and holds their message.
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(
                code: handle.map { library.pointee.extended_errcode($0) } ?? code,
                message: Self.text(handle.map { library.pointee.errmsg($0) } ?? library.pointee.errstr(code)))
            if let handle { _ = library.pointee.close_v2(handle) }
            throw error
        }
        self.library = library
        self.handle = handle
        _ = library.pointee.extended_result_codes(handle, 1)
        let (seconds, attoseconds) = busyTimeout.components
        _ = library.pointee.busy_timeout(
            handle, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }

    deinit {
        // Statements that are still held keep the handle alive until the last of them is finalized.
        cached = [:]
        _ = library.pointee.close_v2(handle)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? "unknown error"
    }

    /// The error of the last call that failed.
    var lastError: SQLiteError {
        SQLiteError(
            code: library.pointee.extended_errcode(handle), message: Self.text(library.pointee.errmsg(handle)))
    }

    /// Rows that the last INSERT, UPDATE or DELETE changed.
    package var changes: Int { Int(library.pointee.changes(handle)) }

    /// Rows that were changed since the connection was opened, also by what was rolled back; it wraps.
    package var totalChanges: Int32 { library.pointee.total_changes(handle) }

    package var lastInsertedRow: Int64 { library.pointee.last_insert_rowid(handle) }

    package var isInTransaction: Bool { library.pointee.get_autocommit(handle) == 0 }

    /// Runs statements without parameters, one after the other, up to the first that fails.
    package func execute(_ sql: String) throws(SQLiteError) {
        var rest = Substring(sql)
        while let first = rest.firstIndex(where: { !$0.isWhitespace && $0 != ";" }) {
            rest = rest[first...]
            let (statement, length) = try SQLiteStatement.compiled(String(rest), on: self, isKept: false)
            guard let statement else { return }
            while try statement.step() {}
            let utf8 = rest.utf8
            rest = rest[utf8.index(utf8.startIndex, offsetBy: length)...]
        }
    }

    /// Compiles one statement.
    package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        guard let statement = try SQLiteStatement.compiled(sql, on: self, isKept: false).statement else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "no statement in: \(sql)")
        }
        return statement
    }

    /// The statement of this text, compiled once; reset, without bindings.
    ///
    /// For texts that are constant or few: where there are too many, all are compiled anew.
    package func cachedStatement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = cached[sql] {
            statement.reset()
            return statement
        }
        if cached.count >= Self.maxCachedStatements { cached = [:] }
        guard let statement = try SQLiteStatement.compiled(sql, on: self, isKept: true).statement else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "no statement in: \(sql)")
        }
        cached[sql] = statement
        return statement
    }

    /// Lets go of the statements that are kept: each of them holds the connection, which stays open as long as they are there.
    package func releaseCachedStatements() { cached = [:] }

    /// Runs a statement that returns nothing of interest.
    package func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
        let statement = try cachedStatement(sql)
        try statement.bind(values)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// All rows that a query returns.
    package func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
        let statement = try cachedStatement(sql)
        try statement.bind(values)
        defer { statement.reset() }
        var rows: [[SQLiteValue]] = []
        while try statement.step() { rows.append(statement.row) }
        return rows
    }

    /// BEGIN IMMEDIATE, the body, and COMMIT, or ROLLBACK where the body or COMMIT throws.
    package func transaction<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors, a full disk among them.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Copies the whole database to another file, which is made or overwritten, also while others read and write it.
    package func backUp(to path: String) throws(SQLiteError) {
        let target = try SQLiteConnection(path: path, mode: .create)
        guard let backup = library.pointee.backup_init(target.handle, "main", handle, "main") else {
            throw target.lastError
        }
        let code = library.pointee.backup_step(backup, -1)
        _ = library.pointee.backup_finish(backup)
        guard code == SQLITE_DONE else {
            throw SQLiteError(code: code, message: Self.text(library.pointee.errstr(code)))
        }
    }
}
