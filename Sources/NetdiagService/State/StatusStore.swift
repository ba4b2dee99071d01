import Diagnosis
import NIOCore
import NetworkModel
import Synchronization

/// What the daemon knows: the machine, the targets' last reports, the publication. Every change makes a new status
/// document, which is kept encoded, so that asking for it costs a copy of a reference.
final class StatusStore: Sendable {
    private struct State {
        var machine: MachineObservation?
        var isObserved = false
        var verdict: MachineVerdict?
        /// In the order of the configuration.
        var targets: [Target] = []
        var reports: [String: Report] = [:]
        var publication = Publication(state: .off, reason: "not started yet")
        var since = Timestamp()
        var document: StatusDocument
        var encoded = ByteBuffer()
    }

    let events = EventBroadcaster()
    private let host: String
    private let state: Mutex<State>

    init(host: String) {
        self.host = host
        let empty = StatusDocument(
            status: .noErr, findings: [], host: host, since: Timestamp(), links: [], resolvers: [], gateways: [],
            targets: [], publication: Publication(state: .off, reason: "not started yet"))
        state = Mutex(State(document: empty, encoded: Self.encode(empty)))
    }

    var document: StatusDocument { state.withLock { $0.document } }
    /// The document as JSON, with a newline.
    var encodedDocument: ByteBuffer { state.withLock { $0.encoded } }
    var machine: MachineObservation? { state.withLock { $0.machine } }
    /// The last report of each target that has been checked, in the order of the configuration.
    var reports: [Report] { state.withLock { state in state.targets.compactMap { state.reports[$0.text] } } }

    func report(on target: String) -> Report? { state.withLock { $0.reports[target] } }

    /// Whether gateways and resolvers have been asked once; before, the picture is that of the kernel's facts alone.
    var isObserved: Bool { state.withLock { $0.isObserved } }

    func noteObserved() {
        state.withLock { $0.isObserved = true }
    }

    func setMachine(_ machine: MachineObservation) {
        let verdict = MachineDiagnosis.verdict(on: machine)
        change {
            $0.machine = machine
            $0.verdict = verdict
        }
    }

    func setPublication(_ publication: Publication) {
        change { $0.publication = publication }
    }

    /// Takes the targets of a new configuration; reports of those that are gone go with them.
    func setTargets(_ targets: [Target]) {
        change { state in
            state.targets = targets
            let names = Set(targets.map(\.text))
            state.reports = state.reports.filter { names.contains($0.key) }
        }
    }

    /// Keeps the report where it is one of a configured target, and tells the listeners of it.
    func add(_ report: Report) {
        change { state in
            if state.targets.contains(where: { $0.text == report.target }) { state.reports[report.target] = report }
        }
        events.send(.report(report))
    }

    private func change(_ body: (inout State) -> Void) {
        let changed = state.withLock { state -> StatusDocument? in
            body(&state)
            let document = compose(&state)
            guard document != state.document else { return nil }
            state.document = document
            state.encoded = Self.encode(document)
            return document
        }
        if let changed { events.send(.status(changed)) }
    }

    private func compose(_ state: inout State) -> StatusDocument {
        let targets = state.targets.map { target in
            let report = state.reports[target.text]
            return StatusDocument.TargetStatus(
                target: target.text, status: report?.status ?? .noErr, degraded: report?.degraded ?? false,
                cause: report?.cause, last: report?.started)
        }
        let machine: MachineVerdict = state.verdict ?? .none
        var (status, findings) = OverallStatus.judge(machine, targets: targets)
        if state.publication.state == .waiting, let reason = state.publication.reason {
            findings.append(.multicastUnavailable(reason))
        } else if state.publication.state == .renamed, let name = state.publication.name,
            let reason = state.publication.reason
        {
            findings.append(.nameTaken(reason: reason, name: name))
        }
        if status == .noErr, state.verdict != nil { status = .connectionIndeterminate }
        if status != state.document.status { state.since = Timestamp() }
        return StatusDocument(
            status: status, findings: findings, host: host, since: state.since,
            links: state.machine?.snapshot.links ?? [], resolvers: machine.resolvers, gateways: machine.gateways,
            targets: targets, publication: state.publication)
    }

    private static func encode(_ document: StatusDocument) -> ByteBuffer {
        // Every value in it encodes: text, whole numbers, and finite milliseconds.
        guard let data = try? JSON.line(document) else { return ByteBuffer(string: "{}\n") }
        var buffer = ByteBuffer(bytes: data)
        buffer.writeInteger(UInt8(ascii: "\n"))
        return buffer
    }
}
