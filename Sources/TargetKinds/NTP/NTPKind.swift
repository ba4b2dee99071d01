import Diagnosis
import NetworkModel

/// An NTP server (RFC 5905): whether it responds, is synchronised, and agrees with this machine's clock.
enum NTPKind: TargetKind {
    static let summary = "A time server, which must answer and be synchronised itself (RFC 5905)."
    static let example = "ntp://ntp.example"
    static let schemes = [RegisteredScheme("ntp", layer: NTPEvidence.layer, transport: .udp, defaultPort: 123)]
    static let causes = NTPCauses.all
    static let probe = KindProbe<NTPSettings, NTPEvidence>.datagrams(NTPProbe.observe)
}

struct NTPSettings: KindSettings {
    static let maxOffset = KindSetting(
        "max_offset", .duration(in: .milliseconds(1)...(.seconds(86_400))), default: .seconds(1),
        "How far the clocks of the server and this machine may differ without a warning.", for: .nobody)
    static let maxStratum = KindSetting(
        "max_stratum", .number(in: 1...15), default: 15,
        "The highest stratum (distance from a reference clock) without a warning.", for: .nobody)

    static let settings: [any KindSettingDescription] = [maxOffset, maxStratum]

    let maxOffset: Duration
    let maxStratum: Int

    init(_ values: SettingValues) {
        maxOffset = values[Self.maxOffset]
        maxStratum = values[Self.maxStratum]
    }
}
