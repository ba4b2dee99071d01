import NetworkModel
import Foundation
import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("The page, in a real browser", .lab, .tags(.lab))
struct PageTests {
    private static let hostile = "</title><script>hacked=1</script><img src=x onerror=hacked=1>"
    private static let configuration = """
        publish: off
        uplink: off
        interval: 1s
        targets:
        - { target: "tcp://127.0.0.1:81", name: Shop, group: 1 Web }
        - { target: "tcp://127.0.0.1:9", name: "\(hostile)", group: "<b>Office" }
        - { target: "127.0.0.1", name: Ping }
        """

    private func withDaemon(_ body: @Sendable (RunningDaemon, TCPServer) async throws -> Void) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let shop = try host.startTCPServer(.silent, port: 81)
            let daemon = try await host.startDaemon(Self.configuration)
            try await daemon.status("an incident") { status in
                status.targets.allSatisfy { $0.last != nil }
                    && status.incidents.contains { $0.cause.id == "tcp.refused" }
            }
            try await body(daemon, shop)
        }
    }

    private static let row = "[...document.querySelectorAll('tbody tr')].find((r) => r.textContent.includes('Shop'))"

    @Test("a fault and its end appear without a reload: at the top, in the icon, the title and for screen readers")
    func live() async throws {
        try await withDaemon { daemon, shop in
            var session = BrowserSession()
            session.open("/")
            session.untilLive()
            session.evaluate("window.kept = 'here'; \(Self.row).querySelector('a').focus(); document.title")
            let ready = session.count
            session.until("\(Self.row).querySelector('.m.down') && document.title")
            session.until(
                "document.querySelector('#path').textContent.includes('127.0.0.1:81 refuses the connection') && 'told'")
            session.until("document.querySelector('#announcement').textContent")
            session.evaluate("document.querySelector('h2').textContent")
            session.evaluate(
                "window.kept + ' ' + document.activeElement.textContent + ' ' + document.getElementById('icon').getAttribute('href')"
            )
            let down = session.count
            session.until("\(Self.row).querySelector('.m.up') && 'up'")
            session.evaluate("window.kept")
            session.problems()
            let browser = try session.start(on: daemon.host)
            _ = try await session.answers(of: browser, to: ready)
            shop.stop()
            let seen = try await session.answers(of: browser, to: down)
            #expect(seen[4].text == "told" && seen[5].text?.contains("2 down") == true, "\(seen[5].text ?? "")")
            // Both groups are down; the first by name, which was behind the other, is shown first.
            #expect(seen[6].text?.contains("Web") == true, "\(seen[6].text ?? "")")
            #expect(seen[7].text?.hasPrefix("here Shop /page/") == true, "\(seen[7].text ?? "")")
            _ = try daemon.host.startTCPServer(.silent, port: 81)
            let all = try await session.answers(of: browser)
            #expect(all[down].text == "up" && all[down + 1].text == "here")
            #expect(all.last?.texts == [], "\(all.last?.texts ?? [])")
        }
    }

    @Test("no page has errors or violates its policy; foreign names are text; none is wider than a phone")
    func allPages() async throws {
        try await withDaemon { daemon, _ in
            let name = try #require(Self.hostile.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let paths = [
                "/", "/targets/\(name)", "/targets/Shop", "/incidents", "/incidents/1", "/links", "/services", "/peers",
            ]
            var session = BrowserSession()
            for path in paths {
                session.size(1_200, 900)
                session.open(path)
                session.untilLive()
                session.evaluate(
                    "[typeof hacked, document.scripts.length, document.querySelectorAll('img, [style], style, [onerror]').length].join()"
                )
                session.size(390, 844, scheme: "dark")
                session.evaluate("document.documentElement.scrollWidth <= 390")
                session.problems()
            }
            let answers = try await session.run(on: daemon.host)
            for (place, path) in paths.enumerated() {
                let own = answers[place * 7..<place * 7 + 7].map { $0 }
                #expect(own[3].text == "undefined,1,0", "\(path)")
                #expect(own[5].isTrue == true, "\(path) is wider than 390 px")
                #expect(own[6].texts == [], "\(path): \(own[6].texts ?? [])")
            }
        }
    }

    @Test(
        "the accessibility tree has landmarks, a headline, a table with headings, and a name for all focusable elements"
    )
    func accessibility() async throws {
        try await withDaemon { daemon, _ in
            var session = BrowserSession()
            // Rows outside the visible area exist as well.
            session.size(800, 300)
            session.open("/")
            session.untilLive()
            session.until("document.body.classList.contains('whole') && 'whole'")
            session.tree()
            // The first link leads to the content.
            session.press("Tab")
            session.evaluate("document.activeElement.textContent")
            session.evaluate(
                "(() => { const r = [...document.querySelectorAll('tbody tr')].find((r) => r.querySelector('.tip')); r.querySelector('a').focus(); return getComputedStyle(r.querySelector('.tip')).display + ' ' + r.querySelector('.tip').textContent; })()"
            )
            let answers = try await session.run(on: daemon.host)
            let nodes = try #require(answers[4].nodes)
            for role in [
                "main", "navigation", "contentinfo", "status", "table", "row", "rowheader", "columnheader", "image",
                "list",
            ] {
                #expect(nodes.contains { $0.role == role || role == "image" && $0.role == "img" }, "\(role)")
            }
            #expect(
                nodes.contains {
                    $0.role == "heading" && $0.name.contains("2 targets are up") || $0.name.contains("of 3 targets")
                })
            for node in nodes where node.focusable && node.role != "RootWebArea" && node.role != "main" {
                #expect(!node.name.isEmpty, "\(node.role) without a name")
            }
            for node in nodes where ["image", "img", "link", "table", "rowheader"].contains(node.role) {
                #expect(!node.name.isEmpty, "\(node.role) without a name")
            }
            #expect(nodes.contains { $0.name.hasPrefix("Shop") && $0.name.contains("up") })
            #expect(answers[6].text == "Skip to the content")
            #expect(answers[7].text?.hasPrefix("block ") == true && answers[7].text?.contains("tcp.refused") == true)
        }
    }

    @Test("the page shows the same without scripts")
    func withoutScripts() async throws {
        try await withDaemon { daemon, _ in
            var session = BrowserSession()
            session.size(800, 300)
            session.withoutScripts()
            session.open("/")
            session.tree()
            session.open("/targets/Shop")
            session.tree()
            let answers = try await session.run(on: daemon.host)
            let overview = try #require(answers[3].nodes), target = try #require(answers[5].nodes)
            #expect(overview.contains { $0.role == "link" && $0.name == "Shop" })
            // The sentence of the fault is folded below these words, and unfolds without a script.
            #expect(overview.contains { $0.focusable && $0.name.contains("tcp.refused") })
            #expect(target.contains { $0.role == "heading" && $0.name == "Layers of the last check" })
        }
    }

    @Test("the files of the pages are sent once; a saved page loads nothing; a badge is an image of fixed size")
    func files() async throws {
        try await withDaemon { daemon, _ in
            let style = try await daemon.get("/page/style.css", "-i")
            let tag = try #require(
                style.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("etag: ") }
            ).dropFirst(6)
            let again = try await daemon.get("/page/style.css", "-i", "-H", "If-None-Match: \(tag)")
            #expect(again.hasPrefix("HTTP/1.1 304") && !again.contains("{"), "\(again)")
            let script = try await daemon.get("/page/live.js")
            #expect(script.utf8.count < 15_000)
            let file = try await daemon.get("/targets/Shop?share=html&from=1h", "-i")
            #expect(file.lowercased().contains("content-disposition: attachment; filename=\"netdiag-shop"))
            #expect(!file.contains("<script") && !file.contains("src=") && !file.contains("href="), "\(file)")
            #expect(file.contains("Layers of the last check") && file.contains("<svg"))
            let incident = try await daemon.get("/incidents/1?share=html", "-i")
            #expect(incident.contains("What to do") && !incident.contains("href="))
            let badge = try await daemon.get("/badge/Shop.svg")
            #expect(badge.contains("<svg") && badge.contains("Shop: up"))
            for path in [
                "/badge/None.svg", "/badge/Shop", "/targets/None", "/incidents/99", "/incidents/x", "/page/none",
                "/?page=2",
            ] {
                #expect(try await daemon.get(path, "-w", "%{http_code}").hasSuffix("404"), "\(path)")
            }
            for path in ["/targets/Shop?share=pdf", "/targets/Shop?from=1h", "/page/live", "/page/live?view=x"] {
                #expect(try await daemon.get(path, "-w", "%{http_code}").hasSuffix("400"), "\(path)")
            }
        }
    }

    @Test("missed events are sent to a client that gives the id of the last one")
    func resume() async throws {
        try await withDaemon { daemon, _ in
            let first = try daemon.host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
            try await first.output.first("when to come back") { $0 == "retry: 2000" }
            let id = try await first.output.first("an id") { $0.hasPrefix("id: ") }.dropFirst(4)
            try await first.output.first("an event") { $0 == "event: report" }
            let ids = first.output.text.split(separator: "\n").filter { $0.hasPrefix("id: ") }
            try #require(ids.count >= 2)
            first.killGroup()
            try await first.exit()
            let second = try daemon.host.spawn(
                RunningDaemon.curl + ["-N", "-H", "Last-Event-ID: \(id)", "http://netdiag/v1/events"])
            try await second.output.first("the status") { $0 == "event: status" }
            // Sent before the status, and with the same ids.
            let told = second.output.text.split(separator: "\n").prefix { $0 != "event: status" }.filter {
                $0.hasPrefix("id: ")
            }
            #expect(told.starts(with: ids.dropFirst()), "\(ids) \(told)")
        }
    }
}
