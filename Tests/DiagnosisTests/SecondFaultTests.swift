import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Second faults that remain once the error is mended")
struct SecondFaultTests {
    private static let gateway = Facts.address("2001:db8:1::1")
    private static let sixth = "2600:1::10"

    /// A check of a target with both families, and a first DNS server that does not answer.
    private static func check(_ fourth: TCPEvidence.Outcome, dead server: String? = nil) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(
            .init(
                interface: "eth0",
                address: .init(address: Facts.address("2600:2::2"), prefixLength: 64, scope: .global)))
        evidence.gateway?.hops.append(Facts.hop(gateway: "\(gateway)"))
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, sixth), Facts.attempt(fourth)])
        if let server {
            evidence.dns = Facts.dns(
                [Facts.failure(.timeout, server: server)], answers: [Facts.answer], servers: [server, "192.0.2.53"])
        }
        if fourth != .connected { (evidence.tls, evidence.http) = (nil, nil) }
        return evidence
    }

    @Test("a dead DNS server, and a family that is not reached, are named beside an error about one host")
    func besideNarrowErrors() throws {
        let evidence = try Self.check(.connected, dead: "192.168.1.5")
        for entry in [PathCauses.filtered, PathCauses.mtu, LinkCauses.mtuMismatch, LocalCauses.clock] {
            let error = Finding(entry, severity: .error, ["destination": "198.51.100.1:443"])
            let found = SecondFaultRule.findings(beside: [error], in: evidence)
            #expect(found.map(\.id) == ["dns.some-servers-dead", "tcp.ipv6-broken"], "\(found)")
            #expect(found.allSatisfy { $0.severity == .warning })
            // Each fault is named once.
            #expect(SecondFaultRule.findings(beside: [error] + found, in: evidence).isEmpty)
        }
        // What breaks the uplink breaks these as well.
        let outage = Finding(PathCauses.upstreamDown, severity: .error, [:])
        #expect(SecondFaultRule.findings(beside: [outage], in: evidence).isEmpty)
    }

    @Test("a filter on the path may keep queries from a DNS server of the Internet, and wrong sizes or times do not")
    func serverBehindFilter() throws {
        let evidence = try Self.check(.connected, dead: "9.9.9.9")
        for (entry, isNamed) in [
            (PathCauses.filtered, false), (PathCauses.mtu, true), (LocalCauses.clock, true),
        ] {
            let error = Finding(entry, severity: .error, ["destination": "198.51.100.1:443"])
            let found = SecondFaultRule.findings(beside: [error], in: evidence)
            #expect(found.contains { $0.id == "dns.some-servers-dead" } == isNamed, "\(found)")
        }
    }

    @Test("packets that expire early leave only the silence of a DNS server on the link to be a second fault")
    func serverBesideHopLimit() throws {
        for (server, isNamed) in [("192.0.2.9", true), ("192.168.1.5", false), ("9.9.9.9", false)] {
            let evidence = try Self.check(.timeout, dead: server)
            let error = Finding(LocalCauses.hopLimit, severity: .error, ["limit": "2"])
            let found = SecondFaultRule.findings(beside: [error], in: evidence)
            #expect(found.map(\.id) == (isNamed ? ["dns.some-servers-dead"] : []), "\(server) \(found)")
        }
    }

    @Test("a verdict names a narrow path, and what else it would hide")
    func verdict() throws {
        var evidence = try Self.check(.connected, dead: "192.168.1.5")
        evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .noAnswer)
        evidence.path = PathEvidence()
        evidence.path?.sizes = [
            .init(address: Facts.address("198.51.100.1"), answered: [576, 1_400], silent: [1_401, 1_500])
        ]
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.first?.id == "path.mtu" && verdict.status == .connectionDown)
        #expect(
            Set(verdict.findings.map(\.id)) == ["path.mtu", "dns.some-servers-dead", "tcp.ipv6-broken"],
            "\(verdict.findings)")
    }

    @Test("an address family that leads nowhere is named beside a host that refuses connections over the other one")
    func lostFamily() throws {
        var evidence = try Self.check(.refused)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.refused"])
        let silent = [2, 3, 4, 2, 3, 4].map { UplinkFamilyTests.sixth(limit: $0) }
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain,
            packets: [
                UplinkAssessmentTests.packet("198.51.100.1", as: .tcp),
                UplinkAssessmentTests.packet("198.51.100.2", 3, 0, limit: 3, as: .tcp),
            ] + silent)
        uplink.gateways.append(Self.gateway)
        evidence.uplink = uplink
        let findings = Verdict(on: evidence).findings
        #expect(findings.map(\.id) == ["tcp.refused", "path.ipv6-down"], "\(findings)")
        #expect(findings.map(\.severity) == [.error, .warning])
        // IPv4 may not work for any host either.
        #expect(findings.last?.summary.contains("while IPv4 works") == false, "\(findings)")
        #expect(findings.last?.summary.contains(" beyond the gateway ") == true, "\(findings)")
        #expect(UplinkAssessment(uplink).findings.first?.summary.contains(", while IPv4 works: ") == true)
        // So it is beside this machine's filter of the other family.
        for (destination, count) in [("198.51.100.1:443", 1), ("[\(Self.sixth)]:443", 0)] {
            let filter = Finding(LocalCauses.firewall, severity: .error, ["destination": destination])
            #expect(SecondFaultRule.findings(beside: [filter], in: evidence).count == count, "\(destination)")
        }
    }

    @Test("a source address that gets no answers is named beside a DNS server on the link that does not run")
    func source() throws {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        let gateway = UplinkAssessmentTests.gateway
        evidence.dns = Facts.dns([Facts.failure(.closed, server: "\(gateway)")], servers: ["\(gateway)"])
        evidence.uplink = UplinkAssessmentTests.uplink(
            .closed, packets: [2, 3, 4].map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) })
        #expect(!Verdict(on: evidence).findings.contains { $0.id == "address.bad-source" })
        var trial = SourceTrial(source: Facts.address("10.99.99.9"), other: Facts.address("192.0.2.2"))
        (trial.isSourceReported, trial.isOtherReported) = (false, true)
        var hop = Facts.hop()
        hop.sourceTrial = trial
        evidence.gateway?.hops = [hop]
        let findings = Verdict(on: evidence).findings
        #expect(findings.map(\.id) == ["address.bad-source", "dns.server-closed"], "\(findings)")
        #expect(findings.map(\.severity) == [.error, .warning])
        #expect(findings.last?.advice.contains { $0.contains("two hosts") } == false, "\(findings)")
    }
}
