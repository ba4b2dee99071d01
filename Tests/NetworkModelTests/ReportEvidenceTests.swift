import NetworkModel
import TargetKinds
import Testing

@Suite("Evidence in a report")
struct ReportEvidenceTests {
    @Test("evidence of proxies, WebSockets, FTP and dialogues is read back from JSON unchanged")
    func trip() throws {
        var proxy = ProxyEvidence(
            url: "http://proxy:3128", origin: "https_proxy", outcome: .authentication, status: 407)
        proxy.authentication = .init(outcome: .rejected, offered: ["Basic"], used: .basic)
        proxy.tls = TLSEvidence(serverName: "proxy", outcome: .established)
        var ws = WebSocketEvidence(url: "wss://www.example/", outcome: .closed, status: 101, detail: "d")
        ws.closeCode = 1011
        ws.roundTrip = Milliseconds(.microseconds(1_500))
        var ftp = FTPEvidence(
            url: "ftp://www.example/", outcome: .done,
            steps: [.init(name: "login", reply: "230 in", duration: .milliseconds(2))], size: 7)
        ftp.entries = [.init(name: "a", kind: .file, size: 1)]
        var tcp = TCPEvidence(attempts: [])
        tcp.script = [.init(step: "send", hasSucceeded: false, received: "x", duration: .milliseconds(1))]
        var http = HTTPEvidence(url: "http://www.example/", outcome: .redirectRefused, status: 302)
        http.redirects = [.init(url: "http://www.example/", status: 302, location: "file:///")]
        http.brokenRules = [.init(rule: "contains \"a\"", found: "\"b\"")]
        http.phases = .init(
            redirects: .microseconds(1), resolve: .microseconds(2), connect: .microseconds(3), proxy: .microseconds(4),
            tls: .microseconds(5), request: .microseconds(6), firstByte: .microseconds(7), body: .microseconds(8))
        let layers: [any LayerEvidence] = [tcp, proxy, http, ws, ftp]
        let report = Report(
            target: "a", started: Timestamp(millisecondsSince1970: 0), duration: .zero, status: .connectionDown,
            findings: [],
            layers: layers.map { AnyLayerEvidence($0) }.map {
                LayerReport(layer: $0.layer, status: .connectionDown, evidence: $0)
            })
        let line = try JSON.line(report)
        #expect(try JSON.decode(Report.self, from: line, kinds: TargetKinds.builtIn.evidence) == report)
        let text = String(decoding: line, as: UTF8.self)
        for part in [
            #""close_code":1011"#, #""round_trip_ms":1.5"#, #""total_ms":0.036"#, #""redirects_ms":0.001"#,
            #""outcome":"redirect-refused""#,
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("layers are in the documented order, lowest first")
    func order() {
        let contract: [Layer] = [.link, .address, .gateway, .dns, .tcp, .tls, .proxy, HTTPEvidence.layer]
        #expect(contract == contract.sorted())
        #expect(Layer.shared.filter(contract.contains) == contract.dropLast())
    }

    @Test("phases are whole microseconds that add up exactly")
    func phases() {
        let odd = Duration(secondsComponent: 0, attosecondsComponent: 1_499_999_999_999)
        let phases = HTTPEvidence.Phases(
            resolve: odd, connect: odd, tls: odd, request: odd, firstByte: odd, body: odd)
        let parts = [
            phases.resolve, phases.connect, phases.tls ?? Milliseconds(.zero), phases.request, phases.firstByte,
            phases.body,
        ]
        #expect(parts.reduce(Duration.zero) { $0 + $1.duration } == phases.total.duration)
        let later = phases.behind(redirects: .milliseconds(2))
        #expect(later.total.duration - phases.total.duration == .milliseconds(2))
    }
}
