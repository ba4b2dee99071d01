import FoundationEssentials
import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus
import enum NetworkModel.JSON
import struct NetworkModel.Report
import enum NetworkModel.Severity
import struct NetworkModel.StatusDocument

@Suite(
    "With systemd-resolved", .lab, .tags(.lab),
    .enabled(if: Lab.hasResolved, "systemd-resolved is missing"))
struct ResolvedTests {
    private static func causes(_ report: Report) -> [CauseID] {
        report.findings.filter { $0.severity > .info }.map(\.id)
    }

    /// `netdiag status` without a daemon.
    private static func status(on client: Host) async throws -> StatusDocument {
        let result = try await client.result(
            of: [Programs.command, "status", "--json"], environment: ["HOME": "/run/home"],
            within: .unexpectedlyLong)
        return try JSON.decode(StatusDocument.self, from: Data(result.output.utf8))
    }

    @Test("split DNS: the server that the routing domains select is queried and evaluated")
    func splitDNS() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let far = try await lab.host("vpn")
            let cable = try await lab.link(work.client, far)
            let server = try await far.startDNSMasq(
                [.addresses("intra.corp.example", [cable.b.ipv4])], options: ["local=/corp.example/"])
            var vpn = ResolvedLink(cable.a.interface, server: cable.b.ipv4)
            vpn.domains = [("corp.example", true)]
            try await work.client.startResolved([
                ResolvedLink(work.office.clientCable.a.interface, server: work.office.namesCable.a.ipv4), vpn,
            ])

            let inside = try await work.client.check("icmp://intra.corp.example")
            #expect(inside.status == .connectionUp && Self.causes(inside).isEmpty, "\(inside.findings)")
            let outside = try await work.client.check("http://www.lab.example/")
            #expect(outside.status == .connectionUp && Self.causes(outside).isEmpty, "\(outside.findings)")
            let whole = try await Self.status(on: work.client)
            #expect(whole.status == .connectionUp && whole.findings.isEmpty, "\(whole.findings)")

            _ = try await server.stop()
            let broken = try await work.client.check("icmp://intra.corp.example")
            #expect(broken.cause?.id == "dns.server-closed", "\(broken.findings)")
            #expect(broken.cause?.summary.contains(cable.b.ipv4) == true, "\(broken.findings)")
            let later = try await Self.status(on: work.client)
            #expect(later.status == .connectionUp, "\(later.findings)")
            #expect(later.findings.map(\.id) == ["dns.split-server-dead"], "\(later.findings)")
        }
    }

    @Test("DNS over TLS: a closed port is named if plain DNS is not allowed")
    func encrypted() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            var link = ResolvedLink(work.office.clientCable.a.interface, server: work.office.namesCable.a.ipv4)
            link.tls = "opportunistic"
            try await work.client.startResolved([link])
            // Without TLS, since the server has none.
            let open = try await work.client.check("http://www.lab.example/")
            #expect(open.status == .connectionUp && Self.causes(open).isEmpty, "\(open.findings)")

            link.tls = "yes"
            try await work.client.configureResolved(link)
            let closed = try await work.client.check("http://www.lab.example/")
            #expect(closed.cause?.id == "dns.tls-blocked", "\(closed.findings)")
            let whole = try await Self.status(on: work.client)
            #expect(whole.cause?.id == "dns.tls-blocked", "\(whole.findings)")
        }
    }

    @Test("DNS over TLS: a certificate for another name is reported, and one for the right name is accepted")
    func certificate() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            var link = ResolvedLink(work.office.clientCable.a.interface, server: work.office.namesCable.a.ipv4)
            (link.serverName, link.tls) = ("dns.lab.example", "yes")
            let records = ["www.lab.example. 60 IN A 10.77.2.1"]
            let other = try await work.authority.issue(["other.lab.example"], on: work.office.server)
            let server = try await work.office.names.startEncryptedDNS(other, records: records)
            // systemd 252 checks certificates only if the setting applies to all links.
            try await work.client.startResolved([link], settings: ["DNSOverTLS=yes"])
            let wrong = try await work.client.check("http://www.lab.example/")
            #expect(wrong.cause?.id == "dns.tls-certificate", "\(wrong.findings)")
            #expect(wrong.cause?.summary.contains("dns.lab.example") == true, "\(wrong.findings)")
            let whole = try await Self.status(on: work.client)
            #expect(whole.cause?.id == "dns.tls-certificate", "\(whole.findings)")

            _ = try await server.stop()
            let right = try await work.authority.issue(["dns.lab.example"], on: work.office.server)
            try await work.office.names.startEncryptedDNS(right, records: records)
            try await work.client.configureResolved(link)
            let works = try await work.client.check("http://www.lab.example/")
            #expect(works.status == .connectionUp && Self.causes(works).isEmpty, "\(works.findings)")
        }
    }
}
