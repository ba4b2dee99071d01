import FoundationEssentials
import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.JSON

@Suite("The same cause from four commands", .lab, .tags(.lab))
struct SameCauseTests {
    /// A fault of the machine's network, and a target that it breaks.
    struct Row: Sendable, CustomTestStringConvertible {
        let cause: CauseID
        var target = "http://www.lab.example/"
        let name: String
        let bringAbout: @Sendable (OfficeAtWork) async throws -> Void

        var testDescription: String { "\(cause.rawValue): \(name)" }
    }

    /// The fields that all documents have in common.
    private struct Answer: Decodable {
        struct Cause: Decodable { let id: CauseID }

        let cause: Cause?
    }

    static let rows = [
        Row(cause: "link.admin-down", name: "the cable's interface is switched off") {
            try await $0.client.set("eth0", isUp: false)
        },
        Row(cause: "link.no-carrier", name: "the cable is unplugged") { try await $0.office.clientCable.unplug() },
        Row(cause: "address.none", name: "no address") {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Row(cause: "gateway.unreachable", name: "the router is gone") {
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Row(cause: "gateway.policy", name: "rules that prohibit everything") { office in
            for family in ["-4", "-6"] {
                try await office.client.run(["ip", family, "rule", "add", "prohibit", "pref", "200"])
            }
        },
        Row(cause: "gateway.wrong-neighbour", name: "a fixed neighbour entry") {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run([
                "ip", "neigh", "replace", "10.77.1.2", "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent",
            ])
        },
        Row(cause: "address.bad-source", target: "http://10.77.2.1/", name: "a source address that no router knows") {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run(["ip", "addr", "add", "10.200.0.1/32", "dev", "lo"])
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.2", "src", "10.200.0.1"])
        },
        Row(
            cause: "address.bad-source", target: "http://10.77.2.1/",
            name: "the source address of another interface, on which the reverse path filter drops the replies"
        ) {
            let cable = try await $0.lab.link($0.client, $0.office.router)
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.conf.all.rp_filter=1"])
            try await $0.office.router.run(["sysctl", "-qw", "net.ipv4.conf.all.arp_announce=2"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.2", "src", cable.a.ipv4])
        },
        Row(cause: "path.upstream-down", name: "the provider is gone, and the router's DNS answers SERVFAIL") {
            try await $0.answerAsRouter(.code(.serverFailure))
            try await $0.office.providerCable.unplug()
        },
        Row(cause: "dns.server-unreachable", name: "a home router that drops queries over UDP") {
            try await $0.beHome(knowsRoot: true)
            try await $0.office.router.drop("udp dport 53")
        },
    ]

    @Test("check, status, diagnose and the daemon name the same cause", arguments: rows)
    func same(row: Row) async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            let client = office.client
            let configuration = "publish: off\ninterval: 2s\ntargets: [\"\(row.target)\"]\n"
            let daemon = try await client.startDaemon(configuration)
            try await row.bringAbout(office)
            try await daemon.status("\(row)") { $0.cause?.id == row.cause }
            _ = try await daemon.stop()
            let commands = [
                ["check", "--json", "--no-daemon", row.target], ["status", "--json"],
                ["diagnose", "--json", row.target], ["diagnose", "--json"],
            ]
            for command in commands {
                let result = try await client.result(
                    of: [Programs.command] + command, environment: ["HOME": "/run/home"])
                let first = result.output.split(separator: "\n").first ?? ""
                let answer = try? JSON.decode(Answer.self, from: Data(first.utf8))
                #expect(
                    answer?.cause?.id == row.cause, "netdiag \(command.joined(separator: " ")): \(first.prefix(600))")
            }
        }
    }
}
