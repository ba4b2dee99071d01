import FoundationEssentials
import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus
import enum NetworkModel.JSON

@Suite("The assistant in the lab", .lab, .tags(.lab))
struct DiagnoseTests {
    private struct Round: Decodable {
        struct Cause: Decodable { let id: CauseID }

        let round: Int
        let status: ConnectionStatus
        let cause: Cause?
        let changes: [String]?
    }

    @Test("it names the cause, waits until it is fixed, and says what has changed")
    func mended() async throws {
        try await Pair.run { pair in
            let client = pair.client
            try await client.run(["mkfifo", "/run/answers"])
            let assistant = try client.spawn([
                "sh", "-c",
                "exec \(Programs.command) diagnose --json tcp://\(pair.address):80 <>/run/answers",
            ])
            try await assistant.output.first("the first look") { $0.contains(#""round":1"#) }
            try await pair.server.startNginx([Site(port: 80)])
            try await client.run(["sh", "-c", "echo >/run/answers"])
            #expect(try await assistant.exit() == .exited(0))
            let rounds = try assistant.output.text.split(separator: "\n").map {
                try JSON.decode(Round.self, from: Data($0.utf8))
            }
            #expect(rounds.map(\.round) == [1, 2])
            #expect(rounds.first?.cause?.id == "tcp.refused" && rounds.first?.changes == nil)
            #expect(rounds.last?.changes == ["tcp.refused is gone", "tcp: down before, up now"])
        }
    }

    @Test("the row of the gateway is about the target, not about the DNS server on the link")
    func gateway() async throws {
        try await Pair.run { pair in
            let client = pair.client
            try await client.write("/etc/hosts", "127.0.0.1 localhost\n192.0.2.1 web.example.test\n")
            try await client.write("/etc/resolv.conf", "nameserver \(pair.address)\n")
            try await client.run(["ip", "route", "add", "192.0.2.0/24", "via", pair.address])
            try await pair.server.run(["ip", "address", "add", "192.0.2.1/32", "dev", "lo"])
            try await pair.server.startNginx([Site(port: 80)])
            let result = try await client.result(
                of: [Programs.command, "diagnose", "--yes", "http://web.example.test/nothing"])
            let rows = result.output.split(separator: "\n").filter { $0.contains("  gateway ") }
            #expect(!rows.isEmpty && rows.allSatisfy { $0.contains("\(pair.address) on ") }, "\(result)")
            #expect(!result.output.contains("none needed"), "\(result)")
        }
    }

    @Test("without a network, a service of this machine is not preceded by a row about missing interfaces")
    func localhost() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("alone")
            try await host.write("/etc/hosts", "127.0.0.1 localhost\n")
            try await host.startNginx([Site(port: 80)])
            let result = try await host.result(
                of: [Programs.command, "diagnose", "--yes", "http://localhost/status/200"])
            #expect(result.output.contains("lo up") && !result.output.contains("no interface"), "\(result)")
        }
    }

    @Test("on a slow line, the queue that its own packets fill is no loss")
    func slowLine() async throws {
        try await Lab.run { lab in
            let office = try await lab.office()
            try await office.server.run(["sh", "-euc", "head -c 20000 /dev/zero >/run/page"])
            try await office.server.startNginx([Site(port: 8_088, options: ["location = /page { alias /run/page; }"])])
            let cable = office.serverCable
            for end in [cable.a, cable.b] {
                try await end.host.run([
                    "tc", "qdisc", "add", "dev", end.interface, "root", "tbf", "rate", "64kbit", "burst", "2000",
                    "latency", "800ms",
                ])
            }
            let result = try await office.client.result(
                of: [Programs.command, "diagnose", "--yes", "http://\(cable.a.ipv4):8088/page"])
            #expect(result.output.contains("path.rate-limited") || result.status == .exited(0), "\(result)")
            #expect(!result.output.contains("path.loss"), "\(result)")
        }
    }

    @Test("without a target it examines the machine, and with --yes it checks twice without waiting")
    func machine() async throws {
        try await Lab.run { lab in
            let office = try await lab.office()
            let result = try await office.client.result(
                of: [Programs.command, "diagnose", "--yes"])
            #expect(result.status == .exited(2), "\(result)")
            #expect(result.output.contains("dns.server-closed"))
            // On a busy machine, the time of a gateway's reply may exceed a limit in one of the two checks.
            #expect(result.output.contains("What has changed\n"), "\(result)")
            #expect(!result.output.contains("dns.server-closed is gone"), "\(result)")
        }
    }
}
