import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("The time for packets of the second round")
struct UplinkTimeTests {
    @Test("it follows the fastest resolver that reached the Internet")
    func fastest() throws {
        let address = try #require(IPAddress("192.0.2.53"))
        func time(_ queries: (UplinkEvidence.Query.Outcome, Int)...) -> Duration {
            var evidence = UplinkEvidence(gateway: nil, gateways: [], interface: "eth0")
            evidence.queries = queries.map { outcome, milliseconds in
                UplinkEvidence.Query(
                    server: address, at: .beyond, outcome: outcome, name: "a.root-servers.net",
                    duration: .milliseconds(milliseconds))
            }
            return evidence.timeForPackets(atLeast: .milliseconds(330))
        }
        #expect(time() == .milliseconds(330) && time((.nxdomain, 20)) == .milliseconds(330))
        #expect(time((.nxdomain, 600)) == .milliseconds(1_400))
        #expect(time((.nxdomain, 900), (.nxdomain, 600)) == .milliseconds(1_400))
        #expect(time((.nxdomain, 5_000)) == .seconds(2))
        // One that did not reach it, and one without a measured time, show nothing.
        #expect(time((.timeout, 600)) == .milliseconds(330) && time((.nxdomain, 0)) == .milliseconds(330))
    }
}
