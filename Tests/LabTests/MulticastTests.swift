import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.MulticastEvidence
import struct NetworkModel.MulticastObservation
import struct NetworkModel.Report
import struct NetworkModel.Resolution

@Suite("Multicast traffic in the lab", .lab, .tags(.lab))
struct MulticastTests {
    @Test("a host that sends malformed packets is named beside the missing one, but not one that is merely odd")
    func garbage() async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            try await office.client.startDiscovery()
            let odd = try office.office.router.startMulticastSender("10.77.1.2", answers: MulticastPackets.oddities)
            let before = try await office.client.check("http://nobody.local/")
            #expect(before.findings.map(\.id) == ["mdns.not-found"])
            let view = try #require(Self.views(of: before).first { $0.family == .ipv4 })
            // The host's packets were received, and all were valid.
            #expect(view.heard.map(\.description) == ["10.77.1.2"] && view.malformed.isEmpty)
            // While avahi-daemon waits for the name, and a little longer.
            #expect(view.listened.duration >= .milliseconds(1_200))
            odd.stop()
            try office.office.router.startMulticastSender("10.77.1.2", answers: [MulticastPackets.garbage])
            let after = try await office.client.check("http://nobody.local/")
            #expect(after.findings.map(\.id) == ["mdns.not-found", "mdns.malformed-peer"])
            let finding = try #require(after.findings.last)
            #expect(finding.severity == .warning && finding.facts["address"] == "10.77.1.2")
        }
    }

    @Test("resolve says that multicast DNS was not queried, if avahi-daemon does not run")
    func unasked() async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            let ask = [Programs.command, "resolve", "router.local"]
            let before = try await office.client.result(of: ask)
            #expect(before.output.contains("multicast DNS was not queried"), "\(before.output)")
            #expect(before.output.contains("systemctl start avahi-daemon") && !before.output.contains("  mdns"))
            try await office.serveOnLink()
            let after = try await office.client.result(of: ask)
            #expect(after.status == .exited(0) && after.output.contains("10.77.1.2"), "\(after.output)")
        }
    }

    @Test("the assistant examines the links of a target that is found, too")
    func thorough() async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            try await office.serveOnLink()
            let ask = [Programs.command, "diagnose", "--json", "--yes", "http://router.local/"]
            let healthy = try await office.client.result(of: ask)
            #expect(healthy.status == .exited(0), "\(healthy.output)")
            try office.office.router.startMulticastSender("10.77.1.2", answers: [MulticastPackets.garbage])
            let noisy = try await office.client.result(of: ask)
            #expect(noisy.status == .exited(1), "\(noisy.output)")
            #expect(noisy.output.contains("mdns.malformed-peer") && !noisy.output.contains("mdns.not-found"))
        }
    }

    @Test("an address on the link is resolved to its host's name by multicast DNS")
    func reverse() async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            try await office.serveOnLink()
            for address in ["10.77.1.2", "fd77:1::2"] {
                let result = try await office.client.result(of: [Programs.command, "resolve", "--json", address])
                #expect(result.status == .exited(0), "\(result.output) \(result.diagnostics)")
                let resolution = try JSON.decode(Resolution.self, from: result.output.utf8)
                #expect(
                    resolution.answers.contains { $0.name == "router.local" && $0.source == .mdns }, "\(result.output)")
            }
        }
    }

    private static func views(of report: Report) -> [MulticastObservation] {
        report[MulticastEvidence.self]?.views ?? []
    }
}
