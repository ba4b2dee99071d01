import Foundation
import Lab
import Testing

/// `make faults`: the whole table, three rows at a time, since a row mostly waits for timeouts.
@Suite(
    "The table of faults", .lab, .tags(.lab), .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["NETDIAG_FAULTS"] != nil, "make faults runs it"))
struct FaultTableTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/compare-faults.md").path

    private static let atOnce = 3

    @Test("all rows are diagnosed correctly and in time, and healthy targets have no findings")
    func table() async throws {
        let faults = Fault.chosen.filter { $0.cause != nil || $0.kind == .double }
        let rows = try await withThrowingTaskGroup(of: (Int, ComparedRow).self) { group in
            var rest = Array(faults.enumerated())[...]
            func next() {
                guard let (place, fault) = rest.popFirst() else { return }
                group.addTask { (place, await Self.row(fault)) }
            }
            for _ in 0..<Self.atOnce { next() }
            var rows: [(Int, ComparedRow)] = []
            for try await row in group {
                rows.append(row)
                next()
            }
            return rows.sorted { $0.0 < $1.0 }.map(\.1)
        }
        // If only some rows are chosen, the results are only printed on the terminal.
        guard ProcessInfo.processInfo.environment["NETDIAG_ROWS"] == nil else { return }
        let healthy = try await Lab.run { try await HealthyOffice(in: $0).check(1_000) }
        Self.show(healthy.summary)
        #expect(healthy.alarms == [] && healthy.checks >= 1_000)
        let version = try await Lab.run { try await $0.host("client").run([Programs.command, "--version"]) }
        let document = ComparisonDocument(
            version: version.replacing("netdiag ", with: ""), rows: rows, healthy: healthy.summary)
        Self.show(document.summary)
        try document.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }

    private static func row(_ fault: Fault) async -> ComparedRow {
        let row: ComparedRow
        do {
            row = try await ComparedRow(fault)
        } catch {
            Issue.record("\(fault.title): \(error)")
            row = ComparedRow(fault: fault, mistakes: ["\(error)"])
        }
        let diagnosed = row.diagnosisMistakes.map { "diagnose: \($0)" }
        let isRight = row.isRight && diagnosed.isEmpty
        let words =
            [isRight ? "right" : "WRONG", row.verdict?.time.shown ?? "–", fault.title] + row.mistakes + diagnosed
        show(words.joined(separator: "  "))
        #expect(isRight, "\(fault.title): \(row.mistakes + diagnosed)")
        return row
    }

    /// Writes immediately: `print` would buffer lines if the output is a file.
    private static func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
