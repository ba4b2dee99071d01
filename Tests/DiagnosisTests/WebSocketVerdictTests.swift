import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@Suite("Verdicts on WebSockets")
struct WebSocketVerdictTests {
    @Test(
        "a redirect of the upgrade leads to the address that a client has to use",
        arguments: [
            ("https://www.example/chat", "netdiag check wss://www.example/chat"),
            ("HTTP://b.example/", "netdiag check ws://b.example/"), ("file:///etc/passwd", nil),
            ("https://b.example/" + String(repeating: "x", count: 300), nil), ("javascript:x", nil),
        ] as [(String, String?)])
    func redirectedUpgrade(to location: String, command: String?) throws {
        var evidence = try Facts.healthy("ws://www.example/")
        (evidence.tls, evidence.http) = (nil, nil)
        var socket = WebSocketEvidence(url: "ws://www.example/", outcome: .refused, status: 301)
        socket.location = location
        evidence.observed[WebSocketEvidence.self] = socket
        #expect(socket.summary == "refused, status 301, Location: \(location)")
        let advice = try #require(Verdict(on: evidence).findings.first).advice
        #expect(advice.contains { $0.contains("netdiag check") } == (command != nil), "\(advice)")
        if let command { #expect(advice.first?.hasSuffix(command) == true, "\(advice)") }
    }

    @Test("the meaning of close codes is explained", arguments: [(1_013, "try again later"), (1_008, "token")])
    func closeCode(_ code: Int, words: String) throws {
        var evidence = try Facts.healthy("ws://www.example/")
        (evidence.tls, evidence.http) = (nil, nil)
        var socket = WebSocketEvidence(
            url: "ws://www.example/", outcome: .closed, status: 101, detail: "the server closes with \(code)")
        socket.closeCode = code
        evidence.observed[WebSocketEvidence.self] = socket
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "ws.closed" && finding.advice.first?.contains(words) == true, "\(finding.advice)")
        socket.closeCode = 1_011
        evidence.observed[WebSocketEvidence.self] = socket
        #expect(Verdict(on: evidence).findings.first?.advice == ["Look at the server's log"])
    }
}
