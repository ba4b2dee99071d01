/// A target from a file of another program, in the form of netdiag.yaml.
struct ImportedTarget: Sendable {
    var target: String
    var name: String?
    var group: String?
    /// The position of the target, for omissions.
    var place: ImportSourceLocation
    private(set) var settings: [ImportedValue.Entry] = []
    /// What had to be omitted: the item, the reason and the position.
    private(set) var omissions: [(what: String, why: String, place: ImportSourceLocation)] = []

    /// - Parameter target: The target. A login and secrets in it are omitted.
    init(_ target: String, name: String? = nil, group: String? = nil, at place: ImportSourceLocation) {
        let (bare, left) = ImportSecrets.stripped(target)
        self.target = bare
        self.name = name.map { ImportSecrets.shown($0) }
        self.group = group
        self.place = place
        for what in left {
            let why =
                what == "the login"
                ? "write it to a file, and name that with credentials: {file: PATH}"
                : "it may be a secret, and secrets are not copied; add it to the file once others cannot read it"
            recordOmission("\(what) in the URL", why, at: place)
        }
    }

    mutating func recordOmission(_ what: String, _ why: String, at place: ImportSourceLocation) {
        omissions.append((what, why, place))
    }

    /// The key of the target.
    var key: String { name ?? target }

    mutating func set(_ key: String, _ value: ImportedValue) {
        settings.removeAll { $0.key == key }
        settings.append(.init(key: key, value: value))
    }

    /// Sets a setting of a group.
    mutating func set(_ group: String, _ key: String, _ value: ImportedValue) {
        var entries: [ImportedValue.Entry] = []
        if case .group(let before)? = settings.first(where: { $0.key == group })?.value { entries = before }
        entries.removeAll { $0.key == key }
        entries.append(.init(key: key, value: value))
        if let place = settings.firstIndex(where: { $0.key == group }) {
            settings[place].value = .group(entries)
        } else {
            settings.append(.init(key: group, value: .group(entries)))
        }
    }

    /// Appends to a setting of a group that is a list.
    mutating func add(_ group: String, _ key: String, _ value: ImportedValue) {
        var values: [ImportedValue] = []
        if case .group(let entries)? = settings.first(where: { $0.key == group })?.value,
            case .list(let before)? = entries.first(where: { $0.key == key })?.value
        {
            values = before
        }
        set(group, key, .list(values + [value]))
    }

    /// Adds an entry to a setting of a group that is itself a group with arbitrary keys.
    mutating func add(_ group: String, _ key: String, _ entry: ImportedValue.Entry) {
        var values: [ImportedValue.Entry] = []
        if case .group(let entries)? = settings.first(where: { $0.key == group })?.value,
            case .group(let before)? = entries.first(where: { $0.key == key })?.value
        {
            values = before.filter { $0.key != entry.key }
        }
        set(group, key, .group(values + [entry]))
    }

    /// Removes a setting by its name in messages, such as `http.status` or `interval`.
    ///
    /// - Returns: Whether the setting existed.
    mutating func remove(_ name: String) -> Bool { Self.remove(name, from: &settings) }

    private static func remove(_ name: String, from entries: inout [ImportedValue.Entry]) -> Bool {
        guard let place = entries.firstIndex(where: { name == $0.key || name.hasPrefix($0.key + ".") }) else {
            return false
        }
        let rest = String(name.dropFirst(entries[place].key.count + 1))
        if case .group(var inner) = entries[place].value, !rest.isEmpty, remove(rest, from: &inner), !inner.isEmpty {
            entries[place].value = .group(inner)
        } else {
            entries.remove(at: place)
        }
        return true
    }

    /// The lines of the entry in `targets:`.
    var lines: [String] {
        var entries = [ImportedValue.Entry(key: "target", value: .text(target))]
        if let name { entries.append(.init(key: "name", value: .text(name))) }
        if let group { entries.append(.init(key: "group", value: .text(group))) }
        let lines = ImportedValue.group(entries + settings).lines(indent: 2).dropFirst()
        return lines.enumerated().map { $0 == 0 ? "- " + $1.dropFirst(2) : $1 }
    }
}
