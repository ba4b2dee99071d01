/// A table that a route serves: its columns, and its SQL, which contains nothing from requests.
package struct ResourceDefinition: Sendable {
    /// The column of the key, which every table has.
    package static let key = "id"
    /// The words of a list's query, which must not be names of fields.
    package static let reservedNames = ["id", "sort", "limit", "offset", "page", "per_page"]

    package let table: String
    package let fields: [FieldDefinition]
    /// The place of the definition, as `FILE:LINE`, for messages.
    package var place: String
    /// Whether a change of a row requires If-Match (428 without it, RFC 6585 section 3).
    package var needsCondition = false
    /// The default number of rows of a list.
    package var pageSize = 100
    /// The maximum number of rows of the table; the response to a new row beyond it is 507.
    package var maxRows = 100_000
    /// The initial rows of an empty table; empty for none.
    package var seed: [SeedRow] = []

    /// The index of each field by its name.
    let indexes: [String: Int]
    /// The fields as members of a JSON object, in order.
    let members: [JSONMember]
    /// `SELECT` with all columns, the key first, and the table's name.
    let selection: String
    let rowSelection: String
    let insertion: String
    let replacement: String
    let deletion: String

    /// Creates a definition. All names must be valid according to ``FieldDefinition/isName(_:)``.
    package init(table: String, fields: [FieldDefinition], place: String) {
        self.table = table
        self.fields = fields
        self.place = place
        indexes = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
        members = fields.map { JSONMember(prefix: ",\"\($0.name)\":", isBoolean: $0.kind == .boolean) }
        let columns = fields.map { Self.quoted($0.name) }
        let all = [Self.quoted(Self.key)] + columns
        let name = Self.quoted(table)
        let holes = Array(repeating: "?", count: all.count).joined(separator: ", ")
        selection = "SELECT \(all.joined(separator: ", ")) FROM \(name)"
        rowSelection = selection + " WHERE \(Self.quoted(Self.key)) = ?"
        insertion = "INSERT INTO \(name) (\(all.joined(separator: ", "))) VALUES (\(holes))"
        replacement =
            "UPDATE \(name) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(Self.quoted(Self.key)) = ?"
        deletion = "DELETE FROM \(name) WHERE \(Self.quoted(Self.key)) = ?"
    }

    /// The data of a field that is needed to write each of its values.
    struct JSONMember: Sendable {
        /// The text before the value, after another member. Names need no escapes.
        let prefix: String
        let isBoolean: Bool
    }

    /// The statement that creates the table.
    var creation: String {
        let columns = fields.map { field in
            Self.quoted(field.name) + " " + field.kind.column + (field.isRequired ? " NOT NULL" : "")
                + (field.isUnique ? " UNIQUE" : "")
        }
        let key = "\(Self.quoted(Self.key)) INTEGER PRIMARY KEY AUTOINCREMENT"
        return "CREATE TABLE \(Self.quoted(table)) (\(([key] + columns).joined(separator: ", ")))"
    }

    /// Returns a quoted name for SQL.
    static func quoted(_ name: String) -> String { "\"\(name)\"" }
}
