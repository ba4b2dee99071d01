import FoundationEssentials
import NetdiagConfiguration
import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("What doctor says about the history")
struct DoctorHistoryTests {
    private func finding(
        file: String? = nil, trouble: HistoryWriteFailure? = nil, _ edit: (inout Configuration) -> Void = { _ in }
    ) -> DoctorFinding {
        var document = StatusDocument(
            status: .connectionUp, findings: [], host: "host", since: Timestamp(), links: [], resolvers: [],
            gateways: [], targets: [], publication: Publication(state: .off, reason: nil))
        (document.historyFile, document.history) = (file, trouble)
        var configuration = Configuration()
        edit(&configuration)
        return DoctorHistory(configuration: configuration, status: .status(document)).finding
    }

    @Test("the file that the running daemon names precedes that of the configuration")
    func named() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("netdiag-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("results.db")
        let missing = finding(file: file.path) { $0.history.file = "/nonexistent/other.db" }
        #expect(missing.state == .note && missing.summary.contains("\(file.path), which is not there"), "\(missing)")
        try Data("SQLite format 3\0 and pages".utf8).write(to: file)
        let kept = finding(file: file.path) { $0.history.isEnabled = false }
        #expect(kept.state != .error && kept.summary.contains(file.path), "\(kept)")
        try Data("no database at all".utf8).write(to: file)
        let damaged = finding(file: file.path)
        // A nearly full disk would come first.
        #expect(damaged.summary.contains("is damaged") || damaged.summary.contains("64 MiB"), "\(damaged)")
    }

    @Test("a daemon that names no file keeps no results")
    func unnamed() {
        #expect(finding { $0.history.isEnabled = false }.summary.contains("history: off in the configuration"))
        let other = finding()
        #expect(other.state == .note && other.summary.contains("names no file") && !other.fix.isEmpty, "\(other)")
        let lost = finding(
            file: "/var/lib/netdiag/history.db",
            trouble: HistoryWriteFailure(reason: "the disk is full", since: Timestamp(), lost: 3))
        #expect(lost.state == .error && lost.summary.contains("the disk is full"), "\(lost)")
    }

    @Test("the document names the file, and is read without it")
    func coded() throws {
        var document = StatusDocument(
            status: .connectionUp, findings: [], host: "host", since: Timestamp(), links: [], resolvers: [],
            gateways: [], targets: [], publication: Publication(state: .off, reason: nil))
        #expect(!String(decoding: try JSON.line(document), as: UTF8.self).contains("history_file"))
        document.historyFile = "/srv/netdiag/history.db"
        let bytes = try JSON.line(document)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"history_file\""))
        #expect(try JSON.decode(StatusDocument.self, from: bytes).historyFile == "/srv/netdiag/history.db")
    }
}
