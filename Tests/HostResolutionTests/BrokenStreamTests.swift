import EventLoopKit
import NetworkModel
import Testing

@testable import HostResolution

@Suite("Streams of DNS servers that are no responses")
struct BrokenStreamTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test("a stream of other messages is read once, and counts for further queries")
    func again() async throws {
        let client = DNSClient(loop: loop, streamLimit: .seconds(60))
        let server = try RawDNSServer(isEndless: true) { query in
            query.isTCP ? [UInt8](repeating: 1, count: 12) : Reply.to(query, isTruncated: true)
        }
        for name in ["h.test", "other.test"] {
            let answer = try await client.query(name, type: .a, server: server.address, timeout: .seconds(60))
            #expect(answer.isTruncated && answer.failure == .malformed)
        }
        #expect(server.queries.count(where: \.isTCP) == 1)
        let isBroken = await client.isStreamBroken(of: server.address)
        #expect(isBroken)
    }

    @Test("a connection that brings nothing is tried again")
    func closed() async throws {
        let client = DNSClient(loop: loop, streamLimit: .seconds(60))
        let server = try RawDNSServer { $0.isTCP ? nil : Reply.to($0, isTruncated: true) }
        for _ in 0..<2 {
            let answer = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
            #expect(answer.isTruncated && answer.failure != nil)
        }
        #expect(server.queries.count(where: \.isTCP) == 2)
    }

    @Test("messages of a stream are counted, however it is divided")
    func counted() {
        let stream: [UInt8] = [0, 2, 7, 7, 0, 0, 1, 0] + [UInt8](repeating: 9, count: 256) + [0, 3, 1, 2]
        for size in [1, 2, 3, 5, 100, stream.count] {
            var counter = DNSStreamCounter()
            for start in stride(from: 0, to: stream.count, by: size) {
                counter.add(stream[start..<min(start + size, stream.count)])
            }
            #expect(counter.complete == 3)
        }
    }
}
