import NetdiagConfiguration
import Synchronization

/// What files to pass on are not to show, by the configuration in force.
final class SharingRules: Sendable {
    private let value = Mutex(SharedMask(Configuration()))

    var mask: SharedMask { value.withLock { $0 } }

    func configure(_ configuration: Configuration) {
        let mask = SharedMask(configuration)
        value.withLock { $0 = mask }
    }
}
