package import NIOCore
import NetworkModel
import SQLite

/// Whole tables from files and to files.
extension Resource {
    /// Bytes of an export.
    private static let maxExport = 256 << 20

    /// All rows.
    ///
    /// - Throws: ``FaultError/usage(_:)`` where the table has more than 256 MiB, or cannot be read.
    package func export(as form: SeedReader.Form) throws(FaultError) -> ByteBuffer {
        do {
            let bytes = try database.perform { connection, _ in
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

    /// Adds the rows of a file, or puts them in place of all others: all of them, or none.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``FaultError/usage(_:)``, a line for each problem with the file and its line.
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

    /// Puts the rows that it began with in place of all others.
    ///
    /// - Returns: How many there are.
    package func reset() throws(FaultError) -> Int {
        try database.load(definition.seed, into: definition, replacing: true)
        return definition.seed.count
    }
}
