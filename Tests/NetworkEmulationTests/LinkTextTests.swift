import NetworkModel
import Testing

@testable import NetworkEmulation

@Suite("Link properties as text")
struct LinkTextTests {
    private func latency(_ text: String) throws -> [Duration] {
        let (latency, jitter) = try LinkText.latency(text)
        return [latency, jitter]
    }

    private func rates(_ text: String) throws -> [Int] {
        let (down, up) = try LinkText.rates(text)
        return [down, up]
    }

    @Test("are read with their units")
    func right() throws {
        #expect(try latency("80ms") == [.milliseconds(80), .zero])
        #expect(try latency("80ms±20ms") == [.milliseconds(80), .milliseconds(20)])
        #expect(try latency("1.5s+-0.5s") == [.milliseconds(1_500), .milliseconds(500)])
        #expect(try LinkText.loss("3%") == .init(probability: 0.03))
        #expect(try LinkText.loss("0.03:5") == .init(probability: 0.03, burst: 5))
        #expect(try LinkText.loss("100%") == .init(probability: 1))
        #expect(try rates("2Mbit/512kbit") == [2_000_000, 512_000])
        #expect(try LinkText.sendingRate("2Mbit") == 2_000_000)
        #expect(try rates("1.5Gbit") == [1_500_000_000, 1_500_000_000])
        #expect(try LinkText.mtu("1280") == .init(bytes: 1_280))
        #expect(try LinkText.bytes("9000") == 9_000 && LinkText.seed("7") == 7)
        for text in ["", "x", "-1", "1.5", "99999999999999999999999"] {
            #expect(throws: LinkTextError.self, "\(text)") { try LinkText.bytes(text) }
            #expect(throws: LinkTextError.self, "\(text)") { try LinkText.seed(text) }
        }
        #expect(try LinkText.mtu("1280:silent") == .init(bytes: 1_280, isReported: false))
        #expect(try LinkText.outage("10s/60s") == .init(length: .seconds(10), period: .seconds(60)))
        for fault in LinkText.dnsFaults { #expect(throws: Never.self, "\(fault)") { try LinkText.dns(fault) } }
        #expect(try LinkText.dns("slow:2s") == .slow(.seconds(2)))
        #expect(try LinkText.dns("hijack") == .hijack(CableRun.routerAddress))
        #expect(LinkText.duration("5m") == .seconds(300))
    }

    @Test(
        "are refused if they make no sense",
        arguments: [
            "", "-1", "80", "80ms±", "±20ms", "20ms±80ms", "1e9ms", "nanms", "infs", "61s", "80 ms", "80ms±20ms±1ms",
        ])
    func latency(text: String) {
        #expect(throws: LinkTextError.self) { try LinkText.latency(text) }
    }

    @Test(
        "are refused beyond their bounds",
        arguments: ["", "%", "101%", "1.1", "-3%", "3%:", "3%:0", "3%:20000", "99%:1.5", "3%%", "0x1%"])
    func loss(text: String) {
        #expect(throws: LinkTextError.self) { try LinkText.loss(text) }
    }

    @Test("are refused in other forms")
    func others() {
        for text in ["", "2", "2MB", "0Mbit", "2Mbit/", "2Mbit/1Mbit/1Mbit", "1000Gbit", "-2Mbit"] {
            #expect(throws: LinkTextError.self, "\(text)") { try LinkText.rates(text) }
        }
        for text in ["", "5", "2Mbit/512kbit", "-2Mbit"] {
            #expect(throws: LinkTextError.self, "\(text)") { try LinkText.sendingRate(text) }
        }
        for text in ["", "67", "1501", "1280:loud", "1280:silent:", "x"] {
            #expect(throws: LinkTextError.self, "\(text)") { try LinkText.mtu(text) }
        }
        for text in ["", "10s", "60s/10s", "10s/0", "10s/60s/1s"] {
            #expect(throws: LinkTextError.self, "\(text)") { try LinkText.outage(text) }
        }
        for text in ["", "silent:1", "slow:", "slow:61s", "hijack:", "hijack:::1", "hijack:name", "loud"] {
            #expect(throws: LinkTextError.self, "\(text)") { try LinkText.dns(text) }
        }
    }

    @Test(
        "are refused with the error and the correct form",
        arguments: [
            ("10ms±20ms", "the jitter 20ms is greater than the latency; at most 10ms±10ms"),
            ("61s", "a latency is at most 60s"),
            ("80", "write a time, or one with its jitter, as in 80ms or 80ms±20ms"),
        ])
    func reasons(text: String, reason: String) {
        let error = #expect(throws: LinkTextError.self) { try LinkText.latency(text) }
        #expect(error?.description == reason)
    }

    @Test("resolv.conf is read as the resolver does, without link-specific servers")
    func resolvers() {
        let text = """
            # nameserver 192.0.2.9
            nameserver 127.0.0.53
            nameserver fe80::1%eth0
            nameserver 2001:db8::53
            nameserver
            nameserver nonsense
            search lab.example
            options edns0 trust-ad
            lookup file bind
            """
        let file = ResolverFile(text.utf8)
        #expect(file.servers.map(\.description) == ["127.0.0.53", "2001:db8::53"])
        #expect(file.otherLines == ["search lab.example", "options edns0 trust-ad"])
    }
}

@Suite("Routes of this machine")
struct HostTablesTests {
    @Test("destinations are read, except for loopback, link-local, multicast and rejecting ones")
    func routes() {
        let routes4 = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            eth0\t00000000\t0100000A\t0003\t0\t0\t0\t00000000\t0\t0\t0
            eth0\t0000000A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
            eth0\t0000000A\t00000000\t0001\t0\t0\t9\t00FFFFFF\t0\t0\t0
            eth0\t0000FEA9\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
            *\t0000A8C0\t00000000\t0200\t0\t0\t0\t0000FFFF\t0\t0\t0
            """
        let zero = String(repeating: "0", count: 32)
        let routes6 = [
            ("fd770001000000000000000000000000 40", "00000001", "eth0"),
            ("fd770001000000000000000000000001 80", "80200001", "eth0"),
            ("fe800000000000000000000000000000 40", "00000001", "eth0"),
            ("ff000000000000000000000000000000 08", "00000001", "eth0"),
            ("\(zero) 00", "00200200", "lo"),
        ].map { "\($0) \(zero) 00 \(zero) 00000100 00000001 00000000 \($1) \($2)\n" }.joined()
        let tables = HostTables(routes4: routes4.utf8, routes6: routes6.utf8)
        #expect(
            tables.routes.map { "\($0.prefix.address)/\($0.length)" } == [
                "0.0.0.0/0", "10.0.0.0/24", "fd77:1::/64",
            ])
    }

    @Test("text that is not a table has no routes")
    func malformed() {
        let tables = HostTables(routes4: "eth0\t1\t\nx".utf8, routes6: "\u{0}\n1 2 3 4 5 6 7 8 9 10 11".utf8)
        #expect(tables.routes.isEmpty)
    }
}
