import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("Faults that the path may have as well as the other side")
struct OpenSideTests {
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
}
