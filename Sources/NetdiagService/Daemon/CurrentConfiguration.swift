import EventLoopKit
import Synchronization

/// The configuration in force, and those who live by a part of it.
final class CurrentConfiguration: Sendable {
    private let value: Mutex<Configuration>
    private let bell: Bell

    init(_ configuration: Configuration, loop: EventLoop) {
        value = Mutex(configuration)
        bell = Bell(loop: loop)
    }

    var now: Configuration { value.withLock { $0 } }

    func replace(with configuration: Configuration) {
        value.withLock { $0 = configuration }
        bell.ring()
    }

    /// Runs the work with a part of the configuration; when that part changes, the work is cancelled and begun anew.
    func following<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (Configuration) -> Part, _ work: @escaping @Sendable (Part) async -> Void
    ) async {
        while !Task.isCancelled {
            let rings = bell.rings
            let inForce = part(now)
            await withTaskGroup { group in
                group.addTask {
                    await work(inForce)
                    return false
                }
                group.addTask { [self] in
                    var rings = rings
                    while !Task.isCancelled, part(now) == inForce {
                        await bell.wait(until: .now + .seconds(86_400), after: rings)
                        rings = bell.rings
                    }
                    return true
                }
                // Work that is over before is not begun again.
                while await group.next() == false {}
                group.cancelAll()
            }
        }
    }
}
