import FoundationEssentials
import NetworkModel
import Testing

@Suite("The model")
struct ModelTests {
    @Test(
        "status codes are those of the contract",
        arguments: [
            (ConnectionStatus.noErr, 0), (.err, -66560), (.connectionUp, -66559), (.connectionIndeterminate, -66558),
            (.connectionDown, -66557),
        ])
    func codes(status: ConnectionStatus, code: Int) {
        #expect(status.code == code)
    }

    @Test(
        "the nearest key is suggested, and among several the one with the same beginning",
        arguments: [
            ("rout", ["port", "routes"], "routes"), ("Ports", ["port", "routes"], "port"),
            ("dns-sd", ["dns_sd"], "dns_sd"),
            ("xyz", ["port"], nil), ("ab", ["ba"], "ba"), ("ab", ["cd"], nil), ("prot", ["part", "port"], "port"),
        ] as [(String, [String], String?)])
    func suggestions(key: String, known: [String], nearest: String?) {
        #expect(KeySuggestion.nearest(to: key, among: known) == nearest)
        #expect(KeySuggestion.nearest(to: "\(key)xyz", among: known, within: 1) == nil)
    }

    @Test("a swap of neighbours is one edit")
    func swaps() {
        #expect(KeySuggestion.nearest(to: "GTE", among: ["GET", "PUT"], within: 1) == "GET")
        #expect(KeySuggestion.nearest(to: "cuont", among: ["count"], within: 1) == "count")
        #expect(KeySuggestion.nearest(to: "ocnut", among: ["count"], within: 1) == nil)
    }

    @Test(
        "addresses are read and printed as in RFC 5952",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("fe80::1%eth0", "fe80::1%eth0"),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
            ("10.100.99.109", "10.100.99.109"), ("9.200.205.7", "9.200.205.7"),
        ])
    func addresses(text: String, printed: String) {
        #expect(IPAddress(text)?.description == printed)
    }

    @Test(
        "an address with an unreadable zone is written without it",
        arguments: ["", "a\u{1b}[2J", "a b", "a/b", "a%b", "\u{fffd}\u{fffd}", "a\u{202e}b", "sixteen.letters."])
    func unreadableZones(zone: String) throws {
        let address = try #require(IPAddress(bytes: [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1], zone: zone))
        #expect(address.description == "fe80::1")
        #expect(try JSON.decode([IPAddress].self, from: Data(JSON.line([address]))) == [address])
    }

    @Test(
        "invalid addresses are refused",
        arguments: ["", "1.2.3", "1.2.3.4.5", "fe80::1%", "192.0.2.1%eth0", "::1%a b", "1.2.3.4\u{0}"])
    func noAddresses(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "reverse names",
        arguments: [
            ("192.0.2.1", "1.2.0.192.in-addr.arpa"),
            ("2001:db8::1", "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa"),
        ])
    func reverse(text: String, name: String) throws {
        #expect(try #require(IPAddress(text)).reverseName == name)
    }

    @Test(
        "prefixes",
        arguments: [
            ("10.1.2.3", "10.1.0.0", 16, true), ("10.2.2.3", "10.1.0.0", 16, false), ("10.1.2.3", "10.1.2.2", 31, true),
            ("10.1.2.3", "0.0.0.0", 0, true), ("10.1.2.3", "::", 0, false), ("2001:db8::1", "2001:db8::", 33, true),
        ])
    func prefixes(address: String, prefix: String, length: Int, isIn: Bool) throws {
        let (address, prefix) = (try #require(IPAddress(address)), try #require(IPAddress(prefix)))
        #expect(address.isIn(prefix: prefix, length: length) == isIn)
    }

    @Test("the longest prefix wins, then the lowest metric")
    func routes() throws {
        let far = Route(family: .ipv4, gateway: IPAddress("10.0.0.1"), interface: "a", metric: 200)
        let near = Route(family: .ipv4, gateway: IPAddress("10.0.0.2"), interface: "b", metric: 100)
        let exact = Route(
            family: .ipv4, destination: IPAddress("10.9.0.0"), prefixLength: 16, interface: "c", metric: 900)
        let snapshot = NetworkSnapshot(routes: [far, near, exact])
        #expect(snapshot.route(to: try #require(IPAddress("192.0.2.1"))) == near)
        #expect(snapshot.route(to: try #require(IPAddress("10.9.1.1"))) == exact)
        #expect(snapshot.route(to: try #require(IPAddress("::2"))) == nil)
    }

    @Test(
        "a link-local address belongs to this machine on its own link alone, and an address that another host has, nowhere",
        arguments: [
            ("fe80::1%docker0", nil, true), ("fe80::1%3", nil, true), ("fe80::1%eth0", nil, false),
            ("fe80::1", nil, true),
            ("fe80::1", "eth0", false), ("192.0.2.7", nil, true), ("192.0.2.7", "docker0", false),
            ("192.0.2.8", nil, false),
        ])
    func ownAddresses(address: String, interface: String?, isOwn: Bool) throws {
        func link(_ index: UInt32, _ name: String, _ addresses: [LinkAddress]) -> Link {
            Link(
                index: index, name: name, isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1500,
                addresses: addresses)
        }
        func held(_ address: String, _ flags: [LinkAddress.Flag] = []) throws -> LinkAddress {
            LinkAddress(address: try #require(IPAddress(address)), prefixLength: 24, scope: .global, flags: flags)
        }
        let snapshot = try NetworkSnapshot(links: [
            link(2, "eth0", [held("192.0.2.7"), held("192.0.2.8", [.dadFailed])]),
            link(3, "docker0", [held("fe80::1")]),
        ])
        #expect(snapshot.isOwn(try #require(IPAddress(address)), on: interface) == isOwn)
    }

    @Test("text from the network cannot control a terminal or imitate an escape")
    func safeText() {
        #expect(SafeText.escaped("plain — ünï 日本") == "plain — ünï 日本")
        #expect(SafeText.escaped("a\u{1b}[31m\nb\u{202e}c\\u{7}") == "a\\u{1b}[31m\\u{a}b\\u{202e}c\\\\u{7}")
    }

    @Test("a report is read back from JSON unchanged, and has the documented form")
    func report() throws {
        let finding = Finding(
            id: "dns.servfail", layer: .dns, severity: .error, confidence: 0.98, summary: "s", advice: ["a"])
        let report = Report(
            target: "https://example.org/", started: Timestamp(millisecondsSince1970: 1_700_000_000_123),
            duration: .microseconds(41_200), status: .connectionDown, findings: [finding],
            layers: [
                LayerReport(
                    layer: .link, status: .connectionUp, duration: .microseconds(300),
                    evidence: .init(LinkEvidence(carriers: [], others: ["eth1"]))),
                LayerReport(layer: .tcp, status: .noErr),
            ])
        let line = try JSON.line(report)
        #expect(try JSON.decode(Report.self, from: line) == report)
        let text = String(decoding: line, as: UTF8.self)
        #expect(text.contains(#""code":-66557"#))
        #expect(text.contains(#""duration_ms":41.2"#))
        #expect(text.contains(#""started":"2023-11-14T22:13:20.123Z""#))
        #expect(text.contains(#"{"code":0,"duration_ms":0,"evidence":{},"layer":"tcp","status":"noErr"}"#))
    }

    @Test("a report that is up has a null cause, a degraded one names its warning")
    func causes() throws {
        let up = Report(
            target: "a", started: Timestamp(), duration: .zero, status: .connectionUp, findings: [], layers: [])
        #expect(String(decoding: try JSON.line(up), as: UTF8.self).contains(#""cause":null"#))
        let warning = Finding(id: "tcp.slow", layer: .tcp, severity: .warning, confidence: 1, summary: "", advice: [])
        let degraded = Report(
            target: "a", started: Timestamp(), duration: .zero, status: .connectionUp, findings: [warning], layers: [])
        #expect(degraded.degraded && degraded.cause == warning)
    }

    @Test("TXT values: flag, text and bytes")
    func txt() throws {
        let instance = ServiceInstance(
            name: "Web, one", type: "_http._tcp", domain: "local", interface: "eth0",
            txt: ["path": .text("/"), "flag": .flag, "raw": .bytes([0xff])])
        let line = try JSON.line(ServiceEvent(.resolved, instance))
        #expect(
            String(decoding: line, as: UTF8.self).contains(#""txt":{"flag":null,"path":"/","raw":{"base64":"/w=="}}"#))
        #expect(try JSON.decode(ServiceEvent.self, from: line).instance == instance)
    }

    @Test(
        "times are in UTC as in RFC 3339, and read as they were written",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
            (951_782_400_001, "2000-02-29T00:00:00.001Z"), (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func timestamps(milliseconds: Int64, text: String) throws {
        let timestamp = Timestamp(millisecondsSince1970: milliseconds)
        #expect(timestamp.description == text)
        let line = try JSON.line([timestamp])
        #expect(try JSON.decode([Timestamp].self, from: line) == [timestamp])
    }
}
