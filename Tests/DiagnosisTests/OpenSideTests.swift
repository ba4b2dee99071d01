import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("Faults that the path may have as well as the other side")
struct OpenSideTests {
    @Test(
        "the catalogue leaves a side open that the cause alone does not tell",
        arguments: ["tcp.slow", "tcp.host-down", "tcp.some-connections-fail", "http.stalled", "http.truncated"])
    func openEntry(id: String) throws {
        let entry = try #require(Catalogue.entry(CauseID(rawValue: id)))
        #expect(entry.side == nil && Finding(entry, [:]).side == nil)
    }

    @Test("a connection that took long is nobody's delay for certain, unless it does not leave this machine")
    func slowConnection() throws {
        var evidence = try Facts.healthy()
        evidence.tcp?.attempts[0].duration = Milliseconds(.milliseconds(1_025))
        evidence.tcp?.attempts[0].isRepeated = true
        let far = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.slow" })
        #expect(far.severity == .warning && far.side == nil, "\(far)")
        evidence.link = LinkEvidence(carriers: [Facts.loopback], others: [])
        (evidence.gateway, evidence.dns) = (nil, nil)
        let own = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.slow" })
        #expect(own.side == .machine, "\(own)")
    }

    @Test("a body that stops is the server's if packets of full size get there and back, and none was repeated")
    func stalledBody() throws {
        func side(_ sizes: [Int], isRepeated: Bool? = nil) throws -> Side? {
            var evidence = try Facts.healthy()
            evidence.http = HTTPEvidence(
                url: "https://www.example/", outcome: .stalled, status: 200, bodyBytes: 20_000)
            evidence.tcp?.attempts[0].isRepeated = isRepeated
            evidence.path = PathEvidence()
            evidence.path?.sizes = [.init(address: Facts.address("198.51.100.1"), answered: sizes)]
            let found = try #require(Verdict(on: evidence).findings.first { $0.severity == .error })
            #expect(found.id == "http.stalled", "\(found)")
            return found.side
        }
        #expect(try side([576, 1_400, 1_500]) == .remote)
        #expect(try side([]) == nil)
        #expect(try side([576, 1_400, 1_500], isRepeated: true) == nil)
    }

    @Test("the silence of an address that only the hosts file has is on no side, also where no host is heard")
    func listedAddress() throws {
        let server = Facts.address("100.64.0.53")
        let hops = ["192.0.2.1", "100.64.7.1"]
        for (source, side) in [(Resolution.Source.dns, Side.upstream), (.hosts, nil)] as [(Resolution.Source, Side?)] {
            var evidence = try Facts.healthy("tcp://www.example:443")
            (evidence.tls, evidence.http) = (nil, nil)
            evidence.dns = Facts.dns(answers: [DNSVerdictTests.answer("198.51.100.1", source: source)])
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
            var connection = UplinkAssessmentTests.packet(limit: nil, as: .tcp, answer: .accepted)
            connection.destination = server
            evidence.uplink = UplinkAssessmentTests.uplink(
                packets: [
                    connection, UplinkAssessmentTests.packet("100.64.7.1", as: .tcp),
                    UplinkAssessmentTests.packet(limit: 3, as: .tcp), UplinkAssessmentTests.packet(limit: 4, as: .tcp),
                ])
            evidence.uplink?.queries = [UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: server)]
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(.silent, hops: hops),
                PathVerdictTests.trace(.silent, "198.51.100.1", .icmp, hops: hops))
            let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.timeout" })
            #expect(finding.side == side, "\(finding)")
        }
    }
}
