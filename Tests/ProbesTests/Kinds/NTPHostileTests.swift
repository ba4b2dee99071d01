import Foundation
import KindTesting
import NetworkModel
import TargetKinds
import Testing

/// Responses of a time server, byte for byte.
@Suite("Hostile time servers")
struct NTPHostileTests {
    /// An NTP packet (RFC 5905 section 7.3); by default, that of a correct server.
    struct Packet {
        var leap: UInt8 = 0
        var mode: UInt8 = 4
        var stratum: UInt8 = 2
        var rootDispersion: [UInt8] = [0, 0, 0, 1]
        var reference: [UInt8] = [192, 0, 2, 1]
        /// The time of the server's clock: 64 bits since 1900; `nil` for that of this machine.
        var time: [UInt8]?
        var repeatsQuestion = true

        func bytes(answering question: [UInt8]) -> [UInt8] {
            let now = time ?? Self.time(ahead: 0)
            let origin = repeatsQuestion ? Array(question[40..<48]) : [UInt8](repeating: 0, count: 8)
            return [leap << 6 | 4 << 3 | mode, stratum, 6, 0xec, 0, 0, 0, 0] + rootDispersion + reference + now + origin
                + now + now
        }

        /// The time of this machine's clock, with an offset in seconds.
        static func time(ahead offset: Double) -> [UInt8] {
            let seconds = Date().timeIntervalSince1970 + 2_208_988_800 + offset
            let fixed = UInt64(seconds) << 32 | UInt64((seconds - seconds.rounded(.down)) * 4_294_967_295)
            return (0..<8).map { UInt8(truncatingIfNeeded: fixed >> (56 - 8 * $0)) }
        }
    }

    /// The responses of a server, and the expected report.
    struct Case: Sendable, CustomTestStringConvertible {
        let expected: HostileServer
        let answers: @Sendable (_ question: [UInt8]) -> [[UInt8]]

        init(
            _ name: String, _ cause: CauseID?, _ words: String = "",
            _ answers: @escaping @Sendable (_ question: [UInt8]) -> [[UInt8]]
        ) {
            expected = HostileServer(name, cause, words) { _ in }
            self.answers = answers
        }

        init(_ name: String, _ cause: CauseID?, _ words: String = "", _ packet: @escaping @Sendable () -> Packet) {
            self.init(name, cause, words) { [packet().bytes(answering: $0)] }
        }

        var testDescription: String { expected.testDescription }
    }

    private static let ones = [UInt8](repeating: 0xff, count: 8)

    static let cases: [Case] = [
        Case("a valid response", nil) { Packet() },
        Case("a valid response after responses to other requests", nil) { question in
            Array(repeating: Packet(repeatsQuestion: false).bytes(answering: question), count: 200)
                + [Packet().bytes(answering: question)]
        },
        Case("a response to another request", "ntp.malformed") { Packet(repeatsQuestion: false) },
        Case("the request itself", "ntp.malformed") { [$0] },
        Case("a response in client mode", "ntp.malformed") { Packet(mode: 3) },
        Case("a response that is one byte short", "ntp.malformed") {
            [Array(Packet().bytes(answering: $0).dropLast())]
        },
        Case("text", "ntp.malformed") { _ in [Array("\u{1b}[2Jno time\r\n".utf8)] },
        Case("a valid response of 65,000 bytes", nil) {
            [Packet().bytes(answering: $0) + [UInt8](repeating: 0xff, count: 64_952)]
        },
        Case("a kiss of death", "ntp.kiss-of-death", "RATE") {
            Packet(leap: 3, stratum: 0, reference: Array("RATE".utf8))
        },
        Case("a kiss of death with an escape sequence", "ntp.kiss-of-death", "no code") {
            Packet(leap: 3, stratum: 0, reference: Array("\u{1b}[2J".utf8))
        },
        Case("no synchronisation", "ntp.unsynchronised") { Packet(leap: 3, stratum: 16) },
        Case("no synchronisation since the start, with stratum 0", "ntp.unsynchronised", "stratum 0") {
            Packet(leap: 3, stratum: 0, reference: Array("INIT".utf8))
        },
        Case("no synchronisation after a step, with stratum 0", "ntp.unsynchronised", "stratum 0") {
            Packet(leap: 3, stratum: 0, reference: Array("STEP".utf8))
        },
        Case("no source, with stratum 0", "ntp.unsynchronised", "stratum 0") {
            Packet(leap: 3, stratum: 0, reference: [0, 0, 0, 0])
        },
        Case("a clock that is an hour ahead", "ntp.offset", "1 h ahead") {
            Packet(time: Packet.time(ahead: 3_600))
        },
        Case("an invalid stratum", "ntp.unsynchronised", "255") { Packet(stratum: 255) },
        Case("a leap indicator that contradicts the stratum", "ntp.unsynchronised") { Packet(leap: 3) },
        Case("a time of zeros", "ntp.offset") { Packet(time: [UInt8](repeating: 0, count: 8)) },
        Case("a time of ones", "ntp.offset") { Packet(time: ones) },
        Case("a dispersion of 65,536 seconds", "ntp.inaccurate") { Packet(rootDispersion: Array(ones.prefix(4))) },
        Case("silence", "ntp.no-answer") { _ in [] },
    ]

    @Test(
        "a server that is not synchronised has a code in place of a reference",
        arguments: [("INIT", "INIT"), ("STEP", "STEP"), ("ABCD", "65.66.67.68")])
    func code(bytes: String, shown: String) async throws {
        let server = BrokenDatagrams { question in
            [Packet(leap: 3, stratum: 16, reference: Array(bytes.utf8)).bytes(answering: question)]
        }
        defer { withExtendedLifetime(server) {} }
        let report = try await Asked.report("ntp://\(server.address)", within: .ample, ProbeSettings())
        #expect(
            report.cause?.id == "ntp.unsynchronised" && report.json.contains(#""reference":"\#(shown)""#),
            "\(report.json)")
    }

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = BrokenDatagrams(one.answers)
        defer { withExtendedLifetime(server) {} }
        let limit: Duration =
            ["ntp.malformed", "ntp.no-answer"].contains(one.expected.cause) ? .seconds(8) : .ample
        try one.expected.expect(try await Asked.report("ntp://\(server.address)", within: limit, ProbeSettings()))
    }
}
