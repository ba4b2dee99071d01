import Diagnosis
import NetworkModel
import Testing

@Suite("A server that needs longer for one record type")
struct SlowTypeTests {
    @Test(
        "it is slow if programs wait as long, and may lose packets if it answered both queries before",
        arguments: [903, 20])
    func losses(onWire: Int) throws {
        var evidence = try Facts.healthy()
        var answer = Facts.answer
        answer.duration = Milliseconds(.milliseconds(300))
        var without = Facts.failure(.noData, type: "AAAA")
        without.duration = Milliseconds(.milliseconds(onWire))
        evidence.dns = Facts.dns([without], answers: [answer])
        evidence.dns?.resolution.system = SystemLookup(
            addresses: [answer.address].compactMap(\.self), duration: .milliseconds(905))
        let losses = FollowUp.names(.losses(name: "www.example", server: "192.0.2.53"))
        #expect(Verdict(on: evidence).followUps.contains(losses) == (onWire == 20))
    }
}
