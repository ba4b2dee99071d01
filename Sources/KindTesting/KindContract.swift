import Diagnosis
import NetworkModel
import TargetKinds

/// The requirements for every report of a kind, whatever its server sends, that neither the compiler nor a wrong status would
/// show: what a kind forgets here is otherwise noticed by users first.
struct KindContract {
    let scheme: RegisteredScheme
    let kind: any TargetKind.Type
    let kinds: TargetKinds
    let greetsAtOnce: Bool

    /// The maximum size of a report, whatever a server sends, in bytes of JSON.
    private static let maxBytes = 32_768

    /// What is wrong with a report, whatever the server is.
    func problems(of report: Report) throws -> [String] {
        var problems: [String] = []
        let line = try JSON.line(report)
        if line.count >= Self.maxBytes {
            problems.append("the report keeps what the server sends: it has \(line.count) bytes")
        }
        let saved = try JSON.decode(Report.self, from: line, kinds: kinds.evidence)
        if try own(saved.judgedAgain(schemes: kinds.schemes)) != own(report) {
            problems.append("the saved report has other findings: a property may be missing in CodingKeys")
        }
        for finding in report.findings {
            guard let entry = entry(of: finding) else {
                problems.append("\(finding.id) is not among the causes of the kind")
                continue
            }
            let missing = entry.factsMissing(in: finding)
            if !missing.isEmpty {
                problems.append("a rule does not give the facts of \(finding.id): \(missing.joined(separator: ", "))")
            }
            let shown = [finding.summary] + finding.advice + finding.facts.values
            if shown.contains(where: { $0.unicodeScalars.contains(where: SafeText.isUnsafe) }) {
                problems.append("\(finding.id) shows text of the server that is not escaped (SafeText.escaped)")
            }
        }
        if let evidence = evidence(in: report), scheme.transport == .udp, evidence.datagrams == nil {
            problems.append("the evidence has no datagrams, so that rules for the route do not find them")
        }
        return problems
    }

    /// What is wrong with a report about a server in place of the right one.
    ///
    /// - Parameter heard: Whether the client has sent anything.
    func problems(of report: Report, from server: WrongServer, heard: Bool) throws -> [String] {
        var problems = try problems(of: report)
        guard let evidence = evidence(in: report) else { return problems }
        if let cause = report.cause, cause.layer == kind.evidenceType.layer, let entry = entry(of: cause) {
            // Others may be silent after a part of what is expected.
            let expected: Bool? =
                switch server {
                case .silence: true
                case .immediateClose where scheme.transport == .tcp: false
                default: nil
                }
            if let expected, expected != (entry.incident.basis == .silence) {
                problems.append("\(entry.id) has the basis \(entry.incident.basis)")
            }
        }
        // A client that waits for a greeting has lost none of its own packets, and the greeting is small.
        if server == .silence, scheme.transport == .tcp, heard, !greetsAtOnce, !evidence.hasStalled {
            problems.append("hasStalled is false, so that a path that drops large packets would not be found")
        }
        let kept = try text(evidence)
        let masked = try text(evidence.withServerText { _ in "" })
        for marker in server.markers where kept.contains(marker) && masked.contains(marker) {
            problems.append("mapServerText misses \(marker), and a secret in its place")
        }
        return problems
    }

    /// The findings of the kind, without those about this machine.
    private func own(_ report: Report) -> [String] {
        report.findings.filter { $0.layer == kind.evidenceType.layer }.map(\.summary)
    }

    /// The entry of a finding; not necessarily among the causes of its own kind, since WebSockets share those of HTTP.
    private func entry(of finding: Finding) -> CauseEntry? {
        Catalogue.entry(finding.id) ?? kinds.causes.first { $0.id == finding.id }
    }

    /// The evidence of the kind; `nil` if its layer is shared, or was not reached.
    private func evidence(in report: Report) -> (any JudgedEvidence)? {
        guard case .kind = kind.evidenceType.layer, let last = report.layers.last,
            last.layer == kind.evidenceType.layer
        else { return nil }
        return last.evidence?.value as? any JudgedEvidence
    }

    private func text(_ evidence: some LayerEvidence) throws -> String {
        String(decoding: try JSON.line(evidence), as: UTF8.self)
    }
}

extension LayerEvidence {
    /// The evidence after a function was applied to every text of the server.
    fileprivate func withServerText(_ change: (String) -> String) -> Self {
        var changed = self
        changed.mapServerText(change)
        return changed
    }
}
