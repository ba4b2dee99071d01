package import NIOCore
import NetworkModel
import SQLite

/// Import and export of whole tables.
extension Resource {
    /// The maximum size of an export in bytes.
    private static let maxExport = 256 << 20

    /// Returns all rows.
    ///
    /// - Throws: ``FaultError/usage(_:)`` if the table has more than 256 MiB, or cannot be read.
    package func export(as form: SeedReader.Form) throws(FaultError) -> ByteBuffer {
        do {
            let bytes = try database.read { connection in
                switch form {
                case .csv: try RowText.table(definition, connection, maxBytes: Self.maxExport)
                case .json: try RowText.list(definition, connection, maxBytes: Self.maxExport)
                }
            }
            if let bytes { return bytes }
        } catch {
            throw .usage("\(definition.table) cannot be read: \(error)")
        }
        throw .usage("\(definition.table) has more than 256 MiB; read the file with sqlite3")
    }

    /// Adds the rows of a file, or replaces all rows with them: either all of them or none.
    ///
    /// - Returns: The number of rows in the file.
    /// - Throws: ``FaultError/usage(_:)`` with a line for each error, its file and line.
    package func load(_ bytes: [UInt8], as form: SeedReader.Form, file: String, replacing: Bool) throws(FaultError)
        -> Int
    {
        let name = SafeText.escapedPath(file)
        var reader = SeedReader(definition, file: name)
        reader.read(bytes, as: form)
        guard reader.problems.isEmpty else {
            throw .usage(reader.problems.map { "\(name):\($0.line): \($0.text)" }.joined(separator: "\n"))
        }
        try database.load(reader.rows, into: definition, replacing: replacing)
        return reader.rows.count
    }

    /// Replaces all rows with the initial ones.
    ///
    /// - Returns: The number of rows.
    package func reset() throws(FaultError) -> Int {
        try database.load(definition.seed, into: definition, replacing: true)
        return definition.seed.count
    }
}
