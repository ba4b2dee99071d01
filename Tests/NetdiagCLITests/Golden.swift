import Foundation
import Testing

/// Expected output in files, so that changes of the output are reviewed. `make golden` writes the files.
enum Golden {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")

    /// Compares a text with its file.
    static func expect(_ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = folder.appendingPathComponent("\(name).txt")
        if ProcessInfo.processInfo.environment["NETDIAG_WRITE_DOCS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? "(no such file: write it with make golden)"
        #expect(text == kept, "\(name)", sourceLocation: sourceLocation)
    }

    /// The names of all files, without `.txt`. Other tests may be writing files at the same time, each of which first has
    /// another name.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".txt") && !$0.hasPrefix(".") }.map { String($0.dropLast(4)) }
    }
}
