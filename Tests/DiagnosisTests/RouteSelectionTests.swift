import Diagnosis
import NetworkModel
import Testing

@Suite("Route selection")
struct RouteSelectionTests {
    let snapshot = NetworkSnapshot(
        links: [
            Facts.loopback,
            Facts.link(addresses: [
                .init(address: Facts.address("192.0.2.2"), prefixLength: 24, scope: .global),
                .init(address: Facts.address("fe80::2%eth0"), prefixLength: 64, scope: .link),
            ]), Facts.link("veth9", carrier: false, addresses: []),
        ], routes: [Facts.onLink, Facts.route()], neighbours: [Facts.neighbour(.reachable)])

    @Test("behind the gateway")
    func behindGateway() {
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("198.51.100.1")])
        #expect(selection.link.carriers.map(\.name) == ["eth0"])
        #expect(selection.link.others == ["veth9"])
        #expect(selection.gateway.hops.map(\.neighbour?.state) == [.reachable])
        #expect(!selection.gateway.isOnLink && !selection.isLocal)
        #expect(selection.address.usable.map { "\($0.address.address)" } == ["192.0.2.2"])
    }

    @Test("on the link: no gateway is needed")
    func onLink() {
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("192.0.2.77")])
        #expect(selection.gateway.isOnLink && selection.gateway.hops.count == 1)
    }

    @Test("a link-local address on a link is reached without any other address; one of IPv6 needs its interface")
    func neighbour() {
        let local = Facts.address("169.254.3.1")
        let link = Facts.link(addresses: [
            .init(address: local, prefixLength: 16, scope: .link),
            .init(address: Facts.address("fe80::2%eth0"), prefixLength: 64, scope: .link),
        ])
        let routes = [
            Route(family: .ipv4, destination: Facts.address("169.254.0.0"), prefixLength: 16, interface: "eth0"),
            Route(family: .ipv6, destination: Facts.address("fe80::"), prefixLength: 64, interface: "eth0"),
        ]
        let snapshot = NetworkSnapshot(links: [Facts.loopback, link], routes: routes)
        func isReached(_ texts: String...) -> Bool {
            let addresses = texts.map(Facts.address)
            return RouteSelection(snapshot: snapshot, destinations: addresses).reachesNeighbour(among: addresses)
        }
        #expect(isReached("169.254.3.2") && isReached("fe80::77%eth0") && isReached("169.254.3.2", "198.51.100.1"))
        #expect(!isReached("fe80::77") && !isReached("198.51.100.1") && !isReached("169.254.3.1") && !isReached())
    }

    @Test("the only hardware interface is missing if it is switched off, beside links without a route")
    func onlyHardware() {
        var hardware = Facts.link("eth0", up: false, carrier: false, addresses: [])
        var virtual = Facts.link(
            "veth9", addresses: [.init(address: Facts.address("10.99.0.1"), prefixLength: 24, scope: .global)])
        (virtual.index, virtual.kind) = (9, "veth")
        func carriers(_ links: [Link], _ routes: [Route] = []) -> [String] {
            let snapshot = NetworkSnapshot(links: [Facts.loopback] + links, routes: routes)
            return RouteSelection(snapshot: snapshot, destinations: [Facts.address("198.51.100.1")]).link.carriers
                .map(\.name)
        }
        #expect(carriers([hardware, virtual]) == ["eth0"])
        #expect(carriers([hardware, virtual], [Facts.route("10.99.0.2", interface: "veth9")]) == ["veth9"])
        var other = Facts.link("eth1", addresses: virtual.addresses)
        other.index = 10
        #expect(carriers([hardware, other]) == ["eth1"])
        hardware.isAdminUp = true
        #expect(carriers([hardware, virtual]) == ["veth9"])
    }

    @Test("the address of a routed host is on the loopback interface, and not on that of the route")
    func routedHost() {
        var lo = Facts.loopback
        lo.addresses.append(.init(address: Facts.address("203.0.113.5"), prefixLength: 32, scope: .global))
        let local = Facts.link(
            addresses: [.init(address: Facts.address("fe80::2%eth0"), prefixLength: 64, scope: .link)])
        var bridge = Facts.link(
            "docker0", addresses: [.init(address: Facts.address("172.17.0.1"), prefixLength: 16, scope: .global)])
        (bridge.index, bridge.kind) = (7, "bridge")
        func sources(_ links: [Link], source: String? = nil) -> [String] {
            var route = Facts.route()
            route.preferredSource = source.map(Facts.address)
            let snapshot = NetworkSnapshot(links: links, routes: [Facts.onLink, route])
            return RouteSelection(snapshot: snapshot, destinations: [Facts.address("198.51.100.1")]).address.usable
                .map { "\($0.interface) \($0.address.address)" }
        }
        #expect(sources([lo, local]) == ["lo 203.0.113.5"])
        #expect(sources([Facts.loopback, local]) == [])
        // An address of containers does not replace a missing lease, unless the route prefers it.
        #expect(sources([Facts.loopback, local, bridge]) == [])
        #expect(sources([Facts.loopback, local, bridge], source: "172.17.0.1") == ["docker0 172.17.0.1"])
        #expect(sources([lo, Facts.link()]) == ["eth0 192.0.2.2"])
    }

    @Test("this machine itself", arguments: ["127.0.0.1", "192.0.2.2", "::1"])
    func local(address: String) {
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address(address)])
        #expect(selection.isLocal)
        #expect(selection.link.carriers.map(\.name) == ["lo"])
    }

    @Test("a family without a route is distinguished")
    func missingFamily() {
        let selection = RouteSelection(
            snapshot: snapshot, destinations: [Facts.address("2001:db8::1"), Facts.address("198.51.100.1")])
        #expect(selection.gateway.familiesWithoutRoute == [.ipv6])
    }

    @Test("a link-local target uses the interface of its zone, and a link-local source address")
    func linkLocal() {
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("fe80::9%eth0")])
        #expect(selection.gateway.isOnLink)
        #expect(selection.address.usable.contains { $0.address.address.isLinkLocal })
        let elsewhere = RouteSelection(snapshot: snapshot, destinations: [Facts.address("fe80::9%veth9")])
        #expect(elsewhere.gateway.hops.isEmpty && elsewhere.gateway.familiesWithoutRoute == [.ipv6])
    }

    @Test("a link-local gateway is this machine only if its own link has the address")
    func linkLocalGateway() {
        func isOwn(_ gateway: String, bridge: String, own: String = "fe80::2%eth0") -> [Bool?] {
            var docker = Facts.link(
                "docker0", addresses: [.init(address: Facts.address(bridge), prefixLength: 64, scope: .link)])
            (docker.index, docker.kind) = (9, "bridge")
            let uplink = Facts.link(addresses: [
                .init(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global),
                .init(address: Facts.address(own), prefixLength: 64, scope: .link),
            ])
            let snapshot = NetworkSnapshot(links: [Facts.loopback, uplink, docker], routes: [Facts.route(gateway)])
            let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("2001:db8:9::1")])
            return selection.gateway.hops.map(\.isOwn)
        }
        #expect(isOwn("fe80::1%eth0", bridge: "fe80::1%docker0") == [nil])
        #expect(isOwn("fe80::1%eth0", bridge: "fe80::9%docker0", own: "fe80::1%eth0") == [true])
        // Packets to a routable address of any link stay on this machine.
        #expect(isOwn("2001:db8:7::1", bridge: "2001:db8:7::1") == [true])
    }
}
