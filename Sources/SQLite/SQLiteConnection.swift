internal import CSQLite

/// A connection to a database with a single owner: it is not Sendable, so that an actor or a task holds it.
///
/// The library is that of the system, and is loaded when the first connection is opened.
package final class SQLiteConnection {
    package enum Mode: Sendable {
        case readOnly
        case readWrite
        /// Creates the file if it does not exist.
        case create
    }

    let library: UnsafePointer<netdiag_sqlite>
    let handle: OpaquePointer
    private var cached: [String: SQLiteStatement] = [:]

    /// The maximum number of statements that are kept compiled (``cachedStatement(_:)``).
    static let maxCachedStatements = 128

    /// - Parameters:
    ///   - path: A file, or `:memory:`. URIs are not supported: the flag for them is not set.
    ///   - busyTimeout: The time limit for waiting for another connection's lock.
    /// - Throws: ``SQLiteError``, also if libsqlite3.so.0 is missing. If the file is not a database, only the first statement
    ///   fails.
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
        // Most failures return a handle as well, which holds the message.
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
        // Statements that are still in use keep the handle alive until the last of them is finalized.
        cached = [:]
        _ = library.pointee.close_v2(handle)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? "unknown error"
    }

    /// The error of the last failed call.
    var lastError: SQLiteError {
        SQLiteError(
            code: library.pointee.extended_errcode(handle), message: Self.text(library.pointee.errmsg(handle)))
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    package var changes: Int { Int(library.pointee.changes(handle)) }

    /// The number of rows that were changed since the connection was opened, including changes that were rolled back. It wraps
    /// around.
    package var totalChanges: Int32 { library.pointee.total_changes(handle) }

    package var lastInsertedRow: Int64 { library.pointee.last_insert_rowid(handle) }

    package var isInTransaction: Bool { library.pointee.get_autocommit(handle) == 0 }

    /// Runs statements without parameters in order, until one fails.
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

    /// Returns the statement with this text, which is compiled once. It is reset and has no bindings.
    ///
    /// This is meant for constant texts, or few of them: when there are too many, the cache is emptied.
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

    /// Releases the cached statements. Each of them holds the connection, which stays open as long as they exist.
    package func releaseCachedStatements() { cached = [:] }

    /// Runs a statement, and ignores its rows.
    package func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
        let statement = try cachedStatement(sql)
        try statement.bind(values)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// Returns all rows of a query.
    package func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
        let statement = try cachedStatement(sql)
        try statement.bind(values)
        defer { statement.reset() }
        var rows: [[SQLiteValue]] = []
        while try statement.step() { rows.append(statement.row) }
        return rows
    }

    /// Runs the body between BEGIN IMMEDIATE and COMMIT, or ROLLBACK if the body or COMMIT throws.
    package func transaction<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors, such as a full disk, SQLite has rolled back already.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// The number of instructions of SQLite's machine between two looks at the clock. One of them may search a long text.
    private static let instructionsBetweenLooks: Int32 = 64

    /// Runs a body whose statements may take this long together. Beyond that, the current one fails with SQLITE_INTERRUPT.
    package func withTimeLimit<Result, Failure: Error>(
        _ limit: Duration, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var deadline = ContinuousClock.now.advanced(by: limit)
        return try withUnsafeMutablePointer(to: &deadline) { deadline throws(Failure) -> Result in
            library.pointee.progress_handler(
                handle, Self.instructionsBetweenLooks,
                { pointer in
                    guard let pointer else { return 0 }
                    return ContinuousClock.now > pointer.load(as: ContinuousClock.Instant.self) ? 1 : 0
                }, deadline)
            defer { library.pointee.progress_handler(handle, 0, nil, nil) }
            return try body()
        }
    }

    /// Runs a body whose statements fail with SQLITE_INTERRUPT once nobody waits for them any more.
    ///
    /// - Parameter isOver: Whether to interrupt the current statement, which is asked after some thousand instructions of
    ///   SQLite's machine.
    package func withInterruption<Result, Failure: Error>(
        when isOver: @escaping () -> Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let question = InterruptionQuestion(isOver)
        library.pointee.progress_handler(
            handle, Self.instructionsBetweenQuestions,
            { pointer in
                guard let pointer else { return 0 }
                return Unmanaged<InterruptionQuestion>.fromOpaque(pointer).takeUnretainedValue().isOver() ? 1 : 0
            }, Unmanaged.passUnretained(question).toOpaque())
        defer {
            library.pointee.progress_handler(handle, 0, nil, nil)
            withExtendedLifetime(question) {}
        }
        return try body()
    }

    /// Some 100 µs.
    private static let instructionsBetweenQuestions: Int32 = 4_096

    private final class InterruptionQuestion {
        let isOver: () -> Bool

        init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }
    }

    /// Copies the whole database to another file, which is created or overwritten, even while others read and write the
    /// database.
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
