package import NetworkModel

extension Finding {
    /// The finding as an error.
    var asError: Finding { with(.error) }

    /// The finding as a warning.
    var asWarning: Finding { with(.warning) }

    /// The finding as information.
    var asInformation: Finding { with(.info) }

    private func with(_ severity: Severity) -> Finding {
        var copy = self
        copy.severity = severity
        return copy
    }
}

extension Finding {
    /// Whether it states the same, with any severity.
    package func isOf(_ other: Finding) -> Bool { id == other.id && facts == other.facts }
}

extension [Finding] {
    /// The findings by severity, errors first, and each statement once. Within a severity, they keep the order of the layers and rules,
    /// of which several may find the same.
    var bySeverity: [Finding] {
        guard !isEmpty else { return [] }
        var sorted: [Finding] = []
        for severity in [Severity.error, .warning, .info] {
            for finding in self where finding.severity == severity && !sorted.contains(where: finding.isOf) {
                sorted.append(finding)
            }
        }
        return sorted
    }
}
