import Diagnosis
import NetworkModel

/// The targets whose checks have found that an address family leads nowhere.
///
/// Not every check knows: the number of packets that show it is limited. One without them names the target's own addresses, as if its
/// server were broken. Until a host is reached over that family, it is still the same fault.
struct LostFamilies: Sendable {
    /// How long the finding of an earlier check counts.
    static let lifetime = SharedLosses.sameTime
    /// The maximum number of targets.
    private static let maxTargets = 256

    private struct Loss {
        let family: AddressFamily
        let finding: Finding
        /// When the last check began that found it.
        let last: ContinuousClock.Instant
    }

    private var losses: [String: Loss] = [:]

    /// Records what a report shows about address families.
    mutating func record(_ report: Report, from begun: ContinuousClock.Instant) {
        if let tcp = report[TCPEvidence.self] {
            let reached = (tcp.attempts + (tcp.further ?? [])).filter { attempt in
                attempt.address.isOfInternet && attempt.outcome.isResponse
            }
            let families = Set(reached.map(\.address.family))
            losses = losses.filter { !families.contains($0.value.family) || $0.value.last > begun }
        }
        losses = losses.filter { $0.value.last + Self.lifetime > begun }
        guard let cause = report.cause, let family = LostFamilyRule.dead(in: [cause])?.family,
            losses[report.key] != nil || losses.count < Self.maxTargets
        else { return }
        losses[report.key] = Loss(family: family, finding: cause, last: begun)
    }

    /// Removes a target that is no longer configured.
    mutating func withdraw(_ target: String) { losses[target] = nil }

    /// The finding of an earlier check that an address family leads nowhere, of which the failure of the target's own addresses is a part;
    /// `nil` for none.
    ///
    /// - Parameter own: The finding of the target's check.
    func finding(_ own: Finding, of target: String) -> Finding? {
        guard let loss = losses[target], LostFamilyRule.perTarget[loss.finding.id] == own.id else { return nil }
        var finding = loss.finding
        finding.severity = own.severity
        return finding
    }
}
