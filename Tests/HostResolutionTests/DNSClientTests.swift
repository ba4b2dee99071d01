import EventLoopKit
import Glibc
import HostResolution
import NetworkModel
import Testing

@Suite("DNS queries on the wire")
struct DNSClientTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test("every type is answered in its presentation format")
    func types() async throws {
        let dnsmasq = try await Dnsmasq([
            "--host-record=h.test,192.0.2.7,2001:db8::7,120", "--txt-record=h.test,first,sec ond",
            "--mx-host=h.test,mail.h.test,10", "--srv-host=_http._tcp.h.test,web.h.test,80,1,2",
            "--cname=alias.test,h.test,30", "--ptr-record=7.2.0.192.in-addr.arpa,h.test",
        ])
        let client = DNSClient(loop: loop)
        func ask(_ name: String, _ type: DNSRecordType) async throws -> [String] {
            let answer = try await client.query(name, type: type, server: dnsmasq.server, timeout: .seconds(60))
            return answer.records.map(\.value.presentation)
        }
        #expect(try await ask("h.test", .a) == ["192.0.2.7"])
        #expect(try await ask("H.TEST.", .aaaa) == ["2001:db8::7"])
        #expect(try await ask("h.test", .txt) == [#""first" "sec ond""#])
        #expect(try await ask("h.test", .mx) == ["10 mail.h.test."])
        #expect(try await ask("_http._tcp.h.test", .srv) == ["1 2 80 web.h.test."])
        #expect(try await ask("7.2.0.192.in-addr.arpa", .ptr) == ["h.test."])
        #expect(try await ask("alias.test", .cname) == ["h.test."])
        let aliased = try await client.query("alias.test", type: .a, server: dnsmasq.server, timeout: .seconds(60))
        #expect(aliased.aliases == ["h.test"])
        #expect(aliased.records == [DNSRecord(value: .address(IPAddress("192.0.2.7")!), ttl: 30)])
        #expect(
            try await client.query("none.test", type: .a, server: dnsmasq.server, timeout: .seconds(60)).failure
                == .nxdomain)
        #expect(
            try await client.query("h.test", type: .srv, server: dnsmasq.server, timeout: .seconds(60)).failure
                == .noData)
    }

    @Test("each query goes to its own server, even if earlier ones used the same channel")
    func channelsUsedAgain() async throws {
        let silent = try RawDNSServer { _ in nil }
        let counting = try RawDNSServer {
            Reply.to($0, answers: [Reply.record(1, [192, 0, 2, UInt8($0.name.prefix(1)) ?? 255])])
        }
        let other = try RawDNSServer { Reply.to($0, answers: [Reply.record(1, [198, 51, 100, 1])]) }
        let client = DNSClient(loop: loop)
        // Channels are kept as long as a query is in progress.
        let waiting = Task { try await client.query("h.test", type: .a, server: silent.address, timeout: .seconds(60)) }
        for await _ in silent.arrivals { break }
        for number in 0..<4 {
            let answer = try await client.query(
                "\(number).test", type: .a, server: counting.address, timeout: .seconds(60))
            #expect(answer.records.map(\.value.presentation) == ["192.0.2.\(number)"])
            let from = try await client.query("h.test", type: .a, server: other.address, timeout: .seconds(60))
            #expect(from.records.map(\.value.presentation) == ["198.51.100.1"])
            let none = try await client.query("h.test", type: .a, server: silent.address, timeout: .milliseconds(20))
            #expect(none.failure == .timeout)
        }
        #expect(Set(counting.queries.map(\.name)) == Set((0..<4).map { "\($0).test" }))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test("an SOA record has its seven fields")
    func startOfAuthority() async throws {
        let server = try RawDNSServer {
            let numbers: [UInt8] = [0x78, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5]
            return Reply.to($0, answers: [Reply.record(6, Reply.name("ns.test") + Reply.name("a.b.test") + numbers)])
        }
        let answer = try await DNSClient(loop: loop).query(
            "test", type: .soa, server: server.address, timeout: .seconds(60))
        #expect(answer.records.map(\.value) == [.text("ns.test. a.b.test. 2013265921 2 3 4 5")])
    }

    /// Repeats a query to new servers until its response is recognised as expected. They differ in a part of a second, by which a
    /// busy machine may delay a response, but not each of them.
    private func isOnceRepeated(_ isRepeated: Bool, _ handler: @escaping RawDNSServer.Handler) async throws -> Bool {
        for _ in 0..<10 {
            let server = try RawDNSServer(handler)
            let answer = try await DNSClient(loop: loop).query(
                "h.test", type: .a, server: server.address, timeout: .seconds(60))
            #expect(answer.failure == nil)
            withExtendedLifetime(server) {}
            if answer.isRepeated == isRepeated { return true }
        }
        return false
    }

    @Test("an answer to a retransmission is recognised, and that of a slow server is not")
    func repetition() async throws {
        let reply: RawDNSServer.Handler = { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 1])]) }
        #expect(try await isOnceRepeated(true) { $0.number == 0 ? nil : reply($0) })
        #expect(try await isOnceRepeated(false, reply))
        // It responds in order, and takes 0.7 s for the first query.
        #expect(
            try await isOnceRepeated(false) {
                usleep($0.number == 0 ? 700_000 : 50_000)
                return reply($0)
            })
    }

    @Test("a query without retransmission is one datagram")
    func once() async throws {
        let silent = try RawDNSServer { _ in nil }
        let client = DNSClient(loop: loop)
        let none = try await client.query(
            "h.test", type: .a, server: silent.address, options: .init(repetition: .none), timeout: .milliseconds(900))
        #expect(none.failure == .timeout)
        #expect(silent.queries.count == 1)
        // A truncated response is one, and TCP is not tried.
        let truncating = try RawDNSServer { Reply.to($0, isTruncated: true) }
        let cut = try await client.query(
            "h.test", type: .a, server: truncating.address, options: .init(repetition: .none), timeout: .seconds(60))
        #expect(cut.failure != .timeout && cut.isTruncated)
        #expect(truncating.queries.count == 1)
    }

    @Test("the root is a valid name")
    func root() async throws {
        let server = try RawDNSServer { Reply.to($0, answers: [Reply.record(2, [0], owner: [0])]) }
        let answer = try await DNSClient(loop: loop).query(
            ".", type: .ns, server: server.address, timeout: .seconds(60))
        #expect(answer.records.map(\.value) == [.name(".")])
        #expect(answer.records.map(\.value.presentation) == ["."])
    }

    @Test("an IPv6 server is queried, and a link-local one with its zone", arguments: ["::1", "::1%lo"])
    func overIPv6(text: String) async throws {
        let server = try RawDNSServer(on: "::1") { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 1])]) }
        let address = SocketAddress(IPAddress(text)!, port: server.address.port)
        let answer = try await DNSClient(loop: loop).query("h.test", type: .a, server: address, timeout: .seconds(60))
        #expect(answer.records.count == 1)
    }

    @Test("cancelling a query closes its socket")
    func cancel() async throws {
        let server = try RawDNSServer { _ in nil }
        let client = DNSClient(loop: loop)
        let task = Task {
            // On a busy machine, the query would be repeated without EDNS, with a socket of its own.
            try await client.query(
                "h.test", type: .a, server: server.address, options: .init(repetition: .none), timeout: .seconds(60))
        }
        for await _ in server.arrivals { break }
        #expect(UDPSocket.connected(to: server.address.port) == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(UDPSocket.connected(to: server.address.port) == 0)
    }

    @Test("a task that was cancelled before sends nothing")
    func cancelledBefore() async throws {
        let server = try RawDNSServer { _ in nil }
        let client = DNSClient(loop: loop)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client.query("h.test", type: .a, server: server.address, timeout: .seconds(60))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.queries.isEmpty)
    }

    @Test("a thousand concurrent queries are all answered")
    func thousand() async throws {
        let server = try RawDNSServer { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 1])]) }
        let client = DNSClient(loop: loop)
        let answered = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<1_000 {
                group.addTask {
                    try await client.query("n\(index).test", type: .a, server: server.address, timeout: .seconds(60))
                        .records.count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(answered == 1_000)
        #expect(UDPSocket.connected(to: server.address.port) == 0)
    }

    // A query that is repeated without EDNS has a second socket.
    @Test(
        "a thousand queries use no more sockets than the limit, and leave nothing behind if cancelled",
        .timeLimit(.minutes(3)))
    func thousandCancelled() async throws {
        let server = try RawDNSServer { _ in nil }
        let client = DNSClient(loop: loop)
        let task = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1_000 {
                    group.addTask {
                        _ = try await client.query(
                            "h.test", type: .a, server: server.address, options: .init(repetition: .none),
                            timeout: .seconds(60))
                    }
                }
                try await group.waitForAll()
            }
        }
        for await query in server.arrivals where query.number == DNSClient.maxConcurrency - 1 { break }
        while UDPSocket.connected(to: server.address.port) < DNSClient.maxConcurrency {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(UDPSocket.connected(to: server.address.port) == DNSClient.maxConcurrency)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(UDPSocket.connected(to: server.address.port) == 0)
    }

    @Test("names that are invalid in DNS are refused before anything is sent")
    func refusedNames() async throws {
        let server = try RawDNSServer { _ in nil }
        let client = DNSClient(loop: loop)
        for name in [
            "", "a..b", ".a", "a b", "a\u{0}b", "a\\b", "a\nb", String(repeating: "a", count: 64) + ".test",
            String(repeating: "abcdefgh.", count: 30), String(repeating: "x", count: 10_000),
            String(repeating: "ü", count: 10_000), "hidden.onion", "bad\u{202e}.test",
        ] {
            await #expect(throws: HostResolutionError.self, "\(name.prefix(20))") {
                try await client.query(name, type: .a, server: server.address, timeout: .seconds(60))
            }
        }
        #expect(server.queries.isEmpty)
    }
}
