import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics
@testable import NetworkModel
@testable import TargetKinds

@Suite("Faults of single addresses")
struct OtherAddressTests {
    @Test("an address that is silent is one of several only if another one has answered", arguments: [true, false])
    func unknown(isAnswered: Bool) throws {
        let addresses = try ["198.51.100.1", "198.51.100.2"].map { try #require(IPAddress($0)) }
        let attempts = addresses.map {
            TCPEvidence.Attempt(address: $0, port: 80, outcome: .connected, duration: .milliseconds(1))
        }
        var gathered = CheckRun.CheckObservations(evidence: Evidence(target: try Target("http://www.example/")))
        gathered.evidence.tcp = TCPEvidence(attempts: attempts)
        gathered.evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .noAnswer)
        var other = KindObservation()
        other.observed[TCPEvidence.self] = TCPEvidence(attempts: [attempts[1]])
        if isAnswered {
            other.observed[HTTPEvidence.self] = HTTPEvidence(url: "http://b.example/", outcome: .response, status: 200)
        }
        gathered.addFailures(of: [addresses[1]: other])
        let failures = gathered.evidence.tcp?.attempts.map { $0.failure?.cause }
        let expected: [CauseID?] = [isAnswered ? "http.no-answer" : nil, nil]
        #expect(failures == expected)
    }
}
