import Diagnosis
import NetworkModel

/// Rules for the dialogue with a broker: whether it accepts the client, responds to it, and delivers the expected
/// message. The TLS handshake has its own rules.
enum MQTTRules {
    static func findings(_ mqtt: MQTTEvidence, in evidence: Evidence) -> [Finding] {
        var facts = ["destination": evidence.destination]
        facts["step"] = step(mqtt.step)
        facts["detail"] = shown(detail(mqtt))
        facts["topic"] = shown(mqtt.topic ?? "")
        func named(_ entry: CauseEntry, confidence: Double = 1) -> [Finding] {
            [Finding(entry, confidence: confidence, facts)]
        }
        func end(_ how: String) -> [Finding] {
            facts["how"] = how
            return named(MQTTCauses.closed, confidence: 0.95)
        }
        switch mqtt.outcome {
        case .answered: return []
        case .silent:
            switch mqtt.step {
            case .connect, .subscribe: return named(MQTTCauses.noAnswer, confidence: 0.9)
            case .ping: return named(MQTTCauses.noPong, confidence: 0.9)
            case .message: return named(MQTTCauses.noMessage)
            }
        case .closed: return end(FactPhrase.closesConnection.text)
        case .reset: return end(FactPhrase.resetsConnection.text)
        case .failed:
            return end(
                FactPhrase.losesConnection.text(["reason": shown(mqtt.detail ?? FactPhrase.forNoKnownReason.text)]))
        case .disconnected:
            if mqtt.reason?.group == .unavailable { return named(MQTTCauses.unavailable) }
            return end(MQTTPhrases.endsSession.text(["reason": shown(detail(mqtt))]))
        case .notMQTT: return named(MQTTCauses.notMQTT)
        case .refused:
            return switch mqtt.reason?.group {
            case .login: named(MQTTCauses.loginRejected)
            case .unavailable: named(MQTTCauses.unavailable)
            case .other, nil: named(MQTTCauses.refused)
            }
        case .loginMissing: return named(MQTTCauses.loginRejected)
        case .subscriptionRefused: return named(MQTTCauses.subscriptionRefused)
        case .unexpectedMessage:
            facts["received"] = shown(mqtt.message?.text ?? "")
            facts["expected"] = shown(mqtt.expected ?? "")
            return named(MQTTCauses.unexpectedMessage)
        }
    }

    /// What the server should have done, as text.
    private static func step(_ step: MQTTEvidence.Step) -> String {
        switch step {
        case .connect: FactPhrase.answering.text(["command": "CONNECT"])
        case .ping: FactPhrase.answering.text(["command": "PINGREQ"])
        case .subscribe: FactPhrase.answering.text(["command": "SUBSCRIBE"])
        case .message: MQTTPhrases.deliveringMessage.text
        }
    }

    private static func detail(_ mqtt: MQTTEvidence) -> String {
        let parts = [mqtt.reason?.words, mqtt.detail].compactMap(\.self)
        return parts.isEmpty ? FactPhrase.noReasonKnown.text : parts.joined(separator: "; ")
    }
}
