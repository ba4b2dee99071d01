import Diagnosis
import NetworkModel
import Probes

/// An MQTT broker (OASIS MQTT 3.1.1 and 5.0): whether it accepts a client, responds to it, and delivers the expected
/// message.
enum MQTTKind: TargetKind {
    static let summary =
        "A message broker, which must accept the client and answer PINGREQ; with a topic, it must deliver a message (OASIS MQTT 3.1.1 and 5.0)."
    static let example = "mqtts://broker.example --mqtt-topic 'sensors/+/status' --mqtt-expect '^online$'"
    static let schemes = [
        RegisteredScheme(
            "mqtt", layer: MQTTEvidence.layer, transport: .tcp, defaultPort: 1883, sharing: [.credentials]),
        RegisteredScheme(
            "mqtts", layer: MQTTEvidence.layer, transport: .tls, defaultPort: 8883, sharing: [.credentials]),
    ]
    static let causes = MQTTCauses.all
    static let factPhrases = MQTTPhrases.all
    static let probe = KindProbe<MQTTSettings, MQTTEvidence>.stream(MQTTProbe.observe)
}

struct MQTTSettings: KindSettings {
    static let version = KindSetting<MQTTVersion>(
        "version", .choice, default: .v3, "The protocol version to use.", for: .nobody)
    static let clientID = KindSetting<String?>(
        "client_id", .mqttText(bytes: 1...256), default: nil,
        "The client identifier; random by default, since a broker ends the session of another client with the same identifier.",
        for: .target)
    static let topic = KindSetting<String?>(
        "topic", .topicFilter, default: nil,
        "A topic to subscribe to, which may have the wildcards + and #; a message must arrive in time (a retained one arrives at once).",
        for: .target)
    static let expect = KindSetting(
        "expect", .pattern, default: nil,
        "A regular expression that a message on the topic must match; by default, any message is accepted.",
        for: .nobody)

    static let settings: [any KindSettingDescription] = [version, clientID, topic, expect]

    let version: MQTTVersion
    let clientID: String?
    let topic: String?
    let expect: String?

    init(_ values: SettingValues) {
        version = values[Self.version]
        clientID = values[Self.clientID]
        topic = values[Self.topic]
        expect = values[Self.expect]
    }
}

extension SettingType where Value == String? {
    /// A UTF-8 string of MQTT (MQTT 5.0 section 1.5.4).
    fileprivate static func mqttText(bytes: ClosedRange<Int>) -> Self {
        let words = "a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes without control characters"
        return Self(words) { text throws(SettingsError) in
            guard bytes.contains(text.utf8.count), !text.unicodeScalars.contains(where: isControl) else {
                throw SettingsError("\(SafeText.shown(text)) is not valid; expected \(words)")
            }
            return text
        } text: {
            $0
        }
    }

    /// A topic filter (MQTT 5.0 section 4.7.1): `+` denotes one level, and `#` all further levels.
    fileprivate static var topicFilter: Self {
        let words = "a topic of 1 to 1024 bytes, in which + stands for one level and # for all levels at the end"
        return Self(words) { text throws(SettingsError) in
            let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let areWhole = levels.allSatisfy { level in
                level.count == 1 || !level.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
            }
            guard (1...1_024).contains(text.utf8.count), !text.unicodeScalars.contains(where: isControl), areWhole,
                !levels.dropLast().contains(where: { $0.elementsEqual("#".utf8) })
            else { throw SettingsError("\(SafeText.shown(text)) is not valid; expected \(words)") }
            return text
        } text: {
            $0
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }
}
