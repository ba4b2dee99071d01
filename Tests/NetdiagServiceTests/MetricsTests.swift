import NIOCore
import NetdiagConfiguration
import Probes
import TargetKinds
import Testing
import Translations

@testable import NetdiagService
@testable import NetworkModel

@Suite("Metrics of the daemon")
struct MetricsTests {
    private func text(_ families: [MetricFamily], _ format: MetricText.Format = .prometheus) async -> String {
        var text = ""
        for await piece in MetricStream(families: families, format: format) { text += String(buffer: piece) }
        return text
    }

    private func target(
        _ text: String, name: String? = nil, labels: [String: String] = [:]
    ) throws -> Configuration.TargetSettings {
        var target = Configuration.TargetSettings(target: try Target(text))
        (target.name, target.labels) = (name, labels)
        return target
    }

    private func report(
        _ target: String, _ status: ConnectionStatus = .connectionUp, layers: [LayerReport] = []
    ) -> Report {
        Report(
            target: target, started: Timestamp(millisecondsSince1970: 1_000), duration: .milliseconds(20),
            status: status, findings: [], layers: layers)
    }

    private func rows(_ store: StatusStore) -> [MetricFamily] {
        // The document is updated when it is read.
        _ = store.document
        return MetricFamily.ofTargets(TargetAccess(store))
    }

    @Test("each bucket counts what took at most its bound, and so do the next ones")
    func histogram() {
        var histogram = DurationHistogram()
        for seconds in [0.001, 0.0011, 5, 5.1, .nan, -1, .infinity] { histogram.add(seconds) }
        #expect(histogram.counts == [1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1])
        var text = MetricText()
        text.family("a_seconds", .histogram, "A.")
        text.histogram(histogram, HistogramNames("a_seconds", labels: "phase=\"tls\""), labels: Array("x=\"1\"".utf8))
        let lines = String(buffer: text.buffer).split(separator: "\n")
        #expect(lines[0] == "# HELP a_seconds A.")
        #expect(lines[2] == "a_seconds_bucket{phase=\"tls\",x=\"1\",le=\"0.001\"} 1")
        #expect(lines[11] == "a_seconds_bucket{phase=\"tls\",x=\"1\",le=\"5.0\"} 3")
        #expect(lines[12] == "a_seconds_bucket{phase=\"tls\",x=\"1\",le=\"+Inf\"} 4")
        #expect(lines[14].hasPrefix("a_seconds_sum{phase=\"tls\",x=\"1\"} 10.1021"))
        #expect(lines[13] == "a_seconds_count{phase=\"tls\",x=\"1\"} 4")
    }

    @Test("a target's labels are passed on unchanged, whatever their names and values")
    func labels() throws {
        let target = try target(
            "tcp://192.0.2.1:1", name: "a \"b\" \\ c",
            labels: [
                "team": "x\u{202e}y", "target": "mine", "__name__": "up", "le": "1", "exported_le": "2",
                "quantile": "9",
            ])
        #expect(
            TargetLabels.text(target)
                == #"target="tcp://192.0.2.1:1",name="a \"b\" \\ c",exported___name__="up",exported_le="2",exported_quantile="9",exported_target="mine",team="x\#u{fffd}y""#
        )
    }

    @Test("alerts that do not work are counted, and named in the status")
    func alerts() async throws {
        let store = StatusStore(host: "host")
        #expect(store.document.alerts == nil)
        store.setAlerts(AlertTrouble(failing: [], waiting: 2, queue: nil))
        // What waits for a moment is no trouble.
        #expect(store.document.alerts == nil)
        #expect(await text(MetricFamily.ofAlerts(store.alerts)).contains("netdiag_alerts_waiting 2\n"))
        let failing = AlertTrouble.Receiver(name: "ops", reason: "no answer", since: Timestamp())
        store.setAlerts(AlertTrouble(failing: [failing], waiting: 3, queue: "the disk is full"))
        #expect(await text(MetricFamily.ofAlerts(store.alerts)).contains("netdiag_alerts_failing 1\n"))
        #expect(store.document.alerts?.failing == [failing])
        #expect(
            store.document.alerts?.localLines
                == ["the queue of alerts cannot be written: the disk is full", "alerts do not reach ops: no answer"])
        let json = String(buffer: store.encodedDocument)
        #expect(json.contains(#""alerts":{"failing":[{"name":"ops","reason":"no answer""#))
    }

    @Test("counters of a target are kept with a new configuration, and removed with the target")
    func vanish() async throws {
        let store = StatusStore(host: "host")
        let (one, two) = (try target("tcp://192.0.2.1:1"), try target("tcp://192.0.2.2:1"))
        store.setTargets([one, two])
        store.add(report(one.target.text))
        store.add(report(two.target.text))
        store.add(report("tcp://192.0.2.3:1"))
        #expect(store.metrics.view.count == 2)
        let before = rows(store)
        store.setTargets([two])
        // The indices are those of another configuration, so that no wrong target may be included.
        #expect(await text(before) == "")
        let text = await text(rows(store))
        #expect(!text.contains("192.0.2.1") && !text.contains("192.0.2.3"))
        #expect(text.contains("netdiag_up{target=\"tcp://192.0.2.2:1\"} 1\n"))
        #expect(text.contains("netdiag_checks_total{target=\"tcp://192.0.2.2:1\",status=\"connectionUp\"} 1\n"))
        #expect(text.contains("netdiag_status{target=\"tcp://192.0.2.2:1\",status=\"connectionDown\"} 0\n"))
    }

    @Test("phases, round trips, loss and certificates are those of reports")
    func evidence() async throws {
        let store = StatusStore(host: "host")
        store.setTargets([try target("icmp://192.0.2.1")])
        var echo = EchoEvidence(
            address: try #require(IPAddress("192.0.2.1")), outcome: .reply, sent: 4, received: 3,
            roundTrip: .milliseconds(2))
        echo.meanRoundTrip = Milliseconds(.milliseconds(3))
        store.add(
            report(
                "icmp://192.0.2.1",
                layers: [
                    LayerReport(layer: .dns, status: .connectionUp, duration: .milliseconds(7)),
                    LayerReport(layer: .tcp, status: .noErr, duration: .milliseconds(7)),
                    LayerReport(
                        layer: EchoEvidence.layer, status: .connectionUp, duration: .milliseconds(9),
                        evidence: AnyLayerEvidence(echo)),
                ]))
        let text = await text(rows(store))
        #expect(text.contains("netdiag_packet_loss_ratio{target=\"icmp://192.0.2.1\"} 0.25\n"))
        #expect(text.contains("netdiag_echo_requests_total{target=\"icmp://192.0.2.1\"} 4\n"))
        #expect(text.contains("netdiag_round_trip_seconds_bucket{target=\"icmp://192.0.2.1\",le=\"0.001\"} 0\n"))
        #expect(text.contains("netdiag_round_trip_seconds_bucket{target=\"icmp://192.0.2.1\",le=\"0.005\"} 1\n"))
        #expect(
            text.contains("netdiag_phase_duration_seconds_count{phase=\"resolve\",target=\"icmp://192.0.2.1\"} 1\n"))
        #expect(text.contains("netdiag_phase_duration_seconds_count{phase=\"answer\",target=\"icmp://192.0.2.1\"} 1\n"))
        #expect(!text.contains("phase=\"connect\""))
    }

    @Test("histograms are kept for a limited number of targets; the number of omitted ones is reported")
    func bounded() async throws {
        let store = StatusStore(host: "host")
        let count = TargetMetrics.maxHistograms + 1
        let targets = try (0..<count).map { try target("tcp://192.0.2.1:\($0 + 1)") }
        store.setTargets(targets)
        for target in [targets[0], targets[count - 1]] {
            store.add(
                report(
                    target.target.text,
                    layers: [LayerReport(layer: .tcp, status: .connectionUp, duration: .milliseconds(1))]))
        }
        let text = await text(rows(store) + MetricFamily.ofMachine(store.document))
        #expect(text.contains("netdiag_up{target=\"tcp://192.0.2.1:\(count)\"} 1\n"))
        #expect(
            text.contains("netdiag_phase_duration_seconds_count{phase=\"connect\",target=\"tcp://192.0.2.1:1\"} 1\n"))
        #expect(!text.contains("phase=\"connect\",target=\"tcp://192.0.2.1:\(count)\""))
        #expect(text.contains("netdiag_targets_without_histograms 1\n"))
        // The pieces must not split a family.
        #expect(text.split(separator: "\n").count { $0 == "# TYPE netdiag_status gauge" } == 1)
    }

    @Test("OpenMetrics declares counters without _total, and ends with EOF")
    func openMetrics() async {
        let families = [MetricFamily("a_total", .counter, "A.", 1), .init("b", .gauge, "B.", Double?.none)]
        #expect(await text(families, .openMetrics) == "# HELP a A.\n# TYPE a counter\na_total 1\n# EOF\n")
        #expect(await text(families) == "# HELP a_total A.\n# TYPE a_total counter\na_total 1\n")
    }

    @Test(
        "the requested format is used",
        arguments: [
            ("", MetricText.Format.prometheus), ("*/*", .prometheus), ("text/plain", .prometheus),
            (
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                    + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics
            ),
            ("application/openmetrics-text; version=1.0.0; q=0.5, text/plain", .prometheus),
            ("application/openmetrics-text;version=2.0.0", .prometheus),
            ("application/openmetrics-text;q=0", .prometheus),
        ])
    func format(accept: String, expected: MetricText.Format) {
        #expect(MetricsEndpoint.format(accept) == expected)
    }
}
