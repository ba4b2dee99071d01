import KindTesting
import NetworkModel
import TargetKinds
import Testing

/// Invalid messages of an SSH server, byte for byte.
@Suite("ssh:// with hostile servers")
struct SSHHostileTests {
    /// The bytes that a server sends before it closes, and the expected result.
    struct Answer: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let cause: CauseID

        init(_ name: String, _ bytes: [UInt8], _ cause: CauseID) {
            self.name = name
            self.bytes = bytes
            self.cause = cause
        }

        init(_ name: String, _ text: String, _ cause: CauseID) { self.init(name, Array(text.utf8), cause) }

        var testDescription: String { name }
    }

    private static let identification = Array("SSH-2.0-lab\r\n".utf8)

    /// A packet (RFC 4253 section 6), with a wrong length if one is given.
    private static func packet(_ payload: [UInt8], padding: UInt8? = nil, length: UInt32? = nil) -> [UInt8] {
        let pad = padding ?? UInt8(12 - (payload.count + 1) % 8)
        let body =
            [pad] + payload + [UInt8](repeating: 0, count: padding == nil ? Int(pad) : 12 - (payload.count + 1) % 8)
        return number(length ?? UInt32(body.count)) + body
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func string(_ text: String) -> [UInt8] { number(UInt32(text.utf8.count)) + Array(text.utf8) }

    private static func offer(_ lists: [String]) -> [UInt8] {
        [20] + [UInt8](repeating: 7, count: 16) + lists.flatMap(string) + [UInt8](repeating: 0, count: 5)
    }

    private static let unknown = Array(repeating: "nobody@example.com", count: 10)
    /// More names than any server has, some of them invalid.
    private static let many = (0..<2_000).map { "a\($0)" }.joined(separator: ",") + ",\u{1b}[2J"

    private static let answers: [Answer] = [
        Answer("nothing", "", "ssh.closed"),
        Answer("lines, and no identification", "hello\r\n\u{1b}[2Jworld\r\n", "ssh.not-ssh"),
        Answer("part of a line", "HTTP/1.1 400 Bad", "ssh.not-ssh"),
        Answer("an endless line", String(repeating: "x", count: 100_000), "ssh.not-ssh"),
        Answer("endless lines", String(repeating: "x\n", count: 50_000), "ssh.not-ssh"),
        Answer("empty lines alone", String(repeating: "\r\n", count: 100), "ssh.malformed"),
        Answer("bytes", [UInt8](repeating: 0xff, count: 300) + [0x0a], "ssh.not-ssh"),
        Answer("no place for more", "Exceeded MaxStartups\r\n", "ssh.closed"),
        Answer("a penalty", "Not allowed at this time\r\n", "ssh.closed"),
        Answer("half an identification", "SSH-2.", "ssh.closed"),
        Answer("an identification alone", identification, "ssh.closed"),
        Answer(
            "an identification of 254 bytes", "SSH-2.0-" + String(repeating: "x", count: 246) + "\r\n", "ssh.malformed"),
        Answer("an endless identification", "SSH-2.0-" + String(repeating: "x", count: 100_000), "ssh.malformed"),
        Answer("an identification with a null", "SSH-2.0-a\u{0}b\r\n", "ssh.malformed"),
        Answer("no software", "SSH-2.0\r\n", "ssh.malformed"),
        Answer("no version", "SSH--lab\r\n", "ssh.malformed"),
        Answer("version 1", "SSH-1.5-\u{1b}[2Jlab\r\n", "ssh.protocol-version"),
        Answer("version 20", "SSH-2.00-lab\r\n", "ssh.protocol-version"),
        Answer("version 3 of nobody", "SSH-\u{1b}[2J-lab\r\n", "ssh.protocol-version"),
        Answer("a packet of 4 GiB", identification + [255, 255, 255, 252], "ssh.malformed"),
        Answer("a packet of nothing", identification + [0, 0, 0, 0], "ssh.malformed"),
        Answer("a packet of an odd size", identification + packet([20, 1], length: 13), "ssh.malformed"),
        Answer("half a packet", identification + [0, 0, 1, 4, 4, 20], "ssh.closed"),
        Answer(
            "more padding than packet", identification + packet(offer(unknown), padding: 255, length: 28),
            "ssh.malformed"),
        Answer("no padding", identification + packet(offer(unknown), padding: 0), "ssh.malformed"),
        Answer("another message", identification + packet([50, 0, 0, 0]), "ssh.malformed"),
        Answer(
            "a list that is longer than its packet",
            identification + packet([20] + [UInt8](repeating: 7, count: 16) + [255, 255, 255, 255, 1]), "ssh.malformed"),
        Answer(
            "messages without a meaning",
            identification + Array(repeatElement(packet([2] + string("x")), count: 100).joined()), "ssh.malformed"),
        Answer(
            "leave that is taken",
            identification + packet([1] + number(12) + string("too many \u{1b}[2J") + string("")),
            "ssh.closed"),
        Answer("leave that is cut off", identification + packet([1, 0]), "ssh.closed"),
        Answer("algorithms of nobody", identification + packet(offer(unknown)), "ssh.no-common-algorithm"),
        Answer("no algorithms", identification + packet(offer(unknown.map { _ in "" })), "ssh.no-common-algorithm"),
        Answer(
            "too many algorithms", identification + packet(offer([many] + unknown.dropFirst())),
            "ssh.no-common-algorithm"),
    ]

    @Test("faults are named, and text is shown safely", arguments: answers)
    func answer(answer: Answer) async throws {
        let server = try RawServer(.talks { $0.send(answer.bytes) })
        defer { withExtendedLifetime(server) {} }
        let report = try await SSHProbeTests.report("\(server.address)")
        #expect(report.status != .connectionUp && report.cause?.id == answer.cause, "\(report.json)")
        let evidence = try SSHProbeTests.evidence(report)
        #expect(evidence.hostKey == nil && report.json.utf8.count < 20_000)
        let shown = report.findings.map { $0.summary + $0.facts.values.joined() }
        #expect(!shown.joined().unicodeScalars.contains(where: SafeText.isUnsafe), "\(shown)")
    }

    private static let curve = [
        "curve25519-sha256", "ssh-ed25519", "aes256-ctr", "aes256-ctr", "hmac-sha2-256", "hmac-sha2-256", "none",
        "none", "", "",
    ]

    @Test(
        "an invalid key exchange fails",
        arguments: [
            packet([31] + string("key") + string("point") + string("signature")),
            packet([31] + [255, 255, 255, 255]), packet([21]), packet([200]), [UInt8](repeating: 0xff, count: 5_000),
        ])
    func exchange(next: [UInt8]) async throws {
        let server = try RawServer(
            .talks { peer in
                peer.send(Self.identification + Self.packet(Self.offer(Self.curve)) + next)
                peer.waitForEnd()
            })
        defer { withExtendedLifetime(server) {} }
        let report = try await SSHProbeTests.report("\(server.address)", limit: .seconds(12))
        #expect(report.status == .connectionDown, "\(report.json)")
        #expect(["ssh.key-exchange", "ssh.stalled"].contains(report.cause?.id), "\(report.json)")
        #expect(try SSHProbeTests.evidence(report).hostKey == nil)
    }

    @Test("endless text of a server is cut off")
    func endlessMessages() async throws {
        let idle = String(decoding: Self.packet([2] + Self.string("x")), as: UTF8.self)
        let server = try RawServer(
            .talks { peer in
                peer.send(Self.identification + Self.packet(Self.offer(Self.curve)))
                peer.sayForever(idle)
            })
        defer { withExtendedLifetime(server) {} }
        let report = try await SSHProbeTests.report("\(server.address)")
        #expect(report.status == .connectionDown, "\(report.json)")
        #expect(["ssh.malformed", "ssh.key-exchange"].contains(report.cause?.id), "\(report.json)")
    }

    @Test("silence and a reset in the key exchange are distinguished")
    func ends() async throws {
        let silent = try RawServer(.talks { $0.waitForEnd() })
        let none = try await SSHProbeTests.report("\(silent.address)", limit: .seconds(8))
        #expect(none.cause?.id == "ssh.no-greeting", "\(none.json)")
        #expect(none.cause?.advice.contains { $0.contains("netdiag check --timeout 60 ssh://") } == true)
        let stalling = try RawServer(
            .talks { peer in
                peer.send(Self.identification)
                peer.waitForEnd()
            })
        let stalled = try await SSHProbeTests.report("\(stalling.address)", limit: .seconds(8))
        #expect(stalled.cause?.id == "ssh.stalled", "\(stalled.json)")
        let resetting = try RawServer(.resets)
        let reset = try await SSHProbeTests.report("\(resetting.address)")
        #expect(reset.cause?.id == "ssh.closed" && reset.json.contains("resets the connection"), "\(reset.json)")
    }
}
