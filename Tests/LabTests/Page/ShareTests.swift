import Foundation
import NetworkModel
import Lab
import Testing

@Suite("Bars, pictures and badges", .lab, .tags(.lab))
struct ShareTests {
    private static func configuration(_ access: String = "") -> String {
        """
        publish: off
        uplink: off
        interval: 1s
        \(access)
        targets:
        - { target: "tcp://127.0.0.1:9", name: "Shop <b>" }
        """
    }

    private struct Recent: Decodable {
        struct Target: Decodable {
            let name: String
            let results: String
        }

        let schema: String
        let targets: [Target]
    }

    private static func recent(_ daemon: RunningDaemon) async throws -> String {
        let json = try await daemon.get("/v1/recent")
        let recent = try JSONDecoder().decode(Recent.self, from: Data(json.utf8))
        #expect(recent.schema == "netdiag.recent/1" && recent.targets.map(\.name) == ["Shop <b>"])
        return recent.targets.first?.results ?? ""
    }

    @Test("bars survive a restart; the picture is self-contained SVG, and a name in it is text")
    func bars() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            // One check an hour: everything that the second run shows comes from the first.
            var daemon = try await host.startDaemon(Self.configuration())
            try await daemon.status("an incident") { status in
                status.incidents.contains { $0.cause.id == "tcp.refused" }
            }
            let before = try await Self.recent(daemon)
            #expect(!before.isEmpty && before.allSatisfy { $0 == "d" }, "\(before)")
            #expect(try await daemon.stop() == .exited(0))
            let rare = Self.configuration().replacing("interval: 1s", with: "interval: 1h")
            daemon = try await host.startDaemon(rare)
            try await daemon.status("a result") { $0.targets.allSatisfy { $0.last != nil } }
            let after = try await Self.recent(daemon)
            // On this machine, a fault is the machine's own: the history cannot attribute it to the target.
            #expect(after.count >= before.count && after.allSatisfy { "dc".contains($0) }, "\(before) \(after)")
            let picture = try await daemon.get("/targets/Shop%20%3Cb%3E?share=svg")
            #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
            #expect(picture.contains("Shop &lt;b&gt;"))
            #expect(!picture.contains("href") && !picture.contains("<script") && !picture.contains("<b>"))
            try await host.write("/tmp/picture.svg", picture)
            let check = try await host.result(of: [
                "/usr/bin/python3", "-c", "import xml.dom.minidom; xml.dom.minidom.parse('/tmp/picture.svg')",
            ])
            #expect(check.status == .exited(0), "\(check.diagnostics)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    /// The file at a path, after a check that it refers to no other file.
    private static func file(_ path: String, of daemon: RunningDaemon) async throws -> String {
        let answer = try await daemon.get(path, "-i")
        let fields = answer.lowercased()
        #expect(answer.hasPrefix("HTTP/1.1 200"), "\(path): \(answer.prefix(600))")
        #expect(fields.contains("content-disposition: attachment; filename=\"netdiag-"), "\(path)")
        #expect(fields.contains("content-security-policy: default-src 'none';"), "\(path)")
        for word in ["href=", "src=", "<script", "<b>", "url("] { #expect(!answer.contains(word), "\(path): \(word)") }
        let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
        if path.contains("share=svg") {
            #expect(body.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""), "\(path)")
            try await daemon.host.write("/run/shared.svg", body)
            let check = try await daemon.host.result(of: [
                "/usr/bin/python3", "-c", "import xml.dom.minidom; xml.dom.minidom.parse('/run/shared.svg')",
            ])
            #expect(check.status == .exited(0), "\(path): \(check.diagnostics)")
        }
        return body
    }

    @Test("an incident and a time span are self-contained files, as a page and as a picture")
    func incidentsAndSpans() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let daemon = try await host.startDaemon(Self.configuration())
            try await daemon.status("an incident") { status in
                status.incidents.contains { $0.cause.id == "tcp.refused" }
            }
            let incidents = try await daemon.get("/v1/incidents")
            let all = try JSONDecoder().decode([Number].self, from: Data(incidents.utf8))
            for incident in all {
                for form in ["html", "svg"] {
                    let text = try await Self.file("/incidents/\(incident.id)?share=\(form)", of: daemon)
                    #expect(text.contains("Incident \(incident.id)") && text.contains("What to do"), "\(text)")
                    #expect(text.contains("Shop &lt;b&gt;") || !text.contains("refuses the connection"), "\(text)")
                }
            }
            for span in ["", "&from=1h", "&from=2026-01-01T00:00:00Z", "&from=400d", "&from=100000d"] {
                for form in ["html", "svg"] {
                    let text = try await Self.file("/share?share=\(form)\(span)", of: daemon)
                    #expect(text.contains("refuses the connection") && text.contains("Shop &lt;b&gt;"), "\(text)")
                }
            }
            let before = try await Self.file("/share?share=html&from=3d&to=2d", of: daemon)
            #expect(before.contains("No incident") && !before.contains("refuses"), "\(before)")
            for path in [
                "/share?share=pdf", "/share?from=1h&to=2h", "/share?to=x", "/incidents/1?share=x",
                "/share?from=1000000d",
            ] {
                #expect(try await daemon.get(path, "-w", "%{http_code}").hasSuffix("400"), "\(path)")
            }
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    private struct Number: Decodable { let id: Int }

    @Test("the pages link to the files, in a browser")
    func links() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let daemon = try await host.startDaemon(Self.configuration())
            try await daemon.status("an incident") { status in
                status.incidents.contains { $0.cause.id == "tcp.refused" }
            }
            var session = BrowserSession()
            for path in ["/incidents", "/incidents/1", "/targets/Shop%20%3Cb%3E"] {
                session.open(path)
                session.untilLive()
                // Each link's destination is fetched, as a click on it would.
                session.evaluate(
                    """
                    Promise.all([...document.querySelectorAll('a[download]')].map((a) => fetch(a.href)
                      .then((r) => `${r.status} ${r.headers.get('content-type').split(';')[0]}`)))
                      .then((all) => [...new Set(all)].sort().join())
                    """)
                session.problems()
            }
            let answers = try await session.run(on: host)
            for place in 0..<3 {
                #expect(answers[place * 4 + 2].text == "200 image/svg+xml,200 text/html", "\(answers[place * 4 + 2])")
                #expect(answers[place * 4 + 3].texts == [], "\(answers[place * 4 + 3])")
            }
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test(
        "pages of other sites may embed badges if all clients may read, and nothing else",
        arguments: [
            ("access: {networks: [127.0.0.0/8, 10.0.0.0/8], read: [127.0.0.0/8, 10.0.0.0/8]}", "200"),
            ("access: {networks: [127.0.0.0/8, 10.0.0.0/8], read: [10.0.0.0/8]}", "403"), ("", "403"),
        ])
    func badges(access: String, code: String) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let daemon = try await host.startDaemon(Self.configuration(access))
            let foreign = ["curl", "-sS", "-i", "-H", "Sec-Fetch-Site: cross-site", "-H", "Sec-Fetch-Mode: no-cors"]
            let badge = try await host.run(foreign + ["http://127.0.0.1:8053/badge/netdiag.svg"])
            #expect(badge.contains("HTTP/1.1 \(code)"), "\(badge)")
            #expect(badge.lowercased().contains("resource-policy: cross-origin") == (code == "200"), "\(badge)")
            let status = try await host.run(foreign + ["http://127.0.0.1:8053/v1/status"])
            #expect(status.contains("HTTP/1.1 403"))
            let rebound = try await host.run(
                foreign + ["-H", "Host: evil.test", "http://127.0.0.1:8053/badge/netdiag.svg"])
            #expect(rebound.contains("HTTP/1.1 421"))
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
