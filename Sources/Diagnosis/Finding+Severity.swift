import NetworkModel

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
