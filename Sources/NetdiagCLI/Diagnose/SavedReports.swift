import Diagnosis
import Glibc
import NetworkModel
import TargetKinds

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
                throw .usage("\(shownPath): report \(index + 1) cannot be judged: \(error)")
            }
            try sink.receive(judged, at: index)
        }
        return sink.worst
    }

    private var shownPath: String { path == "-" ? "standard input" : Text.shown(path) }

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
                    "\(shownPath):\(index + 1): this is not a valid report (\(DecodingProblem.text(error))); "
                        + "make one with: netdiag check --json TARGET")
            }
        }
        guard !reports.isEmpty else {
            throw .usage("\(shownPath) contains no report; create one with: netdiag check --json TARGET")
        }
        return reports
    }

    private func known(_ report: Report, line: Int) throws(Failure) -> Report {
        guard report.schema == Report.schema else {
            throw .usage(
                "\(shownPath):\(line): the schema is \(Text.shown(report.schema)); \(Report.schema) is understood")
        }
        return report
    }

    private func content() throws(Failure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .usage("\(shownPath): \(ErrorNumber.text())") }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                guard errno != EINTR else { continue }
                throw .usage("\(shownPath): \(ErrorNumber.text())")
            }
            bytes += buffer[..<count]
            guard bytes.count <= Self.maxBytes else {
                throw .usage("\(shownPath) has more than \(Self.maxBytes >> 20) MiB; split it")
            }
        }
    }
}
