internal import CSQLite

/// A compiled statement. Values are bound, and never inserted into the text.
package final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    private init(connection: SQLiteConnection, handle: OpaquePointer) {
        self.connection = connection
        self.handle = handle
    }

    deinit { _ = connection.library.pointee.finalize(handle) }

    private var library: netdiag_sqlite { connection.library.pointee }

    /// Compiles the first statement of a text. Returns it with the length of its text in bytes; the statement is `nil` if only
    /// blanks and comments are left.
    static func compiled(
        _ sql: String, on connection: SQLiteConnection, isKept: Bool
    ) throws(SQLiteError) -> (statement: SQLiteStatement?, length: Int) {
        var sql = sql
        var handle: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let (code, length) = sql.withUTF8 { text -> (Int32, Int) in
            text.withMemoryRebound(to: CChar.self) { text in
                var tail: UnsafePointer<CChar>?
                let code = connection.library.pointee.prepare_v3(
                    connection.handle, text.baseAddress, Int32(clamping: text.count), flags, &handle, &tail)
                return (code, tail.map { text.baseAddress!.distance(to: $0) } ?? text.count)
            }
        }
        guard code == SQLITE_OK else { throw connection.lastError }
        return (handle.map { SQLiteStatement(connection: connection, handle: $0) }, length)
    }

    /// Binds the values to the parameters in their order.
    ///
    /// - Throws: ``SQLiteError`` with SQLITE_RANGE if their number is not that of the parameters, or with SQLITE_TOOBIG.
    package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        reset()
        guard values.count == Int(library.bind_parameter_count(handle)) else {
            throw SQLiteError(
                code: SQLITE_RANGE,
                message: "\(values.count) values for \(library.bind_parameter_count(handle)) parameters")
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        let transient = netdiag_sqlite_transient()
        let code: Int32
        switch value {
        case .null: code = library.bind_null(handle, index)
        case .integer(let number): code = library.bind_int64(handle, index, number)
        case .real(let number): code = library.bind_double(handle, index, number)
        case .text(var text):
            code = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    // A null pointer would bind NULL instead of an empty text.
                    guard let start = bytes.baseAddress else {
                        return library.bind_text(handle, index, "", 0, transient)
                    }
                    return library.bind_text(handle, index, start, Int32(clamping: bytes.count), transient)
                }
            }
        case .blob(let bytes):
            code = bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return library.bind_blob(handle, index, "", 0, transient) }
                return library.bind_blob(handle, index, start, Int32(clamping: bytes.count), transient)
            }
        }
        guard code == SQLITE_OK else { throw connection.lastError }
    }

    /// Advances to the next row.
    ///
    /// - Returns: Whether there is one.
    package func step() throws(SQLiteError) -> Bool {
        switch library.step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = connection.lastError
            reset()
            throw error
        }
    }

    /// Returns to before the first row, and clears the bindings. This ends the read transaction of a query.
    package func reset() {
        _ = library.reset(handle)
        _ = library.clear_bindings(handle)
    }

    /// The values of the current row.
    package var row: [SQLiteValue] {
        (0..<library.column_count(handle)).map { value(at: $0) }
    }

    /// Returns a value of the current row; the first column is 0.
    package func value(at index: Int32) -> SQLiteValue {
        switch library.column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(library.column_int64(handle, index))
        case SQLITE_FLOAT: return .real(library.column_double(handle, index))
        case SQLITE_TEXT:
            // The pointer must be requested before the length, because that call may convert the value.
            let start = library.column_text(handle, index)
            let bytes = UnsafeBufferPointer(start: start, count: Int(library.column_bytes(handle, index)))
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = library.column_blob(handle, index)
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: Int(library.column_bytes(handle, index)))))
        default: return .null
        }
    }

    /// Passes the bytes of a text of the current row to the body without a copy; returns `nil` for another value. The bytes are
    /// those of the file: other programs may have written invalid UTF-8.
    ///
    /// - Parameter body: Uses the bytes, which are only valid until it returns.
    package func withTextBytes<Result>(
        at index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        let library = connection.library
        guard library.pointee.column_type(handle, index) == SQLITE_TEXT else { return nil }
        let start = library.pointee.column_text(handle, index)
        return body(UnsafeBufferPointer(start: start, count: Int(library.pointee.column_bytes(handle, index))))
    }

    /// Returns a value of the current row as an integer, 0 for NULL. This is for columns that only contain integers, in many
    /// rows.
    package func integer(at index: Int32) -> Int64 { connection.library.pointee.column_int64(handle, index) }

    /// Whether a value of the current row is NULL.
    package func isNull(at index: Int32) -> Bool {
        connection.library.pointee.column_type(handle, index) == SQLITE_NULL
    }
}
