import Diagnosis
import Glibc
import NetworkModel
import TargetKinds
import Translations

/// Saved reports: one object, or one per line as in the output of `netdiag check --json`.
struct SavedReports {
    /// The maximum size of the file.
    private static let maxBytes = 64 << 20

    /// The path of the file; `-` for standard input.
    let path: String

    /// Evaluates the reports again and writes the results.
    ///
    /// - Returns: The exit status of the worst report.
    func judge(format: OutputOptions.Format) throws(Failure) -> ExitStatus {
        let reports = try reports()
        let sink = DocumentSink<Report>(subjects: reports.map(\.target), format: format)
        for (index, report) in reports.enumerated() {
            let judged: Report
            do {
                judged = try report.judgedAgain()
            } catch {
                let facts = ["file": shownPath, "number": "\(index + 1)", "error": "\(error)"]
                throw .usage(ToolPhrase.reportNotJudged.text(facts))
            }
            try sink.receive(judged, at: index)
        }
        return sink.worst
    }

    private var shownPath: String { path == "-" ? ToolPhrase.standardInput.text : Text.shown(path) }

    /// The command that makes a report.
    private static let command = "netdiag check --json TARGET"

    private func reports() throws(Failure) -> [Report] {
        let bytes = try content()
        if let report = try? JSON.decode(Report.self, from: bytes, kinds: TargetKinds.builtIn.evidence) {
            return [try known(report, line: 1)]
        }
        var reports: [Report] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            do {
                reports.append(
                    try known(
                        try JSON.decode(Report.self, from: line, kinds: TargetKinds.builtIn.evidence),
                        line: index + 1))
            } catch let failure as Failure {
                throw failure
            } catch {
                throw .usage(
                    ToolPhrase.isNoReport.text([
                        "place": "\(shownPath):\(index + 1)", "error": DecodingProblem.text(error),
                        "command": Self.command,
                    ]))
            }
        }
        guard !reports.isEmpty else {
            throw .usage(ToolPhrase.containsNoReport.text(["file": shownPath, "command": Self.command]))
        }
        return reports
    }

    private func known(_ report: Report, line: Int) throws(Failure) -> Report {
        guard report.schema == Report.schema else {
            throw .usage(
                ToolPhrase.schemaNotKnown.text([
                    "place": "\(shownPath):\(line)", "schema": Text.shown(report.schema), "known": Report.schema,
                ]))
        }
        return report
    }

    private func content() throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable() }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                guard errno != EINTR else { continue }
                throw unreadable()
            }
            bytes += buffer[..<count]
            guard bytes.count <= Self.maxBytes else {
                let facts = ["file": shownPath, "count": "\(Self.maxBytes >> 20)"]
                throw .usage(ToolPhrase.fileIsTooLarge.text(facts))
            }
        }
    }

    private func unreadable() -> Failure {
        let error = FactWords.local(ErrorNumber.text())
        return .usage(shownPath + Phrase.detailSeparator + error)
    }
}
