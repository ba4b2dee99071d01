import EventLoopKit
import Logging
import NetworkModel

/// Stores incidents from one run of the daemon to the next.
struct IncidentPersistence: Sendable {
    /// How often the file, which contains all incidents, is written. A daemon that is killed loses the changes since
    /// the last write, but no announced ids (``IncidentIDs``).
    static let cycle = RegenerationThrottle(limits: .seconds(1) ... .seconds(15))

    let incidents: IncidentStore
    let file: IncidentFile
    let ids: IncidentIDs
    let loop: EventLoopKit.EventLoop
    let logger: Logger

    /// Restores the incidents of the last run; a file that cannot be used is reported and set aside.
    func restore() {
        do {
            if let record = try file.read() { incidents.restore(record) }
        } catch {
            let other = file.quarantine().map { "it is kept as \(SafeText.escaped($0))" } ?? "it is left as it is"
            logger.warning("the incidents of earlier runs are lost: \(error.description); \(other)")
        }
        incidents.reserveIDs(ids)
    }

    /// Writes changes until its task is cancelled.
    func run() async {
        var hasFailed = false
        for await _ in incidents.changes {
            let begun = ContinuousClock.now
            incidents.refillIDs()
            write(&hasFailed)
            do {
                try await loop.sleep(until: .now + Self.cycle.rest(after: begun.duration(to: .now)))
            } catch {
                break
            }
        }
    }

    /// Writes the final state.
    func finish() {
        var hasFailed = true
        if write(&hasFailed) { incidents.storeLastID() }
    }

    /// - Parameter hasFailed: Whether the last write failed, so that a failure is logged only once.
    @discardableResult
    private func write(_ hasFailed: inout Bool) -> Bool {
        do {
            try file.write(incidents.record)
            hasFailed = false
        } catch {
            if !hasFailed { logger.warning("incidents are not kept for the next run: \(error.description)") }
            hasFailed = true
        }
        return !hasFailed
    }
}
