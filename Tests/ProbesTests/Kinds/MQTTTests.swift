import EventLoopKit
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

extension HostileServer {
    /// The limit is short if only the end of the check's time ends it.
    fileprivate var limit: Duration {
        ["mqtt.no-answer", "mqtt.no-pong", "mqtt.no-message"].contains(cause) ? .seconds(10) : .ample
    }

    /// A server that responds to each packet with the next of the answers.
    fileprivate init(
        _ name: String, _ cause: CauseID?, _ words: String = "", settings: [String: String] = [:],
        answers: [UInt8]...
    ) {
        self.init(name, cause, words, settings: settings) { peer in
            for answer in answers {
                guard peer.packet() else { return }
                peer.send(answer)
            }
            peer.waitForEnd()
        }
    }
}

// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile message brokers", .serialized)
struct MQTTTests {
    typealias Case = HostileServer

    private static let version5 = ["version": "5"]
    private static let topic = ["topic": "a/b"]
    private static let on = ["topic": "a/b", "expect": "^on$"]
    private static let all = ["topic": "a/#", "expect": "^on$"]

    static let cases: [Case] = [
        Case("correct", nil, answers: Packet.taken, Packet.pong),
        Case("correct MQTT 5", nil, settings: version5, answers: Packet.taken5, Packet.pong),
        Case(
            "all properties of CONNACK", nil, settings: version5,
            answers: Packet.answer5(0, Packet.allProperties), Packet.pong),
        Case("byte by byte", nil, settings: on) { peer in
            for answer in [Packet.taken, Packet.pong, Packet.subscribed + Packet.message("on")] {
                guard peer.packet() else { return }
                for byte in answer { peer.send([byte]) }
            }
            peer.waitForEnd()
        },
        Case(
            "a message before SUBACK", nil, settings: on,
            answers: Packet.taken, Packet.pong, Packet.message("on") + Packet.subscribed),
        Case(
            "the expected message after others", nil, settings: all,
            answers: Packet.taken, Packet.pong, Packet.subscribed + Packet.message("off") + Packet.message("on")),
        Case(
            "a length with more bytes than necessary", nil,
            answers: [0x20, 0x82, 0x80, 0x00, 0, 0], Packet.pong),
        Case(
            "another message", "mqtt.unexpected-message", "\"off\"", settings: on,
            answers: Packet.taken, Packet.pong, Packet.subscribed + Packet.message("off")),
        Case(
            "escape sequences in a message", "mqtt.unexpected-message", "\\u{1b}[2J", settings: on,
            answers: Packet.taken, Packet.pong, Packet.subscribed + Packet.message("\u{1b}[2J")),
        Case("an endless message", "mqtt.unexpected-message", settings: on) { peer in
            for answer in [Packet.taken, Packet.pong, Packet.subscribed + [0x31, 0xff, 0xff, 0xff, 0x7f, 0, 3]] {
                guard peer.packet() else { return }
                peer.send(answer)
            }
            peer.sayForever("a/b")
        },
        Case("endless messages", "mqtt.unexpected-message", settings: all) { peer in
            for answer in [Packet.taken, Packet.pong, Packet.subscribed] {
                guard peer.packet() else { return }
                peer.send(answer)
            }
            while peer.send(Packet.message("off")) {}
        },
        Case(
            "no message", "mqtt.no-message", settings: topic, answers: Packet.taken, Packet.pong, Packet.subscribed),
        Case(
            "a refused subscription", "mqtt.subscription-refused", "failure (128)", settings: topic,
            answers: Packet.taken, Packet.pong, [0x90, 3, 0, 1, 0x80]),
        Case(
            "the answer to another subscription", "mqtt.not-mqtt", settings: topic,
            answers: Packet.taken, Packet.pong, [0x90, 3, 0, 2, 0]),
        Case("no PINGRESP", "mqtt.no-pong", answers: Packet.taken),
        Case("a message instead of PINGRESP", "mqtt.not-mqtt", answers: Packet.taken, Packet.message("on")),
        Case("an unacceptable version", "mqtt.refused", "protocol version (1)", answers: [0x20, 2, 0, 1]),
        Case("a rejected identifier", "mqtt.refused", "identifier rejected (2)", answers: [0x20, 2, 0, 2]),
        Case("an unavailable server", "mqtt.unavailable", "unavailable (3)", answers: [0x20, 2, 0, 3]),
        Case("a required login", "mqtt.login-rejected", "not authorised (5)", answers: [0x20, 2, 0, 5]),
        Case("an unknown code", "mqtt.refused", "without a name (255)", answers: [0x20, 2, 0, 0xff]),
        Case(
            "a ban with a reason string", "mqtt.refused", "banned (0x8a): \"\\u{1b}]0;", settings: version5,
            answers: Packet.answer5(0x8a, [0x1f] + Packet.text("\u{1b}]0;owned\u{7}"))),
        Case(
            "the answer of an older server", "mqtt.refused", "protocol version (1)", settings: version5,
            answers: [0x20, 2, 0, 1]),
        Case(
            "the end of the session", "mqtt.unavailable", "shutting down (0x8b)", settings: version5,
            answers: Packet.taken5, [0xe0, 1, 0x8b]),
        Case(
            "the end of the session without a reason", "mqtt.closed", "ends the session", settings: version5,
            answers: Packet.taken5, [0xe0, 0]),
        Case("the end of the session in 3.1.1", "mqtt.not-mqtt", "DISCONNECT", answers: Packet.taken, [0xe0, 0]),
        Case("another protocol", "mqtt.not-mqtt", "SSH-2.0") {
            $0.say("SSH-2.0-OpenSSH\r\n")
            $0.waitForEnd()
        },
        Case("HTTP", "mqtt.not-mqtt", "HTTP/1.1 400") {
            guard $0.packet() else { return }
            $0.say("HTTP/1.1 400 Bad Request\r\n\r\n")
            $0.waitForEnd()
        },
        Case("escape sequences", "mqtt.not-mqtt", "\\u{1b}[2J") { $0.sayForever("\u{1b}[2J") },
        Case("a packet of 256 MiB", "mqtt.not-mqtt", "268435455", answers: [0x20, 0xff, 0xff, 0xff, 0x7f]),
        Case("a length of five bytes", "mqtt.not-mqtt", answers: [0x20, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        Case("an empty CONNACK", "mqtt.not-mqtt", "cut off", answers: [0x20, 0]),
        Case("CONNACK with unknown flags", "mqtt.not-mqtt", answers: [0x20, 2, 2, 0]),
        Case("CONNACK that is too long", "mqtt.not-mqtt", "too many", answers: [0x20, 3, 0, 0, 0]),
        Case(
            "properties that are longer than CONNACK", "mqtt.not-mqtt", settings: version5, answers: [0x20, 3, 0, 0, 9]),
        Case("an unknown property", "mqtt.not-mqtt", settings: version5, answers: Packet.answer5(0, [0x7f, 0])),
        Case(
            "a property of five bytes", "mqtt.not-mqtt", settings: version5,
            answers: Packet.answer5(0, [0x0b, 0xff, 0xff, 0xff, 0xff, 1])),
        Case(
            "a message with a QoS that was not asked for", "mqtt.not-mqtt", "QoS 2", settings: topic,
            answers: Packet.taken, Packet.pong, Packet.subscribed + [0x34, 0]),
        Case(
            "a message without a topic", "mqtt.not-mqtt", "cut off", settings: topic,
            answers: Packet.taken, Packet.pong, Packet.subscribed + [0x31, 0]),
        Case("half a packet", "mqtt.no-answer", answers: Array(Packet.taken.dropLast())),
        Case("a close within a packet", "mqtt.closed", "closes") {
            guard $0.packet() else { return }
            $0.send(Array(Packet.taken.dropLast()))
        },
        Case("a reset after CONNACK", "mqtt.closed", "PINGREQ") {
            guard $0.packet() else { return }
            $0.send(Packet.taken)
            guard $0.packet() else { return }
            $0.reset()
        },
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = try RawServer(.talks(one.talk))
        let report = try await report(server, one.settings, within: one.limit)
        try one.expect(report)
        #expect(report.status == (one.cause == nil ? .connectionUp : .connectionDown), "\(report.json)")
    }

    @Test(
        "the login is sent in the form of each version, and is removed from the server's text",
        arguments: ["3.1.1", "5"])
    func login(version: String) async throws {
        let server = try RawServer(
            .talks { peer in
                guard let packet = peer.readPacket() else { return }
                // The last 18 bytes: a name of 4 and a password of 10 bytes, with their lengths.
                let isLogin = packet.suffix(18).elementsEqual(Packet.text("lamp") + Packet.text("lightbulbs"))
                let reason =
                    version == "5" ? Packet.answer5(0x86, [0x1f] + Packet.text("no lightbulbs")) : [0x20, 2, 0, 4]
                peer.send(isLogin ? reason : [0x20, 2, 0, 1])
                peer.waitForEnd()
            })
        let secret = Secret(.password(user: "lamp", password: "lightbulbs"))
        let report = try await report(server, ["version": version], login: secret)
        #expect(report.cause?.id == "mqtt.login-rejected", "\(report.json)")
        #expect(!report.json.contains("lightbulbs"))
    }

    @Test("a token is sent as the password, with an empty name if the version requires one", arguments: ["3.1.1", "5"])
    func token(version: String) async throws {
        let server = try RawServer(
            .talks { peer in
                guard let packet = peer.readPacket() else { return }
                let flags = packet.count > 9 ? packet[9] : 0
                let isToken = packet.suffix(8).elementsEqual((version == "5" ? [] : [0, 0]) + Packet.text("abcdef"))
                let hasFlags = flags == (version == "5" ? 0x42 : 0xc2)
                peer.send(isToken || hasFlags ? (version == "5" ? Packet.taken5 : Packet.taken) : [0x20, 2, 0, 1])
                guard peer.packet() else { return }
                peer.send(Packet.pong)
                peer.waitForEnd()
            })
        let report = try await report(server, ["version": version], login: Secret(.token("abcdef")))
        #expect(report.status == .connectionUp, "\(report.json)")
    }

    @Test("tickets are not supported, and nothing is sent without credentials")
    func tickets() async throws {
        let server = try RawServer(.talks { $0.waitForEnd() })
        let report = try await report(server, login: Secret(.tickets))
        #expect(report.cause?.id == "mqtt.login-rejected", "\(report.json)")
        #expect(report.cause?.summary.contains("no tickets") == true)
    }

    @Test("a message can be expected only of a topic")
    func expectation() async throws {
        let server = try RawServer(.talks { $0.waitForEnd() })
        await #expect(throws: CheckError.self) { try await report(server, ["expect": "^on$"]) }
    }

    @Test("invalid topics are refused", arguments: ["", "a/b#", "#/a", "a+/b", "a\u{0}b", "a\u{1b}"])
    func topics(text: String) throws {
        let known = TargetKinds.builtIn.kind(named: "mqtt")?.describedSettings.first { $0.key == "topic" }
        let setting = try #require(known)
        #expect(throws: SettingsError.self) { try setting.check(text) }
        try setting.check("/+/a b/$x/#")
    }

    private func report(
        _ server: RawServer, _ settings: [String: String] = [:], login: Secret? = nil,
        within limit: Duration = .ample
    ) async throws -> Report {
        var probe = try ProbeSettings(of: "mqtt", settings)
        probe.authentication = login.map { AuthenticationSettings(source: .given($0)) }
        return try await Asked.report(server, as: "mqtt", path: "", within: limit, probe)
    }
}

/// MQTT packets of a server.
private enum Packet {
    static let taken: [UInt8] = [0x20, 2, 0, 0]
    static let taken5 = answer5(0, [])
    static let pong: [UInt8] = [0xd0, 0]
    static let subscribed: [UInt8] = [0x90, 3, 0, 1, 0]

    static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xff)] + text.utf8
    }

    /// CONNACK of MQTT 5.
    static func answer5(_ code: UInt8, _ properties: [UInt8]) -> [UInt8] {
        [0x20, UInt8(3 + properties.count), 0, code, UInt8(properties.count)] + properties
    }

    /// A retained message of the topic `a/b`.
    static func message(_ payload: String) -> [UInt8] {
        [0x31, UInt8(5 + payload.utf8.count)] + text("a/b") + payload.utf8
    }

    /// One property of each type (MQTT 5.0 section 2.2.2.2).
    static let allProperties: [UInt8] =
        [0x24, 1, 0x21, 0, 9, 0x27, 0, 1, 0, 0, 0x0b, 0x80, 1, 0x09] + text("data") + [0x26] + text("a") + text("b")
        + [0x1f] + text("welcome")
}

extension RawPeer {
    /// Reads a packet, all of which are short.
    ///
    /// - Returns: `nil` if there is none.
    fileprivate func readPacket() -> [UInt8]? {
        guard let first = read(1), let length = read(1)?.first else { return nil }
        return length == 0 ? first + [0] : read(Int(length)).map { first + [length] + $0 }
    }

    fileprivate func packet() -> Bool { readPacket() != nil }
}
