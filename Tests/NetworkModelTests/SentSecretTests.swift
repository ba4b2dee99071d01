import NetworkModel
import Testing

@Suite("Secrets in requests")
struct SentSecretTests {
    private func masked(_ text: String, by secrets: [Secret]) -> String { secrets.reduce(text) { $1.masked($0) } }

    @Test("values of fields count, and what every client sends does not")
    func fields() throws {
        var http = HTTPSettings()
        #expect(http.secrets.isEmpty)
        http.fields = [
            try .init(name: "Accept", value: "application/json"), try .init(name: "User-Agent", value: "monitor/1"),
            try .init(name: "X-Short", value: "12345"), try .init(name: "X-Key", value: "token abcdefgh"),
        ]
        #expect(
            masked("application/json monitor/1 12345 token abcdefgh abcdefgh", by: http.secrets)
                == "application/json monitor/1 12345 … …")
    }

    @Test("whole bodies, values of forms and of JSON count")
    func bodies() {
        var http = HTTPSettings()
        http.body = .bytes(Array("user=someone&password=pass%20word+1&n=1".utf8))
        #expect(masked("someone pass word 1 pass%20word+1 n=1", by: http.secrets) == "… … … n=1")
        http.body = .bytes(Array(#"{"auth":{"key":"abc-def-ghi","list":["second-key"],"id":123456}}"#.utf8))
        #expect(masked("abc-def-ghi second-key 123456 auth", by: http.secrets) == "… … 123456 auth")
        http.body = .bytes(Array("just text".utf8))
        #expect(masked("it says: just text!", by: http.secrets) == "it says: …!")
        var webSocket = WebSocketSettings()
        webSocket.message = #"{"token":"abc-def-ghi"}"#
        #expect(masked("no abc-def-ghi", by: webSocket.secrets) == "no …")
    }

    @Test("lines of dialogues and arguments of logins count, and their number is limited")
    func dialogues() {
        let script: [ScriptStep] = [
            .send(Array("a1 LOGIN someone password1\r\n".utf8)), .sendExpanded("PONG $1-long\n"), .startTLS,
        ]
        #expect(masked("bad: password1 of someone, a1 LOGIN", by: script.secrets) == "bad: … of …, a1 LOGIN")
        let many: [ScriptStep] = (0..<1_000).map { .send(Array("line number \($0)".utf8)) }
        #expect(many.secrets.count == 64)
    }
}
