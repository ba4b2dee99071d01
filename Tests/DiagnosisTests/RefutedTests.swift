import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Faults of the machine that a target refutes")
struct RefutedTests {
    private static let server = "10.0.0.1"

    private static func time(_ second: Int64) -> Timestamp { Timestamp(millisecondsSince1970: second * 1_000) }

    private static func machine(
        _ entry: CauseEntry, severity: Severity = .error, _ facts: [String: String] = [:]
    ) -> MachineVerdict {
        let facts = ["server": server, "name": MachineNames.knownName].merging(facts) { $1 }
        return MachineVerdict(
            status: severity == .error ? .connectionDown : .connectionIndeterminate,
            findings: [Finding(entry, severity: severity, facts)], gateways: [], resolvers: [])
    }

    /// A target that was reached by a name that the server had.
    private static func target(
        from servers: [String] = [server], checkedAt last: Int64 = 60
    ) -> StatusDocument.TargetStatus {
        var target = StatusDocument.TargetStatus(
            target: "http://www.example.org/", status: .connectionUp, degraded: false, cause: nil, last: time(last))
        target.reached = .init(address: Facts.address("198.51.100.7"), servers: servers)
        return target
    }

    private static func judge(
        _ machine: MachineVerdict, _ target: StatusDocument.TargetStatus,
        incidents: [StatusDocument.Incident] = [], observed: Int64 = 50
    ) -> (status: ConnectionStatus, findings: [Finding]) {
        OverallStatus.judge(
            machine, targets: [target], publication: Publication(state: .off), incidents: incidents,
            observed: time(observed))
    }

    @Test("a target of the Internet by a name of the same DNS server makes it a warning that this one has no others")
    func refused() {
        for severity in [Severity.error, .warning] {
            let (status, findings) = Self.judge(Self.machine(DNSCauses.refused, severity: severity), Self.target())
            #expect(status == .connectionUp && findings.map(\.severity) == [.warning], "\(findings)")
        }
        #expect(Self.judge(Self.machine(PathCauses.upstreamDown), Self.target()).status == .connectionUp)
        let refused = Self.machine(DNSCauses.refused)
        // By an address, from a cache, or from another server.
        for servers in [[], ["10.0.0.2"]] {
            #expect(Self.judge(refused, Self.target(from: servers)).status == .connectionDown)
        }
        var down = Self.target()
        down.status = .connectionDown
        #expect(Self.judge(refused, down).status == .connectionDown)
        // A server that fails may still know the name, and a gateway is nearer than that.
        for entry in [DNSCauses.servfail, GatewayCauses.unreachable, PortalCauses.captivePortal] {
            #expect(Self.judge(Self.machine(entry), Self.target()).status == .connectionDown)
        }
    }

    @Test("a target that was checked before the fault began refutes nothing")
    func outdated() {
        let machine = Self.machine(PathCauses.upstreamDown)
        func status(checkedAt last: Int64, opened: Int64?) -> ConnectionStatus {
            let incident = opened.map { second in
                StatusDocument.Incident(
                    id: 1, cause: machine.findings[0], targets: [], opened: Self.time(second), closed: nil)
            }
            return Self.judge(
                machine, Self.target(checkedAt: last), incidents: [incident].compactMap(\.self), observed: 100
            ).status
        }
        #expect(status(checkedAt: 90, opened: nil) == .connectionDown)
        #expect(status(checkedAt: 110, opened: nil) == .connectionUp)
        // The machine was observed again.
        #expect(status(checkedAt: 90, opened: 80) == .connectionUp)
        #expect(status(checkedAt: 90, opened: 95) == .connectionDown)
    }

    @Test("a target at an address that the DNS server makes up for every name proves nothing")
    func madeUp() {
        let lying = Self.machine(DNSCauses.hijacked, ["addresses": "198.51.100.7, 198.51.100.8"])
        #expect(Self.judge(lying, Self.target()).status == .connectionDown)
        let other = Self.machine(DNSCauses.hijacked, ["addresses": "198.51.100.8"])
        #expect(Self.judge(other, Self.target()).status == .connectionUp)
        // A device accepts connections in place of others.
        var played = other
        var uplink = UplinkAssessmentTests.uplink(.address)
        uplink.interception = .init(destination: Facts.address("203.0.113.9"), isAccepted: true)
        played.uplink = .init(status: .connectionDown, detail: nil, evidence: uplink)
        #expect(Self.judge(played, Self.target()).status == .connectionDown)
    }

    @Test("a report tells the host that it reached, and the servers that had its name without a cache")
    func reports() {
        func report(ttl: Int?) -> Report {
            var answer = Facts.answer
            answer.ttl = ttl
            let attempt = TCPEvidence.Attempt(
                address: Facts.address("198.51.100.1"), port: 80, outcome: .connected, duration: .milliseconds(1))
            return Report(
                target: "http://www.example/", started: Self.time(0), duration: .zero, status: .connectionUp,
                findings: [],
                layers: [
                    LayerReport(
                        layer: .gateway, status: .connectionUp,
                        evidence: .init(GatewayEvidence(hops: [Facts.hop()], isOnLink: false))),
                    LayerReport(layer: .dns, status: .connectionUp, evidence: .init(Facts.dns(answers: [answer]))),
                    LayerReport(
                        layer: .tcp, status: .connectionUp, evidence: .init(TCPEvidence(attempts: [attempt]))),
                ])
        }
        #expect(report(ttl: 0).reachedHost?.servers == ["192.0.2.53"])
        #expect(report(ttl: 60).reachedHost?.servers == [] && report(ttl: nil).reachedHost?.servers == [])
    }

    @Test(
        "what a host answers through a tunnel without a gateway shows that the Internet is reached",
        arguments: [(0, true), (1, true), (24, false)])
    func tunnels(prefixLength: Int, isWhole: Bool) {
        let host = Facts.address("198.51.100.1")
        func isReached(isTunnel: Bool? = true, _ answer: LayerReport?) -> Bool {
            let route = Route(
                family: .ipv4, destination: prefixLength == 0 ? nil : host, prefixLength: prefixLength,
                interface: "wg0")
            var hop = GatewayEvidence.Hop(route: route, nextHop: host)
            hop.isTunnel = isTunnel
            let attempt = TCPEvidence.Attempt(address: host, port: 80, outcome: .connected, duration: .milliseconds(1))
            var layers = [
                LayerReport(
                    layer: .gateway, status: .connectionUp,
                    evidence: .init(GatewayEvidence(hops: [hop], isOnLink: true))),
                LayerReport(layer: .tcp, status: .connectionUp, evidence: .init(TCPEvidence(attempts: [attempt]))),
            ]
            if let answer { layers.append(answer) }
            let report = Report(
                target: "http://www.example/", started: Self.time(0), duration: .zero, status: .connectionUp,
                findings: [], layers: layers)
            return report.reachedHost?.address == host
        }
        let http = LayerReport(
            layer: HTTPEvidence.layer, status: .connectionUp,
            evidence: .init(HTTPEvidence(url: "http://www.example/", outcome: .response, status: 200)))
        let tls = LayerReport(
            layer: .tls, status: .connectionUp,
            evidence: .init(TLSEvidence(serverName: "www.example", outcome: .established)))
        #expect(isReached(http) == isWhole && isReached(tls) == isWhole)
        // The program of the tunnel may have accepted the connection itself, and a host on the link is not of the Internet.
        #expect(!isReached(nil) && !isReached(isTunnel: nil, http))
    }
}
