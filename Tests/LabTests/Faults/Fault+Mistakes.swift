import NetworkModel

extension Fault {
    /// What is wrong with a report about it; none: the report is right.
    func mistakes(in report: Report) -> [String] {
        var mistakes: [String] = []
        let summary = report.cause.map { "\($0.id): \($0.summary)" } ?? "no cause"
        if report.status != status {
            mistakes.append("\(report.status.rawValue) instead of \(status.rawValue): \(summary)")
        }
        if report.cause?.id != cause { mistakes.append("another cause: \(summary)") }
        if let found = report.cause, found.layer != found.id.layer {
            mistakes.append("\(found.id) is said to lie in \(found.layer.rawValue)")
        }
        for fact in facts where report.cause?.summary.contains(fact) != true {
            mistakes.append("it does not say \(fact): \(summary)")
        }
        let errors = report.findings.filter { $0.severity == .error }
        if errors.count != (status == .connectionDown ? 1 : 0) {
            mistakes.append("\(errors.count) errors: \(errors.map(\.id.rawValue).joined(separator: ", "))")
        }
        if cause == nil, !report.findings.isEmpty {
            mistakes.append("a false alarm: \(report.findings.map(\.id.rawValue).joined(separator: ", "))")
        }
        if status == .connectionDown {
            let above = report.layers.drop { $0.status != .connectionDown }.dropFirst()
            for layer in above where layer.status != .noErr {
                mistakes.append("\(layer.layer.rawValue) is judged, above a broken layer")
            }
        }
        return mistakes
    }
}
