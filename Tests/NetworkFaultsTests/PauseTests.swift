import NIOCore
import NIOPosix
import Testing

@testable import NetworkFaults

/// Pauses and ends of listeners that do not use HTTP.
struct PauseTests {
    private func run(_ content: ListenerContent, _ body: (PlanListener) async throws -> Void) async throws {
        let context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, directory: try RunDirectory())
        defer { context.directory.remove() }
        var plan = ListenerPlan()
        plan.content = content
        let listener = try await PlanListener.start(plan, limits: ServerLimits(), context)
        do {
            try await body(listener)
            await listener.close()
        } catch {
            await listener.close()
            throw error
        }
    }

    @Test func scriptsGoOnForClientsThatHaveSaidAll() async throws {
        let script = try ServerScript(["send 220", "expect EHLO", "wait 20ms", "send 250", "expect QUIT", "send 221"])
        try await run(.script(script)) { listener in
            let whole = try await RawClient.exchange(listener.port, "EHLO x\r\nQUIT\r\n", endsOutput: true)
            #expect(whole.text == "220\r\n250\r\n221\r\n")
            // The expected input cannot come any more.
            let half = try await RawClient.exchange(listener.port, "EHLO x\r\n", endsOutput: true)
            #expect(half.text == "220\r\n250\r\n")
        }
    }

    @Test func scriptsCloseConnectionsAsTheyCome() async throws {
        try await run(.script(try ServerScript(["send 220 ready", "close"]))) { listener in
            #expect(listener.availability == .running)
            listener.set(.paused)
            #expect(listener.availability == .paused)
            let paused = try? await RawClient.exchange(listener.port, "")
            #expect(paused?.bytes.isEmpty != false)
            listener.set(.running)
            let running = try await RawClient.exchange(listener.port, "")
            #expect(running.text == "220 ready\r\n")
        }
    }

    @Test func zonesAnswerThatTheyCannot() async throws {
        let zone = try DNSZone(["www.example.test A 192.0.2.1"])
        // A query over TCP (RFC 1035 section 4.2.2): ID 7, recursion desired, www.example.test A IN.
        let name: [UInt8] = [3] + Array("www".utf8) + [7] + Array("example".utf8) + [4] + Array("test".utf8) + [0]
        let question: [UInt8] = [0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + name + [0, 1, 0, 1]
        let message = [0, UInt8(question.count)] + question
        try await run(.zone(zone)) { listener in
            func code() async throws -> UInt8? {
                let bytes = try await RawClient.exchange(listener.port, message) {
                    $0.readableBytes >= question.count + 2
                }.bytes
                return bytes.count > 5 ? bytes[5] & 15 : nil
            }
            let before = try await code()
            listener.set(.paused)
            let paused = try await code()
            listener.set(.running)
            let after = try await code()
            #expect([before, paused, after] == [0, 2, 0])
        }
    }
}
