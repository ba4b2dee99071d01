import Diagnosis
import EventLoopKit
import FoundationEssentials
import Logging
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization

/// Finds the other daemons on the link, asks them how they stand and what they see, and keeps what they said.
final class PeerWatch: Sendable {
    private static let type = "_netdiag._tcp"
    private static let path = "/v1/peers"
    private static let mostBytes = 256 << 10
    private static let patience = Duration.seconds(2)
    private static let mostAtOnce = 8

    private struct State {
        var book = PeerBook()
        var port: UInt16?
        var announced: ContinuousClock.Instant?
        var listening: ContinuousClock.Instant?
        /// Avahi is away.
        var isDeaf = false
        /// What was last told of, without what changes all the time.
        var told: [Peer] = []
    }

    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let services: ServiceSource
    private let host: String
    private let logger: Logger
    private let bell: Bell
    private let limiter = Limiter(mostAtOnce)
    private let state = Mutex(State())

    init(engine: DiagnosticEngine, store: StatusStore, services: ServiceSource, host: String, logger: Logger) {
        self.engine = engine
        self.store = store
        self.services = services
        self.host = host
        self.logger = logger
        bell = Bell(loop: engine.loop)
    }

    /// What this daemon says of itself and of the others.
    var document: PeersDocument {
        let status = store.document
        let (peers, isLooking, isStarting) = state.withLock { state in
            let isLooking = Self.isSettled(state.listening)
            return (state.book.peers, isLooking, !isLooking && !state.isDeaf && state.port != nil)
        }
        var document = PeersDocument(
            host: host, name: status.publication.announcedName, version: Version.text, status: status.status,
            isLooking: isLooking, peers: peers)
        document.isStarting = isStarting
        return document
    }

    /// Takes the card of whoever asks; only where it looks for others itself.
    func take(_ card: CallingCard, from address: IPAddress) {
        guard state.withLock({ $0.port != nil }), let own = own(at: .now) else { return }
        let isNews = state.withLock { state in
            state.book.take(card, from: address, own, at: .now)
            return state.book.next.map { $0 <= .now } ?? false
        }
        if isNews { bell.ring() }
    }

    /// Runs until its task is cancelled; then nobody is known any more.
    func run(_ isWanted: Bool, port: Publisher.Port) async {
        guard isWanted, case .bound(let port) = port else { return }
        state.withLock { $0.port = port }
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in await browse() }
            group.addTask { [self] in await ask() }
        }
        state.withLock { $0 = State(told: $0.told) }
        tell()
    }

    // MARK: Hearing

    private func browse() async {
        while !Task.isCancelled {
            do {
                for await event in try await services.browse(Self.type, domain: "local", resolve: true) { take(event) }
            } catch {
                logger.warning("other daemons cannot be looked for: \(error.detail)")
            }
            // A browser ends by itself when its reader was too slow, or there is no room for it.
            try? await Task.sleep(for: .seconds(10))
        }
    }

    private func take(_ event: BrowseEvent) {
        let now = ContinuousClock.now
        switch event {
        case .allForNow: state.withLock { ($0.listening, $0.isDeaf) = ($0.listening ?? now, false) }
        case .unavailable: state.withLock { ($0.listening, $0.isDeaf) = (nil, true) }
        case .service(let event):
            guard let own = own(at: now) else { return }
            state.withLock { $0.book.take(event, own, at: now) }
            bell.ring()
            tell()
        }
    }

    // MARK: Asking

    private func ask() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let rings = bell.rings
                let (due, next) = state.withLock { state in (state.book.takeDue(at: .now), state.book.next) }
                for entry in due {
                    group.addTask { [self] in
                        try? await limiter.withPermit { [self] in await look(at: entry) }
                    }
                }
                await bell.wait(until: next ?? .now + PeerBook.forgetting, after: rings)
            }
        }
    }

    private func look(at entry: PeerBook.Entry) async {
        async let found = isFound(entry)
        let look = await look(at: own(at: .now).map { entry.places($0.surroundings) } ?? [])
        let isFound = await found
        guard !Task.isCancelled else { return }
        let now = ContinuousClock.now
        if let own = own(at: now) {
            let jitter = Double.random(in: (1 - TargetSchedule.jitter)...(1 + TargetSchedule.jitter))
            state.withLock {
                $0.book.take(look, of: entry.peer.name, isFound: isFound, own, at: now, jitter: jitter)
            }
        }
        bell.ring()
        tell()
    }

    /// Whether a peer whose announcement is not heard answers a question for it: then multicast gets through both ways
    /// again, of which avahi-daemon, which asks ever more seldom, would learn within the hour.
    private func isFound(_ entry: PeerBook.Entry) async -> Bool? {
        guard !entry.isInSight, !entry.isHearsay else { return nil }
        let found = try? await services.connection.resolve(
            instance: entry.peer.name, type: Self.type, domain: "local", timeout: Self.patience)
        return found != nil
    }

    private func look(at places: [SocketAddress]) async -> PeerBook.Look {
        var fields: [HTTPSettings.Field] = []
        if let card, let field = try? HTTPSettings.Field(name: CallingCard.fieldName, value: card.text) {
            fields.append(field)
        }
        let answer: FetchedDocument
        do {
            answer = try await engine.fetch(
                Self.path, from: places, fields: fields, mostBytes: Self.mostBytes, within: Self.patience)
        } catch {
            return .silent
        }
        switch answer {
        case .refused: return .refused
        case .silent: return .silent
        case .answer(let status, let body, let isCut, let place, let roundTrip):
            guard status == 200 else { return .failed("it answers with HTTP status \(status)") }
            guard !isCut else { return .failed("its answer is too long: more than \(Self.mostBytes) bytes") }
            guard let document = try? JSON.decode(PeersDocument.self, from: Data(body)),
                document.schema == PeersDocument.schema
            else { return .failed("its answer cannot be read") }
            return .answered(document, from: place, roundTrip: roundTrip)
        }
    }

    /// By what others know this daemon; `nil` while it is not announced.
    private var card: CallingCard? {
        guard let port = state.withLock({ $0.port }), let name = store.publication.announcedName else {
            return nil
        }
        return CallingCard(port: port, name: name)
    }

    // MARK: Telling

    private static func isSettled(_ since: ContinuousClock.Instant?) -> Bool {
        since.map { $0.duration(to: .now) >= PeerBook.settling } ?? false
    }

    /// What this daemon is to others now; `nil` before the machine has been looked at.
    private func own(at now: ContinuousClock.Instant) -> PeerBook.Own? {
        guard let machine = store.machine else { return nil }
        let publication = store.publication
        return state.withLock { state in
            state.announced = publication.announcedName != nil ? state.announced ?? now : nil
            guard let port = state.port else { return nil }
            return PeerBook.Own(
                name: publication.name, port: port, surroundings: Surroundings(snapshot: machine.snapshot),
                announced: state.announced, listening: state.listening)
        }
    }

    private func tell() {
        let (sights, isNews) = state.withLock { state in
            let peers = state.book.peers.map { peer in
                var peer = peer
                (peer.last, peer.roundTrip) = (nil, nil)
                return peer
            }
            defer { state.told = peers }
            return (state.book.sights, peers != state.told)
        }
        store.setPeers(sights)
        if isNews { store.events.send(.peers(document)) }
    }
}

extension Publication {
    /// The name that others see; `nil` while they see none.
    fileprivate var announcedName: String? { state == .published || state == .renamed ? name : nil }
}
