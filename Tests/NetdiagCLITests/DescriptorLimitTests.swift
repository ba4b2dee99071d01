import TestProcess
import Testing

@Suite("A low limit of open files")
struct DescriptorLimitTests {
    @Test("ends a status with a result or a message, and never with a signal", arguments: [12, 13, 14, 15, 16])
    func status(_ limit: Int) async throws {
        for _ in 0..<3 {
            let result = try await TestProcess.run(
                ["/usr/bin/prlimit", "--nofile=\(limit)", Command.path, "status"],
                environment: ["PATH": "/nonexistent", "LANG": "C.UTF-8"])
            let complaint = String(decoding: result.complaint, as: UTF8.self)
            #expect((0...3).contains(result.exitStatus), "\(complaint)")
        }
    }
}
