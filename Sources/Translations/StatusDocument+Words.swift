public import NetworkModel

extension StatusDocument {
    /// What was not observed of the uplink; `nil` if nothing is left open, or if a target shows that connections work.
    public var unprovenUplink: String? {
        targets.contains { $0.status == .connectionUp } ? nil : uplink?.unproven
    }
}

extension StatusDocument.TargetStatus {
    /// The checks that do not count yet, as in `1 failure not counted yet (after: 3)`.
    public var pendingWords: String {
        // The number is missing before the first result that counts: only failures wait then.
        let isFailing = status == .connectionUp || status == .noErr || pendingOf == nil
        let words: Phrase = isFailing ? .failuresUncounted : .successesUncounted
        guard let pendingOf else { return words.text(pending) }
        // The remark names a setting.
        let remark = "\(isFailing ? "after" : "recover"): \(pendingOf)"
        return Phrase.withRemark.text(["text": words.text(pending), "remark": remark])
    }
}
