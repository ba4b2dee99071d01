import EventLoopKit
import Synchronization
import NetdiagConfiguration

/// The configuration in effect, and the parts that depend on it.
final class CurrentConfiguration: Sendable {
    private let value: Mutex<Configuration>
    private let boundPort = Mutex(Publisher.Port.none)
    private let changeSignal: ChangeSignal
    /// One day; the change signal ends the wait earlier.
    private static let maxWait = Duration.seconds(86_400)

    init(_ configuration: Configuration, loop: EventLoop) {
        value = Mutex(configuration)
        changeSignal = ChangeSignal(loop: loop)
    }

    var now: Configuration { value.withLock { $0 } }

    /// The port at which other hosts reach the server.
    var port: Publisher.Port { boundPort.withLock { $0 } }

    func setPort(_ port: Publisher.Port) {
        boundPort.withLock { $0 = port }
        changeSignal.send()
    }

    func replace(with configuration: Configuration) {
        value.withLock { $0 = configuration }
        changeSignal.send()
    }

    /// Calls `onChange` with a part of the configuration now, and whenever that part has changed.
    func observing<Part: Equatable & Sendable>(
        _ part: @Sendable (Configuration) -> Part, _ onChange: @Sendable (Part) -> Void
    ) async {
        var last: Part?
        while !Task.isCancelled {
            let sent = changeSignal.sent
            let inForce = part(now)
            if last != inForce { onChange(inForce) }
            last = inForce
            await changeSignal.wait(until: .now + Self.maxWait, after: sent)
        }
    }

    /// Runs the work with a part of the configuration; when that part changes, the work is cancelled and started again.
    func following<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (Configuration) -> Part, _ work: @escaping @Sendable (Part) async -> Void
    ) async {
        while !Task.isCancelled {
            let sent = changeSignal.sent
            let inForce = part(now)
            await withTaskGroup { group in
                group.addTask {
                    await work(inForce)
                    return false
                }
                group.addTask { [self] in
                    var sent = sent
                    while !Task.isCancelled, part(now) == inForce {
                        await changeSignal.wait(until: .now + Self.maxWait, after: sent)
                        sent = changeSignal.sent
                    }
                    return true
                }
                // Work that has ended by itself is not started again.
                while await group.next() == false {}
                group.cancelAll()
            }
        }
    }
}
