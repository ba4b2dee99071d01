import Diagnosis
import NetworkModel

/// The names whose hosts are reached over IPv4 alone, since a host was last reached over IPv6.
///
/// If checks have reached a host over IPv6, and since then those of names in several networks connect over IPv4 alone, IPv6 is
/// lost, and not several servers at the same time.
struct LostIPv6: Sendable {
    /// Failures that began within this time may be one fault: until the next check of each name.
    static let sameTime = SharedLosses.sameTime
    /// Facts of findings with a reason why the name's own addresses do not work.
    private static let reasons: Set<String> = ["closed", "foreign", "nat64"]
    /// The maximum number of targets.
    private static let maxTargets = 256

    private struct Loss {
        /// When the first check began that connected over IPv4 alone.
        let since: ContinuousClock.Instant
        let address: IPAddress
        let gateway: String
        let interface: String
    }

    /// The targets whose last check connected over IPv4 alone.
    private var losses: [String: Loss] = [:]
    /// When the last check began that reached a host of the Internet over IPv6.
    private var reached: ContinuousClock.Instant?

    /// Records what a report shows about IPv6.
    mutating func record(_ report: Report, from begun: ContinuousClock.Instant) {
        let gateway = report[GatewayEvidence.self]
        let isBeyond = report.isBeyondGateway
        let attempts = (report[TCPEvidence.self]?.attempts ?? []).filter {
            isBeyond && $0.address.family == .ipv6 && $0.address.isOfInternet
        }
        let echo = report[EchoEvidence.self].flatMap { $0.received > 0 ? $0.address : nil }
        let isEchoed = isBeyond && echo?.family == .ipv6 && echo?.isOfInternet == true
        if attempts.contains(where: \.outcome.isResponse) || isEchoed { reached = max(reached ?? begun, begun) }
        guard let cause = report.cause, cause.id == TCPCauses.ipv6Broken.id,
            Self.reasons.isDisjoint(with: cause.facts.keys),
            let first = attempts.first, attempts.allSatisfy({ $0.outcome == .timeout }),
            let route = gateway?.hops.first(where: { $0.route.covers(first.address) })?.route,
            let router = route.gateway, let interface = route.interface
        else { return withdraw(report.key) }
        guard losses[report.key] != nil || losses.count < Self.maxTargets else { return }
        losses[report.key] = Loss(
            since: losses[report.key]?.since ?? begun, address: first.address, gateway: "\(router)",
            interface: SafeText.escaped(interface))
    }

    /// Takes it for known that a host was reached over IPv6 before an incident began that an earlier run has stored: that run has seen
    /// the loss.
    mutating func restore(_ fault: Fault, at moment: ContinuousClock.Instant) {
        // The first check of this run may begin at the same time.
        if fault.id == PathCauses.ipv6Down.id { reached = reached ?? moment - Self.sameTime }
    }

    /// Removes a target whose last check did not show the fault any more, or that is no longer configured.
    mutating func withdraw(_ target: String) { losses[target] = nil }

    /// The finding that IPv6 is lost, of which the failure of a target is a part.
    ///
    /// - Parameter own: The finding of the target's check.
    /// - Returns: `nil` if the target's own server may be the reason.
    func finding(_ own: Finding, of target: String) -> Finding? {
        guard let loss = losses[target], let reached, loss.since > reached else { return nil }
        let together = losses.values.filter { other in
            other.interface == loss.interface && other.since > reached
                && other.since <= loss.since + Self.sameTime && loss.since <= other.since + Self.sameTime
        }
        guard Set(together.map(\.address.networkOfOperator)).count > 1 else { return nil }
        return Finding(
            PathCauses.ipv6Down, confidence: own.confidence, severity: own.severity,
            [
                "gateway": loss.gateway, "interface": loss.interface, "sole": loss.interface,
                "address": "\(loss.address)",
                "contrast": FactPhrase.whileFourthWorks.text, "effect": FactPhrase.sixthTriedFirst.text,
            ])
    }

    /// Whether a target's failure is a part of the loss of IPv6 over an interface.
    func isLost(_ target: String, over interface: String) -> Bool { losses[target]?.interface == interface }
}

extension IncidentReducer {
    /// A target's fault with its finding; or, if it is a part of it, the loss of IPv6.
    func withLostIPv6(_ fault: Fault, _ finding: Finding, of target: String) -> (Fault, Finding) {
        guard let shared = lostIPv6.finding(finding, of: target) else { return (fault, finding) }
        return (Fault(shared, of: target), shared)
    }

    /// Whether another incident is about names that are not reached over IPv6, which is now known to be lost.
    func sharesLostIPv6(_ other: OpenIncident, with incident: OpenIncident) -> Bool {
        guard case .named(let interface) = incident.fault.culprit, incident.fault.id == PathCauses.ipv6Down.id,
            other.fault.id == TCPCauses.ipv6Broken.id, !other.targets.isEmpty
        else { return false }
        return other.first >= incident.first - LostIPv6.sameTime
            && other.targets.allSatisfy { lostIPv6.isLost($0, over: interface) }
    }
}
