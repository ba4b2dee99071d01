import NetworkModel
import TargetKinds
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
        http.body = .bytes(Array("key=\u{301}geheim12".utf8))
        #expect(masked("no \u{301}geheim12", by: http.secrets) == "no …")
        http.body = .bytes(Array("just text".utf8))
        #expect(masked("it says: just text!", by: http.secrets) == "it says: …!")
        var webSocket = WebSocketSettings()
        webSocket.message = #"{"token":"abc-def-ghi"}"#
        #expect(masked("no abc-def-ghi", by: webSocket.secrets) == "no …")
    }

    @Test("XML, multipart, long and cut bodies have parts as well")
    func parts() {
        var http = HTTPSettings()
        http.body = .bytes(Array("<login id=\"abc-def\">\r\n<password>geheim12</password></login>".utf8))
        #expect(masked("password geheim12 of abc-def", by: http.secrets) == "password … of …")
        let head = "--b1\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n"
        http.body = .bytes(Array("\(head)a>geheim12\r\n--b1--".utf8))
        #expect(masked("a>geheim12 is no password", by: http.secrets) == "… is no password")
        let filler = String(repeating: "x", count: 70_000)
        http.body = .bytes(Array(#"{"key": "geheim12", "filler": "\#(filler)"}"#.utf8))
        #expect(masked("geheim12 is no filler", by: http.secrets) == "… is no filler")
        let form = "key=geheim12" + (100..<300).map { "&k=long value \($0)" }.joined()
        http.body = .bytes(Array(form.utf8))
        #expect(http.secrets.count == 64 && masked("geheim12", by: http.secrets) == "…")
        #expect(masked("bad: geheim12", by: Secret.secrets(inDatagram: Array("AUTH geheim12\n".utf8))) == "bad: …")
    }

    @Test("what the target names is no secret, and what is kept to be judged stays whole")
    func target() throws {
        let target = try Target("http://shop.example.org/")
        var http = HTTPSettings()
        http.fields = [
            try .init(name: "X-Forwarded-Host", value: "shop.example.org"), try .init(name: "X-Key", value: "abcdefgh"),
        ]
        #expect(masked("shop.example.org abcdefgh", by: http.secrets(beside: target)) == "shop.example.org …")
        http.keepsAnswer = true
        #expect(http.secrets(beside: target).isEmpty)
        var webSocket = WebSocketSettings()
        webSocket.message = #"{"service":"example","key":"abcdefgh"}"#
        #expect(masked("www.example.org abcdefgh", by: webSocket.secrets(beside: target)) == "www.example.org …")
    }

    @Test("the scheme and the host of a URL are never masked, its login, path and query are")
    func urls() {
        var http = HTTPEvidence(
            url: "http://portal.example/secret", outcome: .response,
            redirects: [.init(url: "HTTPS://me:secret@secret/a?b=secret", status: 302, location: "//secret#secret")])
        http.mapServerText(Secret(.token("secret")).masked)
        #expect(http.url == "http://portal.example/…")
        #expect(http.redirects.map(\.url) == ["HTTPS://me:…@secret/a?b=…"])
        #expect(http.redirects.map(\.location) == ["//secret#…"])
        http.url = "/secret//secret"
        http.mapServerText(Secret(.token("secret")).masked)
        #expect(http.url == "/…//…")
        // In Swift, a slash before U+0301 is another character.
        http.url = "http://portal.example/\u{301}secret"
        http.mapServerText(Secret(.token("secret")).masked)
        #expect(http.url == "http://portal.example/\u{301}…")
    }

    @Test("logins are masked in base64 as well, and secrets where they are percent-encoded")
    func encodings() {
        // printf alice:s3cret | base64; printf '\0alice\0s3cret' | base64; printf s3cret | base64
        let login = Secret(.password(user: "alice", password: "s3cret"))
        #expect(login.masked("Authorization: Basic YWxpY2U6czNjcmV0") == "Authorization: Basic …")
        #expect(login.masked("no AUTH PLAIN AGFsaWNlAHMzY3JldA==") == "no AUTH PLAIN …==")
        #expect(login.masked("no czNjcmV0, s3cret, s3cret\u{301}") == "no …, …, …\u{301}")
        #expect(login.masked("alice, YWxpY2U6, s3cre, s3%63re") == "alice, YWxpY2U6, s3cre, s3%63re")
        let token = Secret(.token("a b/c=é"))
        #expect(token.masked("?t=a%20b%2Fc%3d%C3%A9&u=a+b/c%3D%c3%a9&v=a b/c=é") == "?t=…&u=…&v=…")
        #expect(token.masked("a b%2 a%20b%2Fc%3D%C3 %") == "a b%2 a%20b%2Fc%3D%C3 %")
        #expect(Secret(.password(user: "a", password: "bc")).masked("YTpiYw== bc") == "YTpiYw== bc")
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
