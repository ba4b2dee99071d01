import Diagnosis
import EventLoopKit
import Logging
import NetworkDiagnostics
import NetworkModel

/// Asks the other daemons on the link for their status while something fails here, and compares.
///
/// Only peers are asked that have answered as netdiagds already, and nothing is sent but `GET /v1/status`. What comes back is
/// anybody's word: it is bounded, and changes the wording alone (docs/decisions/0033).
final class PeerOpinions: Sendable {
    private static let path = "/v1/status"
    private static let patience = Duration.seconds(2)
    private static let maxAtOnce = 4
    /// From one look at what fails to the next.
    private static let minPause = Duration.seconds(1)
    /// Where nothing is due and nothing changes.
    private static let maxPause = Duration.seconds(60)

    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let peers: PeerWatch
    private let changeSignal: ChangeSignal
    private let limiter = Limiter(maxAtOnce)
    /// A decoder takes many times the memory of what it reads.
    private let decoding = Limiter(1)

    init(engine: DiagnosticEngine, store: StatusStore, peers: PeerWatch) {
        self.engine = engine
        self.store = store
        self.peers = peers
        changeSignal = ChangeSignal(loop: engine.loop)
    }

    /// Runs until its task is cancelled; then nobody has said anything.
    func run(_ isWanted: Bool) async {
        guard isWanted else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                guard let events = store.events.listen() else { return }
                for await event in events where event.kind == .status || event.kind == .peers { changeSignal.send() }
            }
            group.addTask { [self] in await compare() }
        }
        store.setOpinions(nil)
    }

    private func compare() async {
        var table = OpinionTable()
        while !Task.isCancelled {
            let sent = changeSignal.sent
            let begun = ContinuousClock.now
            let (sources, isLooking) = peers.sources
            table.update(store.failing, sources: sources, isLooking: isLooking, at: begun)
            await ask(table.beginRound(at: begun), &table)
            let now = ContinuousClock.now
            guard !Task.isCancelled else { return }
            store.setOpinions(table.opinions(at: now))
            let rest = ContinuousClock.now + Self.minPause
            // Whether all peers have been heard becomes certain without an event.
            let isUncertain = !isLooking && !table.things.isEmpty
            let next = isUncertain ? now + PeerTable.settling : table.nextRound ?? now + Self.maxPause
            await changeSignal.wait(until: max(next, rest), after: sent)
            guard !Task.isCancelled else { return }
            try? await Task.sleep(until: rest)
        }
    }

    /// Asks each of them once, and records what they say.
    private func ask(_ sources: [OpinionTable.Source], _ table: inout OpinionTable) async {
        guard !sources.isEmpty else { return }
        let things = table.things
        await withTaskGroup(of: (OpinionTable.Source, PeerStatement?).self) { group in
            for source in sources {
                group.addTask { [self] in
                    (source, try? await limiter.withPermit { [self] in await statement(of: source, on: things) })
                }
            }
            for await (source, statement) in group {
                table.record(statement, from: source.place, at: .now)
            }
        }
        table.endRound(at: .now)
    }

    /// - Returns: `nil` if it does not answer in time, or with something else.
    private func statement(of source: OpinionTable.Source, on things: [SharedThing]) async -> PeerStatement? {
        let answer = try? await engine.fetch(
            Self.path, from: [source.place], maxBytes: PeerStatus.maxBytes, within: Self.patience)
        guard case .answer(200, let body, isCut: false, _, _)? = answer else { return nil }
        let status = try? await decoding.withPermit { PeerStatus.read(body) }
        return status.flatMap(\.self).map {
            PeerStatement($0, on: things, interfaces: source.interfaces, address: source.place.address)
        }
    }
}
