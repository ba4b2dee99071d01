/// A table that a route serves: its columns, and the SQL about it, which no request takes part in.
package struct ResourceDefinition: Sendable {
    /// The column of the key, which every table has.
    package static let key = "id"
    /// Words of a list's query, which no field may be called.
    package static let reservedNames = ["id", "sort", "limit", "offset", "page", "per_page"]

    package let table: String
    package let fields: [FieldDefinition]
    /// Where it is defined, as `FILE:LINE`, for messages.
    package var place: String
    /// Whether a change of a row needs If-Match (428 without it, RFC 6585 section 3).
    package var needsCondition = false
    /// Rows of a list where the request says nothing else.
    package var pageSize = 100
    /// Of the table; a new row beyond it is answered with 507.
    package var maxRows = 100_000
    /// Where rows come from when the table is empty; `nil` for nowhere.
    package var seed: [SeedRow] = []

    /// Each by its name.
    let indexes: [String: Int]
    /// The fields as members of an object, in their order.
    let members: [JSONMember]
    /// `SELECT` and all columns, the key first, up to the table's name.
    let selection: String
    let rowSelection: String
    let insertion: String
    let replacement: String
    let deletion: String

    /// - Parameters: Names are taken as ``FieldDefinition/isName(_:)`` has them.
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

    /// What of a field is needed for each of its values.
    struct JSONMember: Sendable {
        /// What stands before the value, behind another member: names need no escapes.
        let prefix: String
        let isBoolean: Bool
    }

    /// The statement that makes the table.
    var creation: String {
        let columns = fields.map { field in
            Self.quoted(field.name) + " " + field.kind.column + (field.isRequired ? " NOT NULL" : "")
                + (field.isUnique ? " UNIQUE" : "")
        }
        let key = "\(Self.quoted(Self.key)) INTEGER PRIMARY KEY AUTOINCREMENT"
        return "CREATE TABLE \(Self.quoted(table)) (\(([key] + columns).joined(separator: ", ")))"
    }

    /// A name within SQL.
    static func quoted(_ name: String) -> String { "\"\(name)\"" }
}
