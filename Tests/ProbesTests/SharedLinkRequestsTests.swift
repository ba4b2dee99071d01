import NetworkModel
import Synchronization
import Testing

@testable import NetworkDiagnostics

@Suite("Queries to a link", .timeLimit(.minutes(3)))
struct LinkQuestionsTests {
    private final class Count: Sendable {
        private let value = Mutex(0)
        var now: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    private static let silent = GatewayEvidence.ARPResult(.silent)
    private static let answered = GatewayEvidence.ARPResult(.answered, hardwareAddress: "02:00:00:00:00:01")
    private static let router = LinkRequestKey(address: IPAddress("10.0.0.1")!, interface: "eth0")
    private static let other = LinkRequestKey(address: IPAddress("10.0.0.1")!, interface: "eth1")

    @Test("replies that this machine was seen to drop are known until the kernel finds the gateway, or nobody replies")
    func withheld() throws {
        let memory = GatewayMemory()
        let gateway = try #require(IPAddress("10.0.0.1"))
        func arp(
            _ arp: GatewayEvidence.ARPOutcome?, _ state: Neighbour.State
        ) -> GatewayEvidence.ARPOutcome? {
            var hop = GatewayEvidence.Hop(
                route: Route(family: .ipv4, gateway: gateway, interface: "eth0"),
                neighbour: Neighbour(address: gateway, interface: "eth0", state: state), arp: arp)
            memory.update(&hop, Self.router)
            return hop.arp
        }
        #expect(arp(nil, .failed) == nil)
        #expect(arp(.answered, .failed) == .answered && arp(nil, .incomplete) == .answered)
        #expect(arp(nil, .reachable) == nil && arp(nil, .failed) == nil)
        #expect(arp(.answered, .failed) == .answered && arp(.silent, .failed) == .silent && arp(nil, .failed) == nil)
        #expect(arp(.answered, .reachable) == .answered && arp(nil, .failed) == nil)
    }

    @Test("concurrent identical queries of many checks are sent once, and later ones are sent again")
    func shared() async throws {
        let questions = SharedLinkRequests<GatewayEvidence.ARPResult>()
        let asked = Count()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let answers = try await withThrowingTaskGroup(of: GatewayEvidence.ARPResult.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await questions.shared(Self.router) {
                        asked.add()
                        for await _ in gate {}
                        return Self.silent
                    }
                }
            }
            while questions.callers(of: Self.router) < 200 { await Task.yield() }
            // Another link is a separate query.
            #expect(try await questions.shared(Self.other) { Self.answered } == Self.answered)
            opener.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: Self.silent, count: 200) && asked.now == 1)
        #expect(questions.callers(of: Self.router) == 0)
        #expect(try await questions.shared(Self.router) { Self.answered } == Self.answered)
    }

    @Test("if the task that sends a query is cancelled, the next one sends it")
    func cancelled() async throws {
        let questions = SharedLinkRequests<GatewayEvidence.ARPResult>()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (begun, telling) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await questions.shared(Self.router) {
                telling.finish()
                for await _ in gate {}
                try Task.checkCancellation()
                return Self.silent
            }
        }
        for await _ in begun {}
        async let second = questions.shared(Self.router) { Self.answered }
        while questions.callers(of: Self.router) < 2 { await Task.yield() }
        first.cancel()
        #expect(try await second == Self.answered)
        await #expect(throws: CancellationError.self) { try await first.value }
        opener.finish()
        #expect(questions.callers(of: Self.router) == 0)
    }
}
