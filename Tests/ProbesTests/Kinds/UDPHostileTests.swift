import KindTesting
import NetworkModel
import TargetKinds
import Testing

/// Responses of a UDP port.
@Suite("Hostile UDP ports")
struct UDPHostileTests {
    /// The responses of a port, and the expected report.
    struct Case: Sendable, CustomTestStringConvertible {
        let expected: HostileServer
        let answers: [[UInt8]]

        init(
            _ name: String, _ cause: CauseID?, _ words: String = "", expect: String = "^correct$", answers: [UInt8]...
        ) {
            expected = HostileServer(name, cause, words, settings: ["send": "ping", "expect": expect]) { _ in }
            self.answers = answers
        }

        var testDescription: String { expected.testDescription }
    }

    private static let correct = Array("correct".utf8)

    static let cases: [Case] = [
        Case("the expected response", nil, answers: correct),
        Case("the expected response after another one", nil, answers: [], [0xff], correct),
        Case("another response", "udp.unexpected", "\"other\"", answers: Array("other".utf8)),
        Case(
            "the expected response in two halves", "udp.unexpected", "\"corr\"", answers: Array("corr".utf8),
            Array("ect".utf8)),
        Case("an empty datagram", "udp.unexpected", answers: []),
        Case("escape sequences", "udp.unexpected", "\\u{1b}[2J", answers: Array("\u{1b}[2J\u{202e}".utf8)),
        Case("bytes that are not text", "udp.unexpected", answers: [UInt8](repeating: 0xff, count: 1_000)),
        Case("60,000 bytes", "udp.unexpected", answers: [UInt8](repeating: 0x61, count: 60_000)),
        Case(
            "text that is very costly to match", "udp.unexpected", expect: "^(a+)+$",
            answers: [UInt8](repeating: 0x61, count: 1_000) + [0x21]),
        Case("silence", "udp.no-answer"),
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = BrokenDatagrams(answers: one.answers)
        defer { withExtendedLifetime(server) {} }
        let report = try await Asked.report(
            "udp://\(server.address)", within: one.expected.cause == nil ? .ample : .seconds(8),
            try ProbeSettings(of: "udp", one.expected.settings))
        try one.expected.expect(report)
        #expect((report[UDPEvidence.self]?.received ?? "").unicodeScalars.count <= 200)
    }

    @Test("a flood of other datagrams ends with the deadline")
    func flood() async throws {
        let server = BrokenDatagrams(answers: Array(repeating: Array("other".utf8), count: 10_000))
        defer { withExtendedLifetime(server) {} }
        let expected = HostileServer("a flood", "udp.unexpected", "\"other\"") { _ in }
        try expected.expect(
            try await Asked.report(
                "udp://\(server.address)", within: .seconds(6), try ProbeSettings(of: "udp", ["expect": "^correct$"])))
    }

    @Test("most of a flood is not received, which would use up the processor")
    func pausedFlood() async throws {
        let server = BrokenDatagrams(answers: Array(repeating: Array("other".utf8), count: 300_000))
        defer { withExtendedLifetime(server) {} }
        let report = try await Asked.report(
            "udp://\(server.address)", within: .seconds(3), try ProbeSettings(of: "udp", ["expect": "^correct$"]))
        let strays = try #require(report[UDPEvidence.self]).exchange.strays
        // At most 64 for each of the 150 pauses, after the first 1,024.
        #expect(strays > 0 && strays < 12_000)
    }
}
