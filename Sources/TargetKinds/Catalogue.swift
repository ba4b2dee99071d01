public import Diagnosis
public import NetworkModel

/// Every root cause that a report can name.
public enum Catalogue {
    /// The entries in the order of the layers.
    public static let entries: [CauseEntry] = SharedCauses.entries + TargetKinds.builtIn.causes

    private static let byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }

    /// The entry of a cause; `nil` if there is none.
    public static func entry(_ id: CauseID) -> CauseEntry? { byID[id] }
}
