import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A wrong clock beside a certificate that another clock does not make valid either")
struct WrongClockTests {
    private static let day: Int64 = 86_400_000

    private static func moment(daysFromNow days: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: 1_700_000_000_000 + days * day)
    }

    /// A server whose certificate is valid from 200 to 27 days before the time of its `Date`, which is 40 days ago.
    private static func check(
        there: Int64 = -40, to end: Int64 = -67, isSynchronized: Bool? = false
    ) throws -> Evidence {
        var evidence = try Facts.healthy()
        let certificate = TLSEvidence.Certificate(
            subject: "CN=www.example", issuer: "CN=Root", names: ["www.example"],
            notBefore: moment(daysFromNow: -240), notAfter: moment(daysFromNow: end))
        evidence.tls = TLSEvidence(
            serverName: "www.example", outcome: .certificate, problem: .expired, chain: [certificate])
        evidence.http = nil
        var clock = LocalEvidence.Clock(
            here: moment(daysFromNow: 0), there: moment(daysFromNow: there), source: "the Date of it")
        (clock.built, clock.isSynchronized, clock.keeper) = (moment(daysFromNow: -100), isSynchronized, "chrony")
        evidence.local = LocalEvidence(clock: clock)
        return evidence
    }

    @Test("the clock is a warning, and the days are those of the other clock")
    func besideExpiry() throws {
        let findings = Verdict(on: try Self.check()).findings
        #expect(findings.map { "\($0.severity.rawValue) \($0.id)" } == ["error tls.expired", "warning local.clock"])
        #expect(findings.first?.summary.contains("expired 27 days ago") == true, "\(findings)")
        let clock = try #require(findings.last)
        #expect(clock.summary.contains("40 days ahead of the Date of it"), "\(clock.summary)")
        #expect(clock.summary.hasSuffix("the certificate of some other servers cannot be verified"), "\(clock.summary)")
    }

    @Test("nothing is said about a clock that agrees or may be synchronised, or if the other one is impossible")
    func right() throws {
        for evidence in [
            try Self.check(there: 0), try Self.check(isSynchronized: true), try Self.check(isSynchronized: nil),
            try Self.check(there: -101, to: -102),
        ] {
            let findings = Verdict(on: evidence).findings
            #expect(findings.map(\.id) == ["tls.expired"], "\(findings)")
            #expect(findings.first?.summary.contains("expired 27 days ago") == false, "\(findings)")
        }
        // The other clock makes the certificate valid, so that this one is the cause.
        #expect(Verdict(on: try Self.check(to: -20)).findings.map(\.id) == ["local.clock"])
    }
}
