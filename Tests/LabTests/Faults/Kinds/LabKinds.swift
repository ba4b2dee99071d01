import TargetKinds

/// What the lab has for all registered kinds. There is no list: what belongs to `NTPKind` is the type `NTPFaults` of this module,
/// and a kind without such a type fails a test (docs/decisions/0083).
enum LabKinds {
    /// In the order of registration.
    static let all = TargetKinds.builtIn.all.compactMap(lab)

    /// The names of the types that are missing.
    static let missing = TargetKinds.builtIn.all.filter { lab(for: $0) == nil }.map(typeName)

    /// Of the type for a kind.
    static func typeName(for kind: any TargetKind.Type) -> String {
        let name = String(describing: kind)
        return (name.hasSuffix("Kind") ? String(name.dropLast("Kind".count)) : name) + "Faults"
    }

    /// - Returns: `nil` if there is no such type.
    private static func lab(for kind: any TargetKind.Type) -> (any LabKind.Type)? {
        let module = String(reflecting: Self.self).prefix { $0 != "." }
        let name = typeName(for: kind)
        // As Foundation's NSClassFromString does it for classes; the O is an enum's.
        return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)O") as? any LabKind.Type
    }
}
