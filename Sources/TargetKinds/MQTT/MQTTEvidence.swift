public import Diagnosis
public import NetworkModel

/// The dialogue with a broker (OASIS MQTT 3.1.1, 5.0).
public struct MQTTEvidence: LayerEvidence {
    /// The layer `mqtt`.
    public static let layer = Layer.kind("mqtt")

    /// The result of a dialogue.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// Everything that was requested got a valid response.
        case answered
        /// Nothing, or only a part of the expected data, arrived in time.
        case silent
        /// The server closed the connection.
        case closed
        /// The connection was reset.
        case reset
        /// The connection failed with another error.
        case failed
        /// The data is not an MQTT packet.
        case notMQTT = "not-mqtt"
        /// The server refused the connection (CONNACK).
        case refused
        /// The credentials could not be sent, and nothing else was sent.
        case loginMissing = "login-missing"
        /// The server refused the subscription (SUBACK).
        case subscriptionRefused = "subscription-refused"
        /// The server ended the session itself.
        case disconnected
        /// Messages arrived, but none matched.
        case unexpectedMessage = "unexpected-message"
    }

    /// The step in which the dialogue ended.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
        /// The wait for CONNACK, PINGRESP, SUBACK, or a message of the topic.
        case connect, ping, subscribe, message
    }

    /// A message of the topic.
    public struct Message: Sendable, Hashable, Codable {
        /// The topic, at most 200 Unicode scalars.
        public var topic: String
        /// The beginning of the payload as text, at most 300 Unicode scalars.
        public var text: String
        /// The size of the whole payload in bytes.
        public var bytes: Int
        /// Whether it was a retained message (RETAIN, MQTT 5.0 section 3.3.1.3). JSON key: `retained`.
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

    /// The result of the dialogue.
    public var outcome = Outcome.answered
    /// The step in which the dialogue ended.
    public var step = Step.connect
    /// The version of the protocol.
    public var version: MQTTVersion
    /// Whether the connection used TLS from the first byte.
    public var security: ConnectionSecurity
    /// Whether credentials were sent.
    public var hasLogin = false
    /// The expected message, or the last other one.
    public var message: Message?
    /// The reason for which the server refused something, or ended the session.
    public var reason: MQTTReason?
    /// A description of the error, which may contain text of the server.
    public var detail: String?
    /// The configured topic; `nil` for none.
    public var topic: String?
    /// The pattern that a message of the topic must match; `nil` for any message.
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

    /// A one-line summary: version, security and message, or where the dialogue ended.
    public var summary: String {
        guard outcome == .answered else {
            let words = detail ?? reason?.words
            return "\(outcome.rawValue) at \(step.rawValue)\(words.map { ": \(SafeText.cut($0, to: 80))" } ?? "")"
        }
        let text = message.map { ", \(SafeText.cut($0.topic, to: 40)): \"\(SafeText.cut($0.text, to: 60))\"" }
        return "MQTT \(version.rawValue)\(hasLogin ? " with a login" : ""), \(security.words)\(text ?? "")"
    }

    /// Applies a function to the texts of the server: message, reason and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        message?.mapText(change)
        reason?.mapText(change)
        detail = detail.map(change)
    }
}

extension MQTTEvidence: JudgedEvidence {
    /// Always `nil`: MQTT uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server did not respond to a packet of the client. A missing message of others does not count.
    public var hasStalled: Bool { outcome == .silent && step != .message }

    /// Whether the server responded to PINGREQ or, if a topic is configured, delivered a matching message.
    public var isProven: Bool { outcome == .answered && (topic == nil ? step == .ping : message != nil) }

    /// The findings about the broker, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { MQTTRules.findings(self, in: evidence) }
}

extension MQTTEvidence: SessionEvidence {}

extension MQTTEvidence.Outcome: SessionOutcome {
    /// The data does not follow the protocol.
    public static var foreign: Self { .notMQTT }
}
