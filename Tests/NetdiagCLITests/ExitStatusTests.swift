import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("The exit status")
struct ExitStatusTests {
    /// The exit status according to the specification: 0 up, 1 degraded or indeterminate, 2 down, 3 err or noErr.
    private static func expected(_ status: ConnectionStatus, isDegraded: Bool) -> Int32 {
        switch status {
        case .connectionUp: isDegraded ? 1 : 0
        case .connectionIndeterminate: 1
        case .connectionDown: 2
        case .err, .noErr: 3
        }
    }

    @Test("of every verdict", arguments: ConnectionStatus.allCases, [false, true])
    func verdicts(status: ConnectionStatus, isDegraded: Bool) throws {
        let expected = Self.expected(status, isDegraded: isDegraded)
        #expect(ExitStatus(.verdict(status, isDegraded: isDegraded)).rawValue == expected)
    }

    @Test(
        "of every failure",
        arguments: [
            (.usage("x"), 64), (.failed("x"), 3), (.noDaemon("x"), 3), (.refused("x"), 2), (.outputClosed, 141),
            (.ended, 0), (.interrupted(by: 2), 130), (.interrupted(by: 15), 143),
        ] as [(Failure, Int32)])
    func failures(failure: Failure, expected: Int32) {
        #expect(ExitStatus(.failure(failure)).rawValue == expected)
    }

    @Test("is the same for documents, whether they are read in full or only in part")
    func documents() throws {
        for status in ConnectionStatus.allCases {
            let findings = [Fixtures.slow]
            let report = Report(
                target: "x", started: Fixtures.moment(0), duration: .zero, status: status, findings: findings,
                layers: [])
            #expect(ExitStatus(report.outcome).rawValue == Self.expected(status, isDegraded: report.degraded))
            #expect(report.degraded == (status == .connectionUp))
            let summary: Report.Summary = try TopLevel.decode(
                members: Report.summaryMembers, from: try JSON.line(report))
            #expect(summary.outcome == report.outcome)
        }
        let unanswered = Resolution(name: "x", answers: [], failures: [])
        #expect(ExitStatus(unanswered.outcome).rawValue == Self.expected(unanswered.status, isDegraded: false))
    }

    @Test("for incidents is that of the most severe open one")
    func incidents() {
        func incident(_ severity: Severity, isOpen: Bool) -> StatusDocument.Incident {
            var cause = Fixtures.slow
            cause.severity = severity
            return StatusDocument.Incident(
                id: 1, cause: cause, targets: [], opened: Fixtures.moment(-60),
                closed: isOpen ? nil : Fixtures.moment(0))
        }
        for severity in [Severity.info, .warning, .error] {
            #expect(ExitStatus(Outcome([incident(severity, isOpen: false)])) == .up)
            let expected: NetdiagCLI.ExitStatus = severity == .error ? .down : .warning
            #expect(ExitStatus(Outcome([incident(severity, isOpen: true)])) == expected)
            #expect(
                ExitStatus(Outcome([incident(severity, isOpen: true), incident(.warning, isOpen: true)])) == expected)
        }
        #expect(ExitStatus(Outcome([])) == .up)
    }

    @Test("for several targets is that of the worst")
    func worst() {
        let inOrder: [NetdiagCLI.ExitStatus] = [.up, .warning, .down, .error, .usage]
        #expect(inOrder.sorted() == inOrder)
    }
}
