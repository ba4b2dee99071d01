import SQLite
import NetworkModel

/// A column of an existing table.
struct TableColumn: Sendable, Hashable {
    var name: String
    var type: String
    var isRequired: Bool
    var hasDefault: Bool
    var isKey: Bool

    /// Returns the columns of a table; empty if there is no such table.
    static func columns(of table: String, _ connection: SQLiteConnection) throws(SQLiteError) -> [TableColumn] {
        try connection.rows(
            "SELECT name, type, \"notnull\", dflt_value IS NOT NULL, pk FROM pragma_table_info(?)", [.text(table)]
        ).map {
            TableColumn(
                name: $0[0].text ?? "", type: $0[1].text ?? "", isRequired: $0[2].integer == 1,
                hasDefault: $0[3].integer == 1, isKey: $0[4].integer == 1)
        }
    }

    /// The type affinity of the column (https://www.sqlite.org/datatype3.html section 3.1).
    private var affinity: String {
        let type = type.uppercased()
        if type.contains("INT") { return "INTEGER" }
        if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return "TEXT" }
        if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) { return "REAL" }
        return type.isEmpty || type.contains("BLOB") ? "BLOB" : "NUMERIC"
    }

    /// Returns the first difference of a table from its definition, and the remedy; `nil` if they match.
    static func difference(of columns: [TableColumn], from definition: ResourceDefinition) -> String? {
        let key = ResourceDefinition.key
        guard columns.contains(where: { $0.name == key && $0.isKey && $0.affinity == "INTEGER" }) else {
            return "has no column id INTEGER PRIMARY KEY; name another table:, or add it"
        }
        for field in definition.fields {
            guard let column = columns.first(where: { $0.name == field.name }) else {
                return "needs the column \(field.name) of fields:; add it (\(field.kind.column)), or remove the field"
            }
            let takes = field.kind == .boolean || field.kind == .integer ? ["INTEGER", "NUMERIC"] : [field.kind.column]
            guard takes.contains(column.affinity) || field.kind == .number && column.affinity == "NUMERIC" else {
                return
                    "has the column \(field.name) of type \(SafeText.shown(column.type)), which does not hold \(field.kind.rawValue) values; expected \(field.kind.column)"
            }
            if column.isRequired, !field.isRequired {
                return "needs a value of \(field.name) in each row; write required: true for the field"
            }
        }
        let names = Set(definition.fields.map(\.name) + [key])
        guard let other = columns.first(where: { $0.isRequired && !$0.hasDefault && !names.contains($0.name) }) else {
            return nil
        }
        return "needs a value of \(SafeText.shown(other.name)), which fields: does not have; add the field"
    }
}

extension ResourceDefinition {
    /// Returns the column in the message of a violated constraint, as in `UNIQUE constraint failed: orders.email`.
    func conflict(_ error: SQLiteError) -> String {
        let name = error.message.split(separator: ".").last.map(String.init) ?? ""
        return indexes[name] != nil || name == Self.key ? name : "a value"
    }
}
