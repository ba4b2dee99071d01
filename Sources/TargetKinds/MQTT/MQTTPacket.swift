import NetworkModel
import Probes

/// A packet of a server (MQTT 5.0 section 3, MQTT 3.1.1 section 3), as far as it is of use here.
enum MQTTPacket: Sendable, Hashable {
    /// Whether the client is taken (CONNACK): `nil`, or the reason for which it is not.
    case connectionAnswer(MQTTReason?)
    /// A message (PUBLISH).
    case message(MQTTMessage)
    /// Whether a subscription is taken (SUBACK): `nil`, or the reason for which it is not.
    case subscriptionAnswer(identifier: Int, MQTTReason?)
    case pong
    /// The server ends the session (DISCONNECT, 5.0 alone).
    case disconnection(MQTTReason)

    /// Types, in the upper half of the first byte (section 2.1.2).
    enum Kind: UInt8, Sendable {
        case connectionAnswer = 0x20
        case message = 0x30
        case subscriptionAnswer = 0x90
        case pong = 0xd0
        case disconnection = 0xe0
    }

    /// Bytes of a message that are examined.
    static let maxMessageBytes = 65_536
    /// Bytes of all other packets.
    static let maxBytes = 16_384

    /// - Returns: What a first byte begins.
    /// - Throws: Where a server does not begin a packet with it.
    static func kind(_ first: UInt8, _ version: MQTTVersion) throws(MQTTMalformed) -> Kind {
        guard let kind = Kind(rawValue: first & 0xf0) else {
            throw MQTTMalformed("a packet of a server has the type \(first >> 4)")
        }
        switch kind {
        case .message where first & 0x06 == 0: return kind
        // A subscription without acknowledgements was asked for.
        case .message: throw MQTTMalformed("a message has the QoS \(first >> 1 & 3), and 0 was asked for")
        case .disconnection where version == .v3: throw MQTTMalformed("a server of 3.1.1 sends DISCONNECT")
        case .connectionAnswer, .subscriptionAnswer, .pong, .disconnection:
            guard first & 0x0f == 0 else { throw MQTTMalformed("a packet has the flags \(first & 0x0f)") }
            return kind
        }
    }

    /// - Parameters:
    ///   - first: The first byte of the packet, which says what it is.
    ///   - body: What is behind its length; of a long message, the beginning.
    ///   - length: The length of all of it.
    init(_ first: UInt8, _ body: ArraySlice<UInt8>, length: Int, _ version: MQTTVersion) throws(MQTTMalformed) {
        var reader = MQTTReader(body)
        switch try Self.kind(first, version) {
        case .connectionAnswer:
            // Its flags, of which one says that there is a session from before (section 3.2.2.1).
            guard try reader.byte() <= 1 else { throw MQTTMalformed("CONNACK has unknown flags") }
            let code = try reader.byte()
            // A server that does not know 5.0 answers as its own version does.
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

/// A message as it came.
struct MQTTMessage: Sendable, Hashable {
    /// 200 Unicode scalars at most.
    let topic: String
    /// Its beginning.
    let payload: [UInt8]
    /// Of the payload as a whole.
    let bytes: Int
    let isRetained: Bool

    init(_ topic: ArraySlice<UInt8>, _ payload: [UInt8], bytes: Int, isRetained: Bool) {
        self.topic = ServerText.text(topic, atMost: 200)
        self.payload = payload
        self.bytes = bytes
        self.isRetained = isRetained
    }
}

/// Packets of a client.
enum MQTTRequest {
    /// PINGREQ (MQTT 5.0 section 3.12).
    static let ping: [UInt8] = [0xc0, 0]
    /// DISCONNECT, in order (section 3.14).
    static let disconnect: [UInt8] = [0xe0, 0]
    /// Of the one subscription.
    static let subscription = 1
    /// Seconds; longer than a check takes.
    private static let keepAlive: UInt8 = 120

    /// CONNECT (section 3.1), for a session that nothing stays of.
    ///
    /// - Parameter login: Of 65535 bytes each at most. MQTT 3.1.1 has no password without a name: there, the name is empty.
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
