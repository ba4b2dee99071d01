import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Warnings that the checks of targets have beside their causes")
struct SecondFindingsTests {
    private static let healthy = MachineVerdict(status: .connectionUp, findings: [], gateways: [], resolvers: [])
    private static let clock = Finding(LocalCauses.clock, ["destination": "www.example:443"])
    private static let portal = Finding(PortalCauses.captivePortal, ["portal": "http://login.example/"])

    private static func target(
        _ name: String, _ cause: Finding, beside second: [Finding], isInMaintenance: Bool = false
    ) -> StatusDocument.TargetStatus {
        var target = StatusDocument.TargetStatus(
            target: name, status: cause.severity == .error ? .connectionDown : .connectionUp,
            degraded: cause.severity == .warning, cause: cause, last: nil)
        target.secondFindings = second
        target.isInMaintenance = isInMaintenance
        return target
    }

    private static func hosts(_ name: String) -> Finding {
        Finding(DNSCauses.hostsOverride, severity: .warning, ["name": name])
    }

    private static func dead(_ server: String, cost: String = "5 s") -> Finding {
        Finding(
            DNSCauses.someServersDead, severity: .warning, ["server": server, "servers": server, "cost": cost])
    }

    private static func lost(_ name: String) -> Finding {
        Finding(TCPCauses.ipv6Broken, severity: .warning, ["name": name])
    }

    private static let ipv6Down = Finding(
        PathCauses.ipv6Down, severity: .warning, ["gateway": "fe80::1", "interface": "eth0", "effect": ""])

    private static func judge(
        _ machine: MachineVerdict, _ targets: [StatusDocument.TargetStatus],
        incidents: [StatusDocument.Incident] = []
    ) -> [Finding] {
        OverallStatus.judge(
            machine, targets: targets, publication: Publication(state: .off), incidents: incidents
        ).findings
    }

    @Test("are findings of the status after the causes, of a target that fails and of one that is degraded")
    func shown() {
        let failed = Self.judge(Self.healthy, [Self.target("https://a/", Self.clock, beside: [Self.lost("a")])])
        #expect(failed.map(\.id) == ["local.clock", "tcp.ipv6-broken"])
        #expect(failed.map(\.severity) == [.error, .warning])
        let degraded = Self.judge(
            Self.healthy, [Self.target("https://a/", Self.dead("192.0.2.53"), beside: [Self.ipv6Down])])
        #expect(degraded.map(\.id) == ["dns.some-servers-dead", "path.ipv6-down"])
    }

    @Test("are shown beside the machine's own fault if the target's cause is the same one, and else not")
    func besideMachine() {
        let machine = MachineVerdict(
            status: .connectionDown, findings: [Self.portal], gateways: [], resolvers: [])
        func findings(_ cause: Finding) -> [CauseID] {
            Self.judge(machine, [Self.target("https://www.example/", cause, beside: [Self.hosts("www.example")])])
                .map(\.id)
        }
        #expect(findings(Self.portal) == ["http.captive-portal", "dns.hosts-override"])
        #expect(findings(Finding(TCPCauses.timeout, ["address": "198.51.100.7"])) == ["http.captive-portal"])
    }

    @Test("are stated once for many targets, and not if the status has them already")
    func once() {
        let many = (0..<50).map { number in
            Self.target(
                "https://\(number)/", Self.clock,
                beside: [Self.dead("192.0.2.53", cost: "\(number) s"), Self.lost("\(number)")])
        }
        let findings = Self.judge(Self.healthy, many)
        #expect(findings.map(\.id) == ["local.clock", "dns.some-servers-dead", "tcp.ipv6-broken"], "\(findings)")
        #expect(findings.last?.summary.hasPrefix("https://0/ and 49 more: ") == true)
        var slow = Self.healthy
        slow.findings = [Self.dead("192.0.2.53", cost: "4 s"), Self.ipv6Down]
        #expect(
            Self.judge(slow, many).map(\.id) == ["local.clock", "dns.some-servers-dead", "path.ipv6-down"])
        // One target's check has found that no host is reached over IPv6, and the other one's has not.
        let mixed = [
            Self.target("https://a/", Self.clock, beside: [Self.lost("a")]),
            Self.target("https://b/", Self.clock, beside: [Self.ipv6Down]),
        ]
        #expect(Self.judge(Self.healthy, mixed).map(\.id) == ["local.clock", "path.ipv6-down"])
        // Two servers are two faults.
        let two = ["192.0.2.53", "192.0.2.54"].map { server in
            Self.target("https://\(server)/", Self.clock, beside: [Self.dead(server)])
        }
        #expect(Self.judge(Self.healthy, two).count == 3)
    }

    @Test("are part of a fault that several targets share, as the causes are")
    func shared() {
        let cause = Finding(
            PathCauses.sharedLoss,
            [
                "count": "2", "gateway": "192.0.2.1", "address": "198.51.100.7", "lost": "14", "sent": "40",
                "what": "pings",
            ])
        let incident = StatusDocument.Incident(
            id: 1, cause: cause, culprit: "192.0.2.1", targets: ["https://a/"], opened: Timestamp(), closed: nil)
        let path = Finding(PathCauses.loss, severity: .warning, ["address": "198.51.100.7"])
        let query = Finding(DNSCauses.loss, severity: .warning, ["server": "9.9.9.9"])
        let targets = [Self.target("https://a/", path, beside: [query])]
        #expect(Self.judge(Self.healthy, targets, incidents: [incident]).map(\.id) == ["path.shared-loss"])
        #expect(Self.judge(Self.healthy, targets).map(\.id) == ["path.loss", "dns.loss"])
    }

    @Test("do not count during maintenance")
    func maintenance() {
        let targets = [
            Self.target("https://a/", Self.clock, beside: [Self.lost("a")], isInMaintenance: true),
            Self.target("https://b/", Self.clock, beside: []),
        ]
        #expect(Self.judge(Self.healthy, targets).map(\.id) == ["local.clock"])
    }

    @Test("are those of a report that are no information")
    func reports() {
        func report(_ status: ConnectionStatus, _ findings: [Finding]) -> Report {
            Report(
                target: "https://a/", started: Timestamp(), duration: .zero, status: status, findings: findings,
                layers: [])
        }
        let information = Finding(GatewayCauses.noICMP, severity: .info, ["gateway": "192.0.2.1"])
        #expect(
            report(.connectionDown, [Self.clock, Self.hosts("a"), information]).secondFindings == [Self.hosts("a")])
        #expect(report(.connectionUp, [Self.hosts("a"), Self.hosts("b")]).secondFindings == [Self.hosts("b")])
        #expect(report(.connectionUp, [information]).secondFindings.isEmpty)
    }
}
