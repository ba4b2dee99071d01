import ArgumentParser
import NIOCore
import NIOHTTP1
import NetdiagConfiguration
import NetworkFaults
import NetworkModel
import Testing

@testable import NetdiagServe

/// `netdiag serve faults --set` and `--when`, by their requests to the control socket.
struct FaultChangeTests {
    private static let file = """
        listeners:
          - name: shop
            faults: [{delay: 1ms, state: off}]
            routes:
              - {route: /a, text: a, faults: [{fault: http.gateway-error=503, when: {every: 2}}]}
              - {route: POST /b, text: b, faults: [http.gateway-error=502]}
          - name: names
            zone: [www.example.test A 192.0.2.1]
            faults: [{fault: dns.slow=1s, when: {match: {name: www.example.test}}}, dns.servfail]
          - name: database
            to: tcp://127.0.0.1:9
            faults: [{delay: 1ms, when: {first: 1}}]
        """

    private func send(
        _ control: ControlResponder, _ method: String, _ path: String, _ query: KeyValuePairs<String, String> = [:]
    ) async -> (status: UInt, text: String) {
        let text = query.map { "\($0.key)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
        let request = ServedRequest(method: method, target: text.isEmpty ? path : "\(path)?\(text)")
        let answer = await control.respond(to: request, after: .zero).response
        guard case .bytes(let bytes) = answer.body else { return (answer.status.code, "") }
        return (answer.status.code, String(buffer: bytes))
    }

    /// Compares the statuses of the next responses of a route.
    private func expect(
        _ statuses: [UInt], of target: String, _ servers: RunningServers,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let shop = try #require(servers.list.first?.responder)
        var all: [UInt] = []
        for _ in statuses {
            let request = ServedRequest(method: target == "/b" ? "POST" : "GET", target: target)
            all.append(await shop.respond(to: request, after: .zero).response.status.code)
        }
        #expect(all == statuses, sourceLocation: location)
    }

    @Test("arguments and conditions change while the server runs, and reset restores those of the file")
    func changed() async throws {
        try await withRun(of: Self.file) { servers, control in
            try await expect([200, 503, 200, 503], of: "/a", servers)
            // All faults with the id get the arguments, and keep their conditions and counts.
            var answer = await send(control, "POST", "/faults", ["set": "http.gateway-error=504"])
            #expect(answer.status == 200, "\(answer)")
            try await expect([200, 504, 200], of: "/a", servers)
            try await expect([504, 504], of: "/b", servers)
            // With other conditions, requests are counted anew.
            answer = await send(
                control, "POST", "/faults",
                ["fault": "http.gateway-error", "set": "http.gateway-error=502", "when": "first: 1"])
            #expect(answer.status == 200, "\(answer)")
            #expect(
                answer.text.contains(
                    #"{"fault":"http.gateway-error=502","listener":"shop","route":"/a","schema":"netdiag.serve-fault/1","state":"on","when":"first: 1"}"#
                ), "\(answer)")
            try await expect([502, 200, 200], of: "/a", servers)
            try await expect([502, 200], of: "/b", servers)
            answer = await send(control, "POST", "/faults", ["fault": "http.gateway-error=502", "when": "always"])
            #expect(answer.status == 200 && !answer.text.contains("first: 1\"},{\"fault\":\"http"), "\(answer)")
            try await expect([502, 502], of: "/a", servers)
            #expect(await send(control, "POST", "/faults", ["state": "off"]).status == 200)
            try await expect([200, 200], of: "/a", servers)
            #expect(await send(control, "POST", "/reset").status == 200)
            try await expect([200, 503, 200, 503], of: "/a", servers)
            try await expect([502], of: "/b", servers)
        }
    }

    @Test("delays and faults of zones are listed with their arguments, and a fault that is off stays off")
    func listed() async throws {
        try await withRun(of: Self.file) { servers, control in
            let before = await send(control, "GET", "/faults").text
            #expect(before.contains(#""setting":"delay=1ms","state":"off"}"#), "\(before)")
            #expect(before.contains(#""setting":"dns.slow=1s","state":"on","when":"match: {name: www.example.test}"}"#))
            for change in ["delay=100ms p99 2s", "dns.slow=2s"] {
                #expect(await send(control, "POST", "/faults", ["set": change]).status == 200)
            }
            let after = await send(control, "GET", "/faults").text
            #expect(after.contains(#""setting":"delay=100ms p99 2s","state":"off"}"#), "\(after)")
            // The delay of the forwarding listener has the same name.
            #expect(after.contains(#""setting":"delay=100ms p99 2s","state":"on","when":"first: 1"}"#), "\(after)")
            #expect(after.contains(#""setting":"dns.slow=2s","state":"on","when":"match: {name: www.example.test}"}"#))
            let text = try FaultDocument.text(of: after)
            #expect(text.contains("dns.slow=2s, when match: {name: www.example.test}"), "\(text)")
            #expect(await send(control, "POST", "/reset").status == 200)
            #expect(await send(control, "GET", "/faults").text == before)
        }
    }

    @Test("what serve.yaml refuses is refused with one line, and nothing changes")
    func refused() async throws {
        let wrong: [(KeyValuePairs<String, String>, String)] = [
            (["set": "http.gateway-error=999"], "http.gateway-error cannot take \"999\" as status; write"),
            (["set": "http.gateway-error=504", "when": "every: 0"], "when.every: \"0\" is not valid; write a number"),
            (["set": "http.gateway-error=504", "when": "first: 1, every: 2"], "holds for no request"),
            (["set": "http.gateway-error=504", "when": "evry: 2"], "did you mean \"every\"?"),
            (["fault": "http.gateway-error=503", "when": "match: {path: /c}"], "the route takes only /a"),
            (["fault": "http.gateway-error=503", "when": "{every: 2"], "--when: not YAML: "),
            (["fault": "http.gateway-error=503", "when": "every: 2}, x: {"], ""),
            (["fault": "http.gateway-error=503", "when": "[every, 2]"], ""),
            (["set": "delay=200"], "\"200\" has no unit; write 200ms or 200s"),
            (["set": "delay"], "delay"),
            (["set": "delay=1ms", "when": "match: {method: GET}"], "matches requests, and tcp:// has none"),
            (["set": "dns.slow=1s", "when": "always"], "then dns.servfail never applies"),
            (["set": "dns.slow=never"], "dns.slow cannot take \"never\" as delay"),
            (["fault": "dns.servfail", "when": "match: {type: ZZ}"], "is not a type that zones have"),
            (
                ["fault": "dns.slow", "set": "dns.servfail"],
                "--only dns.slow is not \"dns.servfail\", which --set changes"
            ),
            (["set": "http.slow=3s"], "this run has no fault \"http.slow\""),
            (["set": "smtp.starttls-refused=1"], "smtp.starttls-refused takes no arguments"),
            (["fault": "smtp.starttls-refused", "when": "every: 2"], "applies to all connections"),
            (["set": "ws.closed=99"], "ws.closed cannot take \"99\" as code"),
            (["fault": "ws.closed", "when": "match: {path: /a}"], "conditions are for connections"),
        ]
        try await withRun(of: Self.file) { servers, control in
            for cause in ["smtp.starttls-refused", "ws.closed"] {
                let definition = try #require(FaultCatalogue.definition(CauseID(rawValue: cause)))
                try await servers.start(definition, definition.arguments(""), host: "127.0.0.1", port: 0)
            }
            let before = await send(control, "GET", "/faults").text
            for (query, reason) in wrong {
                let answer = await send(control, "POST", "/faults", query)
                #expect(answer.status == 422, "\(query): \(answer)")
                #expect(!answer.text.isEmpty && !answer.text.contains("\n"), "\(query): \(answer)")
                #expect(reason.isEmpty || answer.text.contains(reason), "\(query): \(answer)")
            }
            #expect(await send(control, "GET", "/faults").text == before)
        }
    }

    @Test("a fault with a server of its own gets other arguments and conditions, which reset restores")
    func wholeServerChanges() async throws {
        try await withRun(of: Self.file) { servers, control in
            let definition = try #require(FaultCatalogue.definition("tls.weak"))
            try await servers.start(definition, definition.arguments("key"), host: "127.77.1.1", port: 0)
            let before = await send(control, "GET", "/faults").text
            let url = try #require(servers.list.last?.url)
            var answer = await send(control, "POST", "/faults", ["set": "tls.weak=version", "when": "every: 2"])
            #expect(answer.status == 200, "\(answer)")
            #expect(
                answer.text.contains(
                    #""setting":"tls.weak=version","state":"on","switchable":true,"when":"every: 2"}"#), "\(answer)")
            // A check of the other variant needs other options; the port is the same.
            #expect(servers.list.last?.checkArguments.suffix(2) == ["--tls-minimum", "1.0"])
            #expect(servers.list.last?.url == url)
            answer = await send(control, "POST", "/faults", ["fault": "tls.weak", "when": "always"])
            #expect(answer.text.contains(#""setting":"tls.weak=version","state":"on","switchable":true}"#), "\(answer)")
            #expect(await send(control, "POST", "/reset").status == 200)
            #expect(await send(control, "GET", "/faults").text == before)
            #expect(servers.list.last?.checkArguments.contains("--tls-minimum") == false)
        }
    }

    @Test("a listener of a file can be that of a fault with its own server, with conditions and a state")
    func faultServers() async throws {
        let file = """
            listeners:
              - {name: secure, faults: [{fault: tls.expired=3, when: {every: 2}}]}
              - {name: socket, faults: [{fault: ws.closed, state: off}]}
              - {faults: [smtp.closed]}
            """
        let (plan, _) = try ServeFile.plan(of: Array(file.utf8), file: "serve.yaml")
        #expect(
            plan.summary
                == "a server with tls.expired=3, a server with ws.closed, a server with smtp.closed")
        try await withRun(of: file) { servers, control in
            #expect(servers.list.map(\.name) == ["secure", "socket", "smtp.closed"])
            let before = await send(control, "GET", "/faults").text
            #expect(
                before.contains(#""fault":"tls.expired=3""#) && before.contains(#""when":"every: 2"}"#), "\(before)")
            #expect(before.contains(#""state":"off","switchable":true}"#), "\(before)")
            #expect(await send(control, "POST", "/faults", ["state": "on", "fault": "ws.closed"]).status == 200)
            #expect(await send(control, "POST", "/faults", ["set": "tls.expired=9", "when": "always"]).status == 200)
            let changed = await send(control, "GET", "/faults").text
            #expect(changed.contains(#""setting":"tls.expired=9","state":"on","switchable":true}"#), "\(changed)")
            let reset = await send(control, "POST", "/reset")
            #expect(reset.status == 200, "\(reset)")
            #expect(await send(control, "GET", "/faults").text == before)
        }
    }

    @Test(
        "what the server of a fault cannot have is reported",
        arguments: [
            ("faults: [tls.expired, http.stalled]\n", "has tls.expired, whose server has no other fault"),
            (
                "faults: [tls.expired=days=99]\n",
                "serve.yaml:1: fault tls.expired cannot take \"99\" as days; write 1 to 59"
            ),
            (
                "faults: [{fault: ws.closed, when: {match: {path: /a}}}]\n",
                "is for requests; the conditions of ws.closed are for connections"
            ),
            ("faults: [{fault: smtp.closed, when: {every: 2}}]\n", "smtp.closed applies to all connections"),
            ("faults: [{fault: proxy.tls, state: off}]\n", "no server without the fault can replace proxy.tls"),
            (
                "faults: [{fault: tcp.refused, state: off, when: {every: 2}}]\n",
                "tcp.refused applies to all connections"
            ),
            ("publish: on\nfaults: [ftp.failed]\n", "leave it out of the listener of ftp.failed"),
            (
                "listeners:\n  - {name: a, faults: [ftp.failed]}\n  - {name: a, routes: [{route: /, text: x}]}\n",
                "\"a\" is another listener's too"
            ),
        ])
    func wrongFaultServers(_ file: String, _ reason: String) throws {
        let (_, problems) = try ServeFile.plan(of: Array(file.utf8), file: "serve.yaml")
        let text = problems.error?.description ?? ""
        #expect(text.contains(reason) && !text.contains("\n"), "\(text)")
    }

    @Test("reset switches a fault with a server of its own on again")
    func wholeServer() async throws {
        try await withRun(of: Self.file) { servers, control in
            let definition = try #require(FaultCatalogue.definition("dns.refused"))
            // While it is off, other tests may take its port, but not at this address.
            try await servers.start(definition, definition.arguments(""), host: "127.77.1.1", port: 0)
            guard case .fault(let fault)? = servers.list.last?.kind else {
                Issue.record("it has no server of its own")
                return
            }
            #expect(await send(control, "POST", "/faults", ["state": "off", "fault": "dns.refused"]).status == 200)
            #expect(fault.condition.isOff)
            #expect(await send(control, "POST", "/reset").status == 200)
            #expect(!fault.condition.isOff)
        }
    }

    @Test(
        "conditions are listed as they are written",
        arguments: [
            "probability: 0.25, every: odd", "every: 2, first: 10", "every: 7", "after: 2, between: 3..7",
            "during: 10s of 1m", #"match: {method: GET, path: "/o/{id}", headers: {X-A: "a, b", X-B: null}}"#,
            #"first: 3, match: {query: {empty: "", none: "null", "{q}": 1}}"#,
        ])
    func texts(_ text: String) throws {
        let rule = try #require(try FaultWords(setting: "http.stalled", when: text).rule(in: nil))
        #expect(rule.when.text() == text)
    }

    @Test("conditions of zones are listed as they are written")
    func questionTexts() throws {
        let text = #"first: 3, match: {name: "*.example.test", type: AAAA}"#
        let fault = try #require(try FaultWords(setting: "dns.servfail=reason=22 lame", when: text).question())
        #expect(fault.when.text(with: fault.match) == text && fault.setting == "dns.servfail=reason=22 lame")
    }

    @Test("options that exclude each other are refused")
    func options() throws {
        for words in [
            ["--when", "every: 2"], ["--set", "delay=1s", "--on"], ["--only", "delay"], ["--set", ""],
            ["--set", "delay=1s", "--when", ""],
        ] {
            #expect(throws: (any Error).self, "\(words)") { try FaultsCommand.parse(words) }
        }
        let command = try FaultsCommand.parse(["--set", "http.slow=3s", "--when", "every: 2", "shop"])
        #expect(command.setting == "http.slow=3s" && command.when == "every: 2" && command.name.name == "shop")
    }
}
