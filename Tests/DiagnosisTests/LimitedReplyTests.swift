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

    @Test("a gateway that answers far more queries than pings limits these, also if connections got no response")
    func queries() throws {
        for (queries, isLoss) in [(2, false), (9, true)] {
            var evidence = try LossOnLinkTests.check(lostPings: 19, lostQueries: queries)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
            (evidence.tls, evidence.http) = (nil, nil)
            #expect(Self.ids(evidence).contains("gateway.loss") == isLoss, "\(queries) \(Self.ids(evidence))")
        }
    }

    @Test("so few pings are answered that they do not show why programs got no answer")
    func lookUp() throws {
        for (received, severity) in [(1, Severity.warning), (6, .error)] {
            var evidence = try LossOnLinkTests.check(lostPings: 0, lostQueries: nil)
            evidence.tcp?.attempts[0].packets = .init(sent: 9, repeated: 1)
            evidence.gateway?.hops[0].series = Self.series(received, to: "192.0.2.1", isLimited: false)
            let silent = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
            evidence.dns?.resolution.system = silent
            evidence.dns?.systemAgain = silent
            let found = Verdict(on: evidence).findings.first { $0.id == "gateway.loss" }
            #expect(found?.severity == severity, "\(received) \(Self.ids(evidence))")
        }
    }

    @Test("packets to a host behind a gateway that limits its replies may be lost on either side of it")
    func place() throws {
        for (received, side) in [(20, Side.upstream), (1, nil)] as [(Int, Side?)] {
            var evidence = try Facts.healthy("tcp://198.51.100.1:443")
            (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.tcp?.attempts[0].packets = .init(sent: 5, repeated: 1)
            evidence.path = PathEvidence()
            evidence.path?.echoes = Self.series(13, to: "198.51.100.1", isLimited: false)
            evidence.gateway?.hops[0].series = Self.series(received, to: "192.0.2.1", isLimited: received == 1)
            let found = try #require(Verdict(on: evidence).findings.first { $0.id == "path.loss" })
            #expect(found.side == side, "\(found)")
        }
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
