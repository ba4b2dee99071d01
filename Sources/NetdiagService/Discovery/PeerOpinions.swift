import Diagnosis
import EventLoopKit
import Logging
import NetworkDiagnostics
import NetworkModel

/// Requests the status of the other daemons on the link while something fails here, and compares.
///
/// Only peers are queried that have already responded as netdiagds, and only `GET /v1/status` is sent. The responses
/// are not trusted: they are bounded, and only affect the wording (docs/decisions/0033).
final class PeerOpinions: Sendable {
    private static let path = "/v1/status"
    private static let patience = Duration.seconds(2)
    private static let maxAtOnce = 4
    /// The minimum time between two comparisons.
    private static let minPause = Duration.seconds(1)
    /// The maximum time between two comparisons, if nothing is due and nothing changes.
    private static let maxPause = Duration.seconds(60)

    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let peers: PeerWatch
    private let changeSignal: ChangeSignal
    private let limiter = Limiter(maxAtOnce)
    /// A decoder takes many times the memory of its input.
    private let decoding = Limiter(1)

    init(engine: DiagnosticEngine, store: StatusStore, peers: PeerWatch) {
        self.engine = engine
        self.store = store
        self.peers = peers
        changeSignal = ChangeSignal(loop: engine.loop)
    }

    /// Runs until its task is cancelled, and then removes all opinions.
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
            await query(table.beginRound(at: begun), &table)
            let now = ContinuousClock.now
            guard !Task.isCancelled else { return }
            store.setOpinions(table.opinions(at: now))
            let rest = ContinuousClock.now + Self.minPause
            // Discovery of the peers is completed by time alone, without an event.
            let isUncertain = !isLooking && !table.things.isEmpty
            let next = isUncertain ? now + PeerTable.settling : table.nextRound ?? now + Self.maxPause
            await changeSignal.wait(until: max(next, rest), after: sent)
            guard !Task.isCancelled else { return }
            try? await Task.sleep(until: rest)
        }
    }

    /// Queries each of the peers once, and records their statements.
    private func query(_ sources: [OpinionTable.Source], _ table: inout OpinionTable) async {
        guard !sources.isEmpty else { return }
        let things = table.things
        await withTaskGroup(of: (OpinionTable.Source, PeerStatusExcerpt?).self) { group in
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

    /// - Returns: `nil` if the peer does not respond in time, or with something else.
    private func statement(of source: OpinionTable.Source, on things: [SharedDependency]) async -> PeerStatusExcerpt? {
        let answer = try? await engine.fetch(
            Self.path, from: [source.place], maxBytes: PeerStatus.maxBytes, within: Self.patience)
        guard case .answer(200, let body, isCut: false, _, _)? = answer else { return nil }
        let status = try? await decoding.withPermit { PeerStatus.read(body) }
        return status.flatMap(\.self).map {
            PeerStatusExcerpt($0, on: things, interfaces: source.interfaces, address: source.place.address)
        }
    }
}
