import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A dead resolver beside a provider without a route")
struct ProviderRouteTests {
    private static let server = Facts.address("192.0.2.53")

    /// The provider's router reports every packet as undeliverable, and the resolver on the link is silent.
    private static func uplink(_ outcome: UplinkEvidence.Query.Outcome = .timeout) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(
            packets: [2, 3, 4].map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0) })
        uplink.queries = [UplinkAssessmentTests.query(outcome, at: .link, server: server)]
        return uplink
    }

    @Test("the machine status names both")
    func status() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        observation.uplink = Self.uplink()
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["dns.server-unreachable", "path.upstream-down"])
        #expect(verdict.findings.map(\.severity) == [.error, .warning])
        #expect(verdict.findings[1].summary.contains("100.64.3.1"), "\(verdict.findings[1].summary)")
    }

    @Test("a check names both")
    func check() throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout)])
        evidence.gateway = GatewayEvidence(hops: [.init(route: Facts.onLink, nextHop: Self.server)], isOnLink: true)
        #expect(Verdict(on: evidence).followUps.contains(.path(.uplink)))
        evidence.uplink = Self.uplink()
        #expect(Verdict(on: evidence).findings.map(\.id) == ["dns.server-unreachable", "path.upstream-down"])
    }

    @Test("it is named beside this machine's own filter, which keeps back the queries")
    func besideFilter() throws {
        var trace = PathEvidence.Trace(address: Self.server, port: 53, transport: .udp, outcome: .unsent)
        trace.failure = "EPERM"
        var uplink = Self.uplink()
        uplink.queries = []
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        observation.uplink = uplink
        observation.output = MachineOutput(resolvers: [trace])
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout)])
        evidence.path = PathEvidence()
        evidence.path?.traces = [trace]
        evidence.uplink = uplink
        for findings in [MachineDiagnosis.verdict(on: observation).findings, Verdict(on: evidence).findings] {
            #expect(findings.map(\.id) == ["local.firewall", "path.upstream-down"])
            #expect(findings.map(\.severity) == [.error, .warning])
        }
        // Without the filter's silence, a lack of queries says nothing.
        #expect(UplinkAssessment(uplink).warnings.isEmpty)
    }

    @Test("a router that lacks a route to documentation addresses alone is not to blame")
    func otherAddress() {
        func warnings(_ uplink: UplinkEvidence) -> [CauseID] { UplinkAssessment(uplink).warnings.map(\.id) }
        var uplink = Self.uplink()
        #expect(warnings(uplink) == ["path.upstream-down"] && uplink.isProviderWithoutRoute)
        var packet = UplinkAssessmentTests.packet("100.64.3.1", 11, 0, limit: 2)
        packet.destination = Facts.address("192.52.193.1")
        uplink.packets.append(packet)
        #expect(warnings(uplink).isEmpty && !uplink.isProviderWithoutRoute)
        // A resolver that reaches the Internet shows that there is a route.
        #expect(warnings(Self.uplink(.nxdomain)).isEmpty && !Self.uplink(.nxdomain).isProviderWithoutRoute)
        // What was learned a moment ago is kept, as in a daemon that sends few packets.
        uplink = Self.uplink()
        for index in uplink.packets.indices { uplink.packets[index].isEarlier = true }
        #expect(warnings(uplink) == ["path.upstream-down"] && !uplink.isProviderWithoutRoute)
        // A check has just connected to a host in the Internet.
        uplink.hasConnected = true
        #expect(warnings(uplink).isEmpty)
    }

    @Test("a router that looks at the hop limit before the route has none either, also a while after the packets")
    func hopLimitFirst() {
        var uplink = UplinkAssessmentTests.uplink(
            packets: [UplinkAssessmentTests.packet("100.64.3.1", 11, 0, limit: 2)]
                + [3, 4].map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0) })
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .gateway)]
        #expect(UplinkProof(uplink) == .broken && uplink.isProviderWithoutRoute)
        // A packet with this limit shows whether the router has a route to another address.
        #expect(uplink.limitOfRouteTrial == 3)
        // The next router reports that packet, so that the first has a route.
        var packet = UplinkAssessmentTests.packet("62.1.0.2", 11, 0, limit: 3)
        packet.destination = Facts.address("192.52.193.1")
        var routed = uplink
        routed.packets.append(packet)
        #expect(!routed.isProviderWithoutRoute)
        // One that forwards the packet that would get furthest rejects others for another reason.
        var odd = uplink
        odd.packets[2] = UplinkAssessmentTests.packet("100.64.3.1", 11, 0, limit: 4)
        #expect(!odd.isProviderWithoutRoute)
        for index in uplink.packets.indices { uplink.packets[index].isEarlier = true }
        #expect(UplinkProof(uplink) == .broken)
        // A resolver on the link may be dead itself.
        uplink.queries = [UplinkAssessmentTests.query(.timeout, at: .link, server: Self.server)]
        #expect(UplinkProof(uplink) == .unknown)
        #expect(UplinkAssessment(uplink).warnings.map(\.id) == ["path.upstream-down"])
    }
}

@Suite("A provider's router that rejects packets to addresses that nobody has, beside a resolver that works")
struct OpenRouteTests {
    /// A router without a route to these addresses rejects all packets, whatever their hop limits are.
    private static let cut = (2...4).map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0, as: .tcp) }
    /// One that drops packets whose hop limit ends there before it looks for their route, or filters them.
    private static let expiring =
        [UplinkAssessmentTests.packet("100.64.3.1", as: .tcp)] + Array(cut.dropFirst())
    private static let host = Facts.address("198.41.0.4")
    private static let sixthHost = Facts.address("2001:503:ba3e::2:30")
    /// Packets to a host that expire at that router, or are rejected there.
    private static let filtered = [toHost("100.64.3.1", limit: 2), toHost("100.64.3.1", 3, limit: 3)]
    private static let unrouted = (2...4).map { toHost("100.64.3.1", 3, limit: $0) }

    private static func toHost(_ reporter: String?, _ type: UInt8 = 11, limit: Int) -> UplinkEvidence.Packet {
        var packet = UplinkAssessmentTests.packet(reporter, type, limit: limit, as: .tcp)
        packet.destination = host
        return packet
    }

    /// Packets over IPv6, which a router rejects.
    ///
    /// - Parameter first: The smallest hop limit with which it does; those with a smaller one expire there.
    private static func sixth(to destination: IPAddress? = nil, from first: Int = 3) -> [UplinkEvidence.Packet] {
        (2...3).map { limit in
            var packet = UplinkFamilyTests.sixth("2a02:91::1", limit < first ? 3 : 1, limit: limit)
            if let destination { packet.destination = destination }
            return packet
        }
    }

    private static func uplink(_ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
        UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
    }

    @Test("packets to hosts are to decide, however few packets the router reports; without them, it is not in doubt")
    func open() {
        for packets in [Self.cut, Self.expiring] {
            let uplink = Self.uplink(packets)
            #expect(uplink.isRouteOpen && UplinkAssessment(uplink).status == .connectionUp)
        }
        // It reported the SYN to port 80, and has used up its limit of errors.
        var limited = Self.uplink(
            [Self.expiring[0]] + [3, 4].map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) })
        #expect(!limited.isRouteOpen)
        limited.interception = .init(
            destination: Facts.address("203.0.113.7"), isAccepted: false, error: Self.cut[0].error)
        #expect(limited.isRouteOpen)
    }

    @Test("the uplink is broken if it rejects packets to a host as well, and has a route, since others expire there")
    func brokenBehindRouter() throws {
        for (packets, hosts) in [(Self.cut, Self.filtered), (Self.expiring, Self.unrouted)] {
            let uplink = Self.uplink(packets).recording(toHosts: hosts)
            let reading = UplinkAssessment(uplink)
            let found = try #require(reading.findings.first)
            #expect(reading.status == .connectionDown && found.id == "path.upstream-down", "\(reading)")
            #expect(found.summary.contains("100.64.3.1") && found.summary.contains("network unreachable"))
            // The host is nobody's business.
            #expect(!uplink.packets.contains { $0.destination == Self.host })
            // A check has connected to a host since.
            var connected = uplink
            connected.hasConnected = true
            #expect(UplinkAssessment(connected).status == .connectionUp)
        }
    }

    @Test("it is not known whether it works if the router has no route at all, as in a closed network")
    func unclear() throws {
        let uplink = Self.uplink(Self.cut).recording(toHosts: Self.unrouted)
        #expect(uplink.familiesUnreachable == [.ipv4])
        let reading = UplinkAssessment(uplink)
        #expect(reading.status == .connectionIndeterminate && reading.findings.isEmpty, "\(reading)")
        let doubt = try #require(reading.doubt)
        #expect(doubt.contains("100.64.3.1") && doubt.contains("network unreachable"), "\(doubt)")
    }

    @Test("it is not known whether it works if the router may have used up its limit of errors before")
    func undecided() throws {
        var uplink = Self.uplink(Self.cut)
        uplink.familiesUndecided = [.ipv4]
        let reading = UplinkAssessment(uplink)
        #expect(reading.status == .connectionIndeterminate && reading.findings.isEmpty, "\(reading)")
        let doubt = try #require(reading.doubt)
        #expect(doubt.contains("100.64.3.1") && doubt.contains("unassigned addresses"), "\(doubt)")
        uplink.connections = .init(total: 1, heard: 1)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        // It reported some of them only, or the SYN to port 80 alone.
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        for packets in [Array(Self.cut.dropLast()) + [silent[2]], silent] {
            #expect(Self.uplink(packets).leavesOutRejections(.ipv4))
        }
        #expect(!Self.uplink(Self.cut).leavesOutRejections(.ipv4) && !Self.uplink(silent).leavesOutRejections(.ipv6))
    }

    @Test("it has to reject them over each address family with a gateway")
    func families() {
        let both = UplinkFamilyTests.uplink(Self.cut + Self.sixth())
        #expect(both.isRouteOpen)
        let fourth = both.recording(toHosts: Self.filtered)
        #expect(UplinkAssessment(fourth).status == .connectionIndeterminate)
        let all = both.recording(toHosts: Self.filtered + Self.sixth(to: Self.sixthHost))
        #expect(UplinkAssessment(all).status == .connectionDown)
        // The only family may be IPv6.
        func alone(_ packets: [UplinkEvidence.Packet], _ hosts: [UplinkEvidence.Packet]) -> ConnectionStatus {
            var uplink = UplinkAssessmentTests.uplink(packets: packets)
            (uplink.gateway, uplink.gateways) = (Facts.address("2001:db8:1::1"), [Facts.address("2001:db8:1::1")])
            uplink.queries = [
                UplinkAssessmentTests.query(.nxdomain, at: .link, server: Facts.address("2001:db8:1::53"))
            ]
            return UplinkAssessment(uplink.recording(toHosts: hosts)).status
        }
        #expect(alone(Self.sixth(), Self.sixth(to: Self.sixthHost)) == .connectionDown)
        let rejected = Self.sixth(from: 2)
        #expect(alone(rejected, Self.sixth(to: Self.sixthHost, from: 2)) == .connectionIndeterminate)
        #expect(alone(rejected, []) == .connectionUp)
    }

    @Test("another router that reports packets to a host shows the path, and silence about hosts changes nothing")
    func routed() throws {
        let uplink = Self.uplink(Self.cut)
        let passed = [Self.toHost("100.64.3.1", limit: 2), Self.toHost("198.51.100.2", limit: 3)]
        for packets in [passed, [Self.toHost(nil, limit: 2), passed[1]]] {
            let changed = try #require(uplink.replacingPackets(by: packets)?.recording(toHosts: packets))
            #expect(UplinkAssessment(changed).status == .connectionUp && !changed.isRouteOpen)
            #expect(uplink.hosts([Self.host], undecidedAfter: packets).isEmpty)
        }
        let silent = [passed[0], Self.toHost(nil, limit: 3)]
        #expect(uplink.replacingPackets(by: silent) == nil)
        #expect(UplinkAssessment(uplink.recording(toHosts: silent)).status == .connectionUp)
        // Those are worth a pause, after which the router may report another one.
        #expect(uplink.hosts([Self.host, Self.sixthHost], undecidedAfter: silent) == [Self.host])
        #expect(uplink.hosts([Self.host], undecidedAfter: Self.filtered).isEmpty)
    }

    @Test("a gateway that has no route to hosts is not the router in doubt")
    func byGateway() {
        let hosts = (2...3).map { Self.toHost("192.0.2.1", 3, limit: $0) }
        let uplink = Self.uplink(Self.cut)
        #expect(uplink.hosts([Self.host], undecidedAfter: hosts).isEmpty)
        let recorded = uplink.recording(toHosts: hosts)
        #expect(recorded.familiesUnreachable == nil && UplinkAssessment(recorded).status == .connectionUp)
    }

    @Test("whatever else was heard shows the path as well")
    func heard() {
        var connected = Self.uplink(Self.cut)
        connected.connections = .init(total: 1, heard: 1)
        var closed = Self.uplink(Self.cut)
        closed.connections = UplinkEvidence.Connections()
        closed.connections?.familiesHeardLately = [.ipv4]
        var beyond = Self.uplink(Self.cut)
        beyond.queries = [
            UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("2001:db8:53::1"))
        ]
        let further = Self.uplink(Self.cut + [UplinkAssessmentTests.packet("198.51.100.2", limit: 4, as: .udp)])
        // What expires at the router, although it would get furthest, is forwarded there.
        let odd = Self.uplink(
            Array(Self.cut.dropLast()) + [UplinkAssessmentTests.packet("100.64.3.1", limit: 4, as: .tcp)])
        for uplink in [connected, closed, beyond, further, odd] { #expect(!uplink.isRouteOpen, "\(uplink)") }
        // Over a spare uplink, or one of several next hops, nothing is sent to hosts.
        let datagrams = (2...4).map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0, as: .udp) }
        #expect(!Self.uplink(datagrams).isRouteOpen)
    }
}
