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
            "All root causes that a report can name, lowest layer first. The lowest broken layer is the root cause; failures that",
            "follow from it are not reported as causes. Each entry begins with the severity and the side that has the fault,",
            "or *side depends* if the cause alone does not tell. `{…}` stands for a fact of the case. This page is generated",
            "from the catalogue in `Sources/Diagnosis`: `make golden`.",
        ]
        var layer: Layer?
        for entry in Catalogue.entries {
            if entry.id.layer != layer, let next = entry.id.layer {
                lines += ["", "## \(next.rawValue)"]
                layer = next
            }
            let side = entry.side?.rawValue ?? "side depends"
            lines += [
                "", "### `\(entry.id)`", "", "*\(entry.severity.rawValue), \(side)*: \(entry.meaning)",
                "", "> \(entry.summary)",
                "",
            ]
            lines += entry.advice.map { "- \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("matches the catalogue")
    func isUpToDate() throws {
        if ProcessInfo.processInfo.environment["NETDIAG_WRITE_DOCS"] != nil {
            try Self.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOfFile: Self.path, encoding: .utf8)
        #expect(written == Self.text)
    }
}
