import NIOCore
import NetworkModel
import SQLite

/// Formats rows as JSON or CSV.
enum RowText {
    /// The maximum size of a list in bytes. For a longer one, the client must request fewer rows.
    private static let maxBytes = 8 << 20

    /// Returns the row with a key; `nil` if there is none.
    static func row(
        _ key: Int64, _ definition: ResourceDefinition, _ connection: SQLiteConnection
    ) throws(SQLiteError) -> ByteBuffer? {
        let statement = try connection.cachedStatement(definition.rowSelection)
        try statement.bind([.integer(key)])
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        var json = JSONWriter()
        write(definition, &json, statement)
        json.raw("\n")
        return json.buffer
    }

    /// Returns the row with these values, in the form in which it is read back.
    static func row(_ key: Int64, _ values: [SQLiteValue], _ definition: ResourceDefinition) -> ByteBuffer {
        var json = JSONWriter()
        json.raw("{\"id\":")
        json.integer(key)
        for (member, value) in zip(definition.members, values) {
            json.raw(member.prefix)
            write(value, isBoolean: member.isBoolean, &json)
        }
        json.raw("}\n")
        return json.buffer
    }

    /// Returns a part of a table; `nil` if it is too long.
    static func list(_ query: ListQuery, _ connection: SQLiteConnection) throws(SQLiteError) -> ByteBuffer? {
        let statement = try connection.cachedStatement(
            query.definition.selection + query.conditions + query.ordering + " LIMIT ? OFFSET ?")
        try statement.bind(query.values + [.integer(Int64(query.limit)), .integer(Int64(query.offset))])
        return try rows(of: statement, query.definition, maxBytes: maxBytes)
    }

    /// Returns a whole table; `nil` if it is too long.
    static func list(
        _ definition: ResourceDefinition, _ connection: SQLiteConnection, maxBytes: Int
    ) throws(SQLiteError) -> ByteBuffer? {
        let statement = try connection.cachedStatement(definition.selection + " ORDER BY 1")
        return try rows(of: statement, definition, maxBytes: maxBytes)
    }

    private static func rows(
        of statement: SQLiteStatement, _ definition: ResourceDefinition, maxBytes: Int
    ) throws(SQLiteError) -> ByteBuffer? {
        defer { statement.reset() }
        var json = JSONWriter(capacity: 4_096)
        json.raw("[")
        var count = 0
        while try statement.step() {
            if count > 0 { json.raw(",\n") }
            write(definition, &json, statement)
            count += 1
            guard json.buffer.readableBytes <= maxBytes else { return nil }
        }
        json.raw("]\n")
        return json.buffer
    }

    /// Returns all rows of a table as CSV with a header; `nil` if it is too long.
    static func table(
        _ definition: ResourceDefinition, _ connection: SQLiteConnection, maxBytes: Int
    ) throws(SQLiteError) -> ByteBuffer? {
        let statement = try connection.cachedStatement(definition.selection + " ORDER BY 1")
        defer { statement.reset() }
        let fields = [nil] + definition.fields.map(Optional.some)
        var text = ByteBuffer()
        text.writeString(([ResourceDefinition.key] + definition.fields.map(\.name)).joined(separator: ",") + "\r\n")
        while try statement.step() {
            let cells = zip(statement.row, fields).map { cell($0, isBoolean: $1?.kind == .boolean) }
            text.writeString(cells.joined(separator: ",") + "\r\n")
            guard text.readableBytes <= maxBytes else { return nil }
        }
        return text
    }

    private static func cell(_ value: SQLiteValue, isBoolean: Bool) -> String {
        switch value {
        case .null, .blob: return ""
        case .integer(let number): return isBoolean ? (number == 0 ? "false" : "true") : "\(number)"
        case .real(let number): return FieldDefinition.shown(.real(number))
        case .text(let text):
            // Without quotes, an empty cell is not a value.
            return text.isEmpty ? "\"\"" : CSVText.cell(text)
        }
    }

    /// Writes the current row. The stored type of each value counts, since other programs may have stored values that do not
    /// match the field.
    ///
    /// There are no intermediate values, which would take most of the time of a list.
    private static func write(_ definition: ResourceDefinition, _ json: inout JSONWriter, _ row: SQLiteStatement) {
        json.raw("{\"id\":")
        json.integer(row.integer(at: 0))
        for (index, member) in definition.members.enumerated() {
            json.raw(member.prefix)
            let column = Int32(index + 1)
            if row.withTextBytes(at: column, { json.string(utf8: $0) }) == nil {
                write(row.value(at: column), isBoolean: member.isBoolean, &json)
            }
        }
        json.raw("}")
    }

    private static func write(_ value: SQLiteValue, isBoolean: Bool, _ json: inout JSONWriter) {
        switch value {
        case .null, .blob: json.raw("null")
        case .integer(let number):
            if isBoolean { json.raw(number == 0 ? "false" : "true") } else { json.integer(number) }
        case .real(let number): json.number(number)
        case .text(let text): json.string(text)
        }
    }
}
