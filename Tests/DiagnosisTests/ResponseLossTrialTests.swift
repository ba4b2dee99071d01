import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Queries that measure loss, and limits of their rate")
struct ResponseLossTrialTests {
    private static let server = "192.0.2.53"

    /// The responses to queries: `true` for one after 2 ms.
    private static func times(_ answered: [Bool]) -> [Duration?] { answered.map { $0 ? .milliseconds(2) : nil } }

    /// A router that lets 4 queries per second pass, of which others have used some.
    private static let limited = [true, true, true] + [Bool](repeating: false, count: 7)

    private static func followUps(_ answered: [Bool]) -> [DNSEvidence.FollowUp] {
        answered.map { isAnswered in
            DNSEvidence.FollowUp(
                .control, name: "abcdefghijklmnopqrst.www.example", type: "A", server: server,
                failure: isAnswered ? .nxdomain : .timeout, duration: .milliseconds(isAnswered ? 1 : 1_800))
        }
    }

    @Test("a limit of the rate is not a loss: slower queries are answered")
    func limit() {
        let slow = [Bool](repeating: true, count: ResponseLossTrial.slowSize)
        func trial(_ fast: [Bool], _ slow: [Bool]) -> ResponseLossTrial {
            ResponseLossTrial(Self.times(fast), slowly: Self.times(slow))
        }
        #expect(ResponseLossTrial.mayBeLimited(Self.times(Self.limited)))
        #expect(trial(Self.limited, slow).isLimited)
        #expect(trial(Self.limited, slow).finding(at: Self.server) == nil)
        for rest in [[], [true, true, true], [true, true, true, false]] {
            #expect(trial(Self.limited, rest).finding(at: Self.server)?.id == "dns.loss", "\(rest)")
        }
        // A few are not lost to a limit, and all of them to a dead server.
        for lost in [0, 3, 10] {
            let fast = (0..<10).map { $0 >= lost }
            #expect(!ResponseLossTrial.mayBeLimited(Self.times(fast)), "\(lost)")
        }
    }

    @Test("a check whose own queries exceed a limit of the rate is not down, even if programs got no answer meanwhile")
    func limitedCheck() throws {
        let slow = Self.followUps([Bool](repeating: true, count: ResponseLossTrial.slowSize))
        var evidence = try Facts.healthy()
        evidence.dns?.resolution.answers[0].isRepeated = true
        evidence.dns?.resolution.system = SystemLookup(
            addresses: [], failure: .timeout, duration: .milliseconds(1_406))
        evidence.dns?.systemAgain = SystemLookup(addresses: [], failure: .timeout, duration: .milliseconds(2_001))
        evidence.dns?.followUps = Self.followUps(Self.limited)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["dns.loss"])
        evidence.dns?.followUps = Self.followUps(Self.limited) + slow
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.isEmpty && verdict.status == .connectionUp, "\(verdict.findings)")
        evidence.dns?.followUps = Self.followUps(Self.limited) + slow.dropLast() + Self.followUps([false])
        let found = Verdict(on: evidence).findings
        #expect(found.map(\.id) == ["dns.loss"] && found.first?.facts["sent"] == "10", "\(found)")
    }

    @Test("a server that is late for a known name, and prompt for another one, loses queries if more are lost")
    func unevenAnswers() {
        func observation(_ first: Duration, _ second: Duration, _ unknown: Duration) -> MachineObservation {
            let answers = [first, second].map { time in
                Resolution.Answer(
                    address: Facts.address("198.41.0.4"), source: .dns, server: "192.0.2.1", ttl: 60, duration: time)
            }
            var observation = MachineDiagnosisTests.healthy()
            observation.names = MachineNames(
                resolution: Resolution(name: MachineNames.knownName + ".", answers: answers, failures: []),
                nameServices: ["files", "dns"])
            observation.names?.resolution.system = SystemLookup(
                addresses: [Facts.address("198.41.0.4")], duration: .milliseconds(4))
            observation.uplink?.queries[0].server = Facts.address("192.0.2.1")
            observation.uplink?.queries[0].duration = Milliseconds(unknown)
            return observation
        }
        let (fast, late) = (Duration.milliseconds(3), Duration.milliseconds(404))
        #expect(observation(late, fast, fast).hasUnevenAnswers && observation(late, late, fast).hasUnevenAnswers)
        #expect(observation(.milliseconds(903), fast, fast).hasUnevenAnswers)
        // Programs waited as long, and they do not repeat a query so soon: the server is slow for the name.
        var slow = observation(.milliseconds(903), fast, fast)
        slow.names?.resolution.system?.duration = Milliseconds(.milliseconds(910))
        #expect(!slow.hasUnevenAnswers)
        // A name that is not in the cache takes longer over a satellite.
        #expect(!observation(.milliseconds(640), fast, fast).hasUnevenAnswers)
        // A name that no cache has takes longer, unless the response is one to a repetition; and so does everything over a satellite.
        #expect(observation(fast, fast, late).hasUnevenAnswers && !observation(late, late, late).hasUnevenAnswers)
        #expect(!observation(fast, fast, .milliseconds(440)).hasUnevenAnswers)
        #expect(!observation(fast, fast, .zero).hasUnevenAnswers && !observation(late, late, .zero).hasUnevenAnswers)
        var uneven = observation(late, fast, fast)
        for (lost, ids) in [(0, []), (1, []), (2, ["dns.loss"]), (5, ["dns.loss"])] as [(Int, [CauseID])] {
            uneven.names?.trial = ResponseLossTrial(Self.times((0..<10).map { $0 >= lost }))
            let verdict = MachineDiagnosis.verdict(on: uneven)
            #expect(verdict.findings.map(\.id) == ids, "\(lost): \(verdict.findings)")
            #expect(verdict.findings.allSatisfy { $0.severity == .warning } && verdict.status == .connectionUp)
        }
    }
}
