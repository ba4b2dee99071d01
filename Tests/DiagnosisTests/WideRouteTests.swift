import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Routes that cover the Internet in place of the default route")
struct WideRouteTests {
    private static func route(_ prefix: String, _ kind: Route.Kind = .unicast, interface: String? = nil) -> Route {
        let parts = prefix.split(separator: "/")
        let address = Facts.address(String(parts[0]))
        return Route(
            family: address.family, kind: kind, destination: address, prefixLength: Int(parts[1]) ?? 0,
            interface: interface)
    }

    private static func snapshot(_ routes: [Route], metric: UInt32 = 0) -> NetworkSnapshot {
        NetworkSnapshot(
            links: [Facts.loopback, Facts.link()], routes: [Facts.onLink, Facts.route(metric: metric)] + routes,
            neighbours: [Facts.neighbour(.reachable)],
            resolvers: .init(servers: [MachineDiagnosisTests.resolver])
        ).withWideRoutes
    }

    private static func verdict(_ routes: [Route]) -> MachineVerdict {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot = snapshot(routes)
        return MachineDiagnosis.verdict(on: observation)
    }

    @Test(
        "routes for both halves into a tunnel carry the traffic, and the default route is a spare one",
        arguments: [0, 100])
    func halves(metric: UInt32) throws {
        let snapshot = Self.snapshot(
            [Self.route("0.0.0.0/1", interface: "tun0"), Self.route("128.0.0.0/1", interface: "tun0")], metric: metric)
        #expect(snapshot.preferredDefaultRoutes.map(\.interface) == ["tun0"])
        #expect(snapshot.spareDefaultRoutes.map(\.interface) == ["eth0"])
        let far = Facts.address("203.0.113.9")
        #expect(snapshot.route(to: far)?.interface == "tun0")
        #expect(snapshot.route(to: Facts.address("192.0.2.9"))?.interface == "eth0")
        #expect(RouteSelection.ownSubnet(of: [far], in: snapshot) == nil)
    }

    @Test("the routes of a dead VPN are removed by their own destinations")
    func removal() throws {
        let halves = ["0.0.0.0/1", "128.0.0.0/1"].map { prefix in
            var route = Self.route(prefix, interface: "tun0")
            route.gateway = Facts.address("10.8.0.1")
            return route
        }
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot = Self.snapshot(halves)
        var tunnel = Facts.link("tun0")
        (tunnel.index, tunnel.addresses) = (
            9, [.init(address: Facts.address("10.8.0.2"), prefixLength: 24, scope: .global)]
        )
        observation.snapshot.links.append(tunnel)
        let route = try #require(observation.snapshot.preferredDefaultRoutes.first)
        observation.gateways.append(
            .init(
                route: route,
                neighbour: .init(address: Facts.address("10.8.0.1"), interface: "tun0", state: .failed),
                echo: Facts.echo(.timeout, of: "10.8.0.1")))
        let finding = try #require(
            MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "gateway.dead-preferred" })
        #expect(
            finding.advice.first?.hasSuffix(
                ": ip route del 0.0.0.0/1 via 10.8.0.1 dev tun0; ip route del 128.0.0.0/1 via 10.8.0.1 dev tun0")
                == true, "\(finding.advice)")
    }

    @Test("routes for a part of the Internet, or for a network, do not replace the default route")
    func parts() {
        for prefixes in [["0.0.0.0/1"], ["224.0.0.0/3"], ["10.0.0.0/8", "128.0.0.0/4"], []] {
            let snapshot = Self.snapshot(prefixes.map { Self.route($0, interface: "tun0") })
            #expect(snapshot.preferredDefaultRoutes.map(\.interface) == ["eth0"], "\(prefixes)")
            #expect(snapshot.refusals == nil)
        }
    }

    @Test(
        "routes that reject half of the Internet are named, one or both",
        arguments: [["0.0.0.0/1"], ["0.0.0.0/1", "128.0.0.0/1"]])
    func refusals(prefixes: [String]) throws {
        let verdict = Self.verdict(prefixes.map { Self.route($0, .blackhole) })
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == "gateway.route-rejects" && verdict.status == .connectionDown, "\(verdict.findings)")
        #expect(finding.advice.contains("Remove it: ip route del blackhole 0.0.0.0/1"), "\(finding.advice)")
    }

    @Test("IPv4 that is blocked while IPv6 works is a warning")
    func fourth() {
        var observation = MachineDiagnosisTests.healthy()
        let gateway = "2001:db8:1::1"
        observation.snapshot.links[1].addresses.append(
            .init(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global))
        observation.snapshot.routes = [Facts.onLink, Route(family: .ipv4, kind: .prohibit), Facts.route(gateway)]
        observation.snapshot.neighbours.append(Facts.neighbour(.reachable, gateway))
        observation.snapshot = observation.snapshot.withWideRoutes
        observation.gateways = [Facts.hop(gateway: gateway)]
        var uplink = UplinkAssessmentTests.uplink(.nxdomain)
        uplink.gateways = [Facts.address(gateway)]
        uplink.packets = (2...3).map { (limit: Int) in
            UplinkEvidence.Packet(
                destination: Facts.address("2001:db8:9::9"), limit: limit,
                error: ICMPError(
                    family: .ipv6, type: 3, code: 0, reporter: Facts.address("2001:db8:9\(limit)::1")))
        }
        observation.uplink = uplink
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionUp, "\(verdict)")
        #expect(verdict.findings.map(\.id) == ["gateway.route-rejects"], "\(verdict.findings)")
        #expect(verdict.findings.first?.severity == .warning)
        #expect(verdict.findings.first?.advice.contains("Remove it: ip route del prohibit default") == true)
    }

    @Test("IPv6 that is blocked because of a VPN is no fault, nor are networks that reject")
    func meant() {
        for prefix in ["2000::/3", "224.0.0.0/3", "10.0.0.0/8"] {
            let verdict = Self.verdict([Self.route(prefix, .unreachable)])
            #expect(verdict.status == .connectionUp && verdict.findings.isEmpty, "\(prefix): \(verdict.findings)")
        }
    }

    @Test("a tunnel is judged by silence only if some host was to be reached through it")
    func tunnel() {
        var uplink = UplinkEvidence(
            gateway: nil, interface: "tun0", packets: [UplinkAssessmentTests.packet()])
        uplink.spares = [.init(gateway: Facts.address("192.0.2.1"), interface: "eth0")]
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
        #expect(UplinkAssessment(uplink).doubt?.contains("tun0") == true)
        uplink.connections = .init(total: 2, heard: 0, stuck: 2, stuckPeers: 2)
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.tunnel-down"])
        uplink.connections = .init(total: 2, heard: 1, stuck: 1, stuckPeers: 1)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }
}
