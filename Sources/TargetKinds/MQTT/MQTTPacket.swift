import NetworkModel
import Probes

/// A packet of a server (MQTT 5.0 section 3, MQTT 3.1.1 section 3), as far as it is needed.
enum MQTTPacket: Sendable, Hashable {
    /// CONNACK: `nil` if the client is accepted, otherwise the reason.
    case connectionAnswer(MQTTReason?)
    /// PUBLISH: a message.
    case message(MQTTMessage)
    /// SUBACK: `nil` if the subscription is accepted, otherwise the reason.
    case subscriptionAnswer(identifier: Int, MQTTReason?)
    case pong
    /// DISCONNECT: the server ends the session (5.0 only).
    case disconnection(MQTTReason)

    /// The types, in the upper half of the first byte (section 2.1.2).
    enum Kind: UInt8, Sendable {
        case connectionAnswer = 0x20
        case message = 0x30
        case subscriptionAnswer = 0x90
        case pong = 0xd0
        case disconnection = 0xe0
    }

    /// The maximum number of bytes of a message that are examined.
    static let maxMessageBytes = 65_536
    /// The maximum length of all other packets in bytes.
    static let maxBytes = 16_384

    /// The type of a packet.
    ///
    /// - Parameter first: The first byte of the packet.
    /// - Throws: ``MQTTMalformed`` if packets of a server do not begin with it.
    static func kind(_ first: UInt8, _ version: MQTTVersion) throws(MQTTMalformed) -> Kind {
        guard let kind = Kind(rawValue: first & 0xf0) else {
            throw MQTTMalformed("a packet of a server has the type \(first >> 4)")
        }
        switch kind {
        case .message where first & 0x06 == 0: return kind
        // A subscription without acknowledgements was requested.
        case .message: throw MQTTMalformed("a message has the QoS \(first >> 1 & 3), and 0 was asked for")
        case .disconnection where version == .v3: throw MQTTMalformed("a server of 3.1.1 sends DISCONNECT")
        case .connectionAnswer, .subscriptionAnswer, .pong, .disconnection:
            guard first & 0x0f == 0 else { throw MQTTMalformed("a packet has the flags \(first & 0x0f)") }
            return kind
        }
    }

    /// Parses a packet.
    ///
    /// - Parameters:
    ///   - first: The first byte of the packet, which contains its type.
    ///   - body: The bytes after the length; for a long message, the beginning.
    ///   - length: The whole length.
    init(_ first: UInt8, _ body: ArraySlice<UInt8>, length: Int, _ version: MQTTVersion) throws(MQTTMalformed) {
        var reader = MQTTReader(body)
        switch try Self.kind(first, version) {
        case .connectionAnswer:
            // The flags, one of which says that there is an earlier session (section 3.2.2.1).
            guard try reader.byte() <= 1 else { throw MQTTMalformed("CONNACK has unknown flags") }
            let code = try reader.byte()
            // A server that does not support 5.0 responds in the format of its own version.
            let spoken = reader.count == 0 ? .v3 : version
            let text = spoken == .v5 ? try reader.reasonString() : nil
            self = .connectionAnswer(code == 0 ? nil : MQTTReason(code, spoken, text: text))
        case .message:
            let topic = try reader.text()
            if version == .v5 { _ = try reader.reasonString() }
            let whole = length - (body.count - reader.count)
            let payload = Array(reader.remainder())
            self = .message(MQTTMessage(topic, payload, bytes: whole, isRetained: first & 1 == 1))
        case .subscriptionAnswer:
            let identifier = try reader.number()
            let text = version == .v5 ? try reader.reasonString() : nil
            let code = try reader.byte()
            self = .subscriptionAnswer(
                identifier: identifier, code < 0x80 ? nil : MQTTReason(code, version, text: text))
        case .pong: self = .pong
        case .disconnection:
            let code = reader.count == 0 ? 0 : try reader.byte()
            self = .disconnection(MQTTReason(code, version, text: reader.count == 0 ? nil : try reader.reasonString()))
        }
        if case .message = self { return }
        guard reader.count == 0 else { throw MQTTMalformed("a packet has \(reader.count) bytes too many") }
    }
}

/// A received message.
struct MQTTMessage: Sendable, Hashable {
    /// The topic, at most 200 Unicode scalars.
    let topic: String
    /// The beginning of the payload.
    let payload: [UInt8]
    /// The length of the whole payload in bytes.
    let bytes: Int
    let isRetained: Bool

    init(_ topic: ArraySlice<UInt8>, _ payload: [UInt8], bytes: Int, isRetained: Bool) {
        self.topic = ServerText.text(topic, atMost: 200)
        self.payload = payload
        self.bytes = bytes
        self.isRetained = isRetained
    }
}

/// The packets of a client.
enum MQTTRequest {
    /// PINGREQ (MQTT 5.0 section 3.12).
    static let ping: [UInt8] = [0xc0, 0]
    /// DISCONNECT of a regular end (section 3.14).
    static let disconnect: [UInt8] = [0xe0, 0]
    /// The identifier of the only subscription.
    static let subscription = 1
    /// The keep alive in seconds, which is longer than a check.
    private static let keepAlive: UInt8 = 120

    /// CONNECT (section 3.1), for a session without persistent state.
    ///
    /// - Parameter login: The credentials, at most 65535 bytes each. MQTT 3.1.1 does not allow a password without a
    ///   user name, so an empty name is sent there.
    static func connect(_ version: MQTTVersion, clientID: String, _ login: Secret.Content?) -> [UInt8] {
        var (name, password): (String?, String?) = (nil, nil)
        switch login {
        case .password(let user, let secret): (name, password) = (user, secret)
        case .token(let token): (name, password) = (version == .v3 ? "" : nil, token)
        case .tickets, nil: break
        }
        let flags: UInt8 = 0x02 | (name == nil ? 0 : 0x80) | (password == nil ? 0 : 0x40)
        var body = text("MQTT") + [version.level, flags, 0, keepAlive]
        if version == .v5 { body.append(0) }
        body += text(clientID) + (name.map(text) ?? []) + (password.map(text) ?? [])
        return packet(0x10, body)
    }

    /// SUBSCRIBE (section 3.8), with QoS 0.
    static func subscribe(_ version: MQTTVersion, topic: String) -> [UInt8] {
        packet(0x82, [0, UInt8(subscription)] + (version == .v5 ? [0] : []) + text(topic) + [0])
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = text.utf8.prefix(65_535)
        return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
    }

    private static func packet(_ first: UInt8, _ body: [UInt8]) -> [UInt8] {
        var (length, rest): ([UInt8], Int) = ([], body.count)
        repeat {
            length.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return [first] + length + body
    }
}
