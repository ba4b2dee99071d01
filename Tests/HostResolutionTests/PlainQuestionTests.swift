import EventLoopKit
import HostResolution
import NetworkModel
import Testing

@Suite("Servers that do not support EDNS")
struct PlainQuestionTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    private static func isExtended(_ query: RawDNSServer.Query) -> Bool { query.bytes[11] == 1 }

    private static func answer(_ query: RawDNSServer.Query) -> [UInt8] {
        Reply.to(query, answers: [Reply.record(1, [192, 0, 2, 1])])
    }

    @Test("an error for EDNS is not the answer: the query without EDNS counts", arguments: [1, 2, 4] as [UInt8])
    func rejected(code: UInt8) async throws {
        let server = try RawDNSServer { query in
            Self.isExtended(query) ? Reply.to(query, code: code) : Self.answer(query)
        }
        let answer = try await DNSClient(loop: loop).query(
            "h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(answer.failure == nil)
        #expect(answer.records.map(\.value) == [.address(IPAddress("192.0.2.1")!)])
        #expect(Set(server.queries.map(Self.isExtended)) == [true, false])
    }

    @Test("a FORMERR that does not repeat the question counts as an error for EDNS too")
    func rejectedBarely() async throws {
        let server = try RawDNSServer { query in
            Self.isExtended(query)
                ? query.bytes.prefix(2) + [0x81, 0x81] + [UInt8](repeating: 0, count: 8) : Self.answer(query)
        }
        let answer = try await DNSClient(loop: loop).query(
            "h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(answer.failure == nil)
        #expect(answer.ignoredReplies == 0)
    }

    @Test("an error that remains without EDNS is the server's answer", arguments: [1, 2, 4] as [UInt8])
    func failing(code: UInt8) async throws {
        let server = try RawDNSServer { Reply.to($0, code: code) }
        let answer = try await DNSClient(loop: loop).query(
            "h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(answer.failure != nil)
        #expect(Set(server.queries.map(Self.isExtended)) == [true, false])
    }

    @Test("dropped EDNS queries delay the first query by half a second, and not the next")
    func dropped() async throws {
        let server = try RawDNSServer { Self.isExtended($0) ? nil : Self.answer($0) }
        let client = DNSClient(loop: loop)
        let first = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(first.failure == nil)
        #expect(first.duration >= .milliseconds(500) && !first.isEDNSRejected)
        let before = server.queries.count
        let second = try await client.query("i.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(second.failure == nil && second.isEDNSRejected)
        // Both forms were sent at once, so that the answer was not to the repetition of a single one. On a busy machine, both may
        // be repeated.
        #expect(server.queries.dropFirst(before).prefix { Self.isExtended($0) }.count <= 1)
    }

    @Test("a truncated answer is queried over TCP in the form that was answered")
    func truncated() async throws {
        let server = try RawDNSServer { query in
            if Self.isExtended(query) { return Reply.to(query, code: 1) }
            return query.isTCP ? Self.answer(query) : Reply.to(query, isTruncated: true)
        }
        let answer = try await DNSClient(loop: loop, streamLimit: .seconds(60)).query(
            "h.test", type: .a, server: server.address, timeout: .seconds(60))
        #expect(answer.failure == nil)
        #expect(answer.isTruncated)
        #expect(server.queries.filter(\.isTCP).map(Self.isExtended) == [false])
    }
}
