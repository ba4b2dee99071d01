import Diagnosis
import NetworkModel
import Probes

/// A UDP port: whether it responds to a datagram, with the expected response.
enum UDPKind: TargetKind {
    static let summary =
        "A UDP port, which must answer a datagram; if it stays silent, its state is unknown."
    static let example = "udp://host:4000"
    static let schemes = [RegisteredScheme("udp", layer: UDPEvidence.layer, transport: .udp, defaultPort: nil)]
    static let causes = UDPCauses.all
    static let probe = KindProbe<UDPSettings, UDPEvidence>.datagrams(UDPProbe.observe)
}

struct UDPSettings: KindSettings {
    static let send = KindSetting(
        "send", .bytes(0...1_400), default: nil,
        "The data to send, with \\n, \\r, \\t, \\\\ and \\xHH for bytes; an empty datagram by default.", for: .target)
    static let expect = KindSetting(
        "expect", .pattern, default: nil,
        "A regular expression that an answer must match; by default, any answer is accepted.", for: .nobody)
    static let attempts = KindSetting(
        "attempts", .number(in: 1...10), default: 3, "How many times to send the datagram while no answer arrives.",
        for: .nobody
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
