import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.AlertTestDocument
import struct NetworkModel.AlertsDocument

@Suite("Alerts of a daemon, in the lab", .lab, .tags(.lab))
struct AlertLabTests {
    private static let closed = """
        publish: off
        uplink: off
        listen: { http: off }
        interval: 1s
        targets:
        - { target: "tcp://127.0.0.1:9", name: Closed, group: web }

        """

    private func document(_ daemon: RunningDaemon) async throws -> AlertsDocument {
        try JSON.decode(from: Array(try await daemon.get("/v1/alerts").utf8))
    }

    @Test("undelivered alerts survive kill -9 and are delivered once, in order, with the same id, and then their end")
    func killed() async throws {
        try await Pair.run { pair in
            let host = pair.client
            let configuration =
                Self.closed + """
                    alerts:
                      settle: 1s
                      receivers: [{ name: ops, webhook: "http://www.lab.example:9180/hook" }]
                      routes: [{ receivers: [ops], groups: [web] }]
                    """
            try await pair.server.answer("500")
            let receiver = try await pair.server.startAlertReceiver(port: 9_180)
            let first = try await host.startDaemon(configuration)
            let refused = try await receiver.alert("a message that is refused") { $0.status == 500 }
            try await first.process.diagnostics.first("the line that says so") {
                $0.contains(
                    "\"ops\" (http://www.lab.example:9180) does not accept messages: answers 500: try later; what is for it waits"
                )
            }
            let waiting = try await document(first)
            #expect(waiting.receivers[0].waiting == 1 && waiting.receivers[0].reason == "answers 500: try later")
            #expect(
                refused.body.event == "opened"
                    && refused.body.title.hasSuffix("refuses the connection: nothing listens there"))
            first.process.killGroup()
            try await first.process.exit()

            try await pair.server.answer("200")
            let second = try await host.startDaemon(configuration)
            let taken = try await receiver.alert("the same message, taken") { $0.status == 200 }
            #expect(taken.id == refused.id && taken.body.id == refused.body.id && taken.id == "\"\(taken.body.id)\"")
            try await second.process.diagnostics.first("the note that it was taken") {
                $0.contains("\"ops\" has taken")
            }
            // Restart again, with no alert waiting.
            second.process.killGroup()
            try await second.process.exit()
            let third = try await host.startDaemon(configuration)
            try await third.status("the incident, kept or found again") {
                $0.incidents.contains { $0.cause.id == "tcp.refused" }
            }
            _ = try await host.startAlertReceiver(port: 9)
            let over: ReceivedAlert
            do {
                over = try await receiver.alert("the end") { $0.body.event == "closed" }
            } catch {
                let logs = [first, second, third].map { $0.process.diagnostics.text }.joined(separator: "\n---\n")
                Issue.record(
                    "received: \(receiver.output.text)\n\(try await document(third))\nthe logs: \(logs)")
                throw error
            }
            #expect(over.body.incident.closed != nil && over.body.title.contains("over after") && !over.body.firing)
            let ids = Set(receiver.alerts.filter { $0.status == 200 }.map(\.body.id))
            #expect(receiver.alerts.filter { $0.status == 200 }.count == 2 && ids.count == 2)
            let page = try await host.netdiag("alerts")
            #expect(page.status == .exited(0) && page.output.contains("✓ ops  webhook http://www.lab.example:9180"))
            #expect(page.output.contains("over after"), "\(page.output)")
            #expect(try await third.stop() == .exited(0))
        }
    }

    @Test("a receiver that refuses is named by the status, the page and two metrics until it takes a message")
    func refusing() async throws {
        try await Pair.run { pair in
            let daemon = try await pair.client.startDaemon(
                Self.closed + """
                    alerts:
                      settle: 1s
                      receivers: [{ name: ops, webhook: "http://www.lab.example:9180/hook" }]
                    """)
            // Nothing listens there yet, and then a server that answers with an error.
            func expect(_ reason: String) async throws {
                let line = "alerts do not reach ops: \(reason)"
                try await StaleTests.eventually {
                    try await pair.client.netdiag("status").output.contains(line)
                }
                #expect(try await daemon.get("/").contains(line))
                let metrics = try await daemon.get("/metrics").split(separator: "\n")
                #expect(metrics.contains("netdiag_alerts_failing 1"))
                #expect(metrics.contains("netdiag_alerts_waiting 1"))
            }
            try await expect("no connection to ")
            try await pair.server.answer("503")
            let receiver = try await pair.server.startAlertReceiver(port: 9_180)
            try await expect("answers 503")
            try await pair.server.answer("200")
            try await receiver.alert("the message") { $0.status == 200 && $0.body.event == "opened" }
            try await StaleTests.eventually {
                let metrics = try await daemon.get("/metrics").split(separator: "\n")
                return metrics.contains("netdiag_alerts_failing 0") && metrics.contains("netdiag_alerts_waiting 0")
            }
            let status = try await pair.client.netdiag("status"), page = try await daemon.get("/")
            #expect(!status.output.contains("alerts do not reach") && !page.contains("alerts do not reach"))
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("messages wait while the uplink is down, and then state when the outage began and ended")
    func uplink() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.beHome()
            let receiver = try await work.office.server.startAlertReceiver(port: 9_180)
            let daemon = try await work.client.startDaemon(
                """
                publish: off
                interval: 2s
                alerts:
                  settle: 1s
                  receivers: [{ name: ops, webhook: "http://www.lab.example:9180/hook", timeout: 2s }]
                """)
            try await daemon.status("all well") { $0.status == .connectionUp }
            // Responses are errors until the incident is over: an attempt may succeed before the daemon notices its
            // end.
            try await work.office.server.answer("500")
            let cables = [work.office.namesCable, work.office.serverCable, work.office.providerCable]
            for cable in cables { try await cable.unplug() }
            try await daemon.process.diagnostics.first("a message that waits") {
                $0.contains("does not accept messages")
            }
            let waiting = try await document(daemon)
            #expect(waiting.receivers[0].waiting >= 1 && waiting.receivers[0].reason != nil)
            for cable in cables { try await cable.plug() }
            try await work.office.routeToProvider()
            try await work.office.routeToRootServers()
            try await daemon.process.diagnostics.first("the end of the incident") {
                $0.contains("path.upstream-down, is over")
            }
            try await work.office.server.answer("200")
            let told: ReceivedAlert
            do {
                told = try await receiver.alert("what was") { $0.status == 200 && $0.body.event == "passed" }
            } catch {
                Issue.record(
                    "received: \(receiver.output.text); \(try await document(daemon)); the log: \(daemon.process.diagnostics.text)"
                )
                throw error
            }
            #expect(told.body.incident.closed != nil && told.body.title.contains(": was down for "))
            #expect(told.body.title.contains("the Internet behind it does not"), "\(told.body.title)")
            // Its start had not been delivered before.
            #expect(
                receiver.alerts.allSatisfy { $0.status == 500 || $0.body.event == "passed" }, "\(receiver.output.text)")
            _ = try await daemon.stop()
        }
    }

    @Test("a receiver that redirects, resolves to this machine, hangs or fails is logged once and delays no other")
    func wrong() async throws {
        try await Pair.run { pair in
            try await pair.client.write(
                "/etc/hosts", "127.0.0.1 localhost trap.lab.example\n\(pair.address) www.lab.example\n")
            try await pair.server.answer("302 http://127.0.0.1:9180/stolen/geheim-key")
            _ = try await pair.server.startAlertReceiver(port: 9_180)
            let here = try await pair.client.startAlertReceiver(port: 9_180)
            try await pair.client.write(
                "/run/page", "#!/bin/sh\nenv | grep ^NETDIAG_ >&2; cat >/run/page.$$; mv /run/page.$$ /run/page.json\n",
                mode: 0o755)
            try await pair.client.write("/run/login", "netdiag:geheim\n", mode: 0o600)
            let daemon = try await pair.client.startDaemon(
                Self.closed + """
                    alerts:
                      receivers:
                      - { name: redirects, webhook: "http://www.lab.example:9180/geheim-key" }
                      - { name: trap, webhook: "http://trap.lab.example:9180/" }
                      - { name: hangs, exec: [/bin/sh, -c, "sleep 60 & sleep 60"], timeout: 1s }
                      - { name: fails, exec: [/bin/sh, -c, "echo no pager here >&2; exit 3"] }
                      - { name: missing, exec: /run/nowhere }
                      - { name: page, exec: /run/page }
                      - { name: literal, webhook: "http://127.0.0.1:9180/literal", credentials: { file: /run/login } }
                    """)
            for line in [
                "\"redirects\" (http://www.lab.example:9180) does not accept messages: answers 302, a redirect to \"http://127.0.0.1:9180/stolen…\", which is not followed",
                "\"trap\" (http://trap.lab.example:9180) does not accept messages: trap.lab.example leads to 127.0.0.1, which is this machine; where that is meant, write local: on",
                "\"hangs\" (/bin/sh) does not accept messages: has not ended within 1s, and was killed",
                "\"fails\" (/bin/sh) does not accept messages: ended with status 3: no pager here",
                "\"missing\" (/run/nowhere) does not accept messages: /run/nowhere cannot be run: No such file or directory",
            ] {
                try await daemon.process.diagnostics.first(line) { $0.contains(line) }
            }
            let literal = try await here.alert("what is meant for this machine") { _ in true }
            #expect(literal.path == "/literal" && literal.authorization == "Basic bmV0ZGlhZzpnZWhlaW0=")
            #expect(here.alerts.allSatisfy { $0.path == "/literal" })
            let paged = try await pair.client.netdiag("alerts", "test", "page")
            #expect(paged.status == .exited(0), "\(paged.output)")
            let told: ReceivedAlert.Body = try JSON.decode(
                from: Array(try await pair.client.read("/run/page.json").utf8))
            #expect(["opened", "test"].contains(told.event) && told.firing)
            let status = try await daemon.get("/v1/status")
            #expect(status.contains("tcp.refused") && !status.contains("geheim"))
            let failed = try await pair.client.netdiag("alerts", "test", "redirects")
            #expect(failed.status == .exited(2) && failed.output.contains("answers 302"), "\(failed.output)")
            let well = try await pair.client.netdiag("alerts", "test", "literal", "--json")
            let test: AlertTestDocument = try JSON.decode(from: Array(well.output.utf8))
            #expect(well.status == .exited(0) && test.delivered)
            let unknown = try await pair.client.netdiag("alerts", "test", "litteral")
            #expect(
                unknown.status == .exited(64) && unknown.diagnostics.contains("is not a receiver of alerts"),
                "\(unknown)")
            let list = try await pair.client.netdiag("alerts")
            #expect(list.status == .exited(1) && list.output.contains(" waiting"), "\(list.output)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("a full queue is reported, and no alert that waits outside it is lost")
    func full() async throws {
        try await Pair.run { pair in
            try await pair.server.answer("500")
            let receiver = try await pair.server.startAlertReceiver(port: 9_180)
            let targets = (11...30).map { "tcp://127.0.0.1:\($0)" }
            let configuration = """
                publish: off
                uplink: off
                listen: { http: off }
                interval: 1s
                targets: [\(targets.joined(separator: ", "))]
                alerts:
                  queue: 10
                  receivers: [{ name: ops, webhook: "http://www.lab.example:9180/" }]
                  routes: [{ receivers: [ops], causes: [tcp.refused] }]
                """
            let first = try await pair.client.startDaemon(configuration)
            let line = "the queue of alerts is full (10 messages wait"
            try await first.process.diagnostics.first(line) { $0.contains(line) }
            try await first.status("all incidents") { $0.incidents.count { $0.cause.id == "tcp.refused" } == 20 }
            let list = try await document(first)
            #expect(list.receivers[0].waiting == 10 && list.pending.count == 10)
            #expect(list.pending.allSatisfy { $0.reason == "room in the queue" })
            let page = try await pair.client.netdiag("alerts")
            #expect(page.status == .exited(1) && page.output.contains("10 waiting"), "\(page.output)")
            #expect(page.output.contains("room in the queue"), "\(page.output)")
            // Checks continue.
            let before = try await first.status("the time of the last checks") { _ in true }.targets.map(\.last)
            try await first.status("another check of each target") { status in
                zip(status.targets, before).allSatisfy { target, before in target.last != before }
            }
            first.process.killGroup()
            try await first.process.exit()
            try await pair.server.answer("200")
            let second = try await pair.client.startDaemon(configuration)
            for port in 11...30 {
                try await receiver.alert("the incident of port \(port)") {
                    $0.status == 200 && $0.body.title.contains("127.0.0.1:\(port) ")
                }
            }
            let taken = receiver.alerts.filter { $0.status == 200 }.map(\.body)
            #expect(taken.count == 20 && Set(taken.map(\.title)).count == 20, "\(taken)")
            #expect(taken.map(\.incident.id) == taken.map(\.incident.id).sorted(), "in the order of the incidents")
            _ = try await second.stop()
        }
    }

    @Test("a real Alertmanager shows the alert while the incident is open, and then as resolved")
    func alertmanager() async throws {
        try await Pair.run { pair in
            let host = pair.client
            try await host.write("/run/am.yml", "route: {receiver: none}\nreceivers: [{name: none}]\n")
            let server = try host.spawn([
                "prometheus-alertmanager", "--config.file=/run/am.yml", "--storage.path=/run/am",
                "--web.listen-address=127.0.0.1:9093", "--cluster.listen-address=",
            ])
            try await server.diagnostics.first("the start of Alertmanager") { $0.contains("Listening on") }
            let daemon = try await host.startDaemon(
                Self.closed + """
                    alerts:
                      settle: 1s
                      receivers: [{ name: am, alertmanager: "http://localhost:9093" }]
                    """)
            func active() async throws -> String {
                try await host.run([
                    "amtool", "--alertmanager.url=http://127.0.0.1:9093", "alert", "query", "-o", "json",
                    "alertname=tcp.refused",
                ])
            }
            try await daemon.process.diagnostics.first("the alert, taken") {
                $0.contains("\"am\" has taken") && $0.contains("nothing listens there")
            }
            let open = try await active()
            #expect(
                open.contains("\"alertname\":\"tcp.refused\"") && open.contains("\"severity\":\"error\""), "\(open)")
            _ = try await host.startAlertReceiver(port: 9)
            try await daemon.process.diagnostics.first("its end, taken") {
                $0.contains("\"am\" has taken") && $0.contains("over after")
            }
            let over = try await active()
            #expect(!over.contains("tcp.refused"), "\(over)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
