import HTTPTypes
import NIOCore
import NetworkModel
import Synchronization
import Testing

@testable import NetdiagService

@Suite("Limits for each kind of client")
struct ClientShareTests {
    private static func remote(_ address: String) -> Client {
        .remote(IPAddress(address)!, transport: .plain)
    }

    /// The numbers of tasks in the order in which they came to this place.
    private final class Order: Sendable {
        private let all = Mutex<[Int]>([])
        var numbers: [Int] { all.withLock { $0 } }

        func add(_ number: Int) { all.withLock { $0.append(number) } }
    }

    private static func user(_ uid: UInt32) -> Client { .local(uid: uid, gid: 100, groups: []) }

    @Test("connections are counted for each user, address and IPv6 /64, and released")
    func places() {
        let limits = ConnectionLimits(
            root: 1, local: 3, user: 2, remote: 5, loopback: 1, address: 2, network: 3)
        let limiter = ClientLimits(limits: limits, "streams are open", advice: "close one of them")
        var held: [ClientLimits.Place] = []
        func takes(_ client: Client) -> Bool {
            guard let place = try? limiter.acquire(for: client) else { return false }
            held.append(place)
            return true
        }
        #expect(takes(Self.user(1)) && takes(Self.user(1)) && !takes(Self.user(1)))
        #expect(takes(Self.user(2)) && !takes(Self.user(3)))
        // Root has a share of its own.
        #expect(takes(Self.user(0)) && !takes(Self.user(0)))
        #expect(takes(Self.remote("127.0.0.1")) && !takes(Self.remote("127.0.0.2")))
        #expect(takes(Self.remote("fd00::1")) && takes(Self.remote("fd00::1")))
        #expect(!takes(Self.remote("fd00::1")))
        #expect(takes(Self.remote("fd00::2")) && !takes(Self.remote("fd00::3")))
        // Another /64 prefix has the last place.
        #expect(takes(Self.remote("fd00:0:0:1::1")) && !takes(Self.remote("192.0.2.1")))
        held = []
        #expect(takes(Self.remote("192.0.2.1")) && takes(Self.user(1)))
    }

    @Test("queries of a client wait for its earlier ones, and for those of no other client")
    func turns() async throws {
        let turns = QueryTurns()
        let flood = Self.user(1)
        var held = [try await turns.acquire(for: flood), try await turns.acquire(for: flood)]
        let order = Order()
        let waiting = (0..<QueryTurns.maxWaiting).map { number in
            Task {
                let turn = try await turns.acquire(for: flood)
                order.add(number)
                withExtendedLifetime(turn) {}
            }
        }
        while turns.waitingCount < QueryTurns.maxWaiting { await Task.yield() }
        let problem = await #expect(throws: Problem.self) { try await turns.acquire(for: flood) }
        #expect(problem?.status == .tooManyRequests)
        #expect(order.numbers.isEmpty)
        for other in [Self.user(0), Self.user(2), Self.remote("127.0.0.1"), Self.remote("192.0.2.1")] {
            held.append(try await turns.acquire(for: other))
        }
        // A client that disconnects leaves the queue.
        waiting[3].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[3].value }
        held = []
        for (number, task) in waiting.enumerated() where number != 3 { try await task.value }
        #expect(order.numbers.count == QueryTurns.maxWaiting - 1)
        held = [try await turns.acquire(for: flood), try await turns.acquire(for: flood)]
        #expect(held.count == 2)
    }

    @Test(
        "no user or address can use up the places of others, of any kind",
        arguments: [ClientLimits.streams(), .requests(), .registrations()])
    func shares(shares: ClientLimits) throws {
        var held: [ClientLimits.Place] = []
        func takeAll(_ client: Client) {
            while held.count < 1_000, let place = try? shares.acquire(for: client) { held.append(place) }
        }
        takeAll(Self.user(1))
        takeAll(Self.remote("192.0.2.1"))
        #expect((2..<200).contains(held.count))
        for other in [Self.user(0), Self.user(2), Self.remote("192.0.2.2")] {
            held.append(try shares.acquire(for: other))
        }
        // All other clients of the same kind together leave the shares of the others free.
        for number in 3..<40 { takeAll(Self.user(UInt32(number))) }
        held.append(try shares.acquire(for: Self.user(0)))
        held.append(try shares.acquire(for: Self.remote("192.0.2.2")))
        let problem = #expect(throws: Problem.self) { try shares.acquire(for: Self.user(1)) }
        #expect(problem?.status == .tooManyRequests)
    }

    @Test("a hundred pages can be open on this machine without using places of the hosts on the link")
    func pages() throws {
        let shares = ClientLimits.streams()
        var held: [ClientLimits.Place] = []
        for _ in 1...100 { held.append(try shares.acquire(for: Self.remote("127.0.0.1"))) }
        while held.count < 1_000, let place = try? shares.acquire(for: Self.remote("::1")) { held.append(place) }
        #expect(held.count == ConnectionLimits.streams.loopback)
        for number in 1...4 { held.append(try shares.acquire(for: Self.remote("192.0.2.\(number)"))) }
        // Further requests are still accepted, and there are enough listeners for all streams.
        #expect(ConnectionLimits.connections.loopback >= held.count + 50)
        #expect(EventBroadcaster.maxListeners >= ConnectionLimits.streams.total)
    }

    @Test(
        "few descriptors mean fewer connections, with some for each kind of client",
        arguments: [256, 512, 1_024, 16_384])
    func descriptors(count: Int) {
        let limits = ConnectionLimits.connections(within: count)
        #expect(limits.root + limits.local + limits.remote <= count / 2 && limits.root >= 4 && limits.address >= 2)
        if count == 16_384 { #expect(limits == .connections) }
    }

    @Test("if a share is used up, the queue that holds most is cut, and other shares are not affected")
    func largest() {
        let budget = ByteBudget()
        let cut = Mutex<[String]>([])
        func open(_ name: String, _ client: Client) -> ByteBudget.Account {
            budget.open(for: client) { cut.withLock { $0.append(name) } }
        }
        let (large, small) = (open("large", Self.remote("192.0.2.1")), open("small", Self.remote("192.0.2.2")))
        let limit = ByteBudget.Share.remote.limit
        #expect(large.grow(by: limit - 10) && small.grow(by: 10))
        #expect(open("local", Self.user(1)).grow(by: 1_000))
        #expect(!large.grow(by: 1), "nobody has more than this one")
        #expect(cut.withLock { $0 } == [])
        #expect(small.grow(by: 1) && cut.withLock { $0 } == ["large"])
        large.shrink(by: limit - 10)
        #expect(budget.total == 11)
        small.shrink(by: 11)
        #expect(budget.total == 0)
    }

    @Test("a buffer that is sent to many clients counts once, and a single one may exceed the share")
    func shared() {
        let budget = ByteBudget(), client = Self.remote("192.0.2.1")
        let document = ByteBuffer(repeating: 1, count: 5 << 20), other = ByteBuffer(repeating: 2, count: 5 << 20)
        do {
            let charges = (0..<100).compactMap { _ in budget.charge(document, for: client) }
            #expect(charges.count == 100 && budget.total == document.storageCapacity)
            #expect(budget.charge(other, for: client) == nil)
            #expect(budget.charge(other, for: Self.user(1)) != nil)
            withExtendedLifetime(charges) {}
        }
        #expect(budget.total == 0)
        #expect(budget.charge(ByteBuffer(repeating: 3, count: 64 << 20), for: client) != nil)
    }

    @Test("only the latest status is queued, and the newest of other events")
    func events() async {
        let queue = EventQueue()
        for number in 0..<1_000 { queue.add(ByteBuffer(string: "status \(number)"), as: .status) }
        queue.addHeartbeat()
        for number in 0..<1_000 { queue.add(ByteBuffer(string: "\(number)"), as: .report) }
        queue.finish()
        let texts = await queue.messages.reduce(into: [String]()) { $0.append(String(buffer: $1)) }
        #expect(texts.count == EventQueue.maxWaiting && texts.last == "999" && texts.first == "872")
    }
}
