import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("The state of a DNS server by two queries")
struct JudgedResolverTests {
    @Test("SERVFAIL for one query says more than silence for the other, and less than a response")
    func servfail() {
        let server = Resolver(address: IPAddress("127.0.0.1")!, source: .resolvConf)
        let uplink = UplinkEvidence(
            gateway: IPAddress("192.0.2.1"), interface: "eth0",
            queries: [.init(server: server.address, at: .own, outcome: .servfail, duration: .milliseconds(300))])
        func judged(_ status: ConnectionStatus, _ failure: Resolution.FailureReason?) -> [Resolution.FailureReason?] {
            let state = StatusDocument.ResolverStatus(resolver: server, status: status, failure: failure)
            let found = DiagnosticEngine.judged([state], uplink)
            #expect(found.map(\.status) == [status])
            return found.map(\.failure)
        }
        #expect(judged(.connectionDown, .timeout) == [.servfail])
        #expect(judged(.connectionDown, .malformed) == [.malformed])
        #expect(judged(.connectionUp, nil) == [nil])
    }

    @Test("a server that never answers for names that do not exist does not die of the next such query")
    func selective() {
        let server = Resolver(address: IPAddress("192.0.2.53")!, source: .resolvConf)
        let working = StatusDocument.ResolverStatus(
            resolver: server, status: .connectionUp, duration: Milliseconds(.milliseconds(20)))
        let uplink = UplinkEvidence(
            gateway: IPAddress("192.0.2.1"), interface: "eth0",
            queries: [.init(server: server.address, at: .beyond, outcome: .timeout)])
        let spared = DiagnosticEngine.judged([working], again: uplink, sparing: [server.address])
        #expect(spared.map(\.status) == [.connectionUp])
        let dead = DiagnosticEngine.judged([working], again: uplink)
        #expect(dead.map(\.failure) == [.timeout] && dead.map(\.duration) == [nil])
    }
}
