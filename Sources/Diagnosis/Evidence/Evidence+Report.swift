public import NetworkModel

extension Evidence {
    /// Creates the evidence from which a report was made.
    ///
    /// - Parameters:
    ///   - report: The report, as it was made or saved.
    ///   - schemes: The schemes that the target can have.
    /// - Throws: `TargetError` if the target, or the place that it led to, is not valid.
    public init(_ report: Report, schemes: SchemeTable) throws {
        let terms = report.asked ?? .init()
        self.init(target: try Target(report.target, schemes: schemes), terms: terms, now: report.started)
        place = try terms.place.map { try Target($0, schemes: schemes) }
        ownDelay = report.ownDelay?.duration ?? .zero
        ownStall = report.ownStall?.duration
        observed = Observations(report.layers.compactMap(\.evidence))
    }
}

extension Report {
    /// The same evidence, evaluated again, possibly with better rules than when it was saved.
    ///
    /// A check that could not be completed keeps its finding with the reason.
    ///
    /// - Parameter schemes: The schemes that the target can have.
    /// - Throws: The same as `Evidence.init(_:schemes:)`.
    public func judgedAgain(schemes: SchemeTable) throws -> Report {
        let verdict = Verdict(on: try Evidence(self, schemes: schemes))
        let layers = layers.map { layer in
            LayerReport(
                layer: layer.layer, status: verdict.layers[layer.layer] ?? .noErr, duration: layer.duration.duration,
                evidence: layer.evidence)
        }
        let failure = status == .err ? findings.prefix(1) : []
        var report = Report(
            target: target, started: started, duration: duration.duration,
            status: status == .err ? .err : verdict.status, findings: failure + verdict.findings, layers: layers,
            terms: asked ?? .init())
        (report.ownDelay, report.ownStall) = (ownDelay, ownStall)
        return report
    }
}
