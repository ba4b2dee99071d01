import TargetKinds

import struct NetworkModel.Target

/// The lab types of all registered kinds. There is no list: the type for `NTPKind` is `NTPFaults` in this module, and a
/// test fails if a kind has no such type (docs/decisions/0083).
enum LabKinds {
    /// The types, in the order of registration.
    static let all = TargetKinds.builtIn.all.compactMap(lab)

    /// The names of the types that are missing.
    static let missing = TargetKinds.builtIn.all.filter { lab(for: $0) == nil }.map(typeName)

    /// The type for the kind of a target.
    static func kind(of target: Target) -> (any LabKind.Type)? {
        TargetKinds.builtIn.kind(of: target).flatMap { lab(for: $0) }
    }

    /// The name of the type for a kind.
    static func typeName(for kind: any TargetKind.Type) -> String {
        let name = String(describing: kind)
        return (name.hasSuffix("Kind") ? String(name.dropLast("Kind".count)) : name) + "Faults"
    }

    /// - Returns: `nil` if there is no such type.
    private static func lab(for kind: any TargetKind.Type) -> (any LabKind.Type)? {
        let module = String(reflecting: Self.self).prefix { $0 != "." }
        let name = typeName(for: kind)
        // Foundation's NSClassFromString does the same for classes; O stands for an enum.
        return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)O") as? any LabKind.Type
    }
}
