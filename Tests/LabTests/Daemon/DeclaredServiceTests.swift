import Glibc
import Lab
import Testing

import struct NetworkModel.RegisteredService
import struct NetworkModel.StatusDocument

extension StatusDocument {
    func service(_ name: String) -> RegisteredService? { services.first { $0.name == name } }

    func isPublished(_ names: String...) -> Bool { names.allSatisfy { service($0)?.publication.state == .published } }
}

@Suite("Services of the configuration", .lab, .tags(.lab))
struct DeclaredServiceTests {
    private static let web = """
        publish: off
        services:
        - name: Web
          type: _http._tcp
          port: 8080
          txt: { path: /, flag: null }
          subtypes: [_printer]
          interval: 1s
        """

    @Test("a service is announced while its server runs, and withdrawn with a reason when the server stops")
    func gate() async throws {
        try await Lab.withLookout { server, lookout in
            let browser = try lookout.browse("_http._tcp"), subtype = try lookout.browse("_printer._sub._http._tcp")
            let daemon = try await server.startDaemon(Self.web)
            let withheld = try await daemon.status("the refusal") { $0.service("Web")?.status == .connectionDown }
            let waiting = try #require(withheld.service("Web"))
            #expect(waiting.origin == .configuration && waiting.check == "tcp://localhost:8080")
            #expect(waiting.publication.state == .waiting && waiting.publication.port == 8_080)
            let reason = "its check tcp://localhost:8080 is down: tcp.refused"
            try await daemon.status("the reason") {
                $0.service("Web")?.publication.reason?.hasPrefix(reason) == true
            }

            let first = try server.startTCPServer(.silent, port: 8_080)
            try await browser.saw(.resolved, "Web", with: "\"path=/\"")
            try await browser.saw(.resolved, "Web", with: "\"flag\"")
            try await subtype.saw(.appeared, "Web")
            try await daemon.status("publication") {
                $0.isPublished("Web") && $0.service("Web")?.status == .connectionUp
            }

            first.stop()
            try await browser.saw(.vanished, "Web")
            try await subtype.saw(.vanished, "Web")
            let down = try await daemon.status("the reason") {
                $0.service("Web")?.publication.reason?.hasPrefix(reason) == true
            }
            // It is neither a target of the user nor a fault of the machine.
            #expect(down.targets.isEmpty && !down.findings.contains { $0.id == "tcp.refused" })
            #expect(!down.incidents.contains { $0.cause.id == "tcp.refused" })
            #expect(daemon.process.diagnostics.text.contains("service \"Web\" (_http._tcp): waiting: \(reason)"))

            let page = try await daemon.get("/services")
            #expect(page.contains(">Services</h1>") && page.contains(reason))
            let text = try await server.netdiag("status").output
            #expect(text.contains("Services") && text.contains("_http._tcp  8080") && text.contains(reason))

            _ = try server.startTCPServer(.silent, port: 8_080)
            try await browser.saw(.appeared, "Web", times: 2)
            #expect(try await daemon.stop() == .exited(0))
            try await browser.saw(.vanished, "Web", times: 2)
        }
    }

    @Test("a service with its own check depends on that check; one without a check is always announced")
    func otherChecks() async throws {
        try await Lab.withLookout { server, lookout in
            let browser = try lookout.browse("_http._tcp")
            let page = try server.startTCPServer(
                .answers("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), port: 8_080)
            let daemon = try await server.startDaemon(
                """
                publish: off
                services:
                - { name: Page, type: _http._tcp, port: 8080, check: "http://localhost:8080/healthz", interval: 1s }
                - { name: Unchecked, type: _http._tcp, port: 81, check: off }
                - { name: Nobody, type: _http._tcp, port: 0 }
                """)
            try await browser.saw(.appeared, "Unchecked")
            try await browser.saw(.appeared, "Nobody")
            try await daemon.status("what the page says") {
                $0.service("Page")?.publication.reason?.contains(" is down: http.") == true
            }
            #expect(browser.count(.appeared, "Page") == 0)
            page.stop()
            try await daemon.status("its end") {
                $0.service("Page")?.publication.reason?.contains("tcp.refused") == true
            }
            _ = try server.startTCPServer(
                .answers("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), port: 8_080)
            try await browser.saw(.appeared, "Page")
        }
    }

    @Test("SIGHUP affects only the services whose configuration has changed")
    func reload() async throws {
        try await Lab.withLookout { server, lookout in
            let browser = try lookout.browse("_http._tcp"), changes = try lookout.follow("_http._tcp")
            func configuration(_ services: String...) -> String {
                "publish: off\nservices:\n" + services.map { "- {type: _http._tcp, check: off, \($0)}\n" }.joined()
            }
            let daemon = try await server.startDaemon(
                configuration(
                    "name: Same, port: 1", "name: Text, port: 2, txt: {v: one}", "name: Port, port: 3",
                    "name: Gone, port: 4"))
            for name in ["Same", "Text", "Port", "Gone"] { try await browser.saw(.resolved, name) }
            try await server.write(
                "/etc/netdiag/netdiag.yaml",
                configuration(
                    "name: Text, port: 2, txt: {v: two}", "name: Port, port: 33", "name: New, port: 5",
                    "name: Same, port: 1"))
            daemon.process.send(SIGHUP)
            try await browser.saw(.vanished, "Gone")
            try await changes.told("Text", with: #""v":"two""#)
            try await changes.told("Port", with: #""port":33"#)
            try await browser.saw(.resolved, "New")
            let status = try await daemon.status("all of them") { $0.isPublished("Same", "Text", "Port", "New") }
            #expect(status.services.count == 4)
            #expect(browser.count(.vanished, "Same") == 0 && browser.count(.vanished, "Text") == 0)
            #expect(browser.count(.resolved, "Same") == 1)
        }
    }

    @Test("after a restart of avahi-daemon, each service is announced again, once")
    func restart() async throws {
        try await Lab.withLookout { server, lookout in
            let daemon = try await server.startDaemon(
                "publish: off\nservices: [{name: Declared, type: _http._tcp, port: 1, check: off}]")
            let owner = try daemon.hold("Held", #"{"types":["_http._tcp"],"port":2}"#)
            _ = try await daemon.put("Leased", #"{"types":["_http._tcp"],"port":3,"lease":600}"#)
            try await daemon.status("publication") { $0.isPublished("Declared", "Held", "Leased") }
            try await server.run(["sh", "-c", "kill -9 $(cat /run/avahi-daemon/pid)"])
            try await daemon.status("waiting for avahi-daemon") {
                $0.services.allSatisfy { $0.publication.state == .waiting && $0.publication.reason != nil }
            }
            try await server.startAvahi()
            try await daemon.status("publication again") { $0.isPublished("Declared", "Held", "Leased") }
            #expect(try await lookout.names("_http._tcp") == ["Declared", "Held", "Leased"])
            #expect(owner.status == nil)
        }
    }
}
