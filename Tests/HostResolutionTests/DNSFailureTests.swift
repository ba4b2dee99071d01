import EventLoopKit
import Foundation
import Glibc
import HostResolution
import NetworkModel
import Synchronization
import SystemAddresses
import Testing

@Suite("Servers that fail in different ways")
struct DNSFailureTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }
    var client: DNSClient { DNSClient(loop: loop, streamLimit: .seconds(60)) }

    private func ask(
        _ name: String = "h.test", _ type: DNSRecordType = .a, timeout: Duration = .seconds(60),
        _ handler: @escaping RawDNSServer.Handler
    ) async throws -> DNSAnswer {
        let server = try RawDNSServer(handler)
        defer { withExtendedLifetime(server) {} }
        return try await client.query(name, type: type, server: server.address, timeout: timeout)
    }

    @Test(
        "response codes are distinguished",
        arguments: [
            (1, .malformed), (2, .servfail), (3, .nxdomain), (4, .refused), (5, .refused), (9, .servfail),
        ] as [(UInt8, Resolution.FailureReason)])
    func codes(code: UInt8, reason: Resolution.FailureReason) async throws {
        let answer = try await ask { Reply.to($0, code: code) }
        #expect(answer.failure == reason)
        #expect(answer.records.isEmpty)
    }

    @Test("an empty answer is no data")
    func noData() async throws {
        #expect(try await ask { Reply.to($0) }.failure == .noData)
    }

    @Test("a server that only returns referrals counts as refusing")
    func referral() async throws {
        let answer = try await ask {
            Reply.to($0, recursion: false, authority: [Reply.record(2, Reply.name("ns.test"))])
        }
        #expect(answer.failure == .refused)
    }

    @Test("a closed port is reported as such, in both families", arguments: ["127.0.0.1", "::1"])
    func closed(on text: String) async throws {
        let port = try UDPSocket.closed(text)
        defer { withExtendedLifetime(port) {} }
        let answer = try await client.query("h.test", type: .a, server: port.address, timeout: .seconds(60))
        #expect(answer.failure == .closed && !answer.isUnsent)
    }

    @Test("a host that reports its closed port for the query without EDNS alone has no server")
    func closedForOneForm() async throws {
        let port = try UDPSocket()
        defer { withExtendedLifetime(port) {} }
        Thread.detachNewThread { [port] in
            var buffer = [UInt8](repeating: 0, count: 512)
            // The query with EDNS, and its only repetition.
            for _ in 0..<2 { recv(port.descriptor, &buffer, buffer.count, 0) }
            _ = port.address.withSockaddr { connect(port.descriptor, $0, $1) }
        }
        let answer = try await client.query(
            "h.test", type: .a, server: port.address, timeout: .milliseconds(1_100))
        #expect(answer.failure == .closed)
    }

    @Test("silence is a timeout, after a retransmission if little time is left")
    func silence() async throws {
        let server = try RawDNSServer { _ in nil }
        let answer = try await client.query("h.test", type: .a, server: server.address, timeout: .milliseconds(300))
        #expect(answer.failure == .timeout && !answer.isUnsent)
        // The server may not have read all queries yet.
        for await query in server.arrivals where query.number == 1 { break }
        #expect(server.queries.count >= 2)
        #expect(server.queries.first?.bytes[11] == 1)
        #expect(UDPSocket.connected(to: server.address.port) == 0)
    }

    @Test("a missing route to a server does not count as its answer")
    func noRoute() async throws {
        // The zone is not an interface, so that the kernel refuses the connection.
        let nowhere = SocketAddress(IPAddress("fe80::1%none0")!, port: 53)
        let answer = try await client.query("h.test", type: .a, server: nowhere)
        #expect(answer.failure == .timeout && answer.isUnsent)
    }

    @Test("a lost packet is retransmitted")
    func lostPacket() async throws {
        let answer = try await ask {
            $0.number == 0 ? nil : Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 1])])
        }
        #expect(answer.records.map(\.value) == [.address(IPAddress("192.0.2.1")!)])
    }

    @Test("a truncated answer is queried again over TCP")
    func truncated() async throws {
        let answer = try await ask { query in
            guard query.isTCP else { return Reply.to(query, isTruncated: true) }
            return Reply.to(query, answers: (0..<200).map { Reply.record(1, [192, 0, 2, UInt8($0)]) })
        }
        #expect(answer.failure == nil)
        #expect(answer.records.count == 200)
    }

    @Test("an answer of the maximum message size is cut")
    func manyRecords() async throws {
        let answer = try await ask { query in
            guard query.isTCP else { return Reply.to(query, isTruncated: true) }
            return Reply.to(
                query, answers: (0..<4_000).map { Reply.record(1, [10, 0, UInt8($0 >> 8), UInt8($0 & 0xff)]) })
        }
        #expect(answer.records.count == 256)
    }

    @Test(
        "messages without end over TCP are not received until the deadline, and a complete response before them counts",
        arguments: [12, 65_535])
    func endless(size: Int) async throws {
        let others = try RawDNSServer(isEndless: true) { query in
            query.isTCP ? [UInt8](repeating: 1, count: size) : Reply.to(query, isTruncated: true)
        }
        let begun = ContinuousClock.now
        let answer = try await client.query("h.test", type: .a, server: others.address, timeout: .seconds(60))
        #expect(answer.isTruncated && answer.failure == .malformed)
        #expect(begun.duration(to: .now) < .seconds(50))
        let right = try RawDNSServer(isEndless: true) { query in
            Reply.to(query, isTruncated: !query.isTCP, answers: [Reply.record(1, [192, 0, 2, 1])])
        }
        #expect(try await client.query("h.test", type: .a, server: right.address, timeout: .seconds(60)).failure == nil)
        withExtendedLifetime((others, right)) {}
    }

    @Test("a forged id, a forged question and random bytes are ignored")
    func forged() async throws {
        for forge: @Sendable (RawDNSServer.Query) -> [UInt8] in [
            { [$0.bytes[0] ^ 1] + Reply.to($0, answers: [Reply.record(1, [6, 6, 6, 6])]).dropFirst() },
            { query in
                var reply = Reply.to(query, answers: [Reply.record(1, [6, 6, 6, 6])])
                reply[13] ^= 1
                return reply
            },
            { _ in [0xff] },
            { _ in (0..<200).map { UInt8($0) } },
        ] {
            let server = try RawDNSServer { forge($0) }
            let answer = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
            #expect(answer.failure == .malformed)
            #expect(answer.ignoredReplies > 0)
            withExtendedLifetime(server) {}
        }
    }

    @Test("a genuine reply after a forged one counts")
    func forgedFirst() async throws {
        // Both come at once: the time for the genuine one is limited.
        let server = try RawDNSServer(sending: [0xff]) { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 1])]) }
        let answer = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(answer.failure == nil)
        #expect(answer.ignoredReplies == 1)
        withExtendedLifetime(server) {}
    }

    @Test("a valid reply from another address shows why a server seems silent, and is never an answer")
    func otherSource() async throws {
        let other = try UDPSocket("127.0.0.2")
        let server = try RawDNSServer(replyingFrom: other) { Reply.to($0, answers: [Reply.record(1, [6, 6, 6, 6])]) }
        let answer = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(answer.failure == .malformed && answer.records.isEmpty)
        #expect(answer.repliedFrom == other.address.address && answer.ignoredReplies == 1)
        // The query with EDNS, the one without, and the one on the socket that is not connected.
        #expect(Set(server.queries.map(\.bytes)).count == 3)
        withExtendedLifetime(server) {}
    }

    @Test("a reply from another address to something else shows nothing")
    func forgedByOther() async throws {
        let other = try UDPSocket("127.0.0.2")
        let server = try RawDNSServer(replyingFrom: other) { query in
            [query.bytes[0] ^ 1] + Reply.to(query, answers: [Reply.record(1, [6, 6, 6, 6])]).dropFirst()
        }
        let answer = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(3))
        #expect(answer.failure == .timeout && answer.repliedFrom == nil && answer.ignoredReplies == 0)
        withExtendedLifetime(server) {}
    }

    @Test("the code of a failure comes with the server's explanation, and is not queried twice")
    func extendedErrors() async throws {
        let server = try RawDNSServer { query in
            var reply = Reply.to(query, code: 2)
            reply[11] = 1
            let text = Array("no signature \u{1b}".utf8)
            let option: [UInt8] = [0, 15, 0, UInt8(text.count + 2), 0, 10] + text
            return reply + [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, UInt8(option.count)] + option
        }
        let answer = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(answer.failure == .servfail)
        #expect(answer.extendedErrors == [ExtendedDNSError(code: 10, text: "no signature \u{1b}")])
        // On a busy machine, the same query may be repeated before the server answers.
        #expect(Set(server.queries.filter { $0.bytes[11] == 1 }.map { Array($0.bytes.prefix(2)) }).count == 1)
    }

    @Test("a query can be sent over TCP only, and with checking disabled")
    func options() async throws {
        let server = try RawDNSServer { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 1])]) }
        let options = DNSQueryOptions(transport: .tcp, checking: .disabled)
        let answer = try await client.query(
            "h.test", type: .a, server: server.address, options: options, timeout: .seconds(60))
        #expect(answer.failure == nil)
        #expect(server.queries.map(\.isTCP) == [true])
        #expect(server.queries.map { $0.bytes[3] & 0x10 } == [0x10])
        _ = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(server.queries.last.map { $0.bytes[3] & 0x10 } == 0)
    }

    @Test("a truncated answer whose TCP query fails is reported quickly")
    func truncatedForNothing() async throws {
        let silent = try RawDNSServer { _ in nil }
        let isOver = Mutex(false)
        let longer = Task {
            _ = try await client.query("h.test", type: .a, server: silent.address, timeout: .seconds(30))
            isOver.withLock { $0 = true }
        }
        let answer = try await ask { $0.isTCP ? nil : Reply.to($0, isTruncated: true) }
        #expect(!isOver.withLock { $0 })
        longer.cancel()
        withExtendedLifetime(silent) {}
        #expect(answer.isTruncated)
        #expect(answer.failure != nil)
    }

    @Test(
        "a reply that ends early, or has wrong record counts, is malformed",
        arguments: [
            Reply.record(1, [192, 0, 2]),
            Reply.record(1, [192, 0, 2, 1]).dropLast(2) as [UInt8],
            [0xc0, 0xff],
            Reply.record(5, [0xc0, 0xff]),
            // A name that points to itself.
            [0xc0, 29, 0, 1, 0, 1],
        ])
    func malformed(record: [UInt8]) async throws {
        #expect(try await ask { Reply.to($0, answers: [record]) }.failure == .malformed)
        #expect(try await ask { Reply.to($0, answers: [record], announced: 9_999) }.failure == .malformed)
    }

    @Test("alias loops are malformed")
    func loop() async throws {
        let answer = try await ask { query in
            Reply.to(
                query,
                answers: [
                    Reply.record(5, Reply.name("other.test")),
                    Reply.record(5, Reply.name("h.test"), owner: Reply.name("other.test")),
                ])
        }
        #expect(answer.failure == .malformed)
        #expect(answer.isAliasLoop)
        #expect(answer.aliases == ["other.test", "h.test"])
    }

    @Test("a long chain of aliases is followed to its end, and some of them are reported")
    func longChain() async throws {
        let answer = try await ask("c0.test") { query in
            var answers = (0..<20).map {
                Reply.record(5, Reply.name("c\($0 + 1).test"), owner: Reply.name("c\($0).test"))
            }
            answers.append(Reply.record(1, [192, 0, 2, 7], owner: Reply.name("c20.test")))
            return Reply.to(query, answers: answers)
        }
        #expect(answer.records.map(\.value) == [.address(IPAddress("192.0.2.7")!)])
        #expect(!answer.isAliasLoop)
        #expect(answer.aliases.count == 16)
    }

    @Test("a repeated record counts once")
    func equalRecords() async throws {
        let answer = try await ask { query in
            Reply.to(query, answers: (0..<20).map { Reply.record(1, [192, 0, 2, UInt8($0 % 2)]) })
        }
        #expect(answer.records.count == 2)
    }

    @Test("aliases are followed whatever their order and case, and the lowest TTL counts")
    func aliases() async throws {
        let answer = try await ask("a.test") { query in
            Reply.to(
                query,
                answers: [
                    Reply.record(1, ttl: 300, [192, 0, 2, 3], owner: Reply.name("C.test")),
                    Reply.record(5, ttl: 20, Reply.name("c.TEST"), owner: Reply.name("b.test")),
                    Reply.record(5, ttl: 90, Reply.name("B.test")),
                    // A record of a name that the question does not refer to.
                    Reply.record(1, [6, 6, 6, 6], owner: Reply.name("d.test")),
                ])
        }
        #expect(answer.aliases == ["B.test", "c.TEST"])
        #expect(answer.records == [DNSRecord(value: .address(IPAddress("192.0.2.3")!), ttl: 20)])
    }

    @Test("a TTL of more than 31 bits counts as zero")
    func hugeTTL() async throws {
        let answer = try await ask { Reply.to($0, answers: [Reply.record(1, ttl: .max, [192, 0, 2, 1])]) }
        #expect(answer.records.map(\.ttl) == [0])
    }

    @Test("hostile text is escaped")
    func hostileText() async throws {
        let bytes: [UInt8] = [0x1b] + Array("]0;\"x\\".utf8) + [0, 0x0a, 0xe2, 0x80, 0xae, 0xff]
        let answer = try await ask("h.test", .txt) {
            Reply.to($0, answers: [Reply.record(16, Reply.txt(bytes) + Reply.txt(Array("ok".utf8)))])
        }
        #expect(answer.records.map(\.value) == [.text(#""\027]0;\"x\\\000\010\226\128\174\255" "ok""#)])
    }

    @Test("hostile names are escaped")
    func hostileName() async throws {
        let name: [UInt8] = [4, 0x1b, 0x2e, 0xff, 0x0a] + Reply.name("test")
        let answer = try await ask("h.test", .ptr) { Reply.to($0, answers: [Reply.record(12, name)]) }
        #expect(answer.records.map(\.value) == [.name(#"\027\.\255\010.test"#)])
    }

    @Test("a flood of forged replies does not delay other work on the loop")
    func flood() async throws {
        let server = try RawDNSServer { _ in nil }
        let flooder = try RawDNSServer { query in Array(repeating: 0, count: 12) }
        async let flooded = client.query("h.test", type: .a, server: flooder.address, timeout: .seconds(8))
        async let silent = client.query("h.test", type: .a, server: server.address, timeout: .milliseconds(100))
        #expect(try await flooded.failure == .malformed)
        #expect(try await silent.failure == .timeout)
    }
}
