import Diagnosis
import NetdiagHistory
import NetworkModel
import TargetKinds

extension CheckResult {
    /// - Parameters:
    ///   - isInMaintenance: Whether a window of its target is open.
    ///   - isCutOff: Whether a fault of this machine or its first hop holds the target down.
    init(_ report: Report, isInMaintenance: Bool, isCutOff: Bool) {
        let outcome: CheckOutcome =
            if isInMaintenance {
                .maintenance
            } else {
                switch report.status {
                case .connectionUp: .up
                // What is not the target's own fault is not counted against it.
                case .connectionDown: isCutOff || !report.isFaultOfTarget ? .unknown : .down
                case .connectionIndeterminate, .err, .noErr: .unknown
                }
            }
        self.init(
            key: report.key, at: report.started, outcome: outcome, cause: report.cause?.id.rawValue,
            duration: report.duration.duration, phases: Phases(report))
    }
}

extension Report {
    /// Whether what it names is the target's: on the other side, which may be a service of this machine.
    fileprivate var isFaultOfTarget: Bool {
        guard let cause else { return true }
        // The finding of a target on this machine says that the fault is here, and so it is: the catalogue says whose.
        return (Catalogue.entry(cause.id)?.side ?? cause.side ?? cause.layer.side) == .remote
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
            case .kind: answer = tenths
            case .local, .link, .address, .gateway, .uplink, .path, .proxy: break
            }
        }
    }
}
