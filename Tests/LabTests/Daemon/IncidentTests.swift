import FoundationEssentials
import Glibc
import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.IncidentEvent
import struct NetworkModel.StatusDocument

@Suite("Incidents in the lab", .lab, .tags(.lab))
struct IncidentTests {
    /// Fifty targets of four kinds behind the office's router.
    private static let fifty: [String] =
        (1...15).map { "http://www.lab.example/?\($0)" } + (1...15).map { "tcp://10.77.2.\(100 + $0):80" }
        + (1...15).map { "icmp://10.77.2.\(100 + $0)" }
        + ["www", "four", "two", "half", "text"].map {
            "dns://10.77.3.1/\($0).lab.example?type=\($0 == "text" ? "TXT" : "A")"
        }

    private static func configuration(_ targets: [String], interval: String = "2s") -> String {
        """
        publish: off
        interval: \(interval)
        timeout: 2s
        targets:
        \(targets.map { "  - '\($0)'" }.joined(separator: "\n"))
        """
    }

    @Test("fifty targets behind a router that fails are one incident, which names it, within an interval")
    func deadRouter() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let client = work.client, router = work.office.router
            for number in 1...15 {
                try await work.office.server.run(["ip", "addr", "add", "10.77.2.\(100 + number)/24", "dev", "eth0"])
            }
            let daemon = try await client.startDaemon(Self.configuration(Self.fifty, interval: "10s"))
            try await daemon.status("all well") { status in
                status.targets.count == 50 && status.targets.allSatisfy { $0.status == .connectionUp }
            }
            let watch = try IncidentWatch(daemon)
            defer { watch.end() }
            try await watch.ready()

            let died = ContinuousClock.now
            try await router.run(["ip", "addr", "flush", "dev", "eth0"])
            let opened = try await watch.event("the incident") { $0.event == .opened }
            let delay = died.duration(to: .now)
            print("an incident for 50 targets is open \(delay) after the router died")
            #expect(opened.incident.cause.id == "gateway.unreachable" && opened.incident.culprit == "10.77.1.2")
            #expect(opened.incident.cause.summary.contains("eth0") && opened.incident.closed == nil)

            // The machine's own check of its gateway may end after the checks of the targets.
            let status = try await daemon.status("all of them in it, and the machine's own word on it") {
                $0.incidents.first?.targetCount == 50 && $0.cause?.id == "gateway.unreachable"
                    && $0.targets.allSatisfy { $0.status == .connectionIndeterminate }
            }
            #expect(status.incidents.count == 1 && Set(status.incidents[0].targets) == Set(Self.fifty))
            #expect(status.status == .connectionDown && status.cause?.id == "gateway.unreachable")
            #expect(status.targets.allSatisfy { $0.status == .connectionIndeterminate && $0.cause != nil })
            let shown = try await client.netdiag("incidents")
            #expect(shown.status == .exited(2) && shown.output.contains("50 targets affected"))
            #expect(shown.output.contains("10.77.1.2") && shown.output.contains("and 45 more"))
            #expect(try await client.netdiag("status").output.contains("50 targets affected"))
            #expect(try await daemon.get("/").contains("50 targets"))

            try await router.run(["ip", "addr", "add", "10.77.1.2/24", "dev", "eth0"])
            try await router.run(["ip", "addr", "add", "fd77:1::2/64", "dev", "eth0", "nodad"])
            let closed = try await watch.event("its end") { $0.event == .closed }.incident
            #expect(closed.id == opened.incident.id && closed.targetCount == 50)
            #expect(try #require(closed.closed) > closed.opened)
            try await daemon.status("all well again") { status in
                status.incidents.isEmpty && status.targets.allSatisfy { $0.status == .connectionUp }
            }
            // No other incident was reported during that time.
            _ = try await watch.event("the end") { $0.event == .closed }
            #expect(watch.events.filter { $0.event != .changed }.map(\.event) == [.opened, .closed])
            #expect(
                watch.events.allSatisfy { $0.incident.id == 1 },
                "\(watch.events.map { "\($0.event) \($0.incident.cause.summary): \($0.incident.targets.prefix(3))" })")
            let after = try await client.netdiag("incidents", "--json")
            #expect(after.status == .exited(0) && after.output.split(separator: "\n").count == 1)
        }
    }

    @Test("a router that is also a target, and a host on its link that is silent with it, are one incident")
    func routerAsTarget() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let router = work.office.router
            try await router.run(["ip", "addr", "add", "10.77.1.9/24", "dev", "eth0"])
            let targets = ["http://10.77.2.1/", "icmp://10.77.1.2", "icmp://10.77.1.9"]
            let daemon = try await work.client.startDaemon(Self.configuration(targets))
            try await daemon.status("all well") { $0.targets.allSatisfy { $0.status == .connectionUp } }
            let watch = try IncidentWatch(daemon)
            defer { watch.end() }
            try await watch.ready()

            try await router.run(["ip", "addr", "flush", "dev", "eth0"])
            let status = try await daemon.status("all of them in one incident") {
                $0.incidents.first?.targetCount == 3 && $0.status == .connectionDown
            }
            #expect(status.cause?.id == "gateway.unreachable" && status.incidents.count == 1)

            for address in ["10.77.1.2/24", "10.77.1.9/24"] {
                try await router.run(["ip", "addr", "add", address, "dev", "eth0"])
            }
            try await router.run(["ip", "addr", "add", "fd77:1::2/64", "dev", "eth0", "nodad"])
            try await daemon.status("all well again") { status in
                status.incidents.isEmpty && status.targets.allSatisfy { $0.status == .connectionUp }
            }
            _ = try await watch.event("the end") { $0.event == .closed }
            #expect(watch.events.filter { $0.event != .changed }.map(\.event) == [.opened, .closed])
        }
    }

    @Test("a host that answers neither on its port nor to pings is one incident, which is about the host")
    func silentHost() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let server = work.office.server
            try await server.run(["ip", "addr", "add", "10.77.2.50/24", "dev", "eth0"])
            let silent = ["tcp://10.77.2.50:80", "icmp://10.77.2.50"]
            let daemon = try await work.client.startDaemon(Self.configuration(["http://10.77.2.1/"] + silent))
            try await daemon.status("all well") { status in
                status.targets.count == 3 && status.targets.allSatisfy { $0.status == .connectionUp }
            }
            let watch = try IncidentWatch(daemon)
            defer { watch.end() }
            try await watch.ready()

            try await server.filter("input", "ip daddr 10.77.2.50 drop")
            let status = try await daemon.status("both in one incident") { $0.incidents.first?.targetCount == 2 }
            let incident = try #require(status.incidents.first)
            #expect(status.incidents.count == 1 && Set(incident.targets) == Set(silent))
            #expect(incident.cause.id == "tcp.timeout" && incident.culprit == "10.77.2.50")
            #expect(incident.cause.advice.first?.contains("switched on") == true, "\(incident.cause.advice)")

            try await server.run(["nft", "flush", "ruleset"])
            try await daemon.status("all well again") { status in
                status.incidents.isEmpty && status.targets.allSatisfy { $0.status == .connectionUp }
            }
            _ = try await watch.event("the end") { $0.event == .closed }
            #expect(watch.events.filter { $0.event != .changed }.map(\.event) == [.opened, .closed])
        }
    }

    @Test("a single refused connection opens no incident")
    func refusedOnce() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let daemon = try await work.client.startDaemon(Self.configuration(["tcp://10.77.2.1:80"]))
            try await daemon.status("all well") { $0.targets.first?.status == .connectionUp }
            let watch = try IncidentWatch(daemon)
            defer { watch.end() }
            try await watch.ready()
            // The limit of one an hour lets the rule reject one packet. It must be a SYN to the target, not one to an address
            // that no host has, nor the last packet of an earlier check, nor a SYN that was sent again although it was
            // answered.
            try await work.office.router.filter(
                "forward",
                "ip daddr 10.77.2.1 tcp dport 80 ct state new tcp flags & (syn | ack) == syn"
                    + " limit rate 1/hour burst 1 packets reject with tcp reset")
            // The counter shows a failure that the next check, a second later, has already taken back: on a busy
            // machine no status is published between the two.
            try await StaleTests.eventually {
                try await daemon.get("/metrics").split(separator: "\n").contains {
                    $0.hasPrefix("netdiag_checks_total{") && $0.contains("status=\"connectionDown\"")
                        && $0.hasSuffix("} 1")
                }
            }
            try await daemon.status("all well again") {
                $0.targets.first.map { $0.cause == nil && $0.last != nil } ?? false
            }
            #expect(watch.events.isEmpty)
            #expect(try await daemon.get("/v1/incidents") == "[]")
        }
    }

    @Test("two independent faults are two incidents, each with its targets, which survive a restart")
    func twoFaults() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let first = ["http://10.77.2.1/?1", "http://10.77.2.1/?2", "tcp://10.77.2.1:80"]
            let configuration = Self.configuration(first + ["tcp://10.77.3.1:53", "icmp://10.77.2.1"])
            let daemon = try await work.client.startDaemon(configuration)
            try await daemon.status("all well") { $0.targets.allSatisfy { $0.status == .connectionUp } }
            for (host, port) in [(work.office.server, 80), (work.office.names, 53)] {
                try await host.filter("input", "tcp dport \(port) reject with tcp reset")
            }
            let status = try await daemon.status("two incidents") {
                $0.incidents.map(\.targetCount).sorted() == [1, 3]
            }
            #expect(Set(status.incidents.map(\.cause.id)) == ["tcp.refused"])
            #expect(Set(status.incidents.map(\.culprit)) == ["10.77.2.1:80", "10.77.3.1:53"])
            #expect(Set(try #require(status.incidents.first { $0.targetCount == 3 }).targets) == Set(first))
            #expect(status.targets.filter { $0.status == .connectionDown }.count == 4)

            #expect(try await daemon.stop() == .exited(0))
            let second = try await work.client.startDaemon(configuration)
            let restored = try await second.status("both, from before") { $0.incidents.count == 2 }
            #expect(Set(restored.incidents.map(\.id)) == [1, 2])
            #expect(restored.incidents.map(\.opened).sorted() == status.incidents.map(\.opened).sorted())
            for host in [work.office.server, work.office.names] { try await host.run(["nft", "flush", "ruleset"]) }
            try await second.status("their end") { $0.incidents.isEmpty }
            let kept: [StatusDocument.Incident] = try JSON.decode(
                from: Data(try await second.get("/v1/incidents?since=10m").utf8))
            #expect(kept.map(\.id).sorted() == [1, 2] && kept.allSatisfy { $0.closed != nil }, "\(kept)")
            #expect(try await second.get("/v1/incidents?since=2100-01-01T00:00:00Z") == "[]")
            #expect(try await second.get("/v1/incidents?since=tea").contains("\"status\":400"))
        }
    }

    @Test("a pulled cable is one incident with the changes before it; a corrupt incident file is set aside")
    func pulledCable() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.client.run(["mkdir", "-p", "/var/lib/netdiag"])
            try await work.client.write("/var/lib/netdiag/incidents.json", "{")
            let daemon = try await work.client.startDaemon(
                Self.configuration(["http://www.lab.example/", "icmp://10.77.2.1"], interval: "1h"))
            #expect(daemon.process.diagnostics.text.contains("incidents.json.broken"))
            try await daemon.status("all well") { $0.targets.allSatisfy { $0.status == .connectionUp } }
            try await work.office.clientCable.unplug()
            let status = try await daemon.status("the incident") { $0.incidents.first?.targetCount == 2 }
            #expect(status.incidents.map(\.cause.id) == ["link.no-carrier"])
            #expect(status.incidents[0].changes.contains { $0.subject == .link && $0.summary.contains("eth0") })
            #expect(status.targets.allSatisfy { $0.status == .connectionIndeterminate })
            try await work.office.clientCable.plug()
            try await daemon.status("its end") { $0.incidents.isEmpty && $0.status == .connectionUp }
        }
    }

    @Test("an id that was logged just before kill -9 is never assigned to another incident", .timeLimit(.minutes(2)))
    func killed() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            func start(_ ports: ClosedRange<Int>) async throws -> RunningDaemon {
                try await host.startDaemon(Self.configuration(ports.map { "tcp://127.0.0.1:\($0)" }))
            }
            @Sendable func id(_ line: String) -> Int? {
                let words = line.split(separator: " ")
                guard line.contains(", is open"), let place = words.firstIndex(of: "incident") else { return nil }
                return words[(place + 1)...].first.flatMap { Int($0.prefix { $0.isNumber }) }
            }
            // Each target fails with a cause of its own, so more incidents open at once than ids are reserved in
            // advance. If ids were reserved too late, the last one would be logged before its reservation is on disk.
            let first = try await start(1_001...1_100)
            try await first.process.diagnostics.first("the last of them") { id($0) == 100 }
            first.process.send(SIGKILL)
            try await first.process.exit()
            let second = try await start(201...220)
            var fresh: [Int] = []
            for await line in second.process.diagnostics.lines {
                if line.contains("tcp.refused"), !line.contains(", again"), let id = id(line) { fresh.append(id) }
                if fresh.count == 20 { break }
            }
            #expect(Set(fresh).count == 20 && fresh.allSatisfy { $0 > 100 }, "\(fresh)")
            // An orderly shutdown leaves no gap.
            #expect(try await second.stop() == .exited(0))
            let last = try await host.read("/var/lib/netdiag/incident-ids").split(separator: "\n").first ?? "none"
            let kept = try await host.read("/var/lib/netdiag/incidents.json")
            #expect(kept.contains("\"last_id\":\(last),"), "\(kept.prefix(200))")
        }
    }

    @Test("without a daemon there are no incidents to show, and one line says so")
    func noDaemon() async throws {
        try await Lab.run { lab in
            let result = try await lab.host("h1").netdiag("incidents")
            #expect(result.status == .exited(3) && result.output.isEmpty)
            #expect(result.diagnostics.split(separator: "\n").count == 1 && result.diagnostics.contains("netdiagd"))
            #expect(try await lab.host("h2").netdiag("incidents", "--since", "tea").status == .exited(64))
        }
    }
}

/// The incidents that a daemon reports from the creation of this value on.
private struct IncidentWatch: Sendable {
    private let stream: HostProcess

    init(_ daemon: RunningDaemon) throws {
        stream = try daemon.host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
    }

    /// Waits until the stream is established.
    func ready() async throws {
        try await stream.output.first("the first event") { $0.hasPrefix("data: ") }
    }

    func end() { stream.killGroup() }

    /// All events until now.
    var events: [IncidentEvent] { stream.output.text.split(separator: "\n").compactMap { Self.event(String($0)) } }

    func event(_ what: String, where condition: @escaping @Sendable (IncidentEvent) -> Bool) async throws
        -> IncidentEvent
    {
        let line = try await stream.output.first(what) {
            Self.event($0).map(condition) ?? false
        }
        return try #require(Self.event(line))
    }

    private static func event(_ line: String) -> IncidentEvent? {
        guard line.hasPrefix("data: {\"event\":") else { return nil }
        return try? JSON.decode(IncidentEvent.self, from: Data(line.dropFirst(6).utf8))
    }
}

extension Host {
    /// Adds a rule of nftables to a base chain.
    fileprivate func filter(_ hook: String, _ rule: String) async throws {
        try await run(["nft", "add", "table", "inet", "fault"])
        try await run([
            "nft", "add", "chain", "inet", "fault", hook, "{ type filter hook \(hook) priority 0; policy accept; }",
        ])
        try await run(["nft", "add", "rule", "inet", "fault", hook] + [rule])
    }
}
