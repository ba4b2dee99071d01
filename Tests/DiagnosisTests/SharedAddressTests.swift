import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Another host that has this machine's IPv4 address, while some packets still arrive")
struct SharedAddressTests {
    private static func hop(_ isAlone: Bool? = nil) -> GatewayEvidence.Hop {
        var hop = Facts.hop()
        hop.neighbour?.hardwareAddress = "02:00:00:00:00:01"
        (hop.holder, hop.own) = ("02:00:00:00:00:02", Facts.address("192.0.2.2"))
        hop.isHolderAlone = isAlone
        return hop
    }

    @Test("it is looked for if packets were lost, and is the cause; a device that replies for every address is not")
    func repeated() throws {
        var evidence = try Facts.healthy()
        var hop = Self.hop()
        hop.holder = nil
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        #expect(!Verdict(on: evidence).followUps.contains(.link(.sharing)))
        evidence.dns?.resolution.answers[0].isRepeated = true
        #expect(Verdict(on: evidence).followUps.contains(.link(.sharing)))
        for isAlone in [nil, true] {
            evidence.gateway = GatewayEvidence(hops: [Self.hop(isAlone)], isOnLink: false)
            let verdict = Verdict(on: evidence)
            #expect(verdict.status == .connectionUp)
            #expect((verdict.findings.first?.id == "address.duplicate") == (isAlone == true), "\(verdict.findings)")
            #expect(verdict.findings.allSatisfy { $0.severity < .error }, "\(verdict.findings)")
        }
    }

    @Test("it is the cause of silence as well, although other hosts respond")
    func silent() throws {
        var evidence = try Facts.healthy()
        evidence.http = nil
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .timeout)
        for isAlone in [nil, true] {
            evidence.gateway = GatewayEvidence(hops: [Self.hop(isAlone)], isOnLink: false)
            let found = Verdict(on: evidence).findings
            #expect((found.first?.id == "address.duplicate") == (isAlone == true), "\(found)")
            #expect(found.first?.severity == .error, "\(found)")
        }
    }

    @Test("it is the cause of lost queries, although everything works again when the check ends")
    func queries() throws {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout)])
        evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        var hop = Self.hop()
        hop.holder = nil
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        #expect(Verdict(on: evidence).followUps.contains(.link(.sharing)))
        evidence.gateway = GatewayEvidence(hops: [Self.hop(true)], isOnLink: false)
        let found = Verdict(on: evidence).findings
        #expect(found.first?.id == "address.duplicate" && found.first?.severity == .error, "\(found)")
    }

    @Test("another host with the gateway's address is the cause if a connection and the uplink become silent together")
    func silencedGateway() throws {
        var evidence = try Facts.healthy()
        evidence.http = nil
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .timeout)
        var hop = Facts.hop()
        hop.neighbour?.hardwareAddress = "02:00:00:00:00:01"
        for isUp in [true, false] {
            evidence.uplink =
                isUp
                ? UplinkAssessmentTests.uplink(.nxdomain, packets: [UplinkAssessmentTests.passing])
                : UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
            hop.rival = nil
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            #expect(Verdict(on: evidence).followUps.contains(.link(.holders)) != isUp)
            hop.rival = "02:00:00:00:00:02"
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            let found = Verdict(on: evidence).findings
            #expect((found.first?.id == "address.duplicate") != isUp, "\(found)")
        }
    }

    @Test("in the status of the machine, it takes the place of the losses")
    func machine() {
        for isAlone in [nil, true] {
            var hop = Self.hop(isAlone)
            hop.series = EchoEvidence(address: Facts.address("192.0.2.1"), outcome: .reply, sent: 20, received: 14)
            var observation = MachineDiagnosisTests.healthy()
            observation.gateways = [hop]
            #expect(observation.hasLostToGateway)
            let found = MachineDiagnosis.verdict(on: observation).findings.filter { $0.severity > .info }
            #expect(found.map(\.id) == [isAlone == true ? "address.duplicate" : "gateway.loss"], "\(found)")
        }
    }
}
