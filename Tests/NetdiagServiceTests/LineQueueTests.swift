import NIOCore
import NetworkModel
import ServiceDiscovery
import Synchronization
import Testing

@testable import NetdiagService
@testable import NetworkDiagnostics

@Suite("The queue of service lines for a client")
struct LineQueueTests {
    private static let instance = ServiceInstance(name: "Web", type: "_http._tcp", domain: "local", interface: "eth0")

    private func lines(_ chunks: [ByteBuffer]) throws -> [BrowseLine] {
        try chunks.flatMap { $0.readableBytesView.split(separator: UInt8(ascii: "\n")) }
            .map { try JSON.decode(BrowseLine.self, from: $0) }
    }

    @Test("added lines arrive in order, followed by an end")
    func order() async throws {
        let queue = LineQueue()
        let reader = Task { await queue.chunks.reduce(into: []) { $0.append($1) } }
        let told: [BrowseLine] = [.unavailable(reason: "a"), .available, .event(.init(.added, Self.instance))]
        for line in told { queue.add(line) }
        queue.finish()
        queue.add(.available)
        #expect(try lines(await reader.value) == told)
    }

    @Test("a reader that is too far behind is told so in the last line, without a gap before it")
    func behind() async throws {
        let queue = LineQueue(maxBytes: 1_000)
        let isOver = Mutex(false)
        queue.onCompletion { isOver.withLock { $0 = true } }
        let chunks = queue.chunks
        var told = 0
        while !isOver.withLock({ $0 }), told < 1_000 {
            queue.add(.unavailable(reason: "\(told)"))
            told += 1
        }
        let lines = try lines(await chunks.reduce(into: []) { $0.append($1) })
        #expect(lines.count == told && told > 10 && told < 100)
        for (number, line) in lines.dropLast().enumerated() { #expect(line == .unavailable(reason: "\(number)")) }
        guard case .cut(let reason) = lines.last else {
            Issue.record("the last line is \(String(describing: lines.last))")
            return
        }
        #expect(reason.contains("1000 bytes behind"))
    }

    @Test("a reader that stops ends it, and so does one that never began", arguments: [true, false])
    func gone(hasBegun: Bool) async {
        let queue = LineQueue()
        await withCheckedContinuation { over in
            queue.onCompletion { over.resume() }
            let chunks = queue.chunks
            guard hasBegun else { return }
            Task { for await _ in chunks {} }.cancel()
        }
        #expect(await queue.chunks.first { _ in true } == nil)
    }

    @Test("events that end by themselves do not count as a response", arguments: [true, false])
    func ended(once: Bool) async throws {
        let (events, continuation) = AsyncStream.makeStream(of: BrowseEvent.self)
        continuation.yield(.service(.init(.added, Self.instance)))
        continuation.finish()
        let told = Mutex<[BrowseLine]>([])
        let end = await ServiceListing(resolves: false).lines(events, once: once, within: nil) { line in
            told.withLock { $0.append(line) }
        }
        guard case .cut(let reason) = end else {
            Issue.record("it ended as \(end)")
            return
        }
        #expect(told.withLock { $0 } == [.event(.init(.added, Self.instance)), .cut(reason: reason)])
        let (others, other) = AsyncStream.makeStream(of: BrowseEvent.self)
        other.finish()
        await #expect(throws: Problem.self) {
            _ = try await ServiceListing(resolves: false).list(others, within: .seconds(10))
        }
    }
}
