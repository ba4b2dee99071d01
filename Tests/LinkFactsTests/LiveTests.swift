import EventLoopKit
import NetworkModel
import Testing

@testable import LinkFacts

@Suite("On this machine, without privileges", .timeLimit(.minutes(3)))
struct LiveTests {
    @Test("the loopback interface has its address, which can be used")
    func loopback() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let monitor = try LinkMonitor(loop: loop)
        let lo = try #require(try await monitor.snapshot().link(named: "lo"))
        #expect(lo.isLoopback && lo.isAdminUp && lo.index == 1)
        let address = try #require(lo.addresses.first { $0.address == IPAddress("127.0.0.1") })
        #expect(address.prefixLength == 8 && address.isUsable && address.scope == .host)
        // Both families: the kernel takes other flags for each.
        for own in lo.addresses where own.address.isLoopback {
            #expect(try await monitor.route(to: own.address)?.interface == "lo", "\(own.address)")
        }
    }

    @Test("the facts are the same with and without listeners; the monitor stops when the last one is gone")
    func listening() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let monitor = try LinkMonitor(loop: loop)
        func links() async throws -> [String] { try await monitor.snapshot().links.map(\.name) }
        let asked = try await links()
        var streams = [await monitor.changes(), await monitor.changes()]
        #expect(await monitor.isListening)
        #expect(try await links() == asked)
        streams.removeAll()
        // The end of a stream is queued on the loop, before this call.
        #expect(await !monitor.isListening)
        #expect(try await links() == asked)
    }

    @Test("a monitor that was shut down ends its streams, and says so when it is queried")
    func shutdown() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let monitor = try LinkMonitor(loop: loop)
        let changes = await monitor.changes()
        await monitor.shutdown()
        // Changes from before the shutdown may still be delivered, and then the stream ends.
        for await _ in changes {}
        await #expect(throws: LinkFactsError.shutDown) { try await monitor.snapshot() }
        for await change in await monitor.changes() { Issue.record("\(change) after the end") }
    }

    @Test("a listener that does not read gets the newest changes and a marker")
    func slowListener() async {
        var listeners = ListenerSet()
        let (stream, continuation) = AsyncStream.makeStream(
            of: NetworkChange.self, bufferingPolicy: .bufferingNewest(ListenerSet.depth))
        _ = listeners.add(continuation)
        for number in 0..<10_000 {
            listeners.yield(
                NetworkChange(subject: .link, interface: nil, summary: "\(number)", monotonicNanoseconds: 0))
        }
        listeners.finish()
        let all = await stream.reduce(into: []) { $0.append($1) }
        #expect(all.count == ListenerSet.depth)
        #expect(all.contains { $0.subject == .resynchronised })
        #expect(all.suffix(2).contains { $0.summary == "9999" })
    }
}
