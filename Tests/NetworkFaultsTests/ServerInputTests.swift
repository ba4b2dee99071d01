import NIOHTTP1
import Testing

@testable import NetworkFaults

@Suite("Input of servers")
struct ServerInputTests {
    /// RFC 1035 section 4.1: www.a.test A, with recursion desired.
    private static let query: [UInt8] =
        [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + [3] + Array("WWW".utf8) + [1, 0x61, 4] + Array("test".utf8)
        + [0, 0, 1, 0, 1]

    @Test("a DNS query, and its reply")
    func question() throws {
        let query = try #require(DNSQuery(Self.query))
        #expect(query.name == "www.a.test" && query.type == 1 && query.maxReplyBytes == 512 && !query.isUnchecked)
        let zone = try DNSZone(["www.a.test A 192.0.2.1"])
        let reply = query.reply(records: zone.lookUp("www.a.test", 1).records)
        #expect(reply.prefix(4) == [0x12, 0x34, 0x85, 0x80] && reply.suffix(4) == [192, 0, 2, 1])
        #expect(query.reply(but: .id).prefix(2) == [0x47, 0x34])
        #expect(query.reply(isTruncated: true)[2] & 2 == 2)
        let option: [UInt8] = [0, 0, 41, 0x10, 0, 0, 0, 0, 0, 0, 0]
        var extended = Self.query + option
        extended[11] = 1
        #expect(DNSQuery(extended)?.maxReplyBytes == 4_096)
    }

    @Test("invalid messages are left out")
    func malformed() {
        for count in 0..<Self.query.count { #expect(DNSQuery(Array(Self.query.prefix(count))) == nil) }
        var pointer = Self.query
        pointer[12] = 0xc0
        #expect(DNSQuery(pointer) == nil)
        var response = Self.query
        response[2] = 0x81
        #expect(DNSQuery(response) == nil)
        let long =
            Array(Self.query.prefix(12)) + Array(repeating: [UInt8(1), 0x61], count: 128).joined() + [0, 0, 1, 0, 1]
        #expect(DNSQuery(long) == nil)
    }

    @Test("a zone: names, aliases, wildcards and missing names")
    func zone() throws {
        let zone = try DNSZone([
            "a.b.test A 192.0.2.1", "x.test CNAME a.b.test", "loop.test CNAME loop.test", "*.w.test A 192.0.2.2",
        ])
        #expect(zone.lookUp("a.b.test", 1).records.count == 1 && zone.lookUp("a.b.test", 28).code == 0)
        #expect(zone.lookUp("b.test", 1).code == 0 && zone.lookUp("c.test", 1).code == 3)
        #expect(zone.lookUp("x.test", 1).records.count == 2 && zone.lookUp("x.test", 5).records.count == 1)
        #expect(zone.lookUp("loop.test", 1).records.count == 8)
        #expect(zone.lookUp("one.two.w.test", 1).records.count == 1)
        for line in ["", "a A", "a A 1.2.3", "a AAAA 192.0.2.1", "a..b A 192.0.2.1", "a MX x y", "a LOC 1", "a 60 A"] {
            #expect(throws: FaultError.self) { try DNSZone([line]) }
        }
    }

    @Test(
        "texts of a zone, in quotes or without",
        arguments: [
            ("a.test TXT one  two", "\u{7}one two"), ("a.test 60 IN TXT \"one  two\"", "\u{8}one  two"),
            ("a.test TXT \"a\" \"\"\t\"b c\"", "\u{1}a\u{0}\u{3}b c"),
            (#"a.test TXT "q\"\\ \065;""#, "\u{6}q\"\\ A;"), ("a.test TXT \"v=spf1 -all\" ", "\u{b}v=spf1 -all"),
        ])
    func texts(_ line: String, _ data: String) throws {
        let record = try #require(try DNSZone([line]).lookUp("a.test", 16).records.first)
        // The owner takes 8 bytes; type, class, time and length 10.
        #expect(String(decoding: record.dropFirst(18), as: UTF8.self) == data)
    }

    @Test(arguments: [
        "a.test TXT \"open", "a.test TXT \"a\" b", #"a.test TXT "\999""#,
        "a.test TXT \"\(String(repeating: "x", count: 256))\"",
        "a.test TXT \(String(repeating: "x", count: 256))", #"a.test TXT "a\"#,
    ])
    func invalidTexts(_ line: String) {
        #expect(throws: FaultError.self) { try DNSZone([line]) }
    }

    @Test("scripts")
    func scripts() throws {
        let script = try ServerScript(["send 220 hello  there", "", "# no step", "expect EHLO", "wait 1s", "hang"])
        #expect(
            script.steps == [.send("220 hello  there"), .expect("EHLO"), .wait(.seconds(1)), .hang])
        for line in ["say x", "wait", "wait 1h", "close now", "send a\nb"] {
            #expect(throws: FaultError.self) { try ServerScript([line]) }
        }
        #expect(throws: FaultError.self) { try ServerScript(Array(repeating: "hang", count: 1_001)) }
    }

    @Test("paths of an FTP server stay below its root")
    func paths() {
        #expect(FTPFiles.resolve("../../etc/passwd", in: "/a") == "/etc/passwd")
        #expect(FTPFiles.resolve("./b//c/..", in: "/a") == "/a/b" && FTPFiles.resolve("", in: "/") == "/")
    }

    @Test("the destination of a request to a proxy")
    func destinations() {
        func place(_ method: String, _ uri: String) -> String {
            let found = HTTPProxyHandler.destination(
                of: .init(version: .http1_1, method: .init(rawValue: method), uri: uri))
            return found.place + " " + found.path
        }
        #expect(place("CONNECT", "a.test:443") == "a.test:443 /")
        #expect(
            place("GET", "http://a.test/x?y") == "a.test:80 /x?y" && place("GET", "http://a.test:81") == "a.test:81 /")
        #expect(place("GET", "http://[::1]/") == "[::1]:80 /")
    }
}
