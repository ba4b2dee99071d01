import CAvahi
import EventLoopKit
import NetworkModel

/// The avahi objects of a connection: the client, which is replaced when the daemon or the bus restarts, and the requests
/// that outlast it. It belongs to the loop's thread.
final class AvahiSession {
    private enum Phase {
        case idle
        case connecting
        /// The daemon or the bus is not available; the text says which.
        case absent(String)
        case claiming
        case running
        case closed
    }

    // The reasons are English. Programs translate them by their words (`Diagnosis.MessagePhrase`).
    static let claiming = "avahi-daemon is claiming the host name"
    static let noDaemon = "avahi-daemon does not run; start it with: \(ServiceCommand.start("avahi-daemon"))"
    /// The seconds between attempts to reach a bus whose socket cannot be watched, or a daemon that disappears at once. The
    /// first ones cover the time between the socket's appearance and its first connection.
    private static let pauses: [Double] = [0.1, 0.1, 0.2, 0.5, 1, 2, 4, 8, 16, 30]

    private let loop: EventLoop
    private let admission: AvahiObjectLimit
    private let poll: PollAdapter
    private var phase = Phase.idle
    private var client: ClientHandle?
    private var bus: BusSocket?
    /// The number of attempts since the daemon was available.
    private var attempts = 0
    private var retry: EventLoopKit.Timer?
    private var services: [Int: PublishedService] = [:]
    private var subscriptions: [Int: any Subscription] = [:]
    private var lookups: [Int: any Lookup] = [:]
    private var onHostName: ((String?) -> Void)?

    init(_ loop: EventLoop, _ admission: AvahiObjectLimit) {
        self.loop = loop
        self.admission = admission
        poll = PollAdapter(loop)
    }

    // MARK: What is wanted

    func add(_ service: PublishedService, _ id: Int) {
        services[id] = service
        switch phase {
        case .running: if let client { service.claim(client) }
        case .claiming: service.wait(Self.claiming)
        case .absent(let reason): service.wait(reason)
        case .idle, .connecting: connectSoon()
        case .closed: end(id)
        }
    }

    func add(_ new: any Subscription, _ id: Int) {
        subscriptions[id] = new
        switch phase {
        case .running, .claiming: if let client { new.start(client) }
        case .absent(let reason): new.reportUnavailable(reason)
        case .idle, .connecting: connectSoon()
        case .closed: end(id)
        }
    }

    func add(_ lookup: any Lookup, _ id: Int, timeout: Duration) {
        lookups[id] = lookup
        let this = OnLoop(self, loop)
        lookup.timer = loop.schedule(after: timeout) { this.value.lookups[id]?.expire() }
        switch phase {
        case .running, .claiming: if let client { lookup.start(client) }
        case .absent(let reason): lookup.fail(.unavailable(reason))
        case .idle, .connecting: connectSoon()
        case .closed: lookup.fail(AvahiObjectLimit.closed)
        }
    }

    /// Reports the host name that the daemon has claimed on the link, now and after each change; `nil` while there is none.
    func followHostName(_ handler: @escaping (String?) -> Void) {
        onHostName = handler
        switch phase {
        case .running: handler(client?.fullHostName)
        case .claiming, .absent, .closed: handler(nil)
        case .idle, .connecting: connectSoon()
        }
    }

    /// Replaces a TXT record.
    ///
    /// - Throws: ``ServiceDiscoveryError/invalidTXT(_:)``.
    func update(_ id: Int, txt: [TXTEntry]) throws(ServiceDiscoveryError) {
        try services[id]?.update(txt)
    }

    /// Ends the request with a number, unless it has ended already.
    func end(_ id: Int) {
        if let service = services.removeValue(forKey: id) {
            service.end()
            return admission.leave(.publication)
        } else if let one = subscriptions.removeValue(forKey: id) {
            one.end()
        } else if let lookup = lookups.removeValue(forKey: id) {
            lookup.timer?.cancel()
            lookup.lost()
        } else {
            return
        }
        admission.leave(.question)
    }

    func close() {
        phase = .closed
        onHostName?(nil)
        onHostName = nil
        retry?.cancel()
        bus?.stopWatching()
        bus = nil
        // First, so that no call is made to a daemon that may hang: it notices the disconnection, once for everything.
        client?.free()
        client = nil
        for lookup in lookups.values { lookup.fail(AvahiObjectLimit.closed) }
        for id in Array(services.keys) + Array(subscriptions.keys) + Array(lookups.keys) { end(id) }
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
            let client = try ClientHandle(poll) { [unowned self] in apply($1, of: $0) }
            client.onRoom = { [unowned self] in for one in Array(subscriptions.values) { one.resolveWaiting() } }
            client.makeRoom = { [unowned self] in subscriptions.values.contains { $0.giveUpOldest() } }
            self.client = client
            bus?.stopWatching()
        } catch {
            let bus = self.bus ?? makeBus()
            self.bus = bus
            if case .failed(let reason) = error {
                enterState(absent: reason)
            } else {
                enterState(absent: bus.problemText(error.description))
            }
            bus.watchDirectory()
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

    private func apply(_ state: ClientHandle.State, of client: ClientHandle) {
        guard client === self.client else { return }
        switch state {
        case .waitingForDaemon: enterState(absent: Self.noDaemon)
        case .claiming:
            attempts = 0
            phase = .claiming
            onHostName?(nil)
            for service in services.values { service.withdraw(Self.claiming) }
            startAll(client)
        case .running:
            attempts = 0
            phase = .running
            if let onHostName { onHostName(client.fullHostName) }
            for service in services.values { service.claim(client) }
            startAll(client)
        case .lost:
            removeClient(client)
            // The first time at once: a new client waits for the daemon.
            guard attempts == 0 else { return retryLater() }
            attempts = 1
            connect()
        case .hanging:
            removeClient(client)
            enterState(absent: ClientHandle.hanging)
            retryLater()
        }
    }

    private func startAll(_ client: ClientHandle) {
        for one in subscriptions.values { one.start(client) }
        for lookup in lookups.values where !lookup.isStarted { lookup.start(client) }
    }

    private func removeClient(_ client: ClientHandle) {
        phase = .connecting
        onHostName?(nil)
        for service in services.values { service.lost() }
        for one in subscriptions.values { one.lost() }
        for lookup in lookups.values { lookup.lost() }
        client.free()
        self.client = nil
    }

    private func enterState(absent reason: String) {
        phase = .absent(reason)
        onHostName?(nil)
        for service in services.values { service.wait(reason) }
        for one in subscriptions.values { one.reportUnavailable(reason) }
        for lookup in lookups.values { lookup.fail(.unavailable(reason)) }
    }
}
