import NetworkModel
import Translations

/// The output of `netdiag doctor --json`: the problems of this installation.
struct DoctorDocument: Codable, Sendable, ExitStatusSource {
    let schema: String
    let status: ConnectionStatus
    let code: Int
    let degraded: Bool
    /// The findings in the order of the checks, including those without a problem.
    let findings: [DoctorFinding]

    init(_ findings: [DoctorFinding]) {
        schema = "netdiag.doctor/1"
        let states = Set(findings.map(\.state))
        status = states.contains(.error) ? .connectionDown : .connectionUp
        code = status.code
        degraded = !states.contains(.error) && states.contains(.warning)
        self.findings = findings
    }

    var outcome: Outcome { .verdict(status, isDegraded: degraded) }

    /// Writes the problems first, each with the steps to fix it.
    func write(to page: inout Page, isWhole: Bool) {
        let errors = findings.filter { $0.state == .error }
        let warnings = findings.filter { $0.state == .warning }
        let rest = findings.filter { $0.state == .note || $0.state == .ok }
        let mark = TargetState(status, isDegraded: degraded)
        let words =
            errors.isEmpty && warnings.isEmpty
            ? CommandPhrase.nothingIsMissing.text
            : [(CommandPhrase.countErrors, errors.count), (.countWarnings, warnings.count)].filter { $0.1 > 0 }
                .map { $0.text($1) }.joined(separator: Phrase.partSeparator)
        let line = CommandPhrase.thisInstallation.text(["state": words])
        page.line(mark.text(page.glyphs) + Text(" \(line)", mark.style))
        for finding in errors + warnings { write(finding, to: &page) }
        for finding in rest where isWhole || finding.state == .note { write(finding, to: &page) }
    }

    private func write(_ finding: DoctorFinding, to page: inout Page) {
        let mark: TargetState =
            switch finding.state {
            case .ok: .up
            case .note: .idle
            case .warning: .degraded
            case .error: .down
            }
        page.line(
            mark.text(page.glyphs) + " " + Text(finding.id, mark == .idle ? .plain : mark.style)
                + Text(sentence: "\(Phrase.detailSeparator)\(finding.summary)"), indent: 2, hang: 2)
        for step in finding.fix {
            page.advice(Text(page.glyphs.arrow, .name) + " " + Text(sentence: step), indent: 4, hang: 2)
        }
    }
}
