public import NetworkModel

extension StatusDocument.TargetStatus {
    /// The checks that do not count yet, as in `1 failure not counted yet (after: 3)`.
    public var pendingWords: String {
        // The number is missing before the first result that counts: only failures wait then.
        let isFailing = status == .connectionUp || status == .noErr || pendingOf == nil
        let words: Phrase = isFailing ? .failuresUncounted : .successesUncounted
        return words.text(pending) + (pendingOf.map { " (\(isFailing ? "after" : "recover"): \($0))" } ?? "")
    }
}
