import Diagnosis
import NetworkModel
import TargetKinds

@testable import NetdiagCLI

/// Reports that somebody sent: judged again, and shown.
enum ReportEntry: FuzzEntry {
    static let name = "report"

    static func run(_ input: [UInt8]) throws {
        if let status = try? JSON.decode(StatusDocument.self, from: input) { try show(status) }
        if let links = try? JSON.decode(NetworkSnapshot.self, from: input) { try show(links) }
        guard let report = try? JSON.decode(Report.self, from: input, kinds: TargetKinds.builtIn.evidence) else {
            return
        }
        try show(report)
        guard let again = try? report.judgedAgain() else { return }
        try show(again)
        for finding in again.findings { try requireShowable(finding.summary, "the summary of \(finding.id)") }
    }

    private static func show(_ document: some Document) throws {
        for isInteractive in [true, false] {
            let terminal = Terminal(
                isInteractive: isInteractive, columns: isInteractive ? 60 : nil, hasColour: false, hasUnicode: true)
            var page = Page(for: terminal)
            document.write(to: &page, in: PageContext(now: Timestamp(millisecondsSince1970: 0)))
            for line in page.bytes.split(separator: 10) {
                try requireShowable(String(decoding: line, as: UTF8.self), "the page")
            }
        }
    }
}
