import NetworkModel
import Testing

@testable import Diagnosis
@testable import TargetKinds

@Suite("Other routes to the Internet: through a proxy or a VPN, by another gateway, or over a link that is full")
struct AlternativeRouteTests {
    private static let gateway = Facts.address("192.0.2.1")

    /// An uplink whose resolver refuses names of the Internet, and over which nothing else is heard.
    private static var closed: UplinkEvidence {
        UplinkAssessmentTests.uplink(
            .refused, packets: [UplinkAssessmentTests.packet(as: .tcp), UplinkAssessmentTests.packet()])
    }

    private static let proxy = UplinkEvidence.ReachedProxy(
        variable: "https_proxy", url: "http://192.0.2.8:3128", address: Facts.address("192.0.2.8"))

    // MARK: Proxies

    @Test("beside a proxy that accepts connections, the uplink is not said to be down, nor to work")
    func proxyAlone() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers[0] = .init(
            resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .refused)
        observation.uplink = Self.closed
        let broken = MachineDiagnosis.verdict(on: observation)
        #expect(broken.status == .connectionDown && broken.findings.map(\.id) == ["path.upstream-down"])
        observation.uplink?.proxy = Self.proxy
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionIndeterminate && verdict.findings.isEmpty, "\(verdict.findings)")
        let doubt = verdict.uplink?.detail ?? ""
        #expect(doubt.contains("http://192.0.2.8:3128 (https_proxy)") && doubt.contains("REFUSED"), "\(doubt)")
        // A resolver that does not answer at all is not one for internal names, but programs may work without it.
        observation.resolvers[0].failure = .timeout
        let silent = MachineDiagnosis.verdict(on: observation)
        #expect(silent.status == .connectionIndeterminate && silent.findings.map(\.severity) == [.warning], "\(silent)")
    }

    @Test("a firewall that prohibits what does not go through the proxy is not a fault")
    func prohibitedBesideProxy() {
        var uplink = UplinkAssessmentTests.uplink(
            .timeout, packets: [UplinkAssessmentTests.packet("192.0.2.1", 3, 13)])
        #expect(UplinkAssessment(uplink).status == .connectionDown)
        uplink.proxy = Self.proxy
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
        #expect(UplinkAssessment(uplink).findings.allSatisfy { $0.severity < .error })
    }

    @Test("a network that drops what does not go through the proxy names the proxy")
    func droppedBesideProxy() {
        let silent = [UplinkAssessmentTests.packet(as: .tcp), UplinkAssessmentTests.packet()]
        for (outcome, packets) in [
            (.nxdomain, silent), (.timeout, silent), (.nxdomain, [silent[0]] + UplinkAssessmentTests.far),
        ] as [(UplinkEvidence.Query.Outcome, [UplinkEvidence.Packet])] {
            var uplink = UplinkAssessmentTests.uplink(outcome, packets: packets)
            #expect(UplinkAssessment(uplink).doubt?.contains("proxy") != true)
            uplink.proxy = Self.proxy
            let doubt = UplinkAssessment(uplink).doubt ?? ""
            #expect(doubt.contains("http://192.0.2.8:3128 (https_proxy)"), "\(doubt)")
        }
    }

    // MARK: Private networks

    /// A check of a host with a private address, which is silent or which a router refuses, from a private address.
    private static func check(
        _ outcome: PathEvidence.Trace.Outcome, _ hops: [String?], error: ICMPError? = nil, own: String = "10.1.0.2",
        target: String = "10.50.0.7"
    ) throws -> [CauseID] {
        var evidence = try Facts.healthy("tcp://\(target):443")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        let address = LinkAddress(address: Facts.address(own), prefixLength: 24, scope: .global)
        evidence.address = AddressEvidence(usable: [.init(interface: "eth0", address: address)], unusable: [])
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "10.1.0.1")], isOnLink: false)
        evidence.tcp = TCPEvidence(attempts: [
            Facts.attempt(error == nil ? .timeout : .networkUnreachable, target)
        ])
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(outcome, target, error: error, hops: hops),
            PathVerdictTests.trace(.silent, target, .icmp, hops: error == nil ? hops : []))
        evidence.uplink = UplinkEvidence(
            gateway: Facts.address("10.1.0.1"), interface: "eth0",
            queries: [UplinkAssessmentTests.query(.nxdomain, server: Facts.address("10.1.0.1"))],
            packets: [UplinkAssessmentTests.packet("198.51.100.1", as: .tcp)])
        return Verdict(on: evidence).findings.map(\.id)
    }

    @Test("a private address whose packets end in the Internet is in a network to which no route leads")
    func privateNetwork() throws {
        let cause: CauseID = "path.private-network"
        let refusal = { PathVerdictTests.error(3, 0, by: $0) }
        #expect(try Self.check(.refused, [], error: refusal("198.51.100.1")) == [cause])
        #expect(try Self.check(.silent, ["10.1.0.1", "198.51.100.1"]) == [cause])
        #expect(try Self.check(.silent, ["10.1.0.1", "198.51.100.1", nil]) == [cause])
    }

    @Test("a private address that routers of private networks answer for may be there")
    func otherPrivateNetworks() throws {
        let cause: CauseID = "path.private-network"
        let refusal = { PathVerdictTests.error(3, 0, by: $0) }
        for router in ["10.1.0.1", "10.2.0.1", "100.64.0.1"] {
            #expect(try Self.check(.refused, [], error: refusal(router)).first == "path.no-route")
            #expect(try !Self.check(.silent, ["10.1.0.1", router]).contains(cause))
        }
        // The last router that answers is within a private network, or a machine with a public address may have routers with
        // public addresses for private networks.
        #expect(try !Self.check(.silent, ["10.1.0.1", "198.51.100.1", "10.9.0.1"]).contains(cause))
        #expect(try !Self.check(.silent, ["10.1.0.1", "198.51.100.1"], own: "203.0.113.2").contains(cause))
        #expect(
            try Self.check(.refused, [], error: refusal("198.51.100.1"), own: "203.0.113.2").first == "path.no-route")
        // A host that a router does not find on its link.
        let missing = PathVerdictTests.error(3, 1, by: "198.51.100.1")
        #expect(try Self.check(.refused, [], error: missing).first == "path.no-route")
        #expect(
            try Self.check(.refused, [], error: refusal("198.51.100.1"), target: "198.51.100.7").first
                == "path.no-route")
    }

    @Test("a silent private address of another network leads to advice about its VPN")
    func foreignNetwork() throws {
        func finding(_ target: String, own: String = "192.168.1.10", _ hops: [String?], isRouted: Bool = false) throws
            -> Finding
        {
            var evidence = try Facts.healthy("tcp://intra.example:443")
            (evidence.tls, evidence.http) = (nil, nil)
            let address = LinkAddress(address: Facts.address(own), prefixLength: 24, scope: .global)
            evidence.address = AddressEvidence(usable: [.init(interface: "eth0", address: address)], unusable: [])
            var hop = Facts.hop(gateway: "192.168.1.1")
            if isRouted { (hop.route.destination, hop.route.prefixLength) = (Facts.address("10.0.0.0"), 8) }
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, target)])
            evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent, target, hops: hops))
            return try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.timeout" })
        }
        let hops = ["192.168.1.1", "100.70.0.1"]
        for (target, isForeign) in [("10.20.30.40", true), ("192.168.7.1", false), ("198.51.100.7", false)] {
            let found = try finding(target, hops)
            #expect((found.advice.first?.contains("private address") == true) == isForeign, "\(found.advice)")
            #expect((found.side == .machine) == isForeign, "\(target)")
        }
        // A router of the company may lead there.
        let silent = try finding("10.20.30.40", ["192.168.1.1", "10.1.0.1"])
        #expect(silent.facts["foreign"] == "10.20.30.40" && silent.side == .remote)
        #expect(try finding("10.20.30.40", own: "10.20.1.2", hops).facts["foreign"] == nil)
        #expect(try finding("10.20.30.40", hops, isRouted: true).facts["foreign"] == nil)
    }

    @Test(
        "a loop on the way to a private address of another network leads to advice about its VPN",
        arguments: [true, false])
    func foreignLoop(isReported: Bool) throws {
        func advice(_ target: String) throws -> [String] {
            var evidence = try Facts.healthy("tcp://intra.example:443")
            (evidence.tls, evidence.http) = (nil, nil)
            let own = LinkAddress(address: Facts.address("192.168.1.10"), prefixLength: 24, scope: .global)
            evidence.address = AddressEvidence(usable: [.init(interface: "eth0", address: own)], unusable: [])
            evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "192.168.1.1")], isOnLink: false)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(isReported ? .hostUnreachable : .timeout, target)])
            let circle: [String?] = ["100.70.0.1", "62.1.0.2"]
            let error = PathVerdictTests.error(11, 0, by: "100.70.0.1")
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(
                    isReported ? .refused : .silent, target, error: isReported ? error : nil,
                    hops: ["192.168.1.1"] + circle + circle + circle))
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == "path.loop", "\(found)")
            return found.advice
        }
        #expect(try advice("10.20.30.40").first?.hasPrefix("10.20.30.40 is a private address") == true)
        #expect(try advice("198.51.100.7").first?.hasPrefix("Check the routes") == true)
    }

    @Test("a silent DNS server with a private address of another network leads to advice about its VPN")
    func foreignServer() throws {
        let own = LinkAddress(address: Facts.address("192.168.1.10"), prefixLength: 24, scope: .global)
        let servers = [("10.1.1.1", true), ("192.168.7.1", false), ("203.0.113.53", false), ("127.0.0.1", false)]
        for (server, isForeign) in servers {
            let uplink = UplinkEvidence(
                gateway: Facts.address("192.168.1.1"), interface: "eth0",
                queries: [UplinkAssessmentTests.query(.timeout, at: .beyond, server: Facts.address(server))],
                packets: [
                    UplinkAssessmentTests.packet("100.70.0.1", as: .tcp),
                    UplinkAssessmentTests.packet("203.0.113.1", limit: 3, as: .tcp),
                ])
            var evidence = try Facts.healthy()
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.address = AddressEvidence(usable: [.init(interface: "eth0", address: own)], unusable: [])
            evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "192.168.1.1")], isOnLink: false)
            evidence.dns = Facts.dns([Facts.failure(.timeout, server: server)], servers: [server])
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(.silent, server, port: 53, .udp, hops: ["192.168.1.1", "100.70.0.1"]),
                PathVerdictTests.trace(.silent, server, .icmp))
            evidence.uplink = uplink
            let found = try #require(Verdict(on: evidence).findings.first { $0.id == "dns.server-unreachable" })
            #expect(found.facts["foreign"] == (isForeign ? server : nil))
            // A router behind the gateway reports the queries to the server in the Internet.
            let side: Side =
                isForeign || server == "127.0.0.1" ? .machine : server == "203.0.113.53" ? .upstream : .network
            #expect(found.side == side)
            let resolver = Resolver(address: Facts.address(server), source: .resolvConf)
            let observation = MachineObservation(
                snapshot: NetworkSnapshot(
                    links: [Facts.loopback, Facts.link(addresses: [own])], routes: [Facts.route("192.168.1.1")],
                    resolvers: .init(servers: [resolver])),
                gateways: [Facts.hop(gateway: "192.168.1.1")],
                resolvers: [.init(resolver: resolver, status: .connectionDown, failure: .timeout)], uplink: uplink)
            let status = try #require(
                MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "dns.server-unreachable" })
            #expect(status.facts["foreign"] == (isForeign ? server : nil), "\(status)")
            #expect(status.advice.contains { $0.contains("which is often 192.168.1.1") } == isForeign)
        }
    }

    @Test("a unique local address in the public DNS is named, whatever address the gateway has")
    func foreignSixth() throws {
        var evidence = try Facts.healthy()
        evidence.address = AddressEvidence(usable: [Facts.sixthSource], unusable: [])
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(), Facts.hop(gateway: "2001:db8:1::1")], isOnLink: false)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "fd00:10::5"), Facts.attempt(.connected)])
        let partly = try #require(Verdict(on: evidence).findings.first)
        #expect(partly.id == "tcp.ipv6-broken" && partly.advice.count == 1, "\(partly.advice)")
        #expect(partly.advice.first?.hasPrefix("fd00:10::5 is a private address") == true, "\(partly.advice)")
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "fd00:10::5")])
        (evidence.tls, evidence.http) = (nil, nil)
        let whole = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.timeout" })
        #expect(whole.facts["foreign"] == "fd00:10::5")
        // Of the same network, it may be behind the router.
        evidence.address?.usable[0].address.address = Facts.address("fd00:10:0:2::2")
        let near = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.timeout" })
        #expect(near.facts["foreign"] == nil)
    }

    // MARK: Links that are full

    /// A gateway that replies to nothing.
    private static func mute(isReceiving: Bool?) -> GatewayEvidence.Hop {
        var hop = Facts.hop(.reachable, .timeout)
        (hop.arp, hop.isReceiving) = (.silent, isReceiving)
        return hop
    }

    @Test("a gateway through which data arrives is not unreachable; what it does not answer is lost")
    func receivingGateway() throws {
        var evidence = try PathVerdictTests.failed(.timeout)
        evidence.gateway = GatewayEvidence(hops: [Self.mute(isReceiving: nil)], isOnLink: false)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["gateway.unreachable"])
        evidence.gateway = GatewayEvidence(hops: [Self.mute(isReceiving: true)], isOnLink: false)
        let verdict = Verdict(on: evidence)
        let cause = try #require(verdict.findings.first)
        #expect(cause.id == "gateway.loss" && cause.severity == .error, "\(verdict.findings)")
        #expect(cause.advice.contains { $0.contains("ss -tip") }, "\(cause.advice)")
        #expect(verdict.followUps.contains(.link(.series(gateway: Self.gateway))))
    }

    @Test("a machine whose link is full is neither down nor without a gateway")
    func fullLink() {
        var observation = MachineDiagnosisTests.healthy()
        observation.gateways = [Self.mute(isReceiving: nil)]
        observation.resolvers[0] = .init(
            resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        observation.uplink = UplinkAssessmentTests.uplink(
            .timeout, packets: [UplinkAssessmentTests.packet(as: .tcp), UplinkAssessmentTests.packet()],
            connections: .init())
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["gateway.unreachable"])
        observation.gateways = [Self.mute(isReceiving: true)]
        observation.uplink?.connections?.heardOnWebPort = 2
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["gateway.loss"] && verdict.findings[0].severity == .warning)
        #expect(verdict.status == .connectionIndeterminate)
        #expect(verdict.uplink?.detail?.contains("port 80 receive data") == true)
    }

    @Test("a page that does not arrive over a full link is not the server's fault")
    func drownedPage() throws {
        func cause(firstReply: Duration, lost: Int) throws -> CauseID? {
            var evidence = try Facts.healthy("http://www.example/")
            evidence.tls = nil
            evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .stalled, status: 200, bodyBytes: 20_000)
            var hop = Facts.hop()
            hop.echo = EchoEvidence(
                address: Self.gateway, outcome: .reply, sent: 1, received: 1, roundTrip: firstReply)
            hop.series = EchoEvidence(
                address: Self.gateway, outcome: .reply, sent: 20, received: 20 - lost, roundTrip: firstReply)
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            return Verdict(on: evidence).findings.first { $0.severity == .error }?.id
        }
        #expect(try cause(firstReply: .milliseconds(790), lost: 19) == "gateway.loss")
        // A router that limits pings, or a single lost one.
        #expect(try cause(firstReply: .milliseconds(1), lost: 19) == "http.stalled")
        #expect(try cause(firstReply: .milliseconds(790), lost: 1) == "http.stalled")
    }

    @Test("the default time limit lets a third SYN be answered")
    func thirdSYN() {
        #expect(KindExchange.timeToConnect(of: .seconds(5)) > .milliseconds(2_100))
    }

    // MARK: Other routes

    @Test("a dead route to a part of the Internet is named beside the default route, which works")
    func leftRoute() throws {
        func verdict(_ part: String, other: Neighbour.State) throws -> Finding? {
            var evidence = try PathVerdictTests.failed(.timeout)
            var left = Facts.hop(.failed, .timeout, gateway: "10.8.0.1")
            (left.route.destination, left.route.prefixLength) = (Facts.address(part), 24)
            left.route.interface = "tun0"
            evidence.gateway = GatewayEvidence(
                hops: [left], isOnLink: false, rivals: [Facts.hop(other, other == .reachable ? .reply : .timeout)])
            return Verdict(on: evidence).findings.first
        }
        let finding = try #require(try verdict("198.51.100.0", other: .reachable))
        #expect(finding.id == "gateway.dead-preferred" && finding.summary.contains("but 192.0.2.1 does"))
        #expect(finding.advice.contains { $0.hasSuffix("ip route del 198.51.100.0/24 via 10.8.0.1 dev tun0") })
        #expect(try verdict("198.51.100.0", other: .failed)?.id == "gateway.unreachable")
        // The default route does not lead to a private network.
        #expect(try verdict("10.50.0.0", other: .reachable)?.id == "gateway.unreachable")
    }

    @Test(
        "of gateways with the same address, the dead one's interface is to be switched off; one that is no tunnel has no VPN"
    )
    func sameGateway() throws {
        func finding(_ preferred: GatewayEvidence.Hop, on interface: String) throws -> Finding {
            var evidence = try PathVerdictTests.failed(.timeout)
            var other = Facts.hop(metric: 9)
            other.route.interface = interface
            other.neighbour?.interface = interface
            evidence.gateway = GatewayEvidence(hops: [preferred], isOnLink: false, rivals: [other])
            return try #require(Verdict(on: evidence).findings.first { $0.id == "gateway.dead-preferred" })
        }
        let same = try finding(Facts.hop(.failed, .timeout), on: "eth1")
        #expect(same.summary.contains("192.0.2.1 on eth0 does not answer, but the same address on eth1 does"))
        #expect(same.advice.first?.hasSuffix("ip link set eth0 down") == true, "\(same.advice)")
        #expect(!same.advice.contains { $0.contains("route del") })
        var part = Facts.hop(.failed, .timeout, gateway: "192.0.2.66")
        (part.route.destination, part.route.prefixLength) = (Facts.address("198.51.100.0"), 24)
        let left = try finding(part, on: "eth0")
        #expect(!left.advice.contains { $0.contains("VPN") }, "\(left.advice)")
        part.isTunnel = true
        #expect(try finding(part, on: "eth0").advice.contains { $0.contains("VPN") })
    }

    @Test("a default route is examined beside a route to a part of the Internet")
    func rivals() {
        let part = Route(
            family: .ipv4, destination: Facts.address("198.51.100.0"), prefixLength: 24,
            gateway: Facts.address("10.8.0.1"), interface: "tun0")
        let snapshot = NetworkSnapshot(
            links: [Facts.loopback, Facts.link(), Facts.link("tun0")], routes: [Facts.onLink, Facts.route(), part])
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("198.51.100.1")])
        #expect(selection.gateway.rivals?.map(\.route) == [Facts.route()])
    }

    // MARK: Routers with prefixes of their own

    static let routers = ["fe80::1%eth0", "fe80::2%eth0"]

    static func trial(routers: Int) -> PrefixTrial {
        PrefixTrial(
            interface: "eth0", gateway: Facts.address(Self.routers[0]), routers: routers,
            sources: ["2a00:77:2::2", "2002:c0a8:1::2"].map {
                .init(
                    LinkAddress(
                        address: Facts.address($0), prefixLength: 64, scope: .global, validLifetime: 86_400))
            })
    }

    @Test("two routers with prefixes of their own are named if IPv6 gets no answer")
    func severalRouters() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .response, status: 200)
        evidence.tcp = TCPEvidence(attempts: [
            Facts.attempt(.timeout, "2001:db8:ff::1"), Facts.attempt(.connected),
        ])
        var hops = Self.routers.map { Facts.hop(gateway: $0) }
        for index in hops.indices { hops[index].route.origin = "ra" }
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(), hops[0]], isOnLink: false, rivals: [hops[1]])
        evidence.address?.usable.append(Facts.sixthSource)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.ipv6-broken"])
        evidence.address?.prefixes = Self.trial(routers: 1)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.ipv6-broken"])
        evidence.address?.prefixes = Self.trial(routers: 2)
        // IPv6 may work, and only this target does not answer over it.
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.ipv6-broken"])
        var uplink = UplinkFamilyTests.uplink(
            UplinkFamilyTests.fourthHeard + (2...4).map { UplinkFamilyTests.sixth("2001:db8:1::1", 1, 0, limit: $0) })
        uplink.gateways += Self.routers.map(Facts.address)
        uplink.prefixes = evidence.address?.prefixes
        evidence.uplink = uplink
        let found = Verdict(on: evidence).findings
        #expect(found.first?.advice.isEmpty == false, "\(found)")
        #expect(found.map(\.id) == ["address.rogue-router"] && found[0].severity == .warning, "\(found)")
        #expect(found[0].summary.contains("fe80::1%eth0, fe80::2%eth0"), "\(found[0].summary)")
        #expect(found[0].summary.contains("2a00:77:2::/64, 2002:c0a8:1::/64"), "\(found[0].summary)")
    }
}
