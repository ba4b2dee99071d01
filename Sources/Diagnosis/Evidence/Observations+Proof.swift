package import NetworkModel

extension Observations {
    /// Whether what was observed above the route works, as far as it was meant to be asked.
    package var areProven: Bool {
        all.allSatisfy { evidence in
            (evidence.value as? any JudgedEvidence)?.isProven ?? true
        }
    }
}
