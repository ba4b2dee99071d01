import NetdiagConfiguration
import Synchronization

/// The data that shared files must not show, according to the current configuration.
final class SharingRules: Sendable {
    private let value = Mutex(SharedMask(Configuration()))

    var mask: SharedMask { value.withLock { $0 } }

    func configure(_ configuration: Configuration) {
        let mask = SharedMask(configuration)
        value.withLock { $0 = mask }
    }
}
