import CAvahi
import EventLoopKit
import NetworkModel

/// All there is of avahi behind a connection: the client, which comes and goes with the daemon and the bus, and what is
/// wanted of it meanwhile. Belongs to the loop's thread.
final class AvahiSession {
    private enum Phase {
        case idle
        case connecting
        /// The daemon or the bus is not there; the text says which.
        case absent(String)
        case claiming
        case running
        case closed
    }

    private static let claiming = "avahi-daemon is claiming the host name"
    private static let noDaemon = "avahi-daemon does not run; start it with: systemctl start avahi-daemon"
    /// Each has an entry group; browsers, which are for whoever asks, must not leave publications without room.
    private static let mostPublications = 256
    private static let mostQuestions = 256
    /// Seconds between attempts to reach a bus whose socket nothing tells of; the first one is for the moment between
    /// the socket's appearance and its first connection.
    private static let pauses: [Double] = [0.1, 1, 2, 4, 8, 16, 30]

    private let loop: EventLoop
    private let poll: PollAdapter
    private var phase = Phase.idle
    private var client: ClientHandle?
    private var bus: BusSocket?
    /// Attempts since the daemon was there.
    private var attempts = 0
    private var retry: EventLoopKit.Timer?
    private var lastID = 0
    private var services: [Int: PublishedService] = [:]
    private var browses: [Int: ServiceBrowse] = [:]
    private var lookups: [Int: SingleLookup] = [:]

    init(_ loop: EventLoop) {
        self.loop = loop
        poll = PollAdapter(loop)
    }

    // MARK: What is wanted

    /// - Throws: ``ServiceDiscoveryError/unavailable(_:)`` once it is closed, ``ServiceDiscoveryError/tooMany(_:)``.
    func admitQuestion() throws(ServiceDiscoveryError) -> Int {
        guard browses.count + lookups.count < Self.mostQuestions else {
            throw .tooMany("\(Self.mostQuestions) browsers and lookups at a time are the most")
        }
        return try nextID()
    }

    /// - Throws: As ``admitQuestion()``.
    func admitPublication() throws(ServiceDiscoveryError) -> Int {
        guard services.count < Self.mostPublications else {
            throw .tooMany("\(Self.mostPublications) publications at a time are the most")
        }
        return try nextID()
    }

    private func nextID() throws(ServiceDiscoveryError) -> Int {
        if case .closed = phase { throw .unavailable("the connection to avahi-daemon has been closed") }
        lastID += 1
        return lastID
    }

    func add(_ service: PublishedService, _ id: Int) {
        services[id] = service
        switch phase {
        case .running: if let client { service.claim(client) }
        case .claiming: service.wait(Self.claiming)
        case .absent(let reason): service.wait(reason)
        case .idle, .connecting, .closed: connectSoon()
        }
    }

    func add(_ browse: ServiceBrowse, _ id: Int) {
        browses[id] = browse
        switch phase {
        case .running, .claiming: if let client { browse.start(client) }
        case .absent(let reason): browse.tellUnavailable(reason)
        case .idle, .connecting, .closed: connectSoon()
        }
    }

    func add(_ lookup: SingleLookup, _ id: Int, timeout: Duration) {
        lookups[id] = lookup
        let this = OnLoop(self, loop)
        lookup.timer = loop.schedule(after: timeout) {
            let session = this.value
            session.finishLookup(id, .success(session.lookups[id]?.announced))
        }
        switch phase {
        case .running, .claiming: if let client { start(lookup, id, client) }
        case .absent(let reason): finishLookup(id, .failure(ServiceDiscoveryError.unavailable(reason)))
        case .idle, .connecting, .closed: connectSoon()
        }
    }

    private func start(_ lookup: SingleLookup, _ id: Int, _ client: ClientHandle) {
        let this = OnLoop(self, loop)
        // Later, since the lookup must not go while it tells.
        lookup.start(client) { [loop] instance in loop.execute { this.value.finishLookup(id, .success(instance)) } }
    }

    func update(_ id: Int, txt: [TXTEntry]) throws(ServiceDiscoveryError) {
        try services[id]?.update(txt)
    }

    func endService(_ id: Int) { services.removeValue(forKey: id)?.end() }

    func endBrowse(_ id: Int) { browses.removeValue(forKey: id)?.end() }

    func finishLookup(_ id: Int, _ result: Result<ServiceInstance?, any Error>) {
        lookups.removeValue(forKey: id)?.finish(result)
    }

    func close() {
        phase = .closed
        retry?.cancel()
        bus?.stopWatching()
        bus = nil
        for id in Array(services.keys) { endService(id) }
        for id in Array(browses.keys) { endBrowse(id) }
        for id in Array(lookups.keys) {
            finishLookup(id, .failure(ServiceDiscoveryError.unavailable("the connection to avahi-daemon was closed")))
        }
        client?.free()
        client = nil
    }

    // MARK: The daemon and the bus

    private func connectSoon() {
        guard case .idle = phase else { return }
        phase = .connecting
        let this = OnLoop(self, loop)
        loop.execute { this.value.connect() }
    }

    private func connect() {
        if case .closed = phase { return }
        guard client == nil else { return }
        retry?.cancel()
        do {
            let client = try ClientHandle(poll) { [unowned self] in take($1, of: $0) }
            client.onRoom = { [unowned self] in for browse in Array(browses.values) { browse.resolveWaiting() } }
            client.makeRoom = { [unowned self] in browses.values.contains { $0.giveUpOldest() } }
            self.client = client
            bus?.stopWatching()
        } catch {
            let bus = self.bus ?? makeBus()
            self.bus = bus
            if case .failed(let reason) = error {
                become(absent: reason)
            } else {
                become(absent: bus.complaint(error.description))
            }
            bus.watchForIt()
            retryLater()
        }
    }

    private func makeBus() -> BusSocket {
        BusSocket(loop) { [unowned self] in
            attempts = 0
            connect()
        }
    }

    private func retryLater() {
        let pause = Self.pauses[min(attempts, Self.pauses.count - 1)]
        attempts += 1
        let this = OnLoop(self, loop)
        retry?.cancel()
        retry = loop.schedule(after: .seconds(pause)) { this.value.connect() }
    }

    private func take(_ state: ClientHandle.State, of client: ClientHandle) {
        guard client === self.client else { return }
        switch state {
        case .waitingForDaemon: become(absent: Self.noDaemon)
        case .claiming:
            attempts = 0
            phase = .claiming
            for service in services.values { service.withdraw(Self.claiming) }
            startLooking(client)
        case .running:
            attempts = 0
            phase = .running
            for service in services.values { service.claim(client) }
            startLooking(client)
        case .lost: lose(client)
        }
    }

    private func startLooking(_ client: ClientHandle) {
        for browse in browses.values { browse.start(client) }
        for (id, lookup) in lookups where !lookup.isStarted { start(lookup, id, client) }
    }

    private func lose(_ client: ClientHandle) {
        phase = .connecting
        for service in services.values { service.lost() }
        for browse in browses.values { browse.lost() }
        for lookup in lookups.values { lookup.lost() }
        client.free()
        self.client = nil
        // At once the first time: the client that waits for the daemon is a new one.
        guard attempts == 0 else { return retryLater() }
        attempts = 1
        connect()
    }

    private func become(absent reason: String) {
        phase = .absent(reason)
        for service in services.values { service.wait(reason) }
        for browse in browses.values { browse.tellUnavailable(reason) }
        for id in Array(lookups.keys) {
            finishLookup(id, .failure(ServiceDiscoveryError.unavailable(reason)))
        }
    }
}
