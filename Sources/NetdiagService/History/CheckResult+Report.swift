import Diagnosis
import NetdiagHistory
import NetworkModel
import TargetKinds

extension CheckResult {
    /// - Parameters:
    ///   - isInMaintenance: Whether a maintenance window of its target is open.
    ///   - isCutOff: Whether a fault of this machine or its first hop affects the target.
    init(_ report: Report, isInMaintenance: Bool, isCutOff: Bool) {
        let outcome: CheckOutcome =
            if isInMaintenance {
                .maintenance
            } else {
                switch report.status {
                case .connectionUp: .up
                // Faults that are not the target's own do not count against it.
                case .connectionDown: isCutOff || !report.isFaultOfTarget ? .unknown : .down
                case .connectionIndeterminate, .err, .noErr: .unknown
                }
            }
        self.init(
            key: report.key, at: report.started, outcome: outcome, cause: report.cause?.id.rawValue,
            duration: report.responseTime.duration, phases: Phases(report))
    }
}

extension Report {
    /// The time that is shown and recorded for the check: its duration, or the round trip for a target of `icmp://`, whose
    /// check takes as long as the pauses between its echo requests.
    var responseTime: Milliseconds {
        guard target.lowercased().hasPrefix("icmp://"), let echo = self[EchoEvidence.self], echo.outcome == .reply
        else { return duration }
        return echo.medianRoundTrip ?? echo.roundTrip ?? duration
    }

    /// Whether the cause is on the target's side; the target may be a service of this machine.
    fileprivate var isFaultOfTarget: Bool {
        guard let cause else { return true }
        // For a target on this machine, the finding correctly has the side of this machine; the catalogue
        // determines whose fault it is, and the layer if the catalogue leaves it open.
        let side = Catalogue.entry(cause.id).map { $0.side ?? cause.layer.side }
        return (side ?? cause.side ?? cause.layer.side) == .remote
    }
}

extension CheckResult.Phases {
    fileprivate init(_ report: Report) {
        self.init()
        for layer in report.layers where layer.status != .noErr && layer.duration.duration > .zero {
            let tenths = Int32(clamping: CheckResult.tenths(layer.duration.duration))
            switch layer.layer {
            case .dns, .mdns: resolve = tenths
            case .tcp: connect = tenths
            case .tls: tls = tenths
            case EchoEvidence.layer: answer = Int32(clamping: CheckResult.tenths(report.responseTime.duration))
            case .kind: answer = tenths
            case .local, .link, .address, .gateway, .uplink, .path, .proxy: break
            }
        }
    }
}
