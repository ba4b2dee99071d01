import NetworkModel
import SQLite

/// The conditions, order and part of a requested list. As SQL, it contains only known names and bound values.
struct ListQuery: Sendable {
    /// How the part was requested. Links to other parts use the same parameters.
    enum Paging: Sendable, Hashable {
        case offset, page
    }

    /// The operators after a field's name, as in `total.gte=10`.
    private static let operators = [
        "eq": "=", "ne": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=",
    ]
    private static let words = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "contains", "starts", "null"]
    private static let maxConditions = 64
    private static let maxLimit = 1_000
    private static let maxListed = 100
    /// The maximum size in bytes of a text that is looked for within others. The search takes the product of both lengths.
    private static let maxSearched = 256
    /// The maximum number of columns of an index that are compared with one value.
    private static let maxCompared = 3

    /// A column that must equal one of some values.
    private struct Comparison {
        let name: String
        var values: [SQLiteValue]
    }

    let definition: ResourceDefinition
    private(set) var limit: Int
    private(set) var offset = 0
    private(set) var paging = Paging.offset
    private(set) var problem = RequestProblem()
    /// The clause after `FROM table`; empty without conditions.
    private(set) var conditions = ""
    private(set) var values: [SQLiteValue] = []
    private var order: [String] = []
    /// The names of the columns that are compared with one value.
    private var compared: [String] = []
    /// The first column of the order.
    private var sorted: String?

    init(_ query: [(name: String, value: String)], of definition: ResourceDefinition) {
        self.definition = definition
        limit = definition.pageSize
        var page: Int?
        var clauses: [String] = []
        var equals: [Comparison] = []
        if query.count > Self.maxConditions {
            problem.add(
                .query(query[Self.maxConditions].name), "is one of more than \(Self.maxConditions); ask for fewer")
            return
        }
        for (name, value) in query {
            switch name {
            case "limit", "per_page": limit = number(name, value, 1...Self.maxLimit) ?? limit
            case "offset": offset = number(name, value, 0...999_999_999) ?? 0
            case "page": page = number(name, value, 1...999_999)
            case "sort": sort(value)
            default: condition(name, value, &clauses, &equals)
            }
        }
        if let page {
            if offset > 0 { problem.add(.query("page"), "cannot be combined with offset; write one of the two") }
            (offset, paging) = ((page - 1) * limit, .page)
        } else if query.contains(where: { $0.name == "per_page" }) {
            paging = .page
        }
        // A field that is given several times may have any of the values.
        for comparison in equals {
            let column = ResourceDefinition.quoted(comparison.name)
            let holes = Array(repeating: "?", count: comparison.values.count).joined(separator: ", ")
            clauses.append(comparison.values.count == 1 ? "\(column) = ?" : "\(column) IN (\(holes))")
            values += comparison.values
        }
        // They are sorted like the columns, so that queries with the same fields in a different order share an index.
        compared = equals.filter { $0.values.count == 1 }.map(\.name)
            .sorted { definition.indexes[$0] ?? -1 < definition.indexes[$1] ?? -1 }
        if !clauses.isEmpty { conditions = " WHERE " + clauses.joined(separator: " AND ") }
    }

    /// The columns of an index with which SQLite finds the rows in order without a scan. It is empty if no index is needed,
    /// since the key and unique columns have one already.
    var indexedColumns: [String] {
        let isUnique = { (name: String) in
            name == ResourceDefinition.key || definition.indexes[name].map { definition.fields[$0].isUnique } == true
        }
        guard !compared.contains(where: isUnique) else { return [] }
        guard let sorted, !isUnique(sorted), !compared.contains(sorted) else {
            return Array(compared.prefix(Self.maxCompared))
        }
        return compared.prefix(Self.maxCompared) + [sorted]
    }

    /// The `ORDER BY` clause. The key is last, so that pages do not overlap.
    var ordering: String {
        " ORDER BY " + (order + [ResourceDefinition.quoted(ResourceDefinition.key)]).joined(separator: ", ")
    }

    private mutating func number(_ name: String, _ value: String, _ range: ClosedRange<Int>) -> Int? {
        let isNumber = (1...9).contains(value.utf8.count) && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, let number = Int(value), range.contains(number) else {
            problem.add(
                .query(name), "is \(SafeText.shown(value)); write \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    private mutating func sort(_ text: String) {
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isDescending = word.hasPrefix("-")
            let name = String(isDescending || word.hasPrefix("+") ? word.dropFirst() : word)
            guard order.count < 16 else { return problem.add(.query("sort"), "has more than 16 fields") }
            guard name == ResourceDefinition.key || definition.indexes[name] != nil else {
                let reason = "has \(SafeText.shown(name)), which is not a field; known are \(known)"
                problem.add(.query("sort"), reason)
                continue
            }
            sorted = sorted ?? name
            order.append(ResourceDefinition.quoted(name) + (isDescending ? " DESC" : ""))
        }
    }

    private var known: String { ([ResourceDefinition.key] + definition.fields.map(\.name)).joined(separator: ", ") }

    private func field(_ name: String) -> FieldDefinition? {
        if name == ResourceDefinition.key { return FieldDefinition(name: name, kind: .integer) }
        return definition.indexes[name].map { definition.fields[$0] }
    }

    private mutating func condition(
        _ name: String, _ text: String, _ clauses: inout [String],
        _ equals: inout [Comparison]
    ) {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let field = field(String(first)) else {
            let other = (definition.fields.map(\.name) + ResourceDefinition.reservedNames)
            let meant = KeySuggestion.nearest(to: String(parts.first ?? ""), among: other).map {
                "; did you mean \($0)?"
            }
            let reason = "is not a field\(meant ?? "; known are \(known), and sort, limit, offset, page, per_page")"
            return problem.add(.query(SafeText.cut(name, to: 80)), reason)
        }
        let column = ResourceDefinition.quoted(field.name)
        let word = parts.count == 2 ? String(parts[1]) : "eq"
        switch word {
        case "in":
            let items = text.split(separator: ",", omittingEmptySubsequences: false)
            guard items.count <= Self.maxListed else {
                return problem.add(.query(name), "lists more than \(Self.maxListed) values")
            }
            let some = items.compactMap { value(String($0), field, name) }
            clauses.append("\(column) IN (\(Array(repeating: "?", count: some.count).joined(separator: ", ")))")
            values += some
        case "contains", "starts":
            guard field.kind == .text else { return problem.add(.query(name), "is for texts; \(field.name) is none") }
            guard text.utf8.count <= Self.maxSearched else {
                return problem.add(.query(name), "has more than \(Self.maxSearched) bytes; look for a shorter text")
            }
            guard let value = value(text, field, name) else { return }
            clauses.append("instr(\(column), ?) \(word == "starts" ? "= 1" : "> 0")")
            values.append(value)
        case "null":
            guard text == "true" || text == "false" else {
                return problem.add(.query(name), "is \(SafeText.shown(text)); write true or false")
            }
            clauses.append("\(column) IS \(text == "true" ? "" : "NOT ")NULL")
        case "eq":
            guard let value = value(text, field, name) else { return }
            if let index = equals.firstIndex(where: { $0.name == field.name }) {
                equals[index].values.append(value)
            } else {
                equals.append(Comparison(name: field.name, values: [value]))
            }
        default:
            guard let comparison = Self.operators[word] else {
                return problem.add(
                    .query(SafeText.cut(name, to: 80)),
                    "has an unknown operator; known are \(Self.words.joined(separator: ", "))")
            }
            guard let value = value(text, field, name) else { return }
            clauses.append("\(column) \(comparison) ?")
            values.append(value)
        }
    }

    private mutating func value(_ text: String, _ field: FieldDefinition, _ name: String) -> SQLiteValue? {
        if let value = field.read(text) { return value }
        problem.add(.query(name), "is \(SafeText.shown(text)); write \(field.kind.expected)")
        return nil
    }
}
