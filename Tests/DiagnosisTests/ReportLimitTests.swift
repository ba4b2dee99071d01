import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Routers that limit their reports of packets")
struct ReportLimitTests {
    @Test("a router that reports some of the packets with its hop limit may have used up its limit of errors")
    func limited() {
        func isLimited(_ heard: [Bool]) -> Bool {
            let nearest = heard.map { UplinkAssessmentTests.packet($0 ? "10.66.2.1" : nil, as: .tcp) }
            let farther = UplinkAssessmentTests.packet(limit: 3, as: .tcp)
            return UplinkAssessmentTests.uplink(.nxdomain, packets: nearest + [farther]).isLimited(.ipv4)
        }
        #expect(isLimited([true, false]) && isLimited([false, true, true]))
        #expect(!isLimited([true, true]) && !isLimited([false, false]))
    }

    @Test("a router that reports the datagrams of two rounds, and no SYN before them, has reports left")
    func ordered() {
        func mayBeLimited(_ rounds: [(syn: Bool, datagram: Bool)]) -> Bool {
            let sent = rounds.flatMap { round in
                [(PathEvidence.Transport.tcp, round.syn), (.udp, round.datagram)].map { transport, isHeard in
                    UplinkAssessmentTests.packet(isHeard ? "10.66.2.1" : nil, as: transport)
                }
            }
            return UplinkAssessmentTests.uplink(.nxdomain, packets: sent).isLimited(.ipv4)
        }
        #expect(!mayBeLimited([(false, true), (false, true)]))
        #expect(mayBeLimited([(false, true)]) && mayBeLimited([(true, false), (true, false)]))
        #expect(mayBeLimited([(false, true), (false, false)]) && mayBeLimited([(false, true), (true, true)]))
    }
}
