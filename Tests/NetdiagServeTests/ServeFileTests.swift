import NIOCore
import NIOHTTP1
import NetdiagConfiguration
import NetworkFaults
import Testing

@testable import NetdiagServe

struct ServeFileTests {
    private func read(_ text: String) throws -> (ServePlan, String) {
        let (plan, problems) = try ServeFile.plan(of: Array(text.utf8), file: "serve.yaml")
        return (plan, problems.error?.description ?? "")
    }

    @Test func readsAWholeFile() throws {
        let (plan, problems) = try read(
            """
            seed: 7
            listeners:
              - name: shop
                port: 8080
                faults:
                  - delay: 100ms..300ms
                    when: {probability: 10%}
                routes:
                  - route: GET|POST /orders/{id}
                    json: '{"id": "{path.id}"}'
                    status: 201
                    headers: {X-Id: "{path.id}"}
                    faults:
                      - http.stalled
                      - {fault: http.client-error=418, when: {every: 2, after: 3, match: {query: {dry: }}}}
                  - route: /*
                    responses: [{status: 503}, {text: ok}]
                    after_last: stay
                    auth: {bearer: abc}
                    session: required
            """)
        #expect(problems.isEmpty)
        #expect(plan.seed == 7)
        let listener = try #require(plan.listeners.first)
        #expect(listener.port == 8080 && listener.name == "shop" && listener.faults.count == 1)
        #expect(listener.faults[0].when.probability == 0.1)
        #expect(listener.routes.count == 2)
        #expect(listener.routes[0].methods == ["GET", "POST"])
        #expect(listener.routes[0].responses[0].status == 201)
        #expect(listener.routes[0].faults.map(\.name) == ["http.stalled", "http.client-error=418"])
        #expect(listener.routes[0].faults[1].when.every == .even)
        #expect(listener.routes[1].responses.count == 2 && !listener.routes[1].isRepeated)
        #expect(listener.routes[1].session == SessionRule(.required))
    }

    @Test(
        "a valid file is summarised, and listeners without a name are named after their protocol",
        arguments: [
            ("zone: [a.test A 192.0.2.1, a.test A 192.0.2.2]\n", "a zone of 2 records", "dns"),
            ("script: [send 220 hello, expect QUIT, close]\n", "a script of 3 steps", "script"),
            ("to: tcp://127.0.0.1:9\n", "connections forwarded to tcp://127.0.0.1:9", "tcp"),
            ("to: http://127.0.0.1:9\n", "requests forwarded to http://127.0.0.1:9", "http"),
            (
                "name: shop\nto: http://127.0.0.1:9\nroutes: [{route: /, text: a}]\n",
                "1 route, requests forwarded to http://127.0.0.1:9", "shop"
            ),
        ])
    func summary(_ text: String, _ summary: String, _ name: String) throws {
        let (plan, problems) = try read(text)
        #expect(problems.isEmpty && plan.summary == summary && plan.listeners.map(\.name) == [name], "\(plan.summary)")
    }

    @Test(
        "publish: takes a name, or is on or off; a switch is no name, unless it is quoted",
        arguments: [
            ("off", nil), ("no", nil), ("false", nil), ("OFF", nil), ("", ""), ("on", ""), ("yes", ""),
            ("Shop", "Shop"),
            ("'off'", "off"),
        ] as [(String, String?)])
    func published(_ text: String, _ name: String?) throws {
        let (plan, problems) = try read("publish: \(text)\nroutes: [{route: /, text: a}]\n")
        #expect(problems.isEmpty && plan.listeners.map(\.published) == [name], "\(problems)")
        // What is off may stand in every listener.
        let (script, refusals) = try read("publish: \(text)\nscript: [send 220 hello]\n")
        #expect(refusals.isEmpty == (name == nil) && script.listeners.map(\.published) == [name], "\(refusals)")
    }

    @Test("an empty name is not published", arguments: ["''", "'  '"])
    func publishedWithoutName(_ text: String) throws {
        let (_, problems) = try read("publish: \(text)\nroutes: [{route: /, text: a}]\n")
        #expect(problems.contains("serve.yaml:1: publish is empty; write a name, on for that of the machine, or off"))
    }

    @Test(
        "a misspelt placeholder is reported with what may be meant",
        arguments: [
            ("{cuont}", "{count}"), ("{quary.x}", "{query.x}"), ("{query.}", "{query.x}"), ("{query}", "{query.x}"),
            ("{body.name}", "{body.$.name}"), ("{id}", "{path.id}"), ("a {{tiem}", "{time}"),
        ])
    func misspelt(_ text: String, _ meant: String) throws {
        let (plan, problems) = try read("routes: [{route: '/a/{id}', text: '\(text)'}]\n")
        #expect(problems.isEmpty && plan.notes.count == 1, "\(plan.notes)")
        #expect(
            plan.notes.first?.hasSuffix(", which is sent as it is; did you mean \(meant)?") == true, "\(plan.notes)")
    }

    @Test(
        "other braces are not",
        arguments: ["{count} {path.id} {query.x}", "{}", "{ count }", "{x.y}", "{name}", "{a: 1}"])
    func otherBraces(_ text: String) throws {
        let (plan, problems) = try read("routes: [{route: '/a/{id}', text: '\(text)'}]\n")
        #expect(problems.isEmpty && plan.notes.isEmpty, "\(plan.notes)")
    }

    @Test("the seed is known to be random, and matters only for random decisions")
    func seeds() throws {
        let (fixed, _) = try read("seed: 7\nroutes: [{route: /, random: 10}]\n")
        #expect(fixed.seed == 7 && !fixed.isSeedRandom && fixed.hasRandomDecisions)
        let (plain, _) = try read("routes: [{route: /, text: a, first_byte: 1ms}]\n")
        #expect(plain.isSeedRandom && plain.seed <= ServePlan.maxSeed && !plain.hasRandomDecisions)
        for part in [
            "first_byte: 1ms..2ms", "faults: [{delay: 1ms..2ms}]", "faults: [{delay: 1ms, when: {probability: 5%}}]",
        ] {
            #expect(try read("routes: [{route: /, text: a, \(part)}]\n").0.hasRandomDecisions, "\(part)")
        }
        let (_, problems) = try read("seed: 1000000000\nroutes: [{route: /, text: a}]\n")
        #expect(problems.contains("a whole number from 0 to \(ServePlan.maxSeed)"))
    }

    @Test("the file of an authority that does not exist is named as such")
    func missingAuthority() throws {
        let (_, problems) = try read("to: {url: 'https://127.0.0.1:9', ca: /nonexistent/ca.pem}\n")
        #expect(problems.contains("/nonexistent/ca.pem cannot be read: No such file or directory"), "\(problems)")
    }

    @Test("settings that may be intentional are reported, and served")
    func notes() throws {
        let (plan, problems) = try read(
            """
            routes:
              - {route: /a, json: '{"count": {count}, "of": "{query.of}"}'}
              - {route: /b, json: '{"count": }'}
              - {route: /c, file: /nonexistent/page.html}
              - {route: /d, file: /dev/null}
            """)
        #expect(problems.isEmpty && plan.notes.count == 2, "\(problems) \(plan.notes)")
        #expect(
            plan.notes.first?.hasPrefix("serve.yaml:3: route.json is not valid JSON, and is sent as it is: ") == true)
        #expect(
            plan.notes.last?.hasPrefix(
                #"serve.yaml:4: route.file: "/nonexistent/page.html" cannot be read (No such file"#)
                == true, "\(plan.notes)")
    }

    @Test(arguments: [
        (
            "routes:\n  - route: /a\n    faults: [{fault: http.stalled, when: {first: 3, after: 5}}]\n",
            "serve.yaml:3: fault.when holds for no request: it begins with number 6 and ends with 3"
        ),
        (
            "routes:\n  - route: /a\n    faults: [{fault: http.stalled, when: {every: 4, between: 5..7}}]\n",
            "serve.yaml:3: fault.when holds for no request: none of number 5 to 7 is a multiple of 4; change every:"
        ),
        (
            "routes:\n  - route: /a\n    faults: [{fault: http.stalled, when: {every: odd, between: 6..6}}]\n",
            "serve.yaml:3: fault.when holds for no request: none of number 6 to 6 is odd; change every:"
        ),
        (
            "routes:\n  - route: /a\n    faults: [{fault: http.stalled, when: {every: third}}]\n",
            "serve.yaml:3: fault.when.every: \"third\" is not valid; write a number of requests, as in 7, or even or odd"
        ),
        (
            "routes:\n  - route: GETT /a\n",
            "serve.yaml:2: route GETT is not a method of HTTP; did you mean GET?"
        ),
        (
            "routes:\n  - route: GET|BREW /a\n",
            "serve.yaml:2: route BREW is not a method of HTTP; known are GET, HEAD, POST"
        ),
        (
            "listeners:\n  - zone: [a.test A 192.0.2.1]\nfaults: [http.stalled]\n",
            "serve.yaml:3: faults is for listeners of routes, and there is none"
        ),
        ("routes:\n  - resource: /a\n    fields: {b: {enum: []}}\n", "serve.yaml:3: field b.enum is empty"),
        (
            "listeners:\n  - {name: a, routes: [{route: /, text: a}]}\n  - {name: a, zone: [a.test A 192.0.2.1]}\n",
            "serve.yaml:3: listener.name: \"a\" is another listener's too"
        ),
        (
            "routes:\n  - route: /a\n    faults: [{delay: 10ms±20ms}]\n",
            "serve.yaml:3: fault.delay: \"10ms±20ms\" has a deviation that is above its mean; write 10ms±10ms at most"
        ),
        ("routes:\n  - route: GET orders\n", "serve.yaml:2: route: \"GET orders\" is not a valid route"),
        (
            "routes:\n  - route: /a\n    text: x\n    json: y\n",
            "serve.yaml:4: route.json and route.text cannot be combined"
        ),
        ("routes:\n  - route: /*\n  - route: /a\n", "serve.yaml:3: route /a is never reached: /* in line 2"),
        ("routes:\n  - route: /a\n    faults: [http.staled]\n", "did you mean http.stalled?"),
        ("routes:\n  - route: /a\n    faults: [tls.expired]\n", "needs a listener of its own"),
        ("routes:\n  - route: /a\n    faults: [tcp.host-down]\n", "no server brings tcp.host-down about"),
        (
            "routes:\n  - route: /a\n    faults: [{fault: http.stalled=200}]\n",
            "cannot take \"200\" as percent; write 1 to 99"
        ),
        ("routes:\n  - route: /a\n    redirect: '{query.to}'\n", "redirects can lead only to configured destinations"),
        ("routes:\n  - route: /a\n    text: '{path.id}'\n", "/a has no {id}"),
        ("routes:\n  - route: /a\n    headers: {Content-Length: 3}\n", "framing is the server's"),
        ("routes:\n  - route: /a\n    headers: {X: \"a\\nb\"}\n", "has a control character"),
        ("routes:\n  - route: /a\n    status: 99\n", "write a whole number from 200 to 599"),
        ("routes:\n  - route: /a\n    pase: 1kB/s\n", "unknown key \"pase\"; did you mean \"pace\"?"),
        (
            "routes:\n  - route: /a\n    faults: [{delay: 1s, when: {between: 5..2}}]\n",
            "is not a valid range of requests"
        ),
        ("routes:\n  - route: /a\n    faults: [{delay: 1s, when: {during: 9s of 3s}}]\n", "is not a part of a period"),
        (
            "routes:\n  - route: POST /u\n    upload: {types: [image/jpg]}\n",
            "\"image/jpg\" cannot be recognised by its first bytes"
        ),
        ("routes:\n  - route: POST /u\n    upload: {max: 9MB}\n", "route.upload.max is above 8 MiB"),
        ("routes:\n  - route: POST /u\n    upload:\n    text: x\n", "route.text and route.upload cannot be combined"),
        ("port: 8080\nto: ftp://x\n", "serve.yaml:2: to: \"ftp://x\" has none of the schemes http, https and tcp"),
        ("to: tcp://a:1\nroutes: []\n", "serve.yaml:2: routes cannot be combined with to: tcp://"),
        ("to: tcp://a:1\nfaults: [http.forbidden]\n", "serve.yaml:2: faults http.forbidden is of HTTP; tcp:// takes"),
        ("to: tcp://a:1\nfaults: [{delay: 1s, when: {match: {path: /a}}}]\n", "matches requests, and tcp:// has none"),
        ("to: {ca: x}\n", "needs a URL"), ("to: {url: http://a, ca: x}\n", "is for https, and http://a is not"),
        ("to: {url: https://a, ca: /dev/null}\n", "contains no certificate of an authority"),
        ("to: {url: https://a, ca: /nonexistent}\n", "/nonexistent cannot be read: No such file or directory"),
        (
            "to: http://a\nreplay: /nonexistent\n",
            "replay cannot be replayed: /nonexistent: cannot be read: No such file"
        ),
        ("spy: on\nroutes: []\n", "spy has no effect without replay:"),
        ("routes:\n  - {route: /a, events: []}\n", "serve.yaml:2: route.events is empty; write at least one text"),
        ("routes:\n  - {route: /a, chunks: []}\n", "serve.yaml:2: route.chunks is empty"),
        ("routes:\n  - {route: /a, bytes: {text: '', count: 5}}\n", "text is empty; write what is repeated"),
        (
            "routes:\n  - {route: '/a?b=1', text: x}\n",
            "serve.yaml:2: route: \"/a?b=1\" has a query, and routes are for paths; write match: {query: …} beside it"
        ),
        ("routes:\n  - {route: 'GET /a#b', text: x}\n", "\"/a#b\" has a fragment, which clients do not send"),
        (
            "record: /nonexistent.har\nroutes:\n  - {route: /a, text: x}\n",
            "serve.yaml:1: record has no effect without to: and a URL, since only forwarded requests are recorded"
        ),
        ("routes:\n  - route: /a\n    to: tcp://a:1\n", "is tcp://, which only a whole listener can forward"),
        ("script: [send 220, say x]\n", "serve.yaml:1: script cannot be followed: line 2 of the script"),
        ("script: [hang]\nroutes: []\n", "routes cannot be combined with script:"),
        ("zone: [www A nothing]\n", "serve.yaml:1: zone cannot be served: record 1"),
        ("tls: {names: [a b]}\nroutes: []\n", "\"a b\" is not a valid name"),
        ("tls: {certificate: /nonexistent}\nroutes: []\n", "needs certificate: and key:"),
        ("routes:\n  - route: /a\n    session: maybe\n", "\"maybe\" is not one of start, required and end"),
        ("routes:\n  - route: /a\n    session: {}\n", "serve.yaml:3: route.session is empty; write start: 10m"),
        ("routes:\n  - route: /a\n    session: {set: {number: '1'}}\n", "set.number is what every session has already"),
        (
            "routes:\n  - route: /a\n    session: {set: {'a b': '1'}}\n",
            "set.a b is not a valid name; write 1 to 64 letters"
        ),
        ("routes:\n  - route: /a\n    session: {set: {a: '{path.id}'}}\n", "/a has no {id}"),
        (
            "routes:\n  - {route: /a, session: {set: {user: x}}}\n  - {route: /b, text: '{session.usr}'}\n",
            "serve.yaml:3: route.text has {session.usr}, which no route of the listener sets; sessions have: number, user"
        ),
        ("script: [hang]\npublish: Mail\n", "serve.yaml:2: publish announces _http._tcp, which this listener"),
        (
            "publish: \(String(repeating: "x", count: 64))\nroutes: []\n",
            "serve.yaml:1: publish has 64 bytes; write a name"
        ),
        ("port: 8080\nroutes: []\n", "serve.yaml:2: routes has no route; write one"),
        ("port: abc\nroutes: []\n", "serve.yaml:1: port: \"abc\" is not valid; write a whole number from 0 to 65535"),
        (
            "routes:\n  - route: /a\n    faults: [http.nothing]\n",
            "serve.yaml:3: route.faults: there is no fault \"http.nothing\""
        ),
        (
            "routes:\n  - route: /a\n    faults: [{fault: http.nothing}]\n",
            "serve.yaml:3: fault: there is no fault \"http.nothing\""
        ),
        ("seed: 1\nseed: 2\n", "serve.yaml:2: line 1 already has the key \"seed\""),
        ("port: 8080\n", "needs routes"), ("", "is empty; write routes:"),
        (
            "listeners:\n  - {port: 80, routes: []}\n  - {port: 80, routes: []}\n",
            "serve.yaml:3: port: 80 of 127.0.0.1 is already the port of the listener in line 2; change one of them"
        ),
    ])
    func saysWhatIsWrong(_ text: String, _ expected: String) throws {
        let (_, problems) = try read(text)
        #expect(problems.contains(expected), "\(problems)")
    }

    @Test(
        "settings of a route that contradict each other, or have no effect, are refused",
        arguments: [
            ("{route: /a, match: {path: /b}}", "unknown key \"path\"; allowed here: method, headers, query"),
            ("{route: GET /a, match: {method: POST}}", "route.match has the method POST, and the route takes only GET"),
            (
                "{route: /a, match: {method: post}}",
                "route.match.method: \"post\" is not a valid method; write one like GET"
            ),
            (
                "{route: GET /a, text: x, faults: [{fault: http.stalled, when: {match: {method: POST}}}]}",
                "has the method POST, and the route takes only GET"
            ),
            (
                "{route: /a, text: x, faults: [{fault: http.stalled, when: {match: {path: /b}}}]}",
                "has the path /b, and the route takes only /a"
            ),
            (
                "{route: /a, responses: [{text: x}], text: y}",
                "route.text and route.responses cannot be combined; write it into one of the responses"
            ),
            ("{route: /a, responses: [{text: x}], status: 503}", "route.status and route.responses cannot be combined"),
            ("{route: /a, text: x, after_last: stay}", "route.after_last needs responses: and a list of them"),
            ("{route: /a, text: x, interval: 1s}", "route.interval needs events: or chunks:"),
            ("{route: /a, chunks: [x], rounds: 2}", "route.rounds needs events:"),
            ("{route: /a, text: x, writable: on}", "route.writable needs directory:"),
            (
                "{route: /a, text: x, status: 204}",
                "route.text and status: 204 cannot be combined; a response with this status has no body"
            ),
            ("{route: /a, responses: [{json: '1', status: 304}]}", "response.json and status: 304 cannot be combined"),
            ("{route: /a, redirect: not a url}", "route.redirect: \"not a url\" is not a valid URL or path"),
            ("{route: /a, redirect: ''}", "route.redirect: \"\" is not a valid URL or path"),
        ])
    func contradictions(_ route: String, _ expected: String) throws {
        let (_, problems) = try read("routes:\n  - \(route)\n")
        #expect(problems.hasPrefix("serve.yaml:2: ") && problems.contains(expected), "\(problems)")
        #expect(problems.split(separator: "\n").count == 1, "\(problems)")
    }

    @Test(
        "similar settings that do have an effect are accepted",
        arguments: [
            "{route: /a, match: {method: POST, query: {x: '1'}}, text: x}", "{route: GET /a, match: {method: HEAD}}",
            "{route: /a/*, text: x, faults: [{fault: http.stalled, when: {match: {path: /a/b, method: PUT}}}]}",
            "{route: '/{x}/b', text: x, faults: [{fault: http.stalled, when: {match: {path: '/a/{y}'}}}]}",
            "{route: GET /a, text: x, faults: [{fault: http.stalled, when: {match: {method: HEAD}}}]}",
            "{route: /a, responses: [{text: x}, {status: 204}], after_last: repeat}",
            "{route: /a, events: [x], interval: 0}", "{route: /a, status: 204}", "{route: /a, redirect: ../b?c=d#e}",
            "{route: /a, redirect: 'https://[::1]:8080/%20'}",
        ])
    func accepted(_ route: String) throws {
        let (_, problems) = try read("routes:\n  - \(route)\n")
        #expect(problems.isEmpty, "\(problems)")
    }

    @Test(
        "a time without a unit is refused, since it may be meant in milliseconds",
        arguments: [
            ("{route: /a, faults: [{delay: 100}]}", "fault.delay: \"100\" has no unit; write 100ms or 100s"),
            ("{route: /a, faults: [{delay: 100..300ms}]}", "fault.delay: \"100\" has no unit"),
            ("{route: /a, faults: [{delay: 1.5 p99 2s}]}", "fault.delay: \"1.5\" has no unit; write 1.5ms or 1.5s"),
            ("{route: /a, first_byte: 100}", "route.first_byte: \"100\" has no unit"),
            ("{route: /a, events: [x], interval: 500}", "route.interval: \"500\" has no unit; write 500ms or 500s"),
            ("{route: /a, pace: 1kB every 100}", "route.pace: \"100\" has no unit"),
            ("{route: /a, session: {start: 10}}", "route.session.start: \"10\" has no unit"),
            (
                "{route: /a, faults: [{delay: 1s, when: {during: 10 of 60s}}]}",
                "\"10 of 60s\" is not a part of a period"
            ),
            ("{route: /a, faults: [http.slow=3]}", "http.slow cannot take \"3\" as delay"),
        ])
    func units(_ route: String, _ expected: String) throws {
        let (_, problems) = try read("routes:\n  - \(route)\n")
        #expect(problems.hasPrefix("serve.yaml:2: ") && problems.contains(expected), "\(problems)")
    }

    @Test("a recording that exists already is reported with its line")
    func existingRecording() throws {
        let (_, problems) = try read("to: http://127.0.0.1:9\nrecord: /dev/null\n")
        #expect(
            problems.contains("serve.yaml:2: record: \"/dev/null\" exists already; name another file"), "\(problems)")
    }

    @Test("match: selects the requests of a route by method, field and query")
    func matchOfRoute() async throws {
        let (plan, problems) = try read(
            """
            routes:
              - {route: /a, match: {method: POST}, text: one}
              - {route: /a, match: {query: {kind: big}}, text: two}
              - {route: /a, match: {headers: {X-Kind: }}, text: three}
              - {route: POST|PUT /b, match: {method: PUT}, text: four}
            """)
        #expect(problems.isEmpty, "\(problems)")
        let responder = PlanResponder(plan.listeners[0], log: RequestLog(), seed: 1)
        func body(_ method: String, _ target: String, _ headers: HTTPHeaders = [:]) async -> String {
            let request = ServedRequest(method: method, target: target, headers: headers)
            let answer = await responder.respond(to: request, after: .zero).response
            guard answer.status == .ok, case .bytes(let bytes) = answer.body else { return "\(answer.status.code)" }
            return String(buffer: bytes)
        }
        #expect(await body("POST", "/a") == "one")
        #expect(await body("GET", "/a?kind=big") == "two")
        #expect(await body("GET", "/a", ["X-Kind": "any"]) == "three")
        #expect(await body("GET", "/a?kind=small") == "405")
        #expect(await body("PUT", "/b") == "four")
        #expect(await body("POST", "/b") == "405")
    }
}
