import Diagnosis
import NetworkModel
import TargetKinds
import Testing

/// The requirements for every report of a kind, whatever its server sends, that neither the compiler nor a wrong status would
/// show: what a kind forgets here is otherwise noticed by users first.
struct KindContract {
    let scheme: RegisteredScheme
    let kind: any TargetKind.Type
    var kinds = TargetKinds.builtIn

    /// The most that a report may keep of what a server sends, in bytes of JSON.
    private static let maxBytes = 32_768

    /// The kinds whose client and server greet each other at once, in small packets (RFC 4253 section 4.2).
    private static let greeting: Set<String> = ["ssh"]

    /// Expects what holds for all servers.
    func expectAlways(_ report: Report) throws {
        let words = Comment(rawValue: "\(scheme.name)://: \(report.json.prefix(4_000))")
        #expect(report.json.utf8.count < Self.maxBytes, "\(scheme.name):// keeps what its server sends: \(words)")
        // A property that is missing in `CodingKeys` is lost in a saved report.
        let saved = try JSON.decode(Report.self, from: JSON.line(report), kinds: kinds.evidence)
        #expect(try own(saved.judgedAgain(schemes: kinds.schemes)) == own(report), words)
        for finding in report.findings {
            let missing = entry(of: finding)?.factsMissing(in: finding) ?? []
            #expect(missing == [], "\(finding.id) lacks facts: \(words)")
            let shown = [finding.summary] + finding.advice + finding.facts.values
            #expect(
                !shown.contains { $0.unicodeScalars.contains(where: SafeText.isUnsafe) },
                "\(finding.id) has text of the server that is not escaped: \(words)")
        }
        guard let evidence = evidence(in: report), scheme.transport == .udp else { return }
        #expect(
            evidence.datagrams != nil, "rules for the route do not find the datagrams of \(scheme.name)://: \(words)")
    }

    /// Expects what holds for a server in place of the right one.
    ///
    /// - Parameter heard: Whether the client has sent anything.
    func expect(_ report: Report, from impostor: Impostor, heard: Bool) throws {
        try expectAlways(report)
        let words = Comment(rawValue: "\(scheme.name):// against \(impostor): \(report.json.prefix(4_000))")
        guard let evidence = evidence(in: report) else { return }
        if let cause = report.cause, cause.layer == kind.evidenceType.layer, let entry = entry(of: cause) {
            // Others may be silent after a part of what is expected.
            let expected: Bool? =
                switch impostor {
                case .silence: true
                case .immediateClose where scheme.transport == .tcp: false
                default: nil
                }
            let isSilence = entry.incident.basis == .silence
            #expect(
                expected.map { $0 == isSilence } != false,
                "\(entry.id) has the basis \(entry.incident.basis): \(words)")
        }
        // A client that waits for a greeting has lost none of its own packets, and the greeting is small.
        if impostor == .silence, scheme.transport == .tcp, heard, !Self.greeting.contains(kind.name) {
            #expect(evidence.hasStalled, "a path that drops large packets would not be found: \(words)")
        }
        let kept = try text(evidence)
        let masked = try text(evidence.withServerText { _ in "" })
        for marker in impostor.markers where kept.contains(marker) {
            #expect(!masked.contains(marker), "mapServerText misses \(marker), and a secret in its place: \(words)")
        }
    }

    /// The findings of the kind, without those about this machine.
    private func own(_ report: Report) -> [String] {
        report.findings.filter { $0.layer == kind.evidenceType.layer }.map(\.summary)
    }

    private func entry(of finding: Finding) -> CauseEntry? {
        Catalogue.entry(finding.id) ?? kind.causes.first { $0.id == finding.id }
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

extension Impostor {
    /// Words in what it sends that no evidence has by itself.
    fileprivate var markers: [String] {
        switch self {
        case .closedPort, .silence, .immediateClose, .http, .redis: []
        case .garbage, .flood: ["garbage"]
        case .ssh: ["OpenSSH", "identification"]
        case .smtp: ["Postfix", "mail.example", "recognized"]
        case .imap: ["Dovecot"]
        case .pop3: ["Dovecot", "Unknown"]
        }
    }
}
