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

    @Test("link-local addresses alone are no fault of a machine that reaches a target by them")
    func neighbour() {
        let machine = Self.machine(AddressCauses.linkLocalOnly)
        var up = Self.target(.connectionUp, isProxied: false)
        // It may be on this machine.
        #expect(OverallStatus.judge(machine, targets: [up]).status == .connectionDown)
        up.isNeighbour = true
        let (status, findings) = OverallStatus.judge(machine, targets: [up])
        #expect(status == .connectionUp && findings.map(\.severity) == [.info], "\(findings)")
        #expect(OverallStatus.counted(machine, beside: [up]).findings.map(\.severity) == [.info])
        up.isInMaintenance = true
        #expect(OverallStatus.counted(machine, beside: [up]) == machine)
        up.isInMaintenance = false
        #expect(OverallStatus.judge(Self.machine(AddressCauses.duplicate), targets: [up]).status == .connectionDown)
        var down = Self.target(.connectionDown, isProxied: false)
        down.isNeighbour = true
        #expect(OverallStatus.judge(machine, targets: [down]).status == .connectionDown)
    }

    @Test("a fault of this machine that its own check and a target found with different names is shown once")
    func oneFault() {
        func differs(_ name: String) -> Finding { Finding(DNSCauses.systemDiffers, ["name": name]) }
        func untold(_ finding: Finding, beside cause: Finding, of culprit: String? = nil) -> [Finding] {
            let incident = StatusDocument.Incident(
                id: 1, cause: cause, culprit: culprit, targets: [], opened: Timestamp(), closed: nil)
            return StatusDocument(
                status: .connectionDown, findings: [finding], host: "h", since: Timestamp(), links: [], resolvers: [],
                gateways: [], uplink: nil, incidents: [incident], targets: [], publication: Publication(state: .off),
                services: []
            ).findingsWithoutIncident
        }
        #expect(untold(differs("a.root-servers.net"), beside: differs("www.example.org")).isEmpty)
        // Two gateways are two faults.
        func gone(_ gateway: String, _ interface: String) -> Finding {
            Finding(GatewayCauses.unreachable, ["gateway": gateway, "interface": interface])
        }
        let first = gone("192.0.2.1", "eth0")
        #expect(untold(gone("192.0.2.9", "eth1"), beside: first, of: "192.0.2.1").count == 1)
        #expect(untold(gone("192.0.2.1", "eth1"), beside: first, of: "192.0.2.1").isEmpty)
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

    @Test("a host of the Internet that a target reaches outweighs that the machine's own packets show nothing")
    func reached() {
        var up = Self.target(.connectionUp, isProxied: false)
        let down = Self.target(.connectionDown, isProxied: false)
        let silent = MachineVerdict(status: .connectionIndeterminate, findings: [], gateways: [], resolvers: [])
        #expect(OverallStatus.judge(silent, targets: [up]).status == .connectionIndeterminate)
        up.provesUplink = true
        #expect(OverallStatus.judge(silent, targets: [up]).status == .connectionUp)
        #expect(OverallStatus.judge(silent, targets: [up, down]).status == .connectionUp)
        #expect(OverallStatus.judge(silent, targets: [down]).status == .connectionDown)
        // What is known to be broken is.
        #expect(OverallStatus.judge(Self.machine(PathCauses.upstreamDown), targets: [up]).status == .connectionDown)
    }

    @Test("a proof is outdated once a second check has confirmed that a host of the Internet is silent since then")
    func outdated() {
        func time(_ second: Int64) -> Timestamp { Timestamp(millisecondsSince1970: second * 1_000) }
        func status(
            _ cause: Finding, opened: Int64, closed: Int64? = nil, provenAt proven: Int64 = 60
        ) -> ConnectionStatus {
            var up = StatusDocument.TargetStatus(
                target: "https://www.example.org/", status: .connectionUp, degraded: false, cause: nil,
                last: time(proven))
            up.provesUplink = true
            let down = StatusDocument.TargetStatus(
                target: "b", status: .connectionDown, degraded: false, cause: cause, last: time(100))
            let incident = StatusDocument.Incident(
                id: 1, cause: cause, targets: ["b"], opened: time(opened), closed: closed.map(time))
            let silent = MachineVerdict(status: .connectionIndeterminate, findings: [], gateways: [], resolvers: [])
            return OverallStatus.judge(
                silent, targets: [up, down], publication: Publication(state: .off), incidents: [incident]
            ).status
        }
        func silence(of address: String) -> Finding {
            Finding(TCPCauses.timeout, ["destination": "\(address):443", "address": address, "port": "443"])
        }
        #expect(status(silence(of: "198.51.100.7"), opened: 80) == .connectionIndeterminate)
        #expect(
            status(Finding(PathCauses.upstreamDown, ["gateway": "10.0.0.1", "proof": ""]), opened: 80)
                == .connectionIndeterminate)
        // The target that proves it was checked again.
        #expect(status(silence(of: "198.51.100.7"), opened: 80, provenAt: 90) == .connectionUp)
        // It was silent before, it is in a private network, it answers again, or it answers something else.
        #expect(status(silence(of: "198.51.100.7"), opened: 50) == .connectionUp)
        #expect(status(silence(of: "10.0.9.9"), opened: 80) == .connectionUp)
        #expect(status(silence(of: "198.51.100.7"), opened: 80, closed: 95) == .connectionUp)
        let refused = Finding(TCPCauses.refused, ["destination": "198.51.100.7:443", "address": "198.51.100.7"])
        #expect(status(refused, opened: 80) == .connectionUp)
    }

    @Test("one fault that the machine and several targets describe in their own words is listed once")
    func onceEach() throws {
        func lost(_ destination: String) -> Finding { Finding(GatewayCauses.none, ["destination": destination]) }
        func target(_ name: String, _ cause: Finding) -> StatusDocument.TargetStatus {
            .init(
                target: name, status: cause.severity == .error ? .connectionDown : .connectionUp,
                degraded: cause.severity == .warning, cause: cause, last: nil)
        }
        let healthy = MachineVerdict(status: .connectionUp, findings: [], gateways: [], resolvers: [])
        let routes = [target("https://a/", lost("a")), target("https://b/", lost("b"))]
        let up = Self.target(.connectionUp, isProxied: false)
        #expect(OverallStatus.judge(healthy, targets: routes + [up]).findings.map(\.id) == ["gateway.none"])
        // The resolver is the same, and the look-ups took different times.
        func dead(_ delay: String, _ severity: Severity) -> Finding {
            Finding(
                DNSCauses.someServersDead, severity: severity,
                ["server": "192.0.2.53", "servers": "192.0.2.53", "cost": delay])
        }
        let slow = MachineVerdict(
            status: .connectionUp, findings: [dead("5 s", .warning)], gateways: [], resolvers: [])
        let warned = OverallStatus.judge(slow, targets: [target("https://a/", dead("4 s", .warning)), up]).findings
        #expect(warned.map(\.severity) == [.warning] && warned.first?.facts["cost"] == "5 s")
        let failed = OverallStatus.judge(slow, targets: [up] + routes).findings
        #expect(failed.map(\.id) == ["gateway.none", "dns.some-servers-dead"])
        // Another server is another fault.
        var other = dead("5 s", .warning)
        other.facts["server"] = "192.0.2.54"
        #expect(OverallStatus.judge(slow, targets: [target("https://a/", other)]).findings.count == 2)
    }

    @Test("two checks that find the only gateway gone decide, until the machine itself is observed")
    func goneGateway() {
        func gateway(_ text: String) -> StatusDocument.Gateway {
            .init(
                address: Facts.address(text), interface: "eth0", status: .connectionUp, metric: 0, neighbour: nil,
                roundTrip: nil)
        }
        func time(_ second: Int64) -> Timestamp { Timestamp(millisecondsSince1970: second * 1_000) }
        let cause = Finding(GatewayCauses.unreachable, ["gateway": "192.0.2.1", "interface": "eth0"])
        let gone = StatusDocument.Incident(id: 1, cause: cause, targets: ["a"], opened: time(10), closed: nil)
        func status(_ gateways: [String], observed: Int64) -> ConnectionStatus {
            let machine = MachineVerdict(
                status: .connectionUp, findings: [], gateways: gateways.map(gateway), resolvers: [])
            return OverallStatus.judge(
                machine, targets: [Self.target(.connectionUp, isProxied: false)], publication: Publication(state: .off),
                incidents: [gone], observed: time(observed)
            ).status
        }
        #expect(status(["192.0.2.1"], observed: 5) == .connectionDown)
        #expect(status(["192.0.2.1"], observed: 11) == .connectionUp)
        // The other gateway may forward.
        #expect(status(["192.0.2.1", "192.0.2.2"], observed: 5) == .connectionUp)
    }
}
