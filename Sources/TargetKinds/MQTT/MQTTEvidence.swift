public import Diagnosis
public import NetworkModel

/// The dialogue with a broker (OASIS MQTT 3.1.1, 5.0).
public struct MQTTEvidence: LayerEvidence {
    /// The layer `mqtt`.
    public static let layer = Layer.kind("mqtt")

    /// How the conversation ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// All that was asked for has been answered as it should be.
        case answered
        /// Nothing came of what was waited for, or not all of it in time.
        case silent
        /// The server ended the connection.
        case closed
        /// The connection was reset.
        case reset
        /// Another error of the connection.
        case failed
        /// What came is no packet of MQTT.
        case notMQTT = "not-mqtt"
        /// CONNACK says no.
        case refused
        /// The credentials were not sent, and nothing else was.
        case loginMissing = "login-missing"
        /// SUBACK says no.
        case subscriptionRefused = "subscription-refused"
        /// It ends the session by itself.
        case disconnected
        /// No message came that matches, and others did.
        case unexpectedMessage = "unexpected-message"
    }

    /// What the server was waited for at the end.
    public enum Step: String, Sendable, Hashable, Codable {
        /// For CONNACK, PINGRESP, SUBACK, or a message of the topic.
        case connect, ping, subscribe, message
    }

    /// A message of the topic.
    public struct Message: Sendable, Hashable, Codable {
        /// 200 Unicode scalars at most.
        public var topic: String
        /// Its beginning, of 300 Unicode scalars at most.
        public var text: String
        /// The size of the whole payload in bytes.
        public var bytes: Int
        /// Whether the broker had kept the message for subscribers to come (RETAIN, MQTT 5.0 section 3.3.1.3). JSON
        /// key: `retained`.
        public var isRetained: Bool

        enum CodingKeys: String, CodingKey {
            case topic, text, bytes
            case isRetained = "retained"
        }

        init(_ message: MQTTMessage) {
            topic = message.topic
            text = ServerText.text(message.payload)
            bytes = message.bytes
            isRetained = message.isRetained
        }

        mutating func mapText(_ change: (String) -> String) {
            (topic, text) = (change(topic), change(text))
        }
    }

    /// How the conversation ended.
    public var outcome = Outcome.answered
    /// What the server was waited for when it ended.
    public var step = Step.connect
    /// The version of the protocol that was spoken.
    public var version: MQTTVersion
    /// Whether the connection was in TLS from the first byte.
    public var security: ConnectionSecurity
    /// Whether credentials were sent.
    public var hasLogin = false
    /// The message that was waited for, or the last one that was another.
    public var message: Message?
    /// Of what the server refuses, or ends.
    public var reason: MQTTReason?
    /// What was wrong, in words of ours, with text of the server.
    public var detail: String?
    /// What was asked for, of the settings.
    public var topic: String?
    /// The pattern that a message of the topic has to match; `nil`: any will do.
    public var expected: String?

    enum CodingKeys: String, CodingKey {
        case outcome, step, version, security
        case hasLogin = "login"
        case message, reason, detail, topic, expected
    }

    init(_ settings: MQTTSettings, security: ConnectionSecurity) {
        version = settings.version
        self.security = security
        topic = settings.topic
        expected = settings.expect
    }

    /// One line for people: version, security and message, or where the conversation ended.
    public var summary: String {
        guard outcome == .answered else {
            let words = detail ?? reason?.words
            return "\(outcome.rawValue) at \(step.rawValue)\(words.map { ": \(SafeText.cut($0, to: 80))" } ?? "")"
        }
        let text = message.map { ", \(SafeText.cut($0.topic, to: 40)): \"\(SafeText.cut($0.text, to: 60))\"" }
        return "MQTT \(version.rawValue)\(hasLogin ? " with a login" : ""), \(security.words)\(text ?? "")"
    }

    /// Changes the texts of the server: message, reason and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        message?.mapText(change)
        reason?.mapText(change)
        detail = detail.map(change)
    }
}

extension MQTTEvidence: JudgedEvidence {
    /// `nil`: MQTT is spoken over TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server did not answer a packet of the client; that no message was published is no stall.
    public var hasStalled: Bool { outcome == .silent && step != .message }

    /// Whether the server answered PINGREQ or, where a topic is set, delivered a message that matches.
    public var isProven: Bool { outcome == .answered && (topic == nil ? step == .ping : message != nil) }

    /// Findings about the broker, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { MQTTRules.findings(self, in: evidence) }
}

extension MQTTEvidence: SessionEvidence {}

extension MQTTEvidence.Outcome: SessionOutcome {
    static var foreign: Self { .notMQTT }
}
