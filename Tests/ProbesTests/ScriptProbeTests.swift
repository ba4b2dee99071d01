import EventLoopKit
import Foundation
import KindTesting
import NetworkModel
import Testing

@Suite("Dialogues", .serialized)
struct ScriptProbeTests {
    private func report(
        _ script: [ScriptStep], within limit: Duration = .ample, _ talk: @escaping @Sendable (RawPeer) -> Void
    ) async throws -> Report {
        var probe = ProbeSettings()
        probe.script = script
        return try await Asked.report(try RawServer(.talks(talk)), as: "tcp", path: "", within: limit, probe)
    }

    private static func send(_ text: String) -> ScriptStep { .send(Array(text.utf8)) }

    @Test("a successful dialogue, however the bytes are split")
    func good() async throws {
        for isCut in [false, true] {
            let report = try await report([
                .expect("^220 "), Self.send("EHLO netdiag\r\n"), .expect("^250-STARTTLS\r$"), .expect("^250 "),
                Self.send("QUIT\r\n"), .expect("^221 "),
            ]) { peer in
                func say(_ text: String) {
                    guard isCut else {
                        peer.say(text)
                        return
                    }
                    for byte in text.utf8 { peer.send([byte]) }
                }
                say("220 mail.example\r\n")
                _ = peer.read()
                say("250-mail.example\r\n250-STARTTLS\r\n250 HELP\r\n")
                _ = peer.read()
                say("221 bye\r\n")
            }
            #expect(report.cause == nil && report.status == .connectionUp, "\(report.json)")
            #expect(report.tcp?.script?.count == 6)
        }
    }

    @Test("data that arrived before a request is not a response to it")
    func stale() async throws {
        let report = try await report([.expect("one"), Self.send("x"), .expect("two")], within: .seconds(4)) { peer in
            peer.say("one two")
            peer.waitForEnd()
        }
        #expect(report.status == .connectionDown, "\(report.json)")
    }

    @Test(
        "if the expected text does not arrive, the text that arrived instead is reported",
        arguments: [
            ("554 no\u{1b}[2J\r\n", true, "then it closes"), ("", true, "nothing (then it closes)"),
            ("554 no\r\n", false, "no more in time"),
        ])
    func unexpected(says: String, closes: Bool, words: String) async throws {
        let report = try await report([.expect("^220 "), Self.send("x")], within: .seconds(10)) { peer in
            peer.say(says)
            if !closes { peer.waitForEnd() }
        }
        #expect(report.cause?.id == "tcp.unexpected-answer", "\(report.json)")
        #expect(report.cause?.summary.contains(words) == true, "\(report.json)")
        #expect(!report.json.utf8.contains(0x1b))
        #expect(report.tcp?.script?.count == 1, "nothing is said behind a step that fails")
    }

    @Test("endless text is limited")
    func endless() async throws {
        let (before, flood) = (MemoryPeak.residentBytes, Flood())
        let report = try await report([.expect("never")]) { flood.pour("lorem ipsum ", to: $0) }
        #expect(report.cause?.id == "tcp.unexpected-answer" && report.json.contains("(and more)"), "\(report.json)")
        #expect(flood.isCut)
        #expect(MemoryPeak.residentBytes - before < 512 << 20)
    }

    @Test("a costly pattern, and one that matches nothing at all")
    func patterns() async throws {
        let costly = try await report([.expect("(a+)+$")]) { peer in
            peer.say(String(repeating: "a", count: 4_096) + "b")
            peer.waitForEnd()
        }
        #expect(costly.json.contains("too many steps"), "\(costly.json)")
        // An empty pattern only matches if there is input.
        let empty = try await report([.expect("")], within: .seconds(4)) { $0.waitForEnd() }
        #expect(empty.status == .connectionDown)
    }

    @Test("STARTTLS without TLS", arguments: ["", "this is no TLS\r\n"])
    func noTLS(says: String) async throws {
        let report = try await report([.expect("^220 "), .startTLS, .expect("x")]) { peer in
            peer.say("220 go ahead\r\n")
            _ = peer.read()
            peer.say(says)
        }
        #expect(report.cause?.layer == .tls || report.cause?.id == "tcp.closed", "\(report.json)")
        #expect(report.layers.map(\.layer) == [.link, .address, .tcp, .tls])
    }
}
