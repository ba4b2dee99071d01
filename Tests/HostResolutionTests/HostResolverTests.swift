import EventLoopKit
import Foundation
import NetworkModel
import Synchronization
import Testing

@testable import HostResolution

@Suite("Names and addresses, end to end")
struct HostResolverTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }
    let nothing = ResolverConfiguration()
    /// A resolver that waits for slow servers of a busy machine.
    var resolver: HostResolver { resolver(within: .init(attempt: .seconds(30), patience: .seconds(30))) }

    private func resolver(within limits: WireLookup.Limits) -> HostResolver {
        var resolver = HostResolver(loop: loop)
        resolver.limits = limits
        return resolver
    }

    private func configuration(_ servers: [SocketAddress], search: [String] = [], ndots: Int = 1)
        -> ResolverConfiguration
    {
        ResolverConfiguration(
            servers: servers.map { Resolver(address: $0.address, port: $0.port, source: .resolvConf) },
            search: search, ndots: ndots)
    }

    @Test("both families have server, TTL and time")
    func bothFamilies() async throws {
        let dnsmasq = try await Dnsmasq(["--host-record=h.test,192.0.2.7,2001:db8::7,120"])
        let found = try await resolver.resolve(
            "h.test", configuration: nothing, servers: [dnsmasq.server], timeout: .seconds(60))
        #expect(found.status == .connectionUp)
        #expect(found.answers.map { "\($0.address!)" } == ["192.0.2.7", "2001:db8::7"])
        for answer in found.answers {
            #expect(answer.source == .dns)
            #expect(answer.server == dnsmasq.server.description)
            #expect(answer.ttl == 120)
            #expect(answer.duration.duration > .zero)
        }
        #expect(found.failures.isEmpty)
        let one = try await resolver.resolve(
            "h.test", families: [.ipv6], configuration: nothing, servers: [dnsmasq.server], timeout: .seconds(60))
        #expect(one.answers.map(\.family) == [.ipv6])
    }

    @Test("a family without addresses is listed as such, and the name is up")
    func oneFamily() async throws {
        let dnsmasq = try await Dnsmasq(["--host-record=h.test,192.0.2.7"])
        let found = try await resolver.resolve(
            "h.test", configuration: nothing, servers: [dnsmasq.server], timeout: .seconds(60))
        #expect(found.status == .connectionUp)
        #expect(found.failures.map(\.reason) == [.noData])
        #expect(found.failures.map(\.type) == ["AAAA"])
    }

    @Test("a name that does not exist is final: the next server is not queried")
    func nxdomain() async throws {
        let dnsmasq = try await Dnsmasq([])
        let next = try RawDNSServer { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 1])]) }
        let found = try await resolver.resolve(
            "none.test", configuration: nothing, servers: [dnsmasq.server, next.address], timeout: .seconds(60))
        #expect(found.status == .connectionDown)
        #expect(found.failures.map(\.reason) == [.nxdomain, .nxdomain])
        #expect(next.queries.isEmpty)
    }

    @Test("after a server that fails, the next one is queried in order, and each is named with its result")
    func failover() async throws {
        let closed = try UDPSocket.closed()
        let broken = try RawDNSServer { Reply.to($0, code: 2) }
        let strict = try RawDNSServer { Reply.to($0, code: 5) }
        let dnsmasq = try await Dnsmasq(["--host-record=h.test,192.0.2.7"])
        let spare = try RawDNSServer { Reply.to($0, code: 2) }
        let found = try await resolver.resolve(
            "h.test", families: [.ipv4], configuration: nothing,
            servers: [closed.address, broken.address, strict.address, dnsmasq.server, spare.address],
            timeout: .seconds(60))
        #expect(found.answers.map(\.server) == [dnsmasq.server.description])
        #expect(found.failures.map(\.reason) == [.closed, .servfail, .refused])
        #expect(found.failures.map(\.server) == [closed, broken, strict].map(address(of:)))
        #expect(found.failures.allSatisfy { $0.type == "A" && $0.source == .dns })
        #expect(spare.queries.isEmpty)
    }

    private func address(of part: AnyObject) -> String? {
        (part as? UDPSocket)?.address.description ?? (part as? RawDNSServer)?.address.description
    }

    @Test("a silent server uses up its share of the time, and the next one answers")
    func silentServer() async throws {
        let silent = try RawDNSServer { _ in nil }
        let dnsmasq = try await Dnsmasq(["--host-record=h.test,192.0.2.7"])
        let found = try await resolver(within: .init()).resolve(
            "h.test", families: [.ipv4], configuration: nothing, servers: [silent.address, dnsmasq.server],
            timeout: .seconds(60))
        #expect(found.answers.count == 1)
        #expect(found.failures.map(\.reason) == [.timeout])
    }

    @Test("a record type that is never answered does not delay the other one")
    func droppedType() async throws {
        let server = try RawDNSServer { query in
            query.question.dropLast(2).last == 28
                ? nil : Reply.to(query, answers: [Reply.record(1, [192, 0, 2, 9])])
        }
        let found = try await resolver(within: .init(patience: .seconds(6))).resolve(
            "h.test", configuration: nothing, servers: [server.address], timeout: .seconds(60))
        #expect(found.addresses == [IPAddress("192.0.2.9")!])
        #expect(found.failures.map(\.reason) == [.timeout])
        #expect(found.failures.map(\.type) == ["AAAA"])
        // The server may not have read all queries yet. The time between repetitions doubles. Each is sent with EDNS and without,
        // which makes 16 in 60 s.
        for await query in server.arrivals where query.number == 2 { break }
        #expect(server.queries.count { $0.question.dropLast(2).last == 28 } <= 12)
    }

    @Test("the search list is applied as in resolv.conf(5)")
    func searchList() async throws {
        let server = try RawDNSServer { query in
            query.name == "web.corp.test"
                ? Reply.to(query, answers: [Reply.record(1, [192, 0, 2, 9])]) : Reply.to(query, code: 3)
        }
        func asked(_ name: String, ndots: Int = 1) async throws -> (found: Resolution, names: [String]) {
            let before = server.queries.count
            let found = try await resolver.resolve(
                name, families: [.ipv4],
                configuration: configuration([], search: ["none.test", "corp.test"], ndots: ndots),
                servers: [server.address], timeout: .seconds(60))
            // On a busy machine, a query may be repeated.
            let names = server.queries.dropFirst(before).map(\.name)
            return (found, names.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } })
        }
        let short = try await asked("web")
        #expect(short.found.answers.count == 1)
        #expect(short.found.failures.isEmpty)
        #expect(short.names == ["web.none.test", "web.corp.test"])
        #expect(try await asked("web.").names == ["web"])
        #expect(try await asked("a.b").names == ["a.b", "a.b.none.test", "a.b.corp.test"])
        let dotted = try await asked("a.b", ndots: 2)
        #expect(dotted.names == ["a.b.none.test", "a.b.corp.test", "a.b"])
        #expect(dotted.found.failures.map(\.reason) == [.nxdomain])
        #expect(short.found.searchDelay != nil && dotted.found.searchDelay != nil)
        #expect(try await asked("a.b").found.searchDelay == nil)
    }

    @Test("of the names from a search list, the most informative failure is reported")
    func searchedFailures() async throws {
        let server = try RawDNSServer { query in
            query.name == "text.a.test" ? Reply.to(query, answers: []) : Reply.to(query, code: 3)
        }
        func failures(_ name: String) async throws -> [String] {
            let found = try await resolver.resolve(
                name, families: [.ipv4], configuration: configuration([], search: ["none.test", "corp.test"]),
                servers: [server.address], timeout: .seconds(60))
            return found.failures.map { "\($0.question ?? "") \($0.reason.rawValue)" }
        }
        // The name exists, but the following names from the search list do not.
        #expect(try await failures("text.a.test") == ["text.a.test no-data"])
        #expect(try await failures("gone.a.test") == ["gone.a.test nxdomain"])
    }

    @Test(
        "names with non-ASCII letters are converted as in IDNA2008",
        arguments: ["bücher.test", "BÜCHER.test"])
    func international(name: String) async throws {
        let dnsmasq = try await Dnsmasq(["--host-record=xn--bcher-kva.test,192.0.2.8"])
        let found = try await resolver.resolve(
            name, families: [.ipv4], configuration: nothing, servers: [dnsmasq.server], timeout: .seconds(60))
        #expect(found.name == name)
        #expect(found.addresses == [IPAddress("192.0.2.8")!])
    }

    @Test("a name that IDNA2008 forbids is refused")
    func notInternational() async throws {
        await #expect(throws: HostResolutionError.self) {
            try await resolver.resolve("a\u{2028}ü.test", configuration: nothing, timeout: .seconds(60))
        }
        await #expect(throws: HostResolutionError.self) {
            try await resolver.resolve("xn--ü.test", configuration: nothing, timeout: .seconds(60))
        }
    }

    @Test("addresses are resolved to names, in both families", arguments: ["192.0.2.7", "2001:db8::7"])
    func reverse(text: String) async throws {
        let address = IPAddress(text)!
        let dnsmasq = try await Dnsmasq([
            "--host-record=h.test,\(text),90", "--local=/2.0.192.in-addr.arpa/8.b.d.0.1.0.0.2.ip6.arpa/",
        ])
        let found = try await resolver.reverse(
            address, configuration: nothing, servers: [dnsmasq.server], timeout: .seconds(60))
        #expect(found.name == text)
        #expect(found.answers.map(\.name) == ["h.test"])
        #expect(found.answers.map(\.address) == [address])
        #expect(found.answers.map(\.ttl) == [90])
        #expect(found.answers.map(\.record) == [nil])
        let other = address.family == .ipv4 ? "192.0.2.8" : "2001:db8::8"
        let none = try await resolver.reverse(
            IPAddress(other)!, configuration: nothing, servers: [dnsmasq.server], timeout: .seconds(60))
        #expect(none.failures.map(\.reason) == [.nxdomain])
        #expect(none.failures.map(\.type) == ["PTR"])
    }

    @Test("records of other types are returned as text")
    func records() async throws {
        let dnsmasq = try await Dnsmasq(["--mx-host=h.test,mail.h.test,10"])
        let found = try await resolver.records(
            "h.test", type: .mx, configuration: configuration([dnsmasq.server]), timeout: .seconds(60))
        #expect(found.answers.map(\.record) == ["10 mail.h.test."])
        #expect(found.answers.map(\.address) == [nil])
    }

    @Test("an address literal is its own answer, in its own family")
    func literal() async throws {
        let found = try await resolver.resolve("2001:db8::1", configuration: nothing, timeout: .seconds(60))
        #expect(found.addresses == [IPAddress("2001:db8::1")!])
        let other = try await resolver.resolve(
            "2001:db8::1", families: [.ipv4], configuration: nothing, timeout: .seconds(60))
        #expect(other.status == .connectionDown)
    }

    @Test("names of this machine and of the link are never sent to a configured server")
    func unsent() async throws {
        let server = try RawDNSServer { Reply.to($0, code: 3) }
        let hosts = try TemporaryFile("127.0.0.1 localhost\n")
        let resolver = HostResolver(loop: loop, hostsFile: hosts.path)
        let configured = configuration([server.address])
        let found = try await resolver.resolve(
            "localhost", families: [.ipv4], configuration: configured, timeout: .seconds(60))
        #expect(found.answers.map(\.source) == [.hosts])
        let below = try await resolver.resolve("a.localhost", configuration: configured, timeout: .seconds(60))
        #expect(Set(below.addresses.map(\.description)) == ["127.0.0.1", "::1"])
        _ = try await resolver.reverse(IPAddress("127.0.0.1")!, configuration: configured, timeout: .seconds(60))
        #expect(server.queries.isEmpty)
    }

    @Test("without a server, nothing is queried or blamed")
    func nobody() async throws {
        let found = try await resolver.records("h.test", type: .mx, configuration: nothing, timeout: .seconds(60))
        #expect(found.status == .err)
        #expect(found.failures.isEmpty)
    }

    @Test("a server that programs query over TCP is queried over both transports, and the first response counts")
    func eitherTransport() async throws {
        for isOverTCP in [true, false] {
            let hasTCP = Mutex(false)
            let server = try RawDNSServer { query in
                if query.isTCP { hasTCP.withLock { $0 = true } }
                // A response over UDP would end a query over TCP that has not been read yet.
                guard query.isTCP == isOverTCP, hasTCP.withLock({ $0 }) else { return nil }
                return Reply.to(query, answers: [Reply.record(1, [192, 0, 2, 1])])
            }
            var configured = Resolver(address: server.address.address, port: server.address.port, source: .resolvConf)
            configured.isQueriedOverTCP = true
            let found = try await resolver.records(
                "h.test", type: .a, configuration: ResolverConfiguration(servers: [configured]), timeout: .seconds(60))
            #expect(found.addresses.map(\.description) == ["192.0.2.1"])
            let answer = try await resolver.client.query("h.test", type: .a, of: configured, timeout: .seconds(60))
            #expect(answer.failure == nil)
            // The server may not have read all queries yet.
            for await query in server.arrivals where !query.isTCP { break }
            #expect(server.queries.contains { $0.isTCP })
            // The time between repetitions doubles: if the silence were waited for, there would be 8 for each query.
            #expect(server.queries.count { !$0.isTCP } <= 12)
        }
        let closed = try UDPSocket.closed()
        var configured = Resolver(address: closed.address.address, port: closed.address.port, source: .resolvConf)
        configured.isQueriedOverTCP = true
        let answer = try await resolver.client.query(".", type: .ns, of: configured, timeout: .seconds(60))
        #expect(answer.failure == .closed)
    }

    @Test("cancelling a resolution ends it and closes its sockets")
    func cancel() async throws {
        let server = try RawDNSServer { _ in nil }
        let task = Task { [resolver, nothing] in
            try await resolver.resolve(
                "h.test", configuration: nothing, servers: [server.address], timeout: .seconds(60))
        }
        for await _ in server.arrivals { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(UDPSocket.connected(to: server.address.port) == 0)
    }
}
