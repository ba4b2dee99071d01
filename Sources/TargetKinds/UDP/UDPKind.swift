import Diagnosis
import NetworkModel
import Probes

/// A UDP port: whether it answers what it is sent, and with what is expected.
enum UDPKind: TargetKind {
    static let summary =
        "A UDP port, which has to answer a datagram; whether one that stays silent works cannot be known."
    static let schemes = [RegisteredScheme("udp", layer: UDPEvidence.layer, transport: .udp, defaultPort: nil)]
    static let causes = UDPCauses.all
    static let probe = KindProbe<UDPSettings, UDPEvidence>.datagrams(UDPProbe.observe)
}

struct UDPSettings: KindSettings {
    static let send = KindSetting(
        "send", .bytes(0...1_400), default: nil,
        "What is sent, with \\n, \\r, \\t, \\\\ and \\xHH for bytes; an empty datagram by default.", for: .target)
    static let expect = KindSetting(
        "expect", .pattern, default: nil,
        "A regular expression that an answer has to match; any answer will do by default.", for: .nobody)
    static let attempts = KindSetting(
        "attempts", .number(in: 1...10), default: 3, "How many times to send it while nothing comes back.", for: .nobody
    )

    static let settings: [any KindSettingDescription] = [send, expect, attempts]

    let send: [UInt8]
    let expect: String?
    let attempts: Int

    init(_ values: SettingValues) {
        send = values[Self.send].flatMap(EscapedBytes.init)?.bytes ?? []
        expect = values[Self.expect]
        attempts = values[Self.attempts]
    }
}
