import FoundationEssentials
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Services as Prometheus targets")
struct ScrapeTargetTests {
    private static func instance(
        _ name: String = "Web", on interface: String = "eth0", at addresses: String..., port: UInt16 = 80,
        txt: [String: TXTValue] = [:], stale: Bool = false
    ) -> ServiceInstance {
        ServiceInstance(
            name: name, type: "_http._tcp", domain: "local", interface: interface, host: "web.local", port: port,
            addresses: addresses.compactMap { IPAddress($0) }, txt: txt, stale: stale)
    }

    private static func all(
        _ instances: [ServiceInstance], families: Set<AddressFamily> = [.ipv4, .ipv6], stale: Bool = true
    ) -> [ScrapeTarget] {
        var book = ScrapeTargetAddresses()
        return book.targets(of: instances, families: families, stale: stale)
    }

    private static func places(_ instances: [ServiceInstance], _ families: Set<AddressFamily> = [.ipv4, .ipv6])
        -> [String]
    {
        Self.all(instances, families: families).flatMap(\.targets)
    }

    @Test("the best address is IPv4, then routed IPv6, then a link-local one with its zone")
    func addresses() {
        let all = ["fe80::1%eth0", "fd00::1", "169.254.1.1", "192.0.2.1"]
        let expected = ["192.0.2.1:80", "[fd00::1]:80", "169.254.1.1:80", "[fe80::1%eth0]:80"]
        var left = all
        for place in expected {
            var instance = Self.instance()
            instance.addresses = left.compactMap { IPAddress($0) }
            #expect(Self.places([instance]) == [place])
            left.removeAll { place.contains($0) }
        }
        #expect(Self.places([Self.instance(at: "192.0.2.1", "fd00::1")], [.ipv6]) == ["[fd00::1]:80"])
    }

    @Test(
        "addresses that other hosts cannot use are no targets",
        arguments: ["127.0.0.1", "::1", "0.0.0.0", "224.0.0.1", "fe80::1", "169.254.169.254", "fd00:ec2::254"])
    func useless(address: String) {
        #expect(Self.places([Self.instance(at: address)]).isEmpty)
    }

    @Test("a service without a port, or one that has not been resolved, is no target")
    func unresolved() {
        #expect(Self.places([Self.instance(at: "192.0.2.1", port: 0)]).isEmpty)
        let added = ServiceInstance(name: "Web", type: "_http._tcp", domain: "local", interface: "eth0")
        #expect(Self.places([added]).isEmpty)
    }

    @Test("an instance on several interfaces is one target, and targets are sorted by name")
    func order() {
        let instances = [
            Self.instance("b", on: "wlan0", at: "fd00::2"), Self.instance("B", on: "eth0", at: "192.0.2.2"),
            Self.instance("a", at: "192.0.2.1"),
        ]
        let expected = ["192.0.2.1:80", "192.0.2.2:80"]
        #expect(Self.places(instances) == expected && Self.places(instances.reversed()) == expected)
    }

    @Test("a service that responds is listed before one that does not")
    func stale() {
        let instances = [
            Self.instance(on: "eth0", at: "192.0.2.1", stale: true), Self.instance(on: "eth1", at: "fd00::1"),
        ]
        #expect(Self.places(instances) == ["[fd00::1]:80"])
        #expect(Self.all([instances[0]]).first?.labels["__meta_netdiag_stale"] == "true")
        #expect(Self.all([instances[0]], stale: false).isEmpty)
    }

    @Test("labels are named as in Prometheus, and contain only text")
    func labels() throws {
        let txt: [String: TXTValue] = [
            "Path": .text("/metrics"), "team.name": .text("tills"), "team-name": .text("other"), "flag": .flag,
            "empty": .text(""), "raw": .bytes([0xff]), "ü": .text("ö"),
        ]
        let target = try #require(Self.all([Self.instance(at: "192.0.2.1", txt: txt)]).first)
        let meta = target.labels.filter { $0.key.contains("txt") }
        #expect(
            meta == [
                "__meta_netdiag_txt_path": "/metrics", "__meta_netdiag_txtpresent_path": "true",
                // If two keys result in the same label, the first one is used.
                "__meta_netdiag_txt_team_name": "other", "__meta_netdiag_txtpresent_team_name": "true",
                "__meta_netdiag_txtpresent_flag": "true", "__meta_netdiag_txtpresent_raw": "true",
                "__meta_netdiag_txt_empty": "", "__meta_netdiag_txtpresent_empty": "true",
                "__meta_netdiag_txt__": "ö", "__meta_netdiag_txtpresent__": "true",
            ])
        let rest = target.labels.filter { !$0.key.contains("txt") }
        #expect(
            rest == [
                "__meta_netdiag_name": "Web", "__meta_netdiag_type": "_http._tcp", "__meta_netdiag_domain": "local",
                "__meta_netdiag_host": "web.local", "__meta_netdiag_interface": "eth0", "__meta_netdiag_stale": "false",
            ])
    }

    @Test("hostile names stay within their label")
    func hostile() throws {
        let name = "\"}],{\u{1b}[31m\n\u{202e}"
        let target = Self.all([Self.instance(name, at: "192.0.2.1", txt: ["\"\n": .text("\u{0}")])])
        let json = String(decoding: try JSON.line(target), as: UTF8.self)
        #expect(!json.contains("\n") && !json.contains("\u{1b}") && !json.contains("\u{202e}"))
        #expect(try JSONValue(reading: Array(json.utf8)).shown == "a list of 1")
        #expect(target[0].labels["__meta_netdiag_name"] == name && target[0].labels["__meta_netdiag_txt___"] == "\u{0}")
    }
}
