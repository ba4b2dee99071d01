import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The clock in the machine status")
struct MachineClockTests {
    private static let day: Int64 = 86_400_000

    private func verdict(daysBehind days: Int64, isSynchronized: Bool = false) -> MachineVerdict {
        var observation = MachineDiagnosisTests.healthy()
        let built = Timestamp(millisecondsSince1970: 1_800_000_000_000)
        var clock = LocalEvidence.Clock(
            here: Timestamp(millisecondsSince1970: built.millisecondsSince1970 - days * Self.day))
        (clock.built, clock.isSynchronized, clock.keeper) = (built, isSynchronized, "chrony")
        observation.clock = clock
        return MachineDiagnosis.verdict(on: observation)
    }

    @Test(
        "a clock so long before this program was built that no server's certificate is valid is an error without a target"
    )
    func impossible() throws {
        let verdict = self.verdict(daysBehind: 460)
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == "local.clock" && finding.severity == .error && finding.side == .machine)
        #expect(verdict.status == .connectionDown && verdict.findings.count == 1)
        #expect(finding.summary.contains("at least 460 days behind"))
        #expect(finding.summary.contains("; it is not synchronised"), "\(finding.summary)")
        #expect(finding.advice.first?.contains("chronyc makestep") == true)
        #expect(!finding.advice.contains { $0.contains("date -u -s") })
        // Whatever the kernel says.
        #expect(self.verdict(daysBehind: 460, isSynchronized: true).status == .connectionDown)
    }

    @Test("a clock that certificates of some servers are older than is a warning, since those work")
    func recent() {
        let verdict = self.verdict(daysBehind: 100)
        #expect(verdict.findings.map(\.id) == ["local.clock"] && verdict.findings.first?.severity == .warning)
        #expect(verdict.status == .connectionUp)
    }

    @Test("nothing shows that a later clock is wrong, whether or not anything synchronises it")
    func possible() {
        #expect(verdict(daysBehind: 0).findings.isEmpty)
        #expect(verdict(daysBehind: -1_000).findings.isEmpty)
    }
}
