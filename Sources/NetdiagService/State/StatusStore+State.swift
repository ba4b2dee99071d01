import Diagnosis
import NIOCore
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel

extension StatusStore {
    /// What the store holds, which its lock protects.
    struct State {
        var machine: MachineObservation?
        /// How other daemons and this one see each other.
        var sights: [PeerVisibility] = []
        /// What other daemons report about the faults here; `nil` while nothing fails, or peers are not browsed for.
        var opinions: SecondOpinions?
        var observed: Timestamp?  // When the last queries to gateways and resolvers began.
        var verdict: MachineVerdict?
        /// Whether the verdict is that the machine does not work, and no target shows that this does not concern it
        /// (``OverallStatus/counted(_:beside:_:since:)``). The verdict itself stays the same, and another target that works is nothing
        /// new then.
        var countsAsDown = false
        /// The targets, in the order of the configuration.
        var targets: [Configuration.TargetSettings] = []
        /// The positions of the targets, by their keys, which also identify the values below.
        var places: [String: Int] = [:]
        var reports: [String: StoredReport] = [:]
        /// The confirmations of targets whose status changes only after several checks.
        var confirmations: [String: StatusConfirmation] = [:]
        var publication = Publication(state: .off, reason: "not started yet")
        var needsMulticast = false
        var services: [Int: RegisteredService] = [:]
        /// Where results are recorded; `nil` if they are not.
        var recorder: HistoryQueue?
        /// Why results are not recorded that should be.
        var historyTrouble: HistoryWriteFailure?
        /// The database in which results are recorded; `nil` if they are not.
        var historyFile: String?
        /// Whether alerts are delivered, and how many wait.
        var alerts = AlertTrouble(failing: [], waiting: 0, queue: nil)
        /// Why addresses of `listen:` accept no connections, by address.
        var listenFailures: [String: String] = [:]
        /// Which clients beyond this machine have access.
        var exposure: String?
        var clock = StatusAge()
        var document: StatusDocument
        var documentNumber: UInt64 = 0
        /// Whether the state has changed since the document was built.
        var isStale = false
        /// The document as server-sent event, which contains the JSON; `nil` until it is requested.
        var encoded: ByteBuffer?
        /// The time that building and encoding the document took.
        var cost = Duration.zero
        /// Whether listeners will be notified later of changes that came too soon after the last notification.
        var isTelling = false
        var toldAt: ContinuousClock.Instant?

        func isInMaintenance(_ key: String, at moment: Timestamp) -> Bool {
            places[key].map { targets[$0].maintenance.contains { $0.contains(moment) } } ?? false
        }

        /// Evaluates the observation of the machine, together with how its peers see it.
        mutating func judge(_ observation: MachineObservation) -> MachineVerdict {
            var observation = observation
            observation.peers = sights
            let verdict = MachineDiagnosis.verdict(on: observation)
            machine = observation
            self.verdict = verdict
            return verdict
        }
    }
}
