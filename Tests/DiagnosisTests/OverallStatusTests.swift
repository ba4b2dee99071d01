import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The overall status")
struct OverallStatusTests {
    private static func target(_ status: ConnectionStatus, isProxied: Bool) -> StatusDocument.TargetStatus {
        var target = StatusDocument.TargetStatus(
            target: "https://www.example.org/", status: status, degraded: false, cause: nil, last: nil)
        target.isProxied = isProxied
        return target
    }

    private static func machine(_ entry: CauseEntry) -> MachineVerdict {
        MachineVerdict(
            status: .connectionDown, findings: [Finding(entry, severity: .error, [:])], gateways: [], resolvers: [])
    }

    @Test("a network whose only way out is its proxy works for those that use it, with a warning")
    func proxied() {
        let up = Self.target(.connectionUp, isProxied: true), direct = Self.target(.connectionUp, isProxied: false)
        let filtered = Self.machine(PathCauses.filtered)
        let (status, findings) = OverallStatus.judge(filtered, targets: [up])
        #expect(status == .connectionUp && findings.map(\.severity) == [.warning])
        #expect(OverallStatus.judge(filtered, targets: [direct]).status == .connectionDown)
        #expect(
            OverallStatus.judge(filtered, targets: [Self.target(.connectionDown, isProxied: true)]).status
                == .connectionDown)
        // A network that drops everything else leaves no more to say than one that rejects it.
        let silent = MachineVerdict(status: .connectionIndeterminate, findings: [], gateways: [], resolvers: [])
        #expect(OverallStatus.judge(silent, targets: [up]).status == .connectionUp)
        #expect(OverallStatus.judge(silent, targets: [direct]).status == .connectionIndeterminate)
        // A local fault also concerns the route to the proxy.
        #expect(OverallStatus.judge(Self.machine(GatewayCauses.unreachable), targets: [up]).status == .connectionDown)
    }

    @Test("a sentence that applies to several targets is shown once, and names one of them")
    func once() throws {
        func failed(_ name: String, _ address: String) -> StatusDocument.TargetStatus {
            StatusDocument.TargetStatus(
                target: name, status: .connectionDown, degraded: false,
                cause: Finding(TCPCauses.timeout, ["destination": "\(address):443"]), last: nil)
        }
        let targets = [
            failed("https://a/", "192.0.2.7"), failed("https://b/", "192.0.2.8"), failed("https://c/", "192.0.2.7"),
        ]
        let healthy = MachineVerdict(status: .connectionUp, findings: [], gateways: [], resolvers: [])
        let findings = OverallStatus.judge(healthy, targets: targets).findings
        try #require(findings.count == 2)
        #expect(findings[0].summary.hasPrefix("https://a/ and 1 more: "), "\(findings[0].summary)")
        #expect(findings[1].summary.hasPrefix("https://b/: "))
    }
}
