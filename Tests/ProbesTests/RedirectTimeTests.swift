import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@testable import NetworkDiagnostics

@Suite("Redirects that use up the time of a check")
struct RedirectTimeTests {
    private let begun = ContinuousClock.now

    private func passed(_ steps: [(Int, Int)], each time: Duration) -> [HTTPEvidence.Redirect] {
        steps.map { from, to in
            .init(url: "http://www.example/\(from)", status: 302, location: "http://www.example/\(to)", duration: time)
        }
    }

    private func visit(
        _ outcome: HTTPEvidence.Outcome, time: Duration = .milliseconds(40)
    ) throws -> CheckRun.CheckObservations {
        var evidence = Evidence(target: try Target("http://www.example/1"))
        var http = HTTPEvidence(url: "http://www.example/3", outcome: outcome, status: 302)
        http.phases = .init(resolve: .zero, connect: time, request: .zero, firstByte: .zero, body: .zero)
        evidence.http = http
        return .init(evidence: evidence)
    }

    /// The response after the visit of a place that had some time; `nil` if its own observations are kept.
    private func replaced(
        _ observed: CheckRun.CheckObservations, _ passed: [HTTPEvidence.Redirect], after time: Duration
    ) throws -> HTTPEvidence? {
        var gathered = observed
        let isReplaced = CheckRun.leaveUnfinished(
            &gathered, try visit(.response), passed, since: begun, until: begun + time)
        #expect(isReplaced || gathered.evidence.http == observed.evidence.http)
        return isReplaced ? gathered.evidence.http : nil
    }

    @Test("the silence of a place for which hardly any time was left is not its own fault")
    func unfinished() throws {
        let chain = [(1, 2), (2, 3), (3, 4)]
        let quick = passed(chain, each: .milliseconds(100))
        let left = try #require(try replaced(visit(.noAnswer), quick, after: .milliseconds(300)))
        #expect(left.outcome == .response && left.areRedirectsUnfinished == true)
        // The response itself is the third one.
        #expect(left.redirects == Array(quick.prefix(2)))
        #expect(left.phases?.redirects == Milliseconds(.milliseconds(200)))
        #expect(left.phases?.total == Milliseconds(.milliseconds(240)))
        #expect(try replaced(visit(.noAnswer), quick, after: .milliseconds(1_500)) == nil)
        // An earlier place needed more.
        let slow = passed(chain, each: .seconds(2))
        #expect(try replaced(visit(.noAnswer), slow, after: .milliseconds(1_500)) != nil)
        // A response is one, however little time there was.
        for outcome in [HTTPEvidence.Outcome.response, .reset, .closed, .malformed] {
            #expect(try replaced(visit(outcome), quick, after: .milliseconds(300)) == nil)
        }
    }

    @Test("below HTTP, only the time counts in which the layer was silent")
    func lower() throws {
        let chain = passed([(1, 2)], each: .milliseconds(100))
        var observed = try visit(.noAnswer)
        observed.evidence.http = nil
        let address = try #require(IPAddress("192.0.2.1"))
        func connect(_ outcome: TCPEvidence.Outcome, _ time: Duration) -> TCPEvidence {
            .init(attempts: [.init(address: address, port: 80, outcome: outcome, duration: time)])
        }
        // Half of the time is reserved for what comes after the connection.
        observed.evidence.tcp = connect(.timeout, .milliseconds(750))
        #expect(try replaced(observed, chain, after: .milliseconds(1_500)) != nil)
        #expect(try replaced(observed, chain, after: .milliseconds(2_500)) == nil)
        observed.evidence.tcp = connect(.refused, .milliseconds(10))
        #expect(try replaced(observed, chain, after: .milliseconds(500)) == nil)
        observed.evidence.tcp = connect(.connected, .milliseconds(900))
        observed.evidence.tls = TLSEvidence(serverName: "www.example", outcome: .timeout)
        #expect(try replaced(observed, chain, after: .milliseconds(1_800)) != nil)
        #expect(try replaced(observed, chain, after: .milliseconds(2_000)) == nil)
    }

    @Test("a place that redirects twice to the same one is a loop")
    func loop() throws {
        let each = Duration.milliseconds(100)
        let loop = passed([(1, 2), (2, 1), (1, 2)], each: each)
        #expect(try replaced(visit(.noAnswer), loop, after: .milliseconds(200))?.outcome == .redirectLoop)
        // It may have set a cookie.
        let cookie = passed([(1, 2), (2, 1)], each: each)
        #expect(try replaced(visit(.noAnswer), cookie, after: .milliseconds(200))?.outcome == .response)
    }
}
