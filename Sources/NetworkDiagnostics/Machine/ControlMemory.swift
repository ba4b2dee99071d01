import Diagnosis
import NetworkModel

/// The responses of DNS servers for names that cannot exist, which checks share: whether a server makes up addresses is the same
/// for all targets.
struct ControlMemory {
    /// How long a response without an address is used: a server that becomes a portal's does so at any time.
    private static let lifetime = Duration.seconds(20)
    /// How long made-up addresses are used: what a server tells of a target that is not one of them is believed in any case.
    private static let lifetimeOfAddresses = Duration.seconds(45)
    private static let maxServers = 16

    private var kept: [(control: DNSEvidence.FollowUp, at: ContinuousClock.Instant)] = []

    /// The last response of a server; `nil` if it is too old, or there was none.
    func recent(
        of server: String, _ type: String, at now: ContinuousClock.Instant = .now
    ) -> DNSEvidence.FollowUp? {
        kept.last { control, at in
            let lifetime = control.addresses.isEmpty ? Self.lifetime : Self.lifetimeOfAddresses
            return control.server == server && control.type == type && at + lifetime > now
        }?.control
    }

    /// Stores a response. Silence says nothing.
    mutating func store(_ control: DNSEvidence.FollowUp, at now: ContinuousClock.Instant = .now) {
        guard control.failure != .timeout else { return }
        kept.removeAll { $0.control.server == control.server && $0.control.type == control.type }
        kept.append((control, now))
        kept.removeFirst(max(kept.count - Self.maxServers, 0))
    }
}

extension UplinkEvidence.Query {
    /// The response for a name that cannot exist, as a further query of a check; `nil` if there was none.
    func control(of type: String) -> DNSEvidence.FollowUp? {
        guard ![.timeout, .closed, .malformed].contains(outcome) else { return nil }
        return DNSEvidence.FollowUp(
            .control, name: name, type: type, server: "\(server)", addresses: addresses, failure: reason,
            duration: duration.duration)
    }
}
