import Diagnosis
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

/// A server's behaviour after a client has connected, and the expected report.
struct HostileServer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let cause: CauseID?
    let words: String
    let settings: [String: String]
    let talk: @Sendable (RawPeer) -> Void

    init(
        _ name: String, _ cause: CauseID?, _ words: String = "", settings: [String: String] = [:],
        _ talk: @escaping @Sendable (RawPeer) -> Void
    ) {
        testDescription = name
        self.cause = cause
        self.words = words
        self.settings = settings
        self.talk = talk
    }

    /// Compares a report with the expected one, and with the requirements for all reports.
    func expect(_ report: Report, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(report.cause?.id == cause, "\(report.json)", sourceLocation: sourceLocation)
        #expect(
            words.isEmpty || report.cause?.summary.contains(words) == true, "\(report.json)",
            sourceLocation: sourceLocation)
        let isUp = cause == nil || report.cause?.severity == .warning
        #expect(
            report.status == (isUp ? .connectionUp : .connectionDown), "\(report.json)", sourceLocation: sourceLocation)
        #expect(
            report.cause?.summary.unicodeScalars.contains(where: SafeText.isUnsafe) != true,
            sourceLocation: sourceLocation)
        #expect(report.json.utf8.count < 32_768, sourceLocation: sourceLocation)
        #expect(try report.judgedAgain().findings == report.findings, sourceLocation: sourceLocation)
        for finding in report.findings {
            let entry = try #require(
                Catalogue.entry(finding.id), "a rule names \(finding.id), which is missing in the `causes` of its kind",
                sourceLocation: sourceLocation)
            #expect(
                entry.factsMissing(in: finding) == [], "\(finding.id) lacks facts: \(finding.summary)",
                sourceLocation: sourceLocation)
        }
    }
}

extension ProbeSettings {
    /// Creates settings with values for a kind, as typed by a user.
    init(of kind: String, _ settings: [String: String]) throws {
        self.init()
        for (key, text) in settings {
            let known = TargetKinds.builtIn.kind(named: kind)?.describedSettings.first { $0.key == key }
            try self.kind.set(try #require(known), text)
        }
    }
}
