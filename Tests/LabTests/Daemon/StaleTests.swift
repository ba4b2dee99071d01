import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.ServiceEvent
import struct NetworkModel.ServiceInstance

@Suite("Announced services that do not respond", .lab, .tags(.lab))
struct StaleTests {
    /// A host that publishes an open port, a closed one, a silent one, a UDP port, and a port of a host in another
    /// network.
    private func withServices(
        _ body: @Sendable (_ server: Host, _ laptop: Host, _ open: TCPServer) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server"), laptop = try await lab.host("laptop")
            _ = try await lab.segment([server, laptop])
            try await laptop.run(["ip", "route", "add", "default", "via", "10.77.1.1"])
            // Packets beyond the link are counted, and packets to one port are dropped.
            try await server.filter(
                """
                table inet lab {
                    counter far {}
                    chain in { type filter hook input priority 0; tcp dport 82 drop; }
                    chain pre { type filter hook prerouting priority 0; ip daddr 192.0.2.1 counter name far; }
                }
                """)
            try await server.startDiscovery()
            try await laptop.startDiscovery()
            let open = try server.startTCPServer(.closes)
            try await server.publish("open", "_test._tcp", port: Int(open.port))
            try await server.publish("closed", "_test._tcp", port: 81)
            try await server.publish("silent", "_test._tcp", port: 82)
            try await server.publish("none", "_test._tcp", port: 0)
            try await server.publish("datagrams", "_test._udp", port: 81)
            let address = try server.spawn(["avahi-publish", "-a", "-R", "far.local", "192.0.2.1"])
            try await address.diagnostics.first("the address of far.local") { $0.contains("Established") }
            try await server.publish("far", "_test._tcp", port: 80, target: "far.local")
            try await body(server, laptop, open)
        }
    }

    private static func events(_ text: String) -> [ServiceEvent] {
        text.split(separator: "\n").compactMap { try? JSON.decode(ServiceEvent.self, from: Data($0.utf8)) }
    }

    private static func reasons(_ result: CommandResult) -> [String: String] {
        Dictionary(
            events(result.output).map {
                ($0.instance.name, $0.instance.staleReason?.rawValue ?? "\($0.instance.stale)")
            },
            uniquingKeysWith: { "\($0), \($1)" })
    }

    private static let checked = [
        "open": "false", "closed": "refused", "silent": "no-answer", "none": "false", "far": "false",
    ]

    @Test("a browser that resolves reports refusing and silent ports, and sends nothing beyond the link")
    func once() async throws {
        try await withServices { server, laptop, _ in
            let browse = { (options: [String]) in
                try await laptop.result(
                    of: [Programs.command, "browse", "_test._tcp", "--once", "--resolve"] + options,
                    within: .unexpectedlyLong)
            }
            let result = try await browse(["--json"])
            #expect(Self.reasons(result) == Self.checked, "\(result.output)")
            #expect(Self.events(result.output).allSatisfy { $0.event == .resolved })
            let text = try await browse([]).output
            #expect(text.contains("(stale: port refuses)"))
            #expect(text.contains("(stale: port silent)"))
            let unchecked = try await browse(["--json", "--no-check"])
            #expect(Set(Self.reasons(unchecked).values) == ["false"])
            let datagrams = try await laptop.netdiag("browse", "_test._udp", "--once", "--resolve", "--json")
            #expect(Self.reasons(datagrams) == ["datagrams": "false"])
            let counter = try await server.run(["nft", "list", "counter", "inet", "lab", "far"])
            #expect(counter.contains("packets 0"))
            // A check of the target reports the same.
            let report = try await laptop.check("closed._test._tcp.local")
            #expect(report.cause?.id == "mdns.stale")
        }
    }

    @Test(
        "a service whose host no longer responds is listed as stale, with one line each",
        .timeLimit(.minutes(5)))
    func silentHost() async throws {
        try await Lab.run { lab in
            let ghost = try await lab.host("ghost"), server = try await lab.host("server")
            let laptop = try await lab.host("laptop")
            _ = try await lab.segment([ghost, server, laptop])
            try await server.startDiscovery()
            try await laptop.startDiscovery()
            let open = try server.startTCPServer(.closes)
            try await server.publish("open", "_test._tcp", port: Int(open.port))
            // The name of an instance and no other record of it.
            let packet =
                MulticastPackets.header([0, 1, 0, 0])
                + MulticastPackets.record(
                    "_test._tcp.local", type: 12, class: 1, MulticastPackets.name("gone._test._tcp.local"))
            try ghost.startMulticastSender("10.77.1.1", answers: [packet])
            for options in [[], ["--no-check"]] {
                let result = try await laptop.result(
                    of: [Programs.command, "browse", "_test._tcp", "--once", "--resolve", "--json"] + options,
                    within: .unexpectedlyLong)
                #expect(Self.reasons(result) == ["open": "false", "gone": "true"], "\(result.output)")
                let events = Self.events(result.output)
                #expect(events.allSatisfy { $0.event == .resolved })
                let gone = try #require(events.first { $0.instance.name == "gone" }?.instance)
                #expect(gone.host == nil && gone.port == nil && gone.addresses == [])
            }
            let text = try await laptop.netdiag("browse", "_test._tcp", "--once", "--resolve").output
            #expect(text.contains("(stale: host silent)"), "\(text)")
        }
    }

    @Test("the daemon checks services for its socket and the token, and sends the result to followers")
    func daemon() async throws {
        try await withServices { server, laptop, open in
            let daemon = try await laptop.startDaemon("publish: off\naccess: { token: 0123456789abcdef0123 }")
            let path = "/v1/services?type=_test._tcp&check=true"
            let list = try JSON.decode([ServiceInstance].self, from: Data(try await daemon.get(path).utf8))
            #expect(Set(list.filter(\.stale).map(\.name)) == ["closed", "silent"])
            #expect(list.count == Self.checked.count && list.allSatisfy { $0.port != nil })
            // A service that was found closed a moment ago is checked again before it is shown as stale, with the
            // current reason.
            try await server.run(["nft", "add", "rule", "inet", "lab", "in", "tcp", "dport", "81", "drop"])
            let again = try JSON.decode([ServiceInstance].self, from: Data(try await daemon.get(path).utf8))
            #expect(again.first { $0.name == "closed" }?.staleReason == .noAnswer)
            let curl = ["curl", "-sS", "-o/dev/null", "-w%{http_code}", "http://127.0.0.1:8053" + path]
            #expect(try await laptop.run(curl) == "401")
            #expect(try await laptop.run(curl + ["-HAuthorization: Bearer 0123456789abcdef0123"]) == "200")

            let browser = try laptop.spawn([Programs.command, "browse", "_test._tcp", "--resolve", "--json"])
            func event(_ kind: ServiceEvent.Kind, isStale: Bool, _ name: String) async throws {
                try await browser.output.first("\(name) \(kind)") { line in
                    Self.events(line).contains {
                        $0.event == kind && $0.instance.name == name && $0.instance.stale == isStale
                    }
                }
            }
            try await event(.resolved, isStale: false, "closed")
            try await event(.updated, isStale: true, "closed")
            try await event(.resolved, isStale: false, "open")
            #expect(!Self.events(browser.output.text).contains { $0.instance.name == "open" && $0.instance.stale })
            _ = open
        }
    }

    @Test("monitoring sees that a service stops, and that it returns")
    func monitored() async throws {
        try await withServices { server, laptop, open in
            let daemon = try await laptop.startDaemon(
                "publish: off\ndiscovery: { types: [_test._tcp], check: on, interval: 5s }")
            @Sendable func labels(_ options: String = "") async throws -> String {
                try await daemon.get("/v1/targets/http_sd?type=_test._tcp" + options)
            }
            // The services are known and have been checked.
            let first = try await labels()
            #expect(first.contains(":\(open.port)\"") && first.contains("\"10.77.1.1:81\""))
            let living = try await labels("&stale=false")
            #expect(living.contains(":\(open.port)\"") && !living.contains("\"10.77.1.1:81\""))
            open.stop()
            try await Self.eventually { try await !labels("&stale=false").contains(":\(open.port)\"") }
            try server.startTCPServer(.closes, port: open.port)
            try await Self.eventually { try await labels("&stale=false").contains(":\(open.port)\"") }
        }
    }

    /// Repeats the request until the condition holds, since the list of targets has no event stream.
    static func eventually(
        within limit: Duration = .unexpectedlyLong, _ condition: @escaping @Sendable () async throws -> Bool
    ) async throws {
        try await withLimit(limit, "what was to come") {
            while try await !condition() { try await Task.sleep(for: .milliseconds(200)) }
        }
    }
}
