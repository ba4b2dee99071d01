import NetworkModel
import Probes

/// Connects to a broker as a client, sends a ping, and waits for a message if a topic is configured.
enum MQTTProbe {
    static func observe(
        _ request: KindRequest<MQTTSettings>, _ connection: StreamConnection, _ stream: ByteStream
    ) async throws -> MQTTEvidence {
        let settings = request.settings
        let pattern = try settings.expect.map { (text) throws(SettingsError) in try Pattern(text) }
        guard settings.expect == nil || settings.topic != nil else {
            throw SettingsError("mqtt: expect: has no effect without mqtt: topic:, whose message it is about")
        }
        var session = MQTTSession(
            stream, MQTTEvidence(settings, security: request.scheme.transport == .tls ? .implicit : .plain))
        try await session.perform { session in
            try await session.connect(settings.clientID ?? randomID(), request.login)
            try await session.ping()
            if let topic = settings.topic {
                try await session.subscribe(to: topic)
                try await session.awaitMessage(of: topic, pattern)
            }
        }
        try await session.disconnect()
        return session.evidence
    }

    /// A random client ID of 23 letters and digits, which all servers must accept (MQTT 3.1.1 section 3.1.3.1).
    private static func randomID() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return "netdiag" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The dialogue on a connection.
private struct MQTTSession: KindSession {
    typealias Malformed = MQTTMalformed

    /// The maximum number of messages that are examined.
    private static let maxMessages = 1_000

    var evidence: MQTTEvidence
    private var reader: StreamReader
    private let stream: ByteStream
    /// Whether there is a session, and the next bytes are the beginning of a packet.
    private var isOpen = false
    /// Messages that arrived before SUBACK, which is allowed (MQTT 5.0 section 3.8.4).
    private var early: [MQTTMessage] = []

    init(_ stream: ByteStream, _ evidence: MQTTEvidence) {
        self.evidence = evidence
        self.stream = stream
        reader = StreamReader(stream, allowance: 1 << 20)
    }

    /// Messages may have arrived, but none was the expected one.
    var silence: MQTTEvidence.Outcome { evidence.message == nil ? .silent : .unexpectedMessage }

    mutating func record(_ malformed: MQTTMalformed) {
        isOpen = false
        evidence.detail = malformed.detail
    }

    mutating func record(_ end: StreamEnd) {
        if end != .timeout { isOpen = false }
        evidence.detail = end.words ?? evidence.detail
    }

    mutating func connect(_ clientID: String, _ login: KindLogin) async throws {
        evidence.step = .connect
        var content: Secret.Content?
        switch login {
        case .none(let reason): evidence.detail = reason
        case .login(let login):
            if case .tickets = login.secret.content {
                try end(.loginMissing, detail: MQTTPhrases.takesNoTickets.text)
            }
            content = login.secret.content
            evidence.hasLogin = true
        // An anonymous connection would prove nothing about the account.
        case .unavailable(let reason): try end(.loginMissing, detail: reason)
        }
        try await stream.send(MQTTRequest.connect(evidence.version, clientID: clientID, content))
        switch try await next() {
        case .connectionAnswer(nil):
            isOpen = true
            evidence.detail = nil
            if case .login(let login) = login { login.record(isAccepted: true) }
        case .connectionAnswer(let reason?):
            if reason.group == .login, case .login(let login) = login { login.record(isAccepted: false) }
            try end(.refused, reason)
        default: throw MQTTMalformed("it answers CONNECT with another packet than CONNACK")
        }
    }

    mutating func ping() async throws {
        evidence.step = .ping
        try await stream.send(MQTTRequest.ping)
        guard try await next() == .pong else {
            throw MQTTMalformed("it answers PINGREQ with another packet than PINGRESP")
        }
    }

    mutating func subscribe(to topic: String) async throws {
        evidence.step = .subscribe
        try await stream.send(MQTTRequest.subscribe(evidence.version, topic: topic))
        while true {
            switch try await next() {
            case .subscriptionAnswer(MQTTRequest.subscription, nil): return
            case .subscriptionAnswer(MQTTRequest.subscription, let reason?): try end(.subscriptionRefused, reason)
            case .message(let message) where early.count < Self.maxMessages: early.append(message)
            default: throw MQTTMalformed("it answers SUBSCRIBE with another packet than its SUBACK")
            }
        }
    }

    /// Waits for a matching message. If the topic has no wildcards, there is at most one retained message, after which
    /// there is no reason to wait.
    mutating func awaitMessage(of topic: String, _ pattern: Pattern?) async throws {
        evidence.step = .message
        // The broker controls the number of messages.
        var budget = MatchBudget()
        let isOnlyOne = !topic.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
        for index in 0..<Self.maxMessages {
            let message = index < early.count ? early[index] : try await self.message()
            evidence.message = MQTTEvidence.Message(message)
            if pattern.map({ budget.first(of: $0, in: message.payload).match == .yes }) ?? true { return }
            // The rest of a longer packet is not read.
            if message.isRetained && isOnlyOne || !isOpen { break }
        }
        try end(.unexpectedMessage)
    }

    private mutating func message() async throws -> MQTTMessage {
        switch try await next() {
        case .message(let message): return message
        default: throw MQTTMalformed("it sends another packet than a message")
        }
    }

    /// Ends the session.
    mutating func disconnect() async throws {
        guard isOpen else { return }
        do {
            try await stream.limited(to: .seconds(1)).send(MQTTRequest.disconnect)
        } catch is StreamEnd {}
    }

    /// Reads the next packet. Its first bytes are validated before it waits for the rest.
    private mutating func next() async throws -> MQTTPacket {
        let first = try await reader.bytes(1)[0]
        let kind: MQTTPacket.Kind
        do {
            kind = try MQTTPacket.kind(first, evidence.version)
        } catch {
            let text = ServerText.text([first] + reader.unread, atMost: 60)
            throw MQTTMalformed(reader.hasMore ? "\(error.detail), and it sends \"\(text)\"" : error.detail)
        }
        var digits: [UInt8] = []
        repeat {
            digits += try await reader.bytes(1)
        } while digits.count < 4 && digits.last.map { $0 >= 0x80 } == true
        var lengthReader = MQTTReader(digits[...])
        let length = try lengthReader.length()
        guard kind == .message || length <= MQTTPacket.maxBytes else {
            throw MQTTMalformed("a packet says \(length) bytes")
        }
        let count = min(length, MQTTPacket.maxMessageBytes)
        let body = try await reader.bytes(count)
        if count < length { isOpen = false }
        let packet = try MQTTPacket(first, body[...], length: length, evidence.version)
        guard case .disconnection(let reason) = packet else { return packet }
        isOpen = false
        try end(.disconnected, reason)
    }

    private mutating func end(
        _ outcome: MQTTEvidence.Outcome, _ reason: MQTTReason? = nil, detail: String? = nil
    ) throws -> Never {
        evidence.outcome = outcome
        if let reason { evidence.reason = reason }
        if let detail { evidence.detail = detail }
        throw SessionEnd()
    }
}
