import Foundation
import TestProcess
import Testing

/// The messages of the daemon and of `netdiag serve` on standard error, in locales with and without UTF-8.
@Suite("Messages of programs in the locale's encoding")
struct ProgramLocaleTests {
    private static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    @Test(
        "non-ASCII symbols and letters are escaped if the locale has no UTF-8",
        arguments: [
            ["netdiagd", "--config", "/nonexistent/Büro.yaml", "--check-config"], ["netdiagd", "--Büro"],
            ["netdiagd", "--import", "/nonexistent/Büro.yaml"], ["netdiag-serve", "/nonexistent/Büro.yaml"],
            ["netdiag-serve", "--Büro"],
        ])
    func escapes(command: [String]) async throws {
        let arguments = [Self.folder.appendingPathComponent(command[0]).path] + command.dropFirst()
        let plain = try await TestProcess.run(arguments, environment: ["LC_ALL": "C", "LANG": "de_DE.UTF-8"])
        let whole = try await TestProcess.run(arguments, environment: ["LC_ALL": "C.UTF-8"])
        #expect(plain.exitStatus == 64 && whole.exitStatus == 64)
        #expect(plain.complaint.allSatisfy { $0 < 0x80 })
        let (escaped, text) = (
            String(decoding: plain.complaint, as: UTF8.self), String(decoding: whole.complaint, as: UTF8.self)
        )
        #expect(escaped.contains("B\\u{fc}ro") && text.contains("Büro"), "\(escaped)\(text)")
        #expect(plain.output.isEmpty && whole.output.isEmpty)
    }
}
