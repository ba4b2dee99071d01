import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes resources of serve.yaml, which serve tables.
extension ServeDecoder {
    private static let resourceKeys = [
        "resource", "table", "database", "fields", "seed", "if_match", "page_size", "max_rows", "headers", "first_byte",
        "pace", "faults", "auth", "session", "match",
    ]
    private static let maxFields = 100

    mutating func resource(_ setting: Setting) -> RoutePlan? {
        guard let group = settings.group(setting, known: Self.resourceKeys, prefix: "resource."),
            let place = group["resource"], let text = settings.text(place, "a path, as in /orders")
        else { return nil }
        let whole = text.hasSuffix("/") ? String(text.dropLast()) : text
        let segments = PathPattern(whole)?.segments ?? []
        guard let path = PathPattern(whole + "/*"), case .fixed(let last) = segments.last, !last.isEmpty,
            segments.allSatisfy({ if case .fixed = $0 { true } else { false } })
        else {
            settings.refuse(
                place,
                "\(SafeText.shown(text)) is not a valid path of a resource; write one like /orders, without {} and *")
            return nil
        }
        let table = group["table"].flatMap { settings.text($0, "a table, as in orders") } ?? last
        guard FieldDefinition.isName(table), !table.lowercased().hasPrefix("sqlite_") else {
            settings.refuse(
                group["table"] ?? place,
                "\(SafeText.shown(table)) is not a valid name of a table; write table: with letters, digits and underscores"
            )
            return nil
        }
        guard let list = group["fields"] else {
            settings.problems.add(
                "\(place.name): fields: is missing; write fields: and name: type, a line each", line: place.line)
            return nil
        }
        let fields = fields(list)
        guard !fields.isEmpty else { return nil }
        let origin = "\(SafeText.escapedPath(settings.problems.file)):\(place.line)"
        var definition = ResourceDefinition(table: table, fields: fields, place: origin)
        if let condition = group["if_match"] {
            definition.needsCondition = word(condition, ["required": true, "optional": false]) ?? false
        }
        if let size = group["page_size"].flatMap({ settings.integer($0, in: 1...1_000, unit: "rows") }) {
            definition.pageSize = size
        }
        if let rows = group["max_rows"].flatMap({ settings.integer($0, in: 1...10_000_000, unit: "rows") }) {
            definition.maxRows = rows
        }
        if let seed = group["seed"] { definition.seed = self.seed(seed, definition) }
        let resource = Resource(definition, in: database(group["database"]))
        if !tables.insert("\(resource.database.path ?? "") \(table.lowercased())").inserted {
            settings.refuse(place, "is about the table \(table), which another resource has; write another table:")
        }
        var plan = ResponsePlan(.resource(resource))
        transfer(group, path, &plan)
        var route = RoutePlan(path, [plan])
        conditions(group, &route)
        return route
    }

    private mutating func database(_ setting: Setting?) -> ResourceDatabase {
        let text = setting.flatMap { settings.text($0, "a file, as in shop.db") } ?? ""
        let path = text.isEmpty || text == ":memory:" ? "" : resolved(text)
        if let known = databases[path] { return known }
        let made = ResourceDatabase(path: path.isEmpty ? nil : path)
        databases[path] = made
        return made
    }

    private mutating func word(_ setting: Setting, _ words: [String: Bool]) -> Bool? {
        let names = words.keys.sorted().joined(separator: " or ")
        guard let text = settings.text(setting, names) else { return nil }
        if words[text] == nil { settings.refuse(setting, "\(SafeText.shown(text)) is not \(names)") }
        return words[text]
    }

    // MARK: - Fields

    private mutating func fields(_ setting: Setting) -> [FieldDefinition] {
        guard case .mapping(let entries) = setting.node.content, (1...Self.maxFields).contains(entries.count) else {
            settings.refuse(setting, "is \(setting.node.kind); write 1 to \(Self.maxFields) lines of name: type")
            return []
        }
        var names: Set<String> = []
        return entries.compactMap { entry in
            var node = entry.value
            if node.isNull { node.mark = entry.mark }
            let named = Setting(name: "field \(SafeText.escaped(entry.key))", node: node)
            guard FieldDefinition.isName(entry.key) else {
                settings.problems.add(
                    "\(SafeText.shown(entry.key)) is not a valid name of a field; write a letter, then letters, digits and underscores",
                    line: entry.mark.line)
                return nil
            }
            guard !ResourceDefinition.reservedNames.contains(entry.key) else {
                let reason = entry.key == "id" ? "every row has it by itself" : "lists are asked for with it"
                settings.problems.add(
                    "the field cannot be called \(entry.key), since \(reason); choose another name",
                    line: entry.mark.line)
                return nil
            }
            // SQLite compares column names without regard to case.
            guard names.insert(entry.key.lowercased()).inserted else {
                settings.problems.add(
                    "the field \(entry.key) differs from another only in case; choose another name",
                    line: entry.mark.line)
                return nil
            }
            return field(named, entry.key)
        }
    }

    private mutating func field(_ setting: Setting, _ name: String) -> FieldDefinition? {
        if case .scalar = setting.node.content {
            guard !setting.node.isNull else { return FieldDefinition(name: name, kind: .text) }
            return kind(setting).map { FieldDefinition(name: name, kind: $0) }
        }
        let known = [
            "type", "required", "unique", "format", "min", "max", "length", "pattern", "enum", "default",
        ]
        guard let group = settings.group(setting, known: known) else { return nil }
        guard let kind = group["type"].map({ self.kind($0) }) ?? .text else { return nil }
        var field = FieldDefinition(name: name, kind: kind)
        for key in ["format", "length", "pattern"] where kind != .text {
            if let other = group[key] { settings.refuse(other, "is for texts; this field is of type \(kind.rawValue)") }
        }
        for key in ["min", "max"] where kind == .text || kind == .boolean {
            if let other = group[key] {
                settings.refuse(other, "is for numbers; \(kind == .text ? "write length: for a text" : "remove it")")
            }
        }
        field.isRequired = group["required"].flatMap { settings.boolean($0) } ?? false
        field.isUnique = group["unique"].flatMap { settings.boolean($0) } ?? false
        field.min = group["min"].flatMap { number($0) }
        field.max = group["max"].flatMap { number($0) }
        if let (low, high) = field.min.flatMap({ low in field.max.map { (low, $0) } }), low > high,
            let max = group["max"]
        {
            settings.refuse(max, "is below min")
        }
        if let format = group["format"] { field.format = self.format(format) }
        if let length = group["length"] { field.length = self.length(length) ?? field.length }
        if let pattern = group["pattern"], let text = settings.text(pattern, "a regular expression") {
            field.pattern = value(pattern) { () throws(SettingsError) in try TextPattern(compiling: text) }
        }
        // The constraints also apply to values in the file.
        if let choices = group["enum"] {
            let plain = field
            if case .sequence(let list) = choices.node.content, list.isEmpty {
                settings.refuse(choices, "is empty, which no value is one of; write the values, as in [open, paid]")
            }
            for item in items(choices, "values", max: 1_000) {
                if let choice = value(item, of: plain) { field.choices.append(choice) }
            }
        }
        if let fallback = group["default"], let found = value(fallback, of: field) { field.fallback = found }
        return field
    }

    private mutating func kind(_ setting: Setting) -> FieldDefinition.Kind? {
        let names = FieldDefinition.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        guard let text = settings.text(setting, "one of \(names)") else { return nil }
        if let kind = FieldDefinition.Kind(rawValue: text) { return kind }
        let hint = TextFormat(rawValue: text).map { "; write {format: \($0.rawValue)}" } ?? ""
        settings.refuse(setting, "\(SafeText.shown(text)) is not a valid type; write one of \(names)\(hint)")
        return nil
    }

    private mutating func format(_ setting: Setting) -> TextFormat? {
        let names = TextFormat.allCases.map(\.rawValue).joined(separator: ", ")
        guard let text = settings.text(setting, "one of \(names)") else { return nil }
        if TextFormat(rawValue: text) == nil {
            settings.refuse(setting, "\(SafeText.shown(text)) is not a valid format; write one of \(names)")
        }
        return TextFormat(rawValue: text)
    }

    private mutating func number(_ setting: Setting) -> Double? {
        guard let text = settings.text(setting, "a number") else { return nil }
        guard let number = Double(text), number.isFinite else {
            settings.refuse(setting, "\(SafeText.shown(text)) is not a valid number")
            return nil
        }
        return number
    }

    /// A range of lengths, `1..80`, or a single length, `36`.
    private mutating func length(_ setting: Setting) -> ClosedRange<Int>? {
        guard let text = settings.text(setting, "a length, as in 1..80") else { return nil }
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
        let most = FieldDefinition.maxLength
        guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil, first >= 0,
            first <= last, last <= most
        else {
            settings.refuse(
                setting,
                "\(SafeText.shown(text)) is not a valid length; write one like 1..80, of at most \(most) characters")
            return nil
        }
        return ends.count == 1 ? last...last : first...last
    }

    private mutating func value(_ setting: Setting, of field: FieldDefinition) -> FieldDefinition.Value? {
        guard let text = settings.text(setting, "a value of the field") else { return nil }
        var allowance = MatchAllowance()
        switch field.value(ofText: text, within: &allowance) {
        case .value(let value): return value
        case .refused(let reasons):
            for reason in reasons { settings.refuse(setting, reason) }
            return nil
        }
    }

    // MARK: - Rows

    private mutating func seed(_ setting: Setting, _ definition: ResourceDefinition) -> [SeedRow] {
        guard let text = settings.text(setting, "a file, as in orders.csv or orders.json") else { return [] }
        guard let form = SeedReader.Form(file: text) else {
            settings.refuse(setting, "\(SafeText.shown(text)) is neither .json nor .csv")
            return []
        }
        let path = resolved(text)
        do {
            var reader = SeedReader(definition, file: SafeText.escapedPath(path))
            reader.read(try ServeFile.bytes(path), as: form)
            for problem in reader.problems { settings.problems.add(problem.text, line: problem.line, in: path) }
            return reader.rows
        } catch {
            settings.refuse(setting, "cannot be used: \(error)")
            return []
        }
    }
}

extension SeedReader.Form {
    /// The form by the file name extension.
    init?(file: String) {
        self.init(rawValue: file.split(separator: ".").last.map { $0.lowercased() } ?? "")
    }
}
