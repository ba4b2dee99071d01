import Diagnosis
import NetworkModel

@testable import TargetKinds

/// Packets of brokers: their first byte, whose lowest bit of the length byte behind it chooses the version, and what follows.
enum MQTTEntry: FuzzEntry {
    static let name = "mqtt"

    static func run(_ input: [UInt8]) throws {
        guard input.count >= 2 else { return }
        let version = input[1] & 1 == 0 ? MQTTVersion.v3 : .v5
        let packet: MQTTPacket
        do {
            packet = try MQTTPacket(input[0], input[2...], length: input.count - 2, version)
        } catch {
            try require(error.detail.utf8.count < 200, "a long text is shown")
            return
        }
        var evidence = MQTTEvidence(MQTTSettings(SettingValues()), security: .plain)
        evidence.version = version
        evidence.step = .ping
        switch packet {
        case .connectionAnswer(let reason):
            if let reason { (evidence.outcome, evidence.reason) = (.refused, reason) }
        case .message(let message):
            try require(message.bytes == message.payload.count, "a message has another length than its payload")
            (evidence.topic, evidence.message) = ("a", MQTTEvidence.Message(message))
        case .subscriptionAnswer(_, let reason):
            if let reason { (evidence.outcome, evidence.reason) = (.subscriptionRefused, reason) }
        case .pong: break
        case .disconnection(let reason): (evidence.outcome, evidence.reason) = (.disconnected, reason)
        }
        try require(evidence.summary.utf8.count < 1_024, "a long text is shown")
        let findings = evidence.findings(in: Evidence(target: try Target("mqtt://192.0.2.1")))
        try require(
            evidence.isProven != findings.contains { $0.severity == .error }, "up with an error, or down without one")
        try require(try JSON.line(evidence).count < 16_384, "a long answer is kept")
    }
}
