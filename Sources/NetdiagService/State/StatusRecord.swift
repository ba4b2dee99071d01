import Glibc
import Logging
import NetdiagConfiguration
import NetworkModel
import Probes
import Synchronization

/// The status of the machine as it is kept from one run of the daemon to the next, so that a restart does not change since
/// when the network works or not.
struct StatusRecord: Sendable, Hashable, Codable {
    static let schema = "netdiag.since/1"
    /// The time after the start in which the status of the last run may be found again.
    static let startTime = Duration.seconds(300)
    /// The longest time without a daemon after which it still counts as working without a break, in milliseconds.
    static let maxGap: Int64 = 15 * 60 * 1_000

    var schema = Self.schema
    var status: ConnectionStatus
    /// Whether some targets failed while the machine worked; `nil` in records of earlier versions.
    var isPartly: Bool?
    /// Since when.
    var since: Timestamp
    /// When it was last seen.
    var seen: Timestamp

    enum CodingKeys: String, CodingKey {
        case schema, status, since, seen
        case isPartly = "partly"
    }

    var displayed: DisplayedStatus { DisplayedStatus(status: status, isPartly: isPartly ?? false) }

    init(status: ConnectionStatus, isPartly: Bool? = nil, since: Timestamp, seen: Timestamp) {
        self.status = status
        self.isPartly = isPartly
        self.since = since
        self.seen = seen
    }

    /// Whether the status can go on. Nobody saw whether the network worked in a longer gap; an incident also goes on after
    /// one.
    func goesOn(at now: Timestamp) -> Bool {
        guard schema == Self.schema, since <= seen, seen <= now else { return false }
        switch status {
        case .noErr, .err: return false
        case .connectionUp: return now.millisecondsSince1970 - seen.millisecondsSince1970 <= Self.maxGap
        case .connectionDown, .connectionIndeterminate: return true
        }
    }
}

/// The status at the end of the last run, for some time after the start, in which most targets were not checked yet.
struct RestoredStatus: Sendable {
    let record: StatusRecord
    let until: ContinuousClock.Instant

    /// The time of a change from one displayed status to another. If the last run ended in the new one, it has lasted since
    /// then.
    ///
    /// - Parameter earlier: Becomes `nil` when what went on has ended.
    static func since(
        _ earlier: inout RestoredStatus?, from old: DisplayedStatus, to new: DisplayedStatus
    ) -> Timestamp {
        guard let known = earlier, ContinuousClock.now < known.until, old != known.record.displayed else {
            earlier = nil
            return Timestamp()
        }
        return new == known.record.displayed ? known.record.since : Timestamp()
    }
}

/// Keeps the status and its start in a file of the state directory.
final class StatusFile: Sendable {
    /// How often it is written while nothing changes, so that the length of a gap is known.
    static let cycle = Duration.seconds(300)
    private static let maxBytes = 4_096

    private let path: String
    private let logger: Logger
    /// The last record that was written, and whether the last write failed, so that a failure is logged once.
    private let state = Mutex<(record: StatusRecord?, hasFailed: Bool)>((nil, false))

    init(directory: String, logger: Logger) {
        path = directory + "/since.json"
        self.logger = logger
    }

    /// The record of the last run; `nil` if there is none that can be read: then the status begins anew, which needs no
    /// message.
    func read() -> StatusRecord? {
        guard let bytes = try? RegularFile.read(path, maxBytes: Self.maxBytes).bytes else { return nil }
        return try? JSON.decode(StatusRecord.self, from: bytes)
    }

    /// Writes a record.
    ///
    /// - Parameter isNewsOnly: Whether only a change is written, and not the time at which the same status was seen again.
    func write(_ record: StatusRecord, isNewsOnly: Bool) {
        // Before anything was observed, the record of the last run remains.
        guard record.status != .noErr, record.status != .err else { return }
        state.withLock { state in
            if isNewsOnly, let last = state.record, (last.displayed, last.since) == (record.displayed, record.since) {
                return
            }
            do throws(AtomicFile.Failure) {
                try AtomicFile.write((try? JSON.line(record)) ?? [], to: path)
                state = (record, false)
            } catch {
                if !state.hasFailed {
                    logger.warning("since when the status lasts is not kept for the next run: \(error.description)")
                }
                state.hasFailed = true
            }
        }
    }
}
