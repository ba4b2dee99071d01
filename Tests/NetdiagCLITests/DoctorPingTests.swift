import Glibc
import Testing

@testable import NetdiagCLI

@Suite("What doctor says about echo requests")
struct DoctorPingTests {
    private static let package: [UInt32] = [61_184, 65_519]

    private static func states(_ error: CInt?, _ range: [UInt32], _ isUnitInstalled: Bool) -> [DoctorFinding.State] {
        DoctorPing.findings(error: error, range: range, group: 1_000, isUnitInstalled: isUnitInstalled).map(\.state)
    }

    @Test("a user who may not ping is no error if the daemon's unit may, as with the setting of the package")
    func package() {
        let findings = DoctorPing.findings(error: EACCES, range: Self.package, group: 1_000, isUnitInstalled: true)
        #expect(findings.map(\.state) == [.note, .ok])
        #expect(findings[0].summary.contains("does not include group 1000") && findings[0].fix.isEmpty)
    }

    @Test("without a daemon that may, it is an error with its fix")
    func refused() {
        #expect(Self.states(EACCES, Self.package, false) == [.error])
        #expect(Self.states(EACCES, [1, 0], true) == [.error, .error])
        #expect(Self.states(EACCES, [], true) == [.error])
        #expect(Self.states(EAFNOSUPPORT, Self.package, true) == [.error, .ok])
        #expect(Self.states(nil, [0, 100], true) == [.ok, .error])
        #expect(Self.states(nil, [0, 2_147_483_647], true) == [.ok, .ok])
    }
}
