import SQLite
import NetworkModel

/// Parses rows from JSON (an array of objects) or CSV (RFC 4180, with a header), and reports errors with their lines.
package struct SeedReader {
    /// An error in a file.
    package struct Problem: Sendable, Hashable {
        package var line: Int
        /// The error, and what would be valid.
        package var text: String
    }

    package enum Form: String, Sendable, CaseIterable {
        case json, csv
    }

    private static let maxProblems = 50

    let definition: ResourceDefinition
    let file: String
    package private(set) var rows: [SeedRow] = []
    package private(set) var problems: [Problem] = []
    private var allowance = MatchAllowance(MatchAllowance.ofFile)

    package init(_ definition: ResourceDefinition, file: String) {
        self.definition = definition
        self.file = file
    }

    package mutating func read(_ bytes: [UInt8], as form: Form) {
        switch form {
        case .json: readJSON(bytes)
        case .csv: readCSV(bytes)
        }
        if rows.count > definition.maxRows {
            refuse(1, "has \(rows.count) rows, and the table takes \(definition.maxRows); set max_rows: higher")
        }
    }

    private mutating func refuse(_ line: Int, _ text: String) {
        if problems.count < Self.maxProblems { problems.append(Problem(line: line, text: text)) }
    }

    private mutating func readJSON(_ bytes: [UInt8]) {
        let document: JSONNode
        do {
            document = try JSONReader.read(bytes)
        } catch {
            return refuse(error.line, error.reason)
        }
        guard case .array(let items) = document.content else {
            return refuse(document.line, "is \(document.kind); write a list of objects, as in [{\"name\": \"value\"}]")
        }
        for item in items where allowance.refusal == nil {
            guard case .object(let members) = item.content else {
                refuse(item.line, "is \(item.kind); a row is an object")
                continue
            }
            var (values, key) = (definition.fields.map(\.fallback), Int64?.none)
            var given: Set<String> = []
            for member in members {
                if member.name == ResourceDefinition.key {
                    guard case .integer(let number) = member.node.content, number > 0 else {
                        refuse(member.node.line, "id is \(member.node.kind); write a whole number from 1")
                        continue
                    }
                    key = number
                } else if let index = definition.indexes[member.name] {
                    given.insert(member.name)
                    let outcome = definition.fields[index].value(of: member.node, within: &allowance)
                    add(outcome, index, member.node.line, &values)
                } else {
                    refuse(member.node.line, unknown(member.name))
                }
            }
            finish(key, values, given, item.line)
        }
    }

    private mutating func readCSV(_ bytes: [UInt8]) {
        var reader = CSVReader(bytes)
        do {
            guard let head = try reader.next() else {
                return refuse(1, "is empty; write a line of names, as in name,total")
            }
            for (index, name) in head.cells.enumerated() {
                if name != ResourceDefinition.key, definition.indexes[name] == nil { refuse(head.line, unknown(name)) }
                if head.cells.prefix(index).contains(name) {
                    refuse(head.line, "has the column \(SafeText.shown(name)) twice")
                }
            }
            guard problems.isEmpty else { return }
            while allowance.refusal == nil, let record = try reader.next() {
                guard record.cells.count == head.cells.count else {
                    refuse(
                        record.line,
                        "has \(Quantity.text(record.cells.count, "cell")); the first line names \(head.cells.count)")
                    continue
                }
                addRecord(record, head.cells)
            }
        } catch {
            refuse(error.line, error.reason)
        }
    }

    private mutating func addRecord(_ record: CSVReader.Record, _ names: [String]) {
        var (values, key) = (definition.fields.map(\.fallback), Int64?.none)
        var given: Set<String> = []
        for (column, (name, cell)) in zip(names, record.cells).enumerated() {
            let isEmptyText = record.emptyTexts.contains(column)
            if name == ResourceDefinition.key {
                guard !cell.isEmpty else { continue }
                guard let number = Int64(cell), number > 0 else {
                    refuse(record.line, "id is \(SafeText.shown(cell)); write a whole number from 1")
                    continue
                }
                key = number
            } else if let index = definition.indexes[name] {
                // An empty cell is not a value, and gets the default.
                guard !cell.isEmpty || isEmptyText || definition.fields[index].fallback.isNull else { continue }
                given.insert(name)
                let outcome = definition.fields[index].value(
                    ofText: cell, isQuoted: isEmptyText, within: &allowance)
                add(outcome, index, record.line, &values)
            }
        }
        finish(key, values, given, record.line)
    }

    private mutating func add(
        _ outcome: FieldDefinition.Outcome, _ index: Int, _ line: Int, _ values: inout [SQLiteValue]
    ) {
        switch outcome {
        case .value(let value): values[index] = value
        case .refused(let reasons): for reason in reasons { refuse(line, "\(definition.fields[index].name) \(reason)") }
        }
    }

    private mutating func finish(_ key: Int64?, _ values: [SQLiteValue], _ given: Set<String>, _ line: Int) {
        for (field, value) in zip(definition.fields, values)
        where value.isNull && field.isRequired && !given.contains(field.name) {
            refuse(line, "\(field.name) is missing; every row needs it")
        }
        rows.append(SeedRow(key: key, values: values, place: "\(file):\(line)"))
    }

    private func unknown(_ name: String) -> String {
        "\(SafeText.shown(name)) is not a field; known are \((["id"] + definition.fields.map(\.name)).joined(separator: ", "))"
    }
}
