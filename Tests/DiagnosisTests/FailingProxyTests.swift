import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A proxy that fails in a network that rejects direct connections")
struct FailingProxyTests {
    private static let router = "198.51.100.1", next = "198.51.100.9"

    /// Names are resolved, and the second router rejects connections to the ports of the web alone.
    private static func filtered() -> MachineVerdict {
        var observation = MachineDiagnosisTests.healthy()
        let accepted = UplinkEvidence.Packet(
            destination: Facts.address("9.9.9.9"), transport: .tcp, limit: nil, answer: .accepted)
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet(router, limit: 2, as: .tcp),
                UplinkAssessmentTests.packet(router, 3, 13, limit: 3, as: .tcp), accepted,
            ])
        uplink.otherPorts = [
            UplinkAssessmentTests.packet(router, 3, 13, limit: 3, as: .tcp),
            UplinkAssessmentTests.packet(next, limit: 3, as: .udp),
        ]
        observation.uplink = uplink
        return MachineDiagnosis.verdict(on: observation)
    }

    private static let misconfigured = Finding(
        ProxyCauses.misconfigured, ["origin": "https_proxy", "detail": "the name proxy.example does not exist"])

    private static func target(_ cause: Finding?, isProxied: Bool = true) -> StatusDocument.TargetStatus {
        var target = StatusDocument.TargetStatus(
            target: "https://www.example.org/", status: cause == nil ? .connectionUp : .connectionDown,
            degraded: false, cause: cause, last: nil)
        target.isProxied = isProxied
        return target
    }

    @Test("the proxy of a target is the cause, and the filter a warning, since it may be meant to be there")
    func ofTarget() {
        let machine = Self.filtered()
        #expect(machine.status == .connectionDown && machine.findings.map(\.id) == ["path.filtered"], "\(machine)")
        let failed = Self.target(Self.misconfigured)
        let (status, findings) = OverallStatus.judge(
            machine, targets: [failed], publication: Publication(state: .off))
        #expect(status == .connectionDown && findings.map(\.id) == ["proxy.misconfigured", "path.filtered"])
        #expect(findings.map(\.severity) == [.error, .warning])
        let uplink = OverallStatus.uplink(of: machine, beside: [failed])
        #expect(uplink?.status == .connectionIndeterminate && uplink?.detail?.isEmpty == false)
        #expect(OverallStatus.counted(machine, beside: [failed]).findings.map(\.severity) == [.warning])
        // Another target works within the network.
        let beside = [failed, Self.target(nil, isProxied: false)]
        #expect(OverallStatus.judge(machine, targets: beside).status == .connectionIndeterminate)
    }

    @Test("the filter stays the cause if no target fails at a proxy of this network")
    func ofNoTarget() {
        let machine = Self.filtered()
        func status(_ target: StatusDocument.TargetStatus) -> ConnectionStatus {
            OverallStatus.counted(machine, beside: [target]).status
        }
        #expect(status(Self.target(Self.misconfigured)) == .connectionIndeterminate)
        #expect(status(Self.target(Self.misconfigured, isProxied: false)) == .connectionDown)
        let expired = Finding(TLSCauses.expired, ["destination": "www.example.org:443"])
        #expect(status(Self.target(expired)) == .connectionDown)
        var elsewhere = Finding(ProxyCauses.unreachable, ["proxy": "http://10.9.9.9:3128", "origin": "https_proxy"])
        #expect(status(Self.target(elsewhere)) == .connectionIndeterminate)
        elsewhere.side = .machine
        #expect(status(Self.target(elsewhere)) == .connectionDown)
        var maintained = Self.target(Self.misconfigured)
        maintained.isInMaintenance = true
        #expect(status(maintained) == .connectionDown)
        // Anything else that is broken is no rule of the network.
        var broken = machine
        broken.findings.append(Finding(PathCauses.upstreamDown, ["gateway": "192.0.2.1", "proof": ""]))
        #expect(OverallStatus.counted(broken, beside: [Self.target(Self.misconfigured)]).status == .connectionDown)
    }

    @Test("a proxy of the environment that cannot be used leaves it open whether programs reach anything")
    func ofEnvironment() {
        func verdict(isOfOtherNetwork: Bool, _ place: String = "proxy.example:3128") -> MachineVerdict {
            var proxy = EnvironmentProxy(
                variable: "https_proxy", url: "http://\(place)", place: place, outcome: .unresolved)
            proxy.isOfOtherNetwork = isOfOtherNetwork
            var verdict = Self.filtered()
            verdict.record([proxy])
            return verdict
        }
        let open = verdict(isOfOtherNetwork: false)
        #expect(open.status == .connectionIndeterminate && open.uplink?.status == .connectionIndeterminate)
        #expect(open.findings.map(\.id) == ["proxy.misconfigured"])
        #expect(open.findings.allSatisfy { $0.severity == .warning })
        #expect(verdict(isOfOtherNetwork: true).status == .connectionDown)
        #expect(verdict(isOfOtherNetwork: false, "127.0.0.1:3128").status == .connectionDown)
        var none = Self.filtered()
        none.record([])
        #expect(none.status == .connectionDown)
    }
}
