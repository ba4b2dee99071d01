internal import CSQLite

/// A compiled statement. Values are bound, never written into the text.
package final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    private init(connection: SQLiteConnection, handle: OpaquePointer) {
        self.connection = connection
        self.handle = handle
    }

    deinit { _ = connection.library.pointee.finalize(handle) }

    private var library: netdiag_sqlite { connection.library.pointee }

    /// The first statement of a text, and the length of its text in bytes; nil where only blanks and comments are left.
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
    /// - Throws: SQLITE_RANGE where their number is not that of the parameters; SQLITE_TOOBIG.
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
                    // A null pointer would bind NULL, not an empty text.
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

    /// Goes on to the next row.
    ///
    /// - Returns: whether there is one.
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

    /// Back to before the first row, without bindings. Ends the read transaction that a query holds.
    package func reset() {
        _ = library.reset(handle)
        _ = library.clear_bindings(handle)
    }

    package var columnNames: [String] {
        (0..<library.column_count(handle)).map { index in
            library.column_name(handle, index).map { String(cString: $0) } ?? ""
        }
    }

    /// The values of the current row.
    package var row: [SQLiteValue] {
        (0..<library.column_count(handle)).map { value(at: $0) }
    }

    /// A value of the current row; the first column is 0.
    package func value(at index: Int32) -> SQLiteValue {
        switch library.column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(library.column_int64(handle, index))
        case SQLITE_FLOAT: return .real(library.column_double(handle, index))
        case SQLITE_TEXT:
            // The pointer is asked for before the length: the call may convert the value.
            let start = library.column_text(handle, index)
            let bytes = UnsafeBufferPointer(start: start, count: Int(library.column_bytes(handle, index)))
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = library.column_blob(handle, index)
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: Int(library.column_bytes(handle, index)))))
        default: return .null
        }
    }

    /// The bytes of a text of the current row, without a copy; `nil` for another value. They are those of the file: other programs may have
    /// written what is no UTF-8.
    ///
    /// - Parameter body: May use them until it returns.
    package func withTextBytes<Result>(
        at index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        let library = connection.library
        guard library.pointee.column_type(handle, index) == SQLITE_TEXT else { return nil }
        let start = library.pointee.column_text(handle, index)
        return body(UnsafeBufferPointer(start: start, count: Int(library.pointee.column_bytes(handle, index))))
    }

    /// A value of the current row as a whole number, 0 for NULL: for columns that hold nothing else, of many rows.
    package func integer(at index: Int32) -> Int64 { connection.library.pointee.column_int64(handle, index) }

    /// Whether a value of the current row is NULL.
    package func isNull(at index: Int32) -> Bool {
        connection.library.pointee.column_type(handle, index) == SQLITE_NULL
    }
}
