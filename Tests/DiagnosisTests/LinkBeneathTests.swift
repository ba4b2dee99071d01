import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

/// Carriers of the route that are up, on something that is not: bridges, macvlans and tunnels.
@Suite("What is beneath the interfaces of the route")
struct LinkBeneathTests {
    private static let target = Facts.address("198.51.100.1")

    private static func link(
        _ name: String, _ index: UInt32, kind: String? = nil, carrier: Bool = true, up: Bool = true,
        address: String? = nil, master: UInt32? = nil, parent: UInt32? = nil
    ) -> Link {
        let addresses = address.map { LinkAddress(address: Facts.address($0), prefixLength: 24, scope: .global) }
        var link = Facts.link(name, up: up, carrier: carrier, addresses: [addresses].compactMap(\.self))
        (link.index, link.kind, link.master, link.parent, link.carrierGains) = (index, kind, master, parent, 1)
        return link
    }

    /// The verdict on a check that gets no response, from what the snapshot contains.
    private static func verdict(
        _ links: [Link], _ routes: [Route], gateway: EchoEvidence.Outcome = .timeout, ruled: Route? = nil,
        change: (inout Evidence) -> Void = { _ in }
    ) throws -> Verdict {
        let snapshot = NetworkSnapshot(links: [Facts.loopback] + links, routes: routes)
        let selection = RouteSelection(
            snapshot: snapshot, destinations: [target], ruled: ruled.map { [target: $0] } ?? [:])
        var evidence = try Facts.healthy()
        (evidence.link, evidence.address, evidence.gateway) = (selection.link, selection.address, selection.gateway)
        for index in selection.gateway.hops.indices {
            evidence.gateway?.hops[index].echo = Facts.echo(gateway)
            evidence.gateway?.hops[index].arp = gateway == .timeout ? .silent : nil
        }
        (evidence.tcp, evidence.tls, evidence.http) = (TCPEvidence(attempts: [Facts.attempt(.timeout)]), nil, nil)
        change(&evidence)
        return Verdict(on: evidence)
    }

    private static func words(_ verdict: Verdict) -> String {
        verdict.findings.prefix(1).map { "\($0.id) \($0.facts["interface"] ?? "")" }.joined()
    }

    // MARK: Bridges

    private static let bridge = link("br0", 9, kind: "bridge", address: "192.0.2.2")
    private static let ofBridge = [Facts.route(interface: "br0")]

    @Test("a bridge without ports is named, with the interface that may be missing")
    func portless() throws {
        let free = Self.link("eth0", 2)
        let found = try #require(try Self.verdict([free, Self.bridge], Self.ofBridge).findings.first)
        #expect(found.id == "link.no-carrier" && found.side == .machine && found.summary.contains("without ports"))
        #expect(found.advice.contains { $0.contains("ip link set eth0 master br0") })
        #expect(!found.advice.contains { $0.contains("cable") })
        // Of two, nothing shows which one is meant; one with an address is used for something else.
        let several = try Self.verdict([free, Self.link("eth1", 3), Self.bridge], Self.ofBridge)
        #expect(several.findings.first?.advice.contains { $0.contains("ip link set") } == false)
        let used = try Self.verdict([Self.link("eth0", 2, address: "10.1.1.1"), Self.bridge], Self.ofBridge)
        #expect(used.findings.first?.advice.contains { $0.contains("ip link set") } == false)
    }

    @Test("a bridge with taps alone is not reported as a loose cable")
    func innerPorts() throws {
        var bridge = Self.bridge
        bridge.hasCarrier = false
        let tap = Self.link("tap0", 5, kind: "tun", carrier: false, master: 9)
        let found = try #require(try Self.verdict([tap, bridge], Self.ofBridge).findings.first)
        #expect(found.id == "link.no-carrier" && found.summary.contains("tap0") && found.side == .machine)
        #expect(!found.advice.contains { $0.contains("cable") })
    }

    @Test("the port of a bridge that lost its cable is named in place of the bridge")
    func port() throws {
        var bridge = Self.bridge
        bridge.hasCarrier = false
        let port = Self.link("eth0", 2, carrier: false, master: 9)
        #expect(try Self.words(Self.verdict([port, bridge], Self.ofBridge)) == "link.no-carrier eth0")
    }

    @Test("a virtual machine's port keeps the carrier of a bridge whose only cable is unplugged")
    func cutBridge() throws {
        let (port, guest) = (
            Self.link("eth0", 2, carrier: false, master: 9), Self.link("vnet0", 5, kind: "tun", master: 9)
        )
        let cut = try Self.verdict([port, guest, Self.bridge], Self.ofBridge)
        #expect(Self.words(cut) == "link.no-carrier eth0" && cut.findings.count == 1, "\(cut.findings)")
        #expect(cut.findings[0].summary.contains("br0"))
        // A router that is a virtual machine of this host responds without the cable.
        let inner = try Self.verdict([port, guest, Self.bridge], Self.ofBridge, gateway: .reply)
        #expect(!inner.findings.contains { $0.id == "link.no-carrier" }, "\(inner.findings)")
        #expect(inner.findings.contains { $0.id == "link.degraded" && $0.severity == .warning })
        // With a second cable, the gateway is at fault.
        let second = try Self.verdict([port, guest, Self.link("eth1", 3, master: 9), Self.bridge], Self.ofBridge)
        #expect(Self.words(second) == "gateway.unreachable br0")
    }

    @Test("the interface that a macvlan is on is named in place of it")
    func macvlan() throws {
        let upper = Self.link("mv0", 9, kind: "macvlan", carrier: false, address: "192.0.2.2", parent: 2)
        let routes = [Facts.route(interface: "mv0")]
        let cable = try Self.verdict([Self.link("eth0", 2, carrier: false), upper], routes)
        #expect(Self.words(cable) == "link.no-carrier eth0")
        let off = try Self.verdict([Self.link("eth0", 2, carrier: false, up: false), upper], routes)
        #expect(Self.words(off) == "link.admin-down eth0")
        #expect(try Self.words(Self.verdict([Self.link("eth0", 2), upper], routes)) == "link.no-carrier mv0")
    }

    // MARK: Tunnels

    private static let tunnel = link("wg0", 7, kind: "wireguard", address: "10.66.0.2")
    private static let intoTunnel = Route(family: .ipv4, interface: "wg0")
    private static func uplink(_ name: String, _ index: UInt32, carrier: Bool) -> Link {
        link(name, index, carrier: carrier, address: "192.0.2.2")
    }

    @Test("a tunnel whose only uplink has no cable is not blamed")
    func cutTunnel() throws {
        func words(_ links: [Link], _ routes: [Route], change: (inout Evidence) -> Void = { _ in }) throws -> String {
            try Self.words(Self.verdict(links + [Self.tunnel], routes, ruled: Self.intoTunnel, change: change))
        }
        let (unplugged, plugged) = (Self.uplink("eth0", 2, carrier: false), Self.uplink("eth0", 2, carrier: true))
        #expect(try words([unplugged], [Facts.route()]) == "link.no-carrier eth0")
        // A network manager removes the route with the carrier.
        #expect(try words([unplugged], []) == "link.no-carrier eth0")
        #expect(try !words([plugged], [Facts.route()]).contains("eth0"))
        let second = Self.link("wlan0", 3, address: "198.18.0.2")
        let routes = [Facts.route(), Facts.route("198.18.0.1", interface: "wlan0", metric: 600)]
        #expect(try !words([unplugged, second], routes).contains("eth0"))
        // What responds came through the tunnel.
        #expect(
            try words([unplugged], [Facts.route()]) { $0.tcp = TCPEvidence(attempts: [Facts.attempt(.refused)]) }
                == "tcp.refused ")
    }

    @Test("a tunnel's gateway is its other end, and a dead router beneath is named in place of it")
    func gatewayOfTunnel() throws {
        let route = Facts.route("10.66.0.1", interface: "wg0")
        func finding(_ router: EchoEvidence.Outcome?) throws -> Finding {
            let verdict = try Self.verdict(
                [Self.uplink("eth0", 2, carrier: true), Self.tunnel], [Facts.route()], ruled: route
            ) { evidence in
                guard let router else { return }
                evidence.gateway?.underlay?[0].echo = Facts.echo(router)
                evidence.gateway?.underlay?[0].arp = router == .timeout ? .silent : nil
            }
            #expect(verdict.followUps.contains(.link(.underlay)) == (router == nil))
            return try #require(verdict.findings.first)
        }
        let unasked = try finding(nil)
        #expect(unasked.id == "gateway.unreachable" && unasked.facts["gateway"] == "10.66.0.1")
        #expect(unasked.advice.contains { $0.contains("other end of the tunnel wg0") })
        #expect(!unasked.advice.contains { $0.contains("router is switched on") })
        let dead = try finding(.timeout)
        #expect(dead.facts["gateway"] == "192.0.2.1" && dead.facts["interface"] == "eth0")
        #expect(dead.advice.contains { $0.contains("router is switched on") })
        let alive = try finding(.reply)
        #expect(alive.facts["gateway"] == "10.66.0.1" && alive.side == .upstream)
    }

    @Test("the status names the cable beneath a tunnel, and the tunnel that leads to a silent DNS server")
    func status() {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.links = [Facts.loopback, Self.uplink("eth0", 2, carrier: false), Self.tunnel]
        observation.snapshot.routes = [Self.intoTunnel, Facts.route(metric: 100)]
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        observation.uplink = UplinkAssessmentTests.uplink(.timeout)
        let cut = MachineDiagnosis.verdict(on: observation).findings
        #expect(cut.map { "\($0.id) \($0.facts["interface"] ?? "")" } == ["link.no-carrier eth0"], "\(cut)")

        var idle = MachineDiagnosisTests.healthy()
        let server = Resolver(address: Facts.address("100.100.100.100"), source: .resolvConf)
        idle.snapshot.links.append(Self.link("tailscale0", 8, kind: "tun", carrier: false))
        idle.snapshot.routes.append(
            Route(family: .ipv4, destination: server.address, prefixLength: 32, interface: "tailscale0"))
        idle.snapshot.resolvers.servers = [server]
        idle.resolvers = [.init(resolver: server, status: .connectionDown, failure: .timeout)]
        let alone = MachineDiagnosis.verdict(on: idle).findings
        #expect(alone.first?.id == "link.no-carrier" && alone.first?.facts["tunnel"] == "tailscale0", "\(alone)")
        #expect(alone.first?.side == .machine)
        idle.snapshot.resolvers.servers.append(MachineDiagnosisTests.resolver)
        idle.resolvers.append(.init(resolver: MachineDiagnosisTests.resolver, status: .connectionUp))
        let beside = MachineDiagnosis.verdict(on: idle).findings
        #expect(beside.map(\.id) == ["dns.some-servers-dead"])
        #expect(beside.first?.advice.contains { $0.contains("tailscale0") } == true)
    }

    @Test("a silent server in the subnet of a bridge of this machine may be one elsewhere")
    func serverInSubnetOfBridge() throws {
        var observation = MachineDiagnosisTests.healthy()
        let server = Resolver(address: Facts.address("172.17.0.53"), source: .resolvConf)
        observation.snapshot.links.append(Self.link("docker0", 8, kind: "bridge", carrier: true))
        observation.snapshot.routes.append(
            Route(family: .ipv4, destination: Facts.address("172.17.0.0"), prefixLength: 16, interface: "docker0"))
        observation.snapshot.resolvers.servers.insert(server, at: 0)
        observation.resolvers.insert(.init(resolver: server, status: .connectionDown, failure: .timeout), at: 0)
        let hidden = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(hidden.id == "dns.some-servers-dead", "\(hidden)")
        #expect(hidden.advice.contains { $0.contains("lies in 172.17.0.0/16, the subnet of docker0") }, "\(hidden)")
        // It is a container there, whose program does not answer.
        observation.snapshot.neighbours.append(
            Neighbour(
                address: server.address, interface: "docker0", hardwareAddress: "02:42:ac:11:00:35",
                state: .reachable))
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == "dns.some-servers-dead" && !found.advice.contains { $0.contains("docker0") }, "\(found)")
    }
}
