import TestProcess
import Testing

@testable import NetdiagCLI

@Suite("A bundle on standard output")
struct BundleOutputTests {
    private static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"]
    private static let report = [Command.path, "report", "--socket", "/nonexistent", "--bundle", "-"]

    @Test("it is the archive and nothing else")
    func archive() async throws {
        let result = try await TestProcess.run(Self.report, environment: Self.environment)
        #expect(result.exitStatus == 0, "\(String(decoding: result.complaint, as: UTF8.self))")
        #expect(Array(result.output.prefix(2)) == [0x1f, 0x8b] && result.complaint.isEmpty)
        let list = try await TestProcess.run(
            ["/bin/sh", "-c", "\(Self.report.joined(separator: " ")) | tar -tz"], environment: Self.environment)
        #expect(String(decoding: list.output, as: UTF8.self).contains("netdiag-report/README.txt"))
    }

    @Test("nothing is written with --json, or to a terminal, which cannot show it")
    func refused() async throws {
        let json = try await TestProcess.run(Self.report + ["--json"], environment: Self.environment)
        #expect(json.exitStatus == 64 && json.output.isEmpty)
        #expect(String(decoding: json.complaint, as: UTF8.self).hasPrefix("netdiag: --json would stand in the archive"))
        let terminal = try await TestProcess.run(
            ["/usr/bin/script", "-qec", Self.report.joined(separator: " "), "/dev/null"], environment: Self.environment)
        #expect(terminal.exitStatus == 64)
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("an archive is not for a terminal"))
    }
}
