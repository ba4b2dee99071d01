import Foundation
import Lab
import Testing

/// `make faults`: the whole table, a row after the other, so that the times are true.
@Suite(
    "The table of faults", .lab, .tags(.lab), .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["NETDIAG_FAULTS"] != nil, "make faults runs it"))
struct FaultTableTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/compare-faults.md").path

    @Test("all rows are right, in time, and nothing healthy is alarmed of")
    func table() async throws {
        let healthy = try await Lab.run { try await HealthyOffice(in: $0).check() }
        Self.show(healthy.summary)
        #expect(healthy.alarms == [] && healthy.checks >= 1_000)
        var rows: [ComparedRow] = []
        for fault in Fault.all where fault.cause != nil || fault.kind == .double {
            let row: ComparedRow
            do {
                row = try await Lab.run { try await ComparedRow(fault, in: $0) }
            } catch {
                Issue.record("\(fault.title): \(error)")
                row = ComparedRow(fault: fault, mistakes: ["\(error)"])
            }
            rows.append(row)
            let words = [row.isRight ? "right" : "WRONG", row.verdict?.time.shown ?? "–", fault.title] + row.mistakes
            Self.show(words.joined(separator: "  "))
            #expect(row.isRight, "\(fault.title): \(row.mistakes)")
        }
        let document = ComparisonDocument(rows: rows, healthy: healthy.summary)
        Self.show(document.summary)
        try document.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        #expect(document.median <= .milliseconds(1_200))
        #expect(document.longest <= .seconds(6))
    }

    /// At once: `print` would keep lines back where they go to a file.
    private static func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
