import EventLoopKit
import NetworkModel
import Synchronization
import Testing

@testable import HostResolution

@Suite("Responses that arrive after their time")
struct LateAnswersTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    /// A resolver that soon gives up on servers.
    private var resolver: HostResolver {
        var resolver = HostResolver(loop: loop)
        resolver.limits = .init(attempt: .milliseconds(100), patience: .milliseconds(100))
        return resolver
    }

    /// A server that does not respond to some queries until it may.
    private final class SlowServer: Sendable {
        private let mayAnswer = Atomic(false)

        func answer() { mayAnswer.store(true, ordering: .relaxed) }

        func handler(
            _ isLate: @escaping @Sendable (RawDNSServer.Query) -> Bool,
            _ reply: @escaping RawDNSServer.Handler
        ) -> RawDNSServer.Handler {
            { query in isLate(query) && !self.mayAnswer.load(ordering: .relaxed) ? nil : reply(query) }
        }
    }

    private static func isSixth(_ query: RawDNSServer.Query) -> Bool { query.question.dropLast(2).last == 28 }

    private func resolve(
        _ servers: [SocketAddress], families: Set<AddressFamily> = .all, late: LateAnswers, patience: Int = 60
    ) async throws -> Resolution {
        var configuration = ResolverConfiguration(
            servers: servers.map { Resolver(address: $0.address, port: $0.port, source: .resolvConf) })
        configuration.timeout = patience
        return try await resolver.resolve(
            "late.test.", families: families, configuration: configuration, timeout: .seconds(60), late: late)
    }

    private func waited(_ late: LateAnswers) async throws -> [DNSAnswer] {
        try await late.awaitedAnswers(until: .now + .seconds(60), on: loop) { !$0.isEmpty }
    }

    @Test("a server that answers for one type at once, and late for the other, is heard")
    func type() async throws {
        let slow = SlowServer()
        let server = try RawDNSServer(
            slow.handler(Self.isSixth) {
                Reply.to($0, answers: Self.isSixth($0) ? [] : [Reply.record(1, [192, 0, 2, 9])])
            })
        let late = LateAnswers()
        defer { late.close() }
        let found = try await resolve([server.address], late: late)
        #expect(found.addresses == [IPAddress("192.0.2.9")!])
        let failure = try #require(found.failures.first { $0.source == .dns })
        #expect(failure.reason == .timeout && failure.type == "AAAA" && late.isOpen)
        slow.answer()
        let answers = try await waited(late)
        #expect(answers.map(\.failure) == [.noData] && answers.allSatisfy { $0.isOf(failure, in: found) }, "\(answers)")
        #expect(!late.isOpen)
    }

    @Test("a first server that is slower than the second one is heard")
    func firstServer() async throws {
        let slow = SlowServer()
        let first = try RawDNSServer(
            slow.handler({ _ in true }) { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 8])]) })
        let second = try RawDNSServer { Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 9])]) }
        let late = LateAnswers()
        defer { late.close() }
        let found = try await resolve([first.address, second.address], families: [.ipv4], late: late)
        #expect(found.addresses == [IPAddress("192.0.2.9")!])
        let failure = try #require(found.failures.first { $0.source == .dns })
        slow.answer()
        let answers = try await waited(late)
        #expect(
            answers.map(\.server) == [first.address] && answers.allSatisfy { $0.isOf(failure, in: found) }, "\(answers)"
        )
    }

    @Test("nothing is waited for once programs have given up, or the collection is closed", arguments: [true, false])
    func ends(isClosed: Bool) async throws {
        let silent = try RawDNSServer {
            Self.isSixth($0) ? nil : Reply.to($0, answers: [Reply.record(1, [192, 0, 2, 9])])
        }
        let late = LateAnswers()
        defer { late.close() }
        let found = try await resolve([silent.address], late: late, patience: isClosed ? 60 : 0)
        #expect(found.addresses.count == 1)
        if isClosed { late.close() }
        let answers = try await late.awaitedAnswers(until: .now + .seconds(60), on: loop) { _ in false }
        #expect(answers.isEmpty && !late.isOpen)
        withExtendedLifetime(silent) {}
    }

    @Test("everybody who waits gets the responses, and nobody waits for a closed collection", arguments: [true, false])
    func waiters(isClosed: Bool) async throws {
        let late = LateAnswers()
        #expect(late.add(1, end: {}))
        let begun = ContinuousClock.now
        async let first = waited(late)
        async let second = waited(late)
        try await Task.sleep(for: .milliseconds(100))
        if isClosed { late.close() } else { late.finish(1, Self.answer("192.0.2.1", .a, "192.0.2.9")) }
        let counts = try await [first.count, second.count]
        #expect(counts == (isClosed ? [0, 0] : [1, 1]))
        // The time limit is twice as long.
        #expect(begun.duration(to: .now) < .seconds(30))
    }

    // MARK: The resolution after them

    private static func answer(
        _ server: String, _ type: DNSRecordType, _ address: String? = nil, failure: Resolution.FailureReason? = nil
    ) -> DNSAnswer {
        DNSAnswer(
            name: "www.test", type: type, server: SocketAddress(IPAddress(server)!, port: 53),
            records: address.flatMap { IPAddress($0) }.map { [DNSRecord(value: .address($0), ttl: 60)] } ?? [],
            failure: failure, duration: .milliseconds(4_700))
    }

    private static func early(_ failures: [(server: String, type: String)]) -> Resolution {
        Resolution(
            name: "www.test", answers: [],
            failures: failures.map {
                .init(source: .dns, server: $0.server, type: $0.type, reason: .timeout, duration: .seconds(4))
            })
    }

    @Test("a late address is one, and only servers that programs query before it were silent")
    func address() throws {
        let early = Self.early([("192.0.2.1", "A"), ("192.0.2.2", "A"), ("192.0.2.3", "A")])
        let resolver = HostResolver(loop: loop)
        let found = try #require(resolver.resolution(after: early, [Self.answer("192.0.2.2", .a, "192.0.2.9")]))
        #expect(found.addresses == [IPAddress("192.0.2.9")!] && found.status == .connectionUp)
        #expect(found.answers.map(\.duration) == [Milliseconds(.milliseconds(4_700))])
        #expect(found.failures.map(\.server) == ["192.0.2.1"])
        #expect(found.searched == nil && found.system == nil)
    }

    @Test("a late denial ends the wait, but not one for a single address family")
    func denial() {
        let early = Self.early([("192.0.2.1", "A"), ("192.0.2.1", "AAAA")])
        let resolver = HostResolver(loop: loop)
        let one = Self.answer("192.0.2.1", .a, failure: .noData)
        #expect(resolver.resolution(after: early, [one]) == nil)
        let both = resolver.resolution(after: early, [one, Self.answer("192.0.2.1", .aaaa, failure: .noData)])
        #expect(both?.failures.map(\.reason) == [.noData, .noData] && both?.answers.isEmpty == true)
        #expect(resolver.resolution(after: early, [Self.answer("192.0.2.1", .a, failure: .servfail)]) == nil)
        #expect(resolver.resolution(after: early, []) == nil)
    }
}
