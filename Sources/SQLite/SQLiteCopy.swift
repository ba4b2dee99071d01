internal import CSQLite

/// A copy of a database in memory that is made in steps. Between them, the connection of the original can be used, and its
/// changes are in the copy as well (https://www.sqlite.org/backup.html).
///
/// `@unchecked Sendable` is safe since the object holds no state that is used by two threads at once: its owner makes the steps
/// while it has exclusive access to the original, and ``finish()`` gives the copy away.
package final class SQLiteCopy: @unchecked Sendable {
    private let target: SQLiteConnection
    private var backup: OpaquePointer?

    /// Begins to copy the database of a connection, which must not be released before the copy is finished.
    package init(of source: SQLiteConnection) throws(SQLiteError) {
        target = try SQLiteConnection(path: ":memory:", mode: .create)
        guard let backup = source.library.pointee.backup_init(target.handle, "main", source.handle, "main") else {
            throw target.lastError
        }
        self.backup = backup
    }

    deinit { if let backup { _ = target.library.pointee.backup_finish(backup) } }

    /// Copies some pages.
    ///
    /// - Returns: Whether there are more.
    package func step(pages: Int32) throws(SQLiteError) -> Bool {
        guard let backup else { return false }
        let code = target.library.pointee.backup_step(backup, pages)
        if code == SQLITE_OK { return true }
        self.backup = nil
        let end = target.library.pointee.backup_finish(backup)
        if code == SQLITE_DONE, end == SQLITE_OK { return false }
        let failure = code == SQLITE_DONE ? end : code
        let text = target.library.pointee.errstr(failure).map { String(cString: $0) }
        throw SQLiteError(code: failure, message: text ?? "unknown error")
    }

    /// Returns the connection of the copy after the last step.
    package func finish() -> SQLiteConnection { target }
}
