import Diagnosis
import EventLoopKit
import Logging
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization

/// Discovers the other daemons on the link, polls their status and observations, and keeps the results.
final class PeerWatch: Sendable {
    private static let type = "_netdiag._tcp"
    private static let path = "/v1/peers"
    private static let maxBytes = 256 << 10
    private static let patience = Duration.seconds(2)
    private static let maxAtOnce = 8

    private struct State {
        var table = PeerTable()
        var port: UInt16?
        var announced: ContinuousClock.Instant?
        var listening: ContinuousClock.Instant?
        /// Whether avahi-daemon is unavailable.
        var isAvahiAway = false
        /// The peers as last published, without the values that change all the time.
        var published: [Peer] = []
    }

    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let services: ServiceSource
    private let host: String
    private let logger: Logger
    private let changeSignal: ChangeSignal
    private let limiter = Limiter(maxAtOnce)
    private let state = Mutex(State())

    init(engine: DiagnosticEngine, store: StatusStore, services: ServiceSource, host: String, logger: Logger) {
        self.engine = engine
        self.store = store
        self.services = services
        self.host = host
        self.logger = logger
        changeSignal = ChangeSignal(loop: engine.loop)
    }

    /// This daemon's description of itself and of its peers.
    var document: PeersDocument {
        let status = store.document
        let (peers, isLooking, isStarting) = state.withLock { state in
            let isLooking = Self.isSettled(state.listening)
            return (state.table.peers, isLooking, !isLooking && !state.isAvahiAway && state.port != nil)
        }
        var document = PeersDocument(
            host: host, name: status.publication.announcedName, version: Version.text, status: status.status,
            isLooking: isLooking, peers: peers)
        document.isStarting = isStarting
        return document
    }

    /// The peers that have responded with their names, at the places where they did, as far as these are on this
    /// machine's links now; and whether all that can be discovered have been.
    var sources: (sources: [OpinionTable.Source], isLooking: Bool) {
        guard let own = localDaemon(at: .now) else { return ([], false) }
        return state.withLock { state in (state.table.sources(own), Self.isSettled(state.listening)) }
    }

    /// Registers the hello of another daemon, but only while this one browses for others.
    func register(_ hello: PeerHello, from address: IPAddress) {
        guard state.withLock({ $0.port != nil }), let own = localDaemon(at: .now) else { return }
        let isNews = state.withLock { state in
            state.table.register(hello, from: address, own, at: .now)
            return state.table.nextPoll.map { $0 <= .now } ?? false
        }
        if isNews { changeSignal.send() }
    }

    /// Runs until its task is cancelled, and then removes all peers.
    func run(_ isWanted: Bool, port: Publisher.Port) async {
        guard isWanted, case .bound(let port) = port else { return }
        state.withLock { $0.port = port }
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in await browse() }
            group.addTask { [self] in await poll() }
        }
        state.withLock { $0 = State(published: $0.published) }
        publish()
    }

    // MARK: Browsing

    private func browse() async {
        while !Task.isCancelled {
            do {
                for await event in try await services.browse(Self.type, domain: "local", resolve: true) { apply(event) }
            } catch {
                logger.warning("other daemons cannot be discovered: \(error.detail)")
            }
            // A browser ends by itself if its reader was too slow, or there is no room for it.
            try? await Task.sleep(for: .seconds(10))
        }
    }

    private func apply(_ event: BrowseEvent) {
        let now = ContinuousClock.now
        switch event {
        case .allForNow: state.withLock { ($0.listening, $0.isAvahiAway) = ($0.listening ?? now, false) }
        case .unavailable: state.withLock { ($0.listening, $0.isAvahiAway) = (nil, true) }
        case .service(let event):
            guard let own = localDaemon(at: now) else { return }
            state.withLock { $0.table.apply(event, own, at: now) }
            changeSignal.send()
            publish()
        }
    }

    // MARK: Polling

    private func poll() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let sent = changeSignal.sent
                let (due, next) = state.withLock { state in (state.table.startDuePolls(at: .now), state.table.nextPoll)
                }
                for entry in due {
                    group.addTask { [self] in
                        try? await limiter.withPermit { [self] in await poll(entry) }
                    }
                }
                await changeSignal.wait(until: next ?? .now + PeerTable.forgetting, after: sent)
            }
        }
    }

    private func poll(_ entry: PeerTable.Entry) async {
        async let query = answersQuery(entry)
        let result = await poll(localDaemon(at: .now).map { entry.places(in: $0.scope) } ?? [])
        let answersQuery = await query
        guard !Task.isCancelled else { return }
        let now = ContinuousClock.now
        if let own = localDaemon(at: now) {
            let jitter = Double.random(in: (1 - TargetSchedule.jitter)...(1 + TargetSchedule.jitter))
            state.withLock {
                $0.table.record(result, of: entry.peer.name, answersQuery: answersQuery, own, at: now, jitter: jitter)
            }
        }
        changeSignal.send()
        publish()
    }

    /// Whether a peer without a current announcement answers a query over multicast. If so, multicast works in both
    /// directions again, which avahi-daemon may take up to an hour to notice, since its own queries become less and
    /// less frequent.
    private func answersQuery(_ entry: PeerTable.Entry) async -> Bool? {
        guard !entry.isHeard, !entry.isClaimed else { return nil }
        let found = try? await services.connection.resolve(
            instance: entry.peer.name, type: Self.type, domain: "local", timeout: Self.patience)
        return found != nil
    }

    private func poll(_ places: [SocketAddress]) async -> PeerTable.PollResult {
        var fields: [HTTPSettings.Field] = []
        if let hello, let field = try? HTTPSettings.Field(name: PeerHello.fieldName, value: hello.text) {
            fields.append(field)
        }
        let answer: FetchedDocument
        do {
            answer = try await engine.fetch(
                Self.path, from: places, fields: fields, maxBytes: Self.maxBytes, within: Self.patience)
        } catch {
            return .silent
        }
        switch answer {
        case .refused: return .refused
        case .silent: return .silent
        case .answer(let status, let body, let isCut, let place, let roundTrip):
            guard status == 200 else { return .failed("it answers with HTTP status \(status)") }
            guard !isCut else { return .failed("its answer is too long: more than \(Self.maxBytes) bytes") }
            guard let document = try? JSON.decode(PeersDocument.self, from: body),
                document.schema == PeersDocument.schema
            else { return .failed("its answer cannot be read") }
            return .answered(document, from: place, roundTrip: roundTrip)
        }
    }

    /// The hello in this daemon's polls; `nil` while it is not announced.
    private var hello: PeerHello? {
        guard let port = state.withLock({ $0.port }), let name = store.publication.announcedName else {
            return nil
        }
        return PeerHello(port: port, name: name)
    }

    // MARK: Publishing

    private static func isSettled(_ since: ContinuousClock.Instant?) -> Bool {
        since.map { $0.duration(to: .now) >= PeerTable.settling } ?? false
    }

    /// What other daemons can currently see of this one; `nil` before its links and routes are known.
    private func localDaemon(at now: ContinuousClock.Instant) -> PeerTable.LocalDaemon? {
        guard let machine = store.machine else { return nil }
        let publication = store.publication
        return state.withLock { state in
            state.announced = publication.announcedName != nil ? state.announced ?? now : nil
            guard let port = state.port else { return nil }
            return PeerTable.LocalDaemon(
                name: publication.name, port: port, scope: LinkScope(snapshot: machine.snapshot),
                announced: state.announced, listening: state.listening)
        }
    }

    private func publish() {
        let (sights, isNews) = state.withLock { state in
            let peers = state.table.peers.map { peer in
                var peer = peer
                (peer.last, peer.roundTrip) = (nil, nil)
                return peer
            }
            defer { state.published = peers }
            return (state.table.sights, peers != state.published)
        }
        store.setPeers(sights)
        if isNews { store.events.send(.peers(document)) }
    }
}

extension Publication {
    /// The name that others see; `nil` if they see none.
    fileprivate var announcedName: String? { state == .published || state == .renamed ? name : nil }
}
