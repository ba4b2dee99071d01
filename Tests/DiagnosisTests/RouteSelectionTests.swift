import Diagnosis
import NetworkModel
import Testing

@Suite("The way out")
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

    @Test("this machine itself", arguments: ["127.0.0.1", "192.0.2.2", "::1"])
    func local(address: String) {
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address(address)])
        #expect(selection.isLocal)
        #expect(selection.link.carriers.map(\.name) == ["lo"])
    }

    @Test("a family without a route is told apart")
    func missingFamily() {
        let selection = RouteSelection(
            snapshot: snapshot, destinations: [Facts.address("2001:db8::1"), Facts.address("198.51.100.1")])
        #expect(selection.gateway.familiesWithoutRoute == [.ipv6])
    }

    @Test("a link-local target leaves by its zone, from a link-local address")
    func linkLocal() {
        let selection = RouteSelection(snapshot: snapshot, destinations: [Facts.address("fe80::9%eth0")])
        #expect(selection.gateway.isOnLink)
        #expect(selection.address.usable.contains { $0.address.address.isLinkLocal })
        let elsewhere = RouteSelection(snapshot: snapshot, destinations: [Facts.address("fe80::9%veth9")])
        #expect(elsewhere.gateway.hops.isEmpty && elsewhere.gateway.familiesWithoutRoute == [.ipv6])
    }
}
