import NIOCore
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Events for clients that reconnect")
struct EventResumeTests {
    private static func change(_ number: Int) -> Event {
        let incident = StatusDocument.Incident(
            id: number,
            cause: Finding(
                id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1, summary: "refused", advice: []),
            targets: [], opened: Timestamp(millisecondsSince1970: 0), closed: nil)
        return .incident(IncidentEvent(.changed, incident))
    }

    private static func ids(_ events: [Event]?) -> [String] {
        (events ?? []).map { event in
            let lines = String(buffer: event.message).split(separator: "\n")
            return lines.first.map { String($0.dropFirst(4)) } ?? ""
        }
    }

    @Test("missed events are sent in order, and none twice")
    func resume() throws {
        let events = EventBroadcaster()
        let first = try #require(events.resume(after: nil))
        #expect(first.missed?.isEmpty == true && first.lastID.hasSuffix("-0"))
        for number in 1...5 { events.send(Self.change(number)) }
        let run = events.run
        let again = try #require(events.resume(after: "\(run)-2"))
        #expect(Self.ids(again.missed) == ["\(run)-3", "\(run)-4", "\(run)-5"] && again.lastID == "\(run)-5")
        #expect(events.resume(after: again.lastID)?.missed?.isEmpty == true)
        for other in ["x-2", "\(run)-6", "\(run)-", "", "2", "\(run)-18446744073709551616"] {
            #expect(events.resume(after: other)?.missed == nil, "\(other)")
        }
        withExtendedLifetime(first) {}
    }

    @Test("1,000 events are kept; a client that was away for longer learns that it has missed some")
    func bound() throws {
        let events = EventBroadcaster()
        let first = try #require(events.resume(after: nil))
        for number in 1...5_000 { events.send(Self.change(number)) }
        let run = events.run
        let missed = try #require(events.resume(after: "\(run)-4000")?.missed)
        #expect(missed.count == 1_000 && missed.first?.number == 4_001 && missed.last?.number == 5_000)
        #expect(events.resume(after: "\(run)-1")?.missed == nil)
        withExtendedLifetime(first) {}
    }

    @Test("nothing is kept if no client has listened")
    func idle() throws {
        let events = EventBroadcaster()
        let own = try #require(events.listen())
        for number in 1...10 { events.send(Self.change(number)) }
        #expect(events.resume(after: "\(events.run)-9")?.missed == nil)
        withExtendedLifetime(own) {}
    }

    @Test("the status has no id: it is sent again to every client that reconnects")
    func status() throws {
        let events = EventBroadcaster()
        let store = StatusStore(host: "host")
        let first = try #require(events.resume(after: nil))
        let status = Event.status(store)
        events.send(status)
        events.send(Self.change(1))
        #expect(String(buffer: status.message).hasPrefix("event: status\n"))
        #expect(Self.ids(events.resume(after: "\(events.run)-0")?.missed) == ["\(events.run)-2"])
        withExtendedLifetime(first) {}
    }

    @Test("listeners that are cancelled while events arrive delay no other")
    func cancelled() async throws {
        let events = EventBroadcaster()
        await withTaskGroup { group in
            // Each reader is cancelled while it waits for an event, mostly while one is being sent.
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<3_000 {
                        guard let subscription = events.resume(after: nil) else { return }
                        let reader = Task { for await _ in subscription.events {} }
                        for _ in 0..<3 { await Task.yield() }
                        reader.cancel()
                        await reader.value
                    }
                }
            }
            let sender = Task {
                while !Task.isCancelled {
                    events.send(Self.change(1))
                    await Task.yield()
                }
            }
            await group.waitForAll()
            sender.cancel()
            await sender.value
        }
        events.finish()
        #expect(events.listen() == nil)
    }
}
