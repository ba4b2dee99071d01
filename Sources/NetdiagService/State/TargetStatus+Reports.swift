import Diagnosis
import NetdiagConfiguration
import NetworkModel

extension StatusDocument.TargetStatus {
    /// The state of a target by its reports.
    ///
    /// - Parameters:
    ///   - last: The last report; `nil` before the first.
    ///   - confirmation: The checks that do not count yet; `nil` if each counts.
    ///   - isCutOff: Whether this machine cannot determine whether the target works.
    init(
        _ target: Configuration.TargetSettings, last: StoredReport?, confirmation: StatusConfirmation?, isCutOff: Bool,
        opinions: SecondOpinions?, now: Timestamp
    ) {
        let report = confirmation?.shown ?? last
        var status = report?.status ?? .noErr
        if status == .connectionDown, isCutOff { status = .connectionIndeterminate }
        // Before the first report that counts, the last one is shown, but does not count as down either.
        if let confirmation, confirmation.shown == nil { status = .noErr }
        var cause = report?.cause
        if let opinions { cause?.scope = opinions.scope(ofTarget: target.target.text) }
        self.init(
            target: target.target.text, status: status, degraded: report?.degraded ?? false, cause: cause,
            last: last?.started)
        secondFindings = report?.secondFindings ?? []
        (name, group, labels) = (target.name, target.group, target.labels)
        (duration, certificateDays) = (last?.duration, last?.certificateDays)
        isProxied = last?.isProxied ?? false
        isNeighbour = last?.isOfNeighbour ?? false
        reached = last?.reached
        if let last, last.isOfInternet, target.probe.tls.isVerified {
            let age = now.millisecondsSince1970 - last.started.millisecondsSince1970
            // After a change of the network, all targets are checked at once.
            provesUplink = (Duration.zero...Report.proofLifetime).contains(.milliseconds(age))
        }
        isInMaintenance = target.maintenance.contains { $0.contains(now) }
        pending = confirmation?.pending ?? 0
        if pending > 0, let shown = confirmation?.shown {
            pendingOf = shown.status == .connectionUp ? target.after : target.recover
        }
    }
}
