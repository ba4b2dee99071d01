import Diagnosis
import Foundation
import NetworkModel
import TargetKinds
import Testing

@Suite("docs/causes.md")
struct CauseDocumentTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/causes.md").path

    private static var text: String {
        var lines = [
            "# Root causes", "",
            "What a report may name, lowest layer first: the first broken layer names the cause, and what follows from it is",
            "not blamed. Beside the severity stands on whose side the fault lies. `{…}` stands for a fact of the case. This",
            "page is written from the catalogue in `Sources/Diagnosis`:",
            "`NETDIAG_WRITE_DOCS=1 swift test --filter CauseDocumentTests`.",
        ]
        var layer: Layer?
        for entry in Catalogue.entries {
            if entry.id.layer != layer, let next = entry.id.layer {
                lines += ["", "## \(next.rawValue)"]
                layer = next
            }
            lines += [
                "", "### `\(entry.id)`", "", "*\(entry.severity.rawValue), \(entry.side.rawValue)*: \(entry.meaning)",
                "", "> \(entry.summary)",
                "",
            ]
            lines += entry.advice.map { "- \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("says what the catalogue says")
    func isUpToDate() throws {
        if ProcessInfo.processInfo.environment["NETDIAG_WRITE_DOCS"] != nil {
            try Self.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOfFile: Self.path, encoding: .utf8)
        #expect(written == Self.text)
    }
}
