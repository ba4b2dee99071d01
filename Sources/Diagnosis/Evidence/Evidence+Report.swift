public import NetworkModel

extension Evidence {
    /// What a report was judged by.
    ///
    /// - Parameter schemes: Those that its target may have.
    /// - Throws: `TargetError` where its target, or the place that it led to, is none.
    public init(_ report: Report, schemes: SchemeTable) throws {
        let terms = report.asked ?? .init()
        self.init(target: try Target(report.target, schemes: schemes), terms: terms, now: report.started)
        place = try terms.place.map { try Target($0, schemes: schemes) }
        ownDelay = report.ownDelay?.duration ?? .zero
        observed = Observations(report.layers.compactMap(\.evidence))
    }
}

extension Report {
    /// The same evidence, judged again: by rules that have become better since it was saved, perhaps.
    ///
    /// A check that could not be completed keeps the finding that says why.
    ///
    /// - Parameter schemes: Those that its target may have.
    /// - Throws: As `Evidence.init(_:schemes:)`.
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
        report.ownDelay = ownDelay
        return report
    }
}
