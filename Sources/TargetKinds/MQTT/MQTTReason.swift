/// A version of the protocol.
public enum MQTTVersion: String, Sendable, Hashable, Codable, CaseIterable {
    /// MQTT 3.1.1.
    case v3 = "3.1.1"
    /// MQTT 5.0.
    case v5 = "5"

    /// The protocol level in CONNECT (MQTT 5.0 section 3.1.2.2).
    var level: UInt8 {
        switch self {
        case .v3: 4
        case .v5: 5
        }
    }
}

/// The reason why a server refuses something: a return code of MQTT 3.1.1 (section 3.2.2.3) or a reason code of 5.0
/// (section 2.4).
public struct MQTTReason: Sendable, Hashable, Codable {
    /// The subject of a code.
    enum Group: Sendable {
        /// The login, or the permissions of the client.
        case login
        /// The server is temporarily unavailable.
        case unavailable
        case other
    }

    /// The code on the wire; its meaning depends on ``version``.
    public var code: UInt8
    /// The version that defines the code.
    public var version: MQTTVersion
    /// The text of the server, at most 300 Unicode scalars.
    public var text: String?

    init(_ code: UInt8, _ version: MQTTVersion, text: String? = nil) {
        self.code = code
        self.version = version
        self.text = text
    }

    mutating func mapText(_ change: (String) -> String) { text = text.map(change) }

    /// The reason in words, as in `not authorised (5)`.
    var words: String {
        let number = version == .v5 ? "0x" + String(code, radix: 16) : "\(code)"
        return "\(name ?? "a code without a name") (\(number))" + (text.map { ": \"\($0)\"" } ?? "")
    }

    var group: Group {
        switch (version, code) {
        case (.v3, 4...5), (.v5, 0x86...0x87), (.v5, 0x8c): .login
        case (.v3, 3), (.v5, 0x88...0x89), (.v5, 0x8b), (.v5, 0x97), (.v5, 0x9c...0x9d), (.v5, 0x9f): .unavailable
        default: .other
        }
    }

    private var name: String? {
        switch version {
        case .v3: Self.names3[code]
        case .v5: Self.names5[code]
        }
    }

    private static let names3: [UInt8: String] = [
        1: "unacceptable protocol version", 2: "identifier rejected", 3: "server unavailable",
        4: "bad user name or password", 5: "not authorised", 0x80: "failure",
    ]

    private static let names5: [UInt8: String] = [
        0x00: "normal disconnection", 0x80: "unspecified error", 0x81: "malformed packet", 0x82: "protocol error",
        0x83: "implementation specific error", 0x84: "unsupported protocol version",
        0x85: "client identifier not valid", 0x86: "bad user name or password", 0x87: "not authorised",
        0x88: "server unavailable", 0x89: "server busy", 0x8a: "banned", 0x8b: "server shutting down",
        0x8c: "bad authentication method", 0x8d: "keep alive timeout", 0x8e: "session taken over",
        0x8f: "topic filter invalid", 0x90: "topic name invalid", 0x93: "receive maximum exceeded",
        0x95: "packet too large", 0x96: "message rate too high", 0x97: "quota exceeded",
        0x98: "administrative action", 0x99: "payload format invalid", 0x9a: "retain not supported",
        0x9b: "QoS not supported", 0x9c: "use another server", 0x9d: "server moved",
        0x9e: "shared subscriptions not supported", 0x9f: "connection rate exceeded", 0xa0: "maximum connect time",
        0xa1: "subscription identifiers not supported", 0xa2: "wildcard subscriptions not supported",
    ]
}
