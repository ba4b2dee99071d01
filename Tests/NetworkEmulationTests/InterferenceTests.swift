import NetworkModel
import Testing

@testable import NetworkEmulation

@Suite("Interception of the network")
struct InterferenceTests {
    /// A query for the address of www.example with the ID 0x1234 and RD.
    private static func question(type: UInt8 = 1) -> [UInt8] {
        [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3] + Array("www".utf8) + [7] + Array("example".utf8) + [
            0, 0, type, 0, 1,
        ]
    }

    private func action(_ interference: DNSInterference, _ query: [UInt8]) -> DNSInterference.Action {
        query.withUnsafeBytes { interference.action(for: $0) }
    }

    @Test(
        "DNS queries are answered with the code", arguments: [(DNSInterference.nxdomain, UInt8(3)), (.servfail, 2)])
    func codes(interference: DNSInterference, code: UInt8) {
        let query = Self.question()
        guard case .answer(let answer) = action(interference, query) else {
            Issue.record("no answer")
            return
        }
        #expect(answer == [0x12, 0x34, 0x81, 0x80 | code, 0, 1, 0, 0, 0, 0, 0, 0] + query[12...])
    }

    @Test("a hijacked name has this address, and none in IPv6")
    func hijack() throws {
        let address = try #require(IPAddress("192.0.2.7"))
        guard case .answer(let answer) = action(.hijack(address), Self.question()),
            case .answer(let other) = action(.hijack(address), Self.question(type: 28))
        else {
            Issue.record("no answer")
            return
        }
        #expect(answer[7] == 1 && answer.suffix(4) == [192, 0, 2, 7])
        #expect(other[3] == 0x80 && other[7] == 0 && other.count == Self.question().count)
    }

    @Test("invalid queries are not answered")
    func malformed() {
        let query = Self.question()
        for length in 0..<query.count { #expect(action(.nxdomain, Array(query[..<length])) == .drop) }
        var compressed = query
        compressed[12] = 0xc0
        #expect(action(.servfail, compressed) == .drop)
        var answer = query
        answer[2] |= 0x80
        #expect(action(.nxdomain, answer) == .drop)
        #expect(action(.silent, query) == .drop)
        #expect(action(.slow(.seconds(2)), []) == .forward(after: .seconds(2)))
    }

    @Test("the portal redirects everybody to its page, and is opened only there")
    func portal() throws {
        func reply(_ head: String, isOpen: Bool = false) -> CaptivePortalPages.Reply? {
            CaptivePortalPages.reply(to: Array(head.utf8), isOpen: isOpen)
        }
        #expect(reply("GET / HTTP/1.1\r\nHost: www.example\r\n") == nil)
        let away = try #require(reply("GET /accept HTTP/1.1\r\nHost: www.example\r\n\r\n"))
        #expect(!away.accepts && String(decoding: away.bytes, as: UTF8.self).contains("302 Found\r\n"))
        let page = try #require(reply("GET / HTTP/1.1\r\nHost: 198.18.13.1\r\n\r\n"))
        #expect(!page.accepts && String(decoding: page.bytes, as: UTF8.self).contains("/accept"))
        let accepted = try #require(reply("POST /accept HTTP/1.1\r\nhost: 198.18.13.1 \r\n\r\n"))
        #expect(accepted.accepts)
        #expect(try #require(reply("x\n\n")).accepts == false)
    }

    @Test("addresses are redirected as configured")
    func routes() throws {
        func decide(_ text: String, _ port: UInt16, tcp: Bool = true, _ settings: CableSettings) throws
            -> RoutePolicy.Decision
        {
            RoutePolicy(settings: settings).decide(
                PacketAddress(try #require(IPAddress(text))), port: port, isTCP: tcp)
        }
        func remote(_ text: String) throws -> RoutePolicy.Decision {
            .remote(PacketAddress(try #require(IPAddress(text))))
        }
        var settings = CableSettings()
        settings.resolvers = [try #require(IPAddress("127.0.0.53"))]
        #expect(try decide("192.0.2.1", 80, settings) == remote("192.0.2.1"))
        #expect(try decide("198.18.13.8", 80, settings) == remote("127.0.0.1"))
        #expect(try decide("fd6e:6574:6469:6167::8", 80, settings) == remote("::1"))
        #expect(try decide("198.18.13.5", 53, tcp: false, settings) == remote("127.0.0.53"))
        #expect(try decide("198.18.13.5", 80, settings) == .refused)
        #expect(try decide("198.18.13.6", 53, settings) == .refused)
        #expect(try decide("198.18.13.1", 80, settings) == .refused)
        #expect(try decide("198.18.13.9", 80, settings) == .failure(.hostUnreachable))
        #expect(try decide("127.0.0.1", 80, settings) == .failure(.hostUnreachable))
        #expect(try decide("224.0.0.1", 80, tcp: false, settings) == .failure(.hostUnreachable))
        settings.reach = .local
        #expect(try decide("192.0.2.1", 80, settings) == .failure(.networkUnreachable))
        #expect(try decide("198.18.13.5", 53, tcp: false, settings) == .refused)
        #expect(try decide("198.18.13.8", 80, settings) == remote("127.0.0.1"))
        settings = CableSettings()
        settings.dns = .silent
        #expect(try decide("192.0.2.1", 53, settings) == .silence)
        settings.dns = .nxdomain
        #expect(try decide("192.0.2.1", 53, settings) == .refused)
        settings = CableSettings()
        settings.hasPortal = true
        #expect(try decide("192.0.2.1", 80, settings) == .portal)
        #expect(try decide("192.0.2.1", 443, settings) == .refused)
        #expect(try decide("192.0.2.1", 0, tcp: false, settings) == .failure(.prohibited))
        var open = RoutePolicy(settings: settings)
        open.hasAccepted = true
        let server = PacketAddress(try #require(IPAddress("192.0.2.1")))
        #expect(open.decide(server, port: 443, isTCP: true) == .remote(server))
        #expect(open.decide(PacketAddress(CableNetwork.router), port: 80, isTCP: true) == .portal)
    }
}
