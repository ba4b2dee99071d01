import NetworkModel
import Testing

@testable import Diagnosis
@testable import TargetKinds

@Suite("Hosts that limit the rate of their replies to pings lose nothing")
struct LimitedReplyTests {
    private static func series(_ received: Int, to text: String, isLimited: Bool = true) -> EchoEvidence {
        var echoes = EchoEvidence(
            address: Facts.address(text), outcome: .reply, sent: 20, received: received, roundTrip: .milliseconds(1))
        echoes.medianRoundTrip = Milliseconds(.milliseconds(1))
        echoes.isLimited = isLimited ? true : nil
        return echoes
    }

    private static func ids(_ evidence: Evidence) -> [CauseID] { Verdict(on: evidence).findings.map(\.id) }

    @Test("a gateway that replies once a second, beside a target that is pinged")
    func gateway() throws {
        var evidence = try Facts.healthy("icmp://198.51.100.1")
        (evidence.dns, evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil, nil)
        evidence.observed[EchoEvidence.self] = Self.series(19, to: "198.51.100.1", isLimited: false)
        evidence.gateway?.hops[0].series = Self.series(1, to: "192.0.2.1")
        #expect(!Self.ids(evidence).contains("gateway.loss"), "\(Self.ids(evidence))")
        // Without the pattern, or if every other packet is lost, it is loss.
        for series in [Self.series(1, to: "192.0.2.1", isLimited: false), Self.series(10, to: "192.0.2.1")] {
            evidence.gateway?.hops[0].series = series
            #expect(Self.ids(evidence).contains("gateway.loss"), "\(Self.ids(evidence))")
        }
    }

    @Test("a target that replies three times a second, of which a SYN is lost")
    func target() throws {
        var evidence = try Facts.healthy("tcp://198.51.100.1:443")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.tcp?.attempts[0].isRepeated = true
        evidence.tcp?.attempts[0].packets = .init(sent: 5, repeated: 1)
        evidence.path = PathEvidence()
        evidence.path?.echoes = Self.series(4, to: "198.51.100.1")
        #expect(!Self.ids(evidence).contains("path.loss"), "\(Self.ids(evidence))")
        evidence.path?.echoes = Self.series(4, to: "198.51.100.1", isLimited: false)
        #expect(Self.ids(evidence).contains("path.loss"), "\(Self.ids(evidence))")
        // Many packets of the connection itself show it all the same.
        evidence.tcp?.attempts[0].packets = .init(sent: 9, repeated: 4)
        evidence.path?.echoes = Self.series(4, to: "198.51.100.1")
        let found = try #require(Verdict(on: evidence).findings.first { $0.id == "path.loss" })
        #expect(found.facts["sent"] == "9" && found.facts["lost"] == "4", "\(found.facts)")
    }

    @Test("a gateway that reports some packets, and not others, need not be one that answers no pings")
    func messagesOfGateway() {
        let gateway = Facts.address("192.0.2.1")
        func ids(_ reported: [Bool]) -> [CauseID] {
            var observation = MachineDiagnosisTests.healthy()
            observation.gateways = [Facts.hop(.reachable, .timeout)]
            observation.output.nobody = reported.enumerated().map { place, isReported in
                let error = ICMPError(family: .ipv4, type: 11, code: 0, reporter: gateway)
                return PathEvidence.Trace(
                    address: Facts.address("203.0.113.9"), port: UInt16(80 + place), transport: .tcp,
                    outcome: isReported ? .refused : .silent, error: isReported ? error : nil)
            }
            return MachineDiagnosis.verdict(on: observation).findings.map(\.id)
        }
        #expect(ids([true, false, false]).isEmpty)
        // It drops pings alone, or all ICMP.
        for reported in [true, false] {
            #expect(ids([reported, reported, reported]) == ["gateway.no-icmp"], "\(reported)")
        }
    }
}
