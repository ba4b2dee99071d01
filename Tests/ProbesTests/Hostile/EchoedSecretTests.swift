import EventLoopKit
import KindTesting
import NetworkModel
import Testing

@Suite("Servers that repeat what they were sent", .serialized)
struct EchoedSecretTests {
    private static let words = [
        "HdrSecret-two", "BodyPassword-one", "cookie-value-3", "basic-password", "PlainMessage-4",
    ]

    private func check(_ report: Report, line: SourceLocation = #_sourceLocation) {
        for word in Self.words {
            #expect(!report.json.contains(word.dropLast(4)), "\(report.json)", sourceLocation: line)
        }
    }

    @Test("values of fields and of bodies are not shown, in bodies, fields and redirects of the response")
    func http() async throws {
        var probe = ProbeSettings()
        probe.http.method = "POST"
        probe.http.fields = [
            try .init(name: "X-Api-Key", value: "HdrSecret-two"),
            try .init(name: "Cookie", value: "a=cookie-value-3; b=1"),
            // user:basic-password
            try .init(name: "Authorization", value: "Basic dXNlcjpiYXNpYy1wYXNzd29yZA=="),
        ]
        probe.http.body = .bytes(Array("user=u&password=BodyPassword%2Done".utf8))
        probe.http.rules = [.contains("fine"), .json(path: try JSONPath("$.a"), equals: .null)]
        for cut in [0, 60] {
            let text =
                String(repeating: "-", count: cut) + "BodyPassword-one basic-password HdrSecret-two cookie-value-3"
            let server = try RawServer(
                .answers(
                    "HTTP/1.1 200 OK\r\nServer: S/HdrSecret-two\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"))
            let report = try await Asked.report(server, probe)
            #expect(report.cause?.id == "http.unexpected-body", "\(report.json)")
            check(report)
        }
        let moved = try RawServer(
            .answers("HTTP/1.1 302 Found\r\nLocation: gopher://x/HdrSecret-two\r\nContent-Length: 0\r\n\r\n"))
        check(try await Asked.report(moved, probe))
    }

    @Test("lines of a dialogue are not shown, and its other text is")
    func dialogue() async throws {
        var probe = ProbeSettings()
        probe.script = [.send(Array("AUTH PLAIN PlainMessage-4\r\n".utf8)), .expect("^235")]
        let report = try await Asked.report(
            try RawServer(
                .talks { peer in
                    _ = peer.read()
                    peer.say("500 unknown: AUTH PLAIN PlainMessage-4, PlainMessage-4 is wrong\r\n")
                }), as: "tcp", path: "", probe)
        #expect(report.tcp?.script?.last?.received?.hasPrefix("500 unknown: …, … is wrong") == true, "\(report.json)")
        check(report)
    }
}
