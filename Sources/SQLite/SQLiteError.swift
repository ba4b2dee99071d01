/// A result of SQLite other than success (https://www.sqlite.org/rescode.html).
package struct SQLiteError: Error, Equatable, CustomStringConvertible {
    /// The extended result code; 1 (SQLITE_ERROR) if the library is missing.
    package let code: Int32
    package let message: String

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The primary result code, the lower eight bits.
    package var primaryCode: Int32 { code & 0xff }

    /// For an I/O error, the message is the same for each of thirty operations that may have failed, and the code tells them apart.
    package var description: String {
        primaryCode == Self.ioError ? "\(message) (SQLite code \(code))" : message
    }

    private static let ioError: Int32 = 10
}
