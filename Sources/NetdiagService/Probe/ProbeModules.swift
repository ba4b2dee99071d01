import NetdiagConfiguration
import NetworkModel
import Synchronization

/// The configured modules, and the other parts of the configuration that probes depend on.
final class ProbeModules: Sendable {
    struct Current: Sendable {
        var blackbox: BlackboxConfiguration?
        var thresholds = Thresholds()
    }

    private let current = Mutex(Current())

    var now: Current { current.withLock { $0 } }

    func configure(_ configuration: Configuration) {
        current.withLock { $0 = Current(blackbox: configuration.blackbox, thresholds: configuration.thresholds) }
    }
}
