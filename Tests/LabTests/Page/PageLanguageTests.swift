import Foundation
import Lab
import NetworkModel
import Testing

@Suite("The page in the language of its reader", .lab, .tags(.lab))
struct PageLanguageTests {
    private static let configuration = """
        publish: off
        uplink: off
        interval: 1s
        targets:
        - { target: "tcp://127.0.0.1:81", name: Shop }
        """

    private func withDaemon(_ body: @Sendable (RunningDaemon, TCPServer) async throws -> Void) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let shop = try host.startTCPServer(.silent, port: 81)
            let daemon = try await host.startDaemon(Self.configuration)
            try await daemon.status("a result") { $0.targets.allSatisfy { $0.last != nil } }
            try await body(daemon, shop)
        }
    }

    @Test("a browser that prefers German gets German pages, and updates of an open page are German")
    func live() async throws {
        try await withDaemon { daemon, shop in
            var session = BrowserSession()
            session.speak("de-DE,de;q=0.9,en;q=0.8")
            session.open("/")
            session.until("document.getElementById('connection').textContent === 'live'")
            session.evaluate("[document.documentElement.lang, document.querySelector('nav').innerText].join()")
            let ready = session.count
            session.until(
                "document.querySelector('#path').textContent.includes('127.0.0.1:81 lehnt die Verbindung ab')")
            session.until("document.querySelector('#announcement').textContent")
            session.evaluate("document.querySelector('h1').textContent + document.title")
            session.evaluate("document.querySelector('#counts').textContent")
            for path in ["/targets/Shop", "/incidents", "/incidents/1", "/links", "/services", "/peers"] {
                session.size(390, 844)
                session.open(path)
                session.until("document.getElementById('connection').textContent === 'live'")
                session.evaluate("document.documentElement.lang")
                session.evaluate("document.documentElement.scrollWidth <= 390")
            }
            session.problems()
            let browser = try session.start(on: daemon.host)
            let seen = try await session.answers(of: browser, to: ready)
            #expect(seen.last?.text?.hasPrefix("de,") == true && seen.last?.text?.contains("Überblick") == true)
            shop.stop()
            let all = try await session.answers(of: browser)
            #expect(all[ready + 1].text?.hasPrefix("Funktioniert nicht: ") == true, "\(all[ready + 1].text ?? "")")
            #expect(all[ready + 2].text?.contains("gestört") == true, "\(all[ready + 2].text ?? "")")
            #expect(all[ready + 3].text?.contains("offene Störung") == true, "\(all[ready + 3].text ?? "")")
            for page in 0..<6 {
                #expect(all[ready + 4 + page * 5 + 3].text == "de")
                #expect(all[ready + 4 + page * 5 + 4].isTrue == true, "page \(page) is wider than 390 px")
            }
            #expect(all.last?.texts == [], "\(all.last?.texts ?? [])")
        }
    }

    @Test("responses state their language and Vary; documents for programs are English whatever they accept")
    func header() async throws {
        try await withDaemon { daemon, _ in
            for (accepted, language, word) in [
                ("fr-CH, fr;q=0.9", "fr", "Liens"), ("es", "es", "Resumen"),
                ("zh-CN", "zh-Hans", "概览"), ("it", "en", "Overview"),
                ("zh-TW, *;q=0", "en", "Overview"),
            ] {
                let page = try await daemon.get("/", "-i", "-H", "Accept-Language: \(accepted)")
                let head = page.lowercased()
                #expect(head.contains("\r\ncontent-language: \(language.lowercased())\r\n"), "\(accepted): \(page)")
                #expect(head.contains("\r\nvary: accept-language\r\n"))
                #expect(page.contains("<html lang=\"\(language)\">") && page.contains(">\(word)</a>"), "\(accepted)")
            }
            let german = ["-H", "Accept-Language: de"]
            for path in ["/metrics", "/openapi.json", "/badge/Shop.svg"] {
                let english = try await daemon.get(path)
                let asked = try await daemon.get(path, german[0], german[1])
                #expect(!asked.contains("verfügbar") && !asked.contains("in Ordnung"), "\(path)")
                if path != "/metrics" { #expect(asked == english, "\(path)") }
            }
            let status = try await daemon.get("/v1/status", "-i", german[0], german[1])
            #expect(!status.lowercased().contains("content-language"))
            let long = String(repeating: "x;q=0.1,", count: 500) + "de"
            let page = try await daemon.get("/", "-H", "Accept-Language: \(long)")
            #expect(page.contains("<html lang=\"en\">"))
        }
    }
}
