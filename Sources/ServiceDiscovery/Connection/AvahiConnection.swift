import CAvahi
public import EventLoopKit
import Glibc
import NetworkModel

/// The connection to avahi-daemon over the system bus (avahi-client).
///
/// It connects when it is first needed. Where avahi-daemon or the bus goes away, publications wait and browsers tell so;
/// both begin anew by themselves when it is back. Nothing polls: Avahi tells of the daemon, the kernel of the bus.
public actor AvahiConnection {
    /// Publications, browsers and lookups at once; avahi-daemon itself has a limit for each client.
    static let mostAtOnce = 64

    nonisolated let loop: EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Whether Avahi can be asked.
    enum State: Sendable, Hashable {
        case idle
        case missing(Missing)
        case connected
        case closed
    }

    /// What is not there, and what to do.
    struct Missing: Sendable, Hashable {
        let reason: String
        let advice: String
        /// Both in one line.
        var text: String { "\(reason); \(advice)" }

        static let daemon = Missing(
            reason: "avahi-daemon does not run", advice: "start it: systemctl start avahi-daemon")
        static let bus = Missing(
            reason: "the system bus does not answer", advice: "start it: systemctl start dbus")
    }

    private(set) var state = State.idle
    private(set) var client: OpaquePointer?
    private var poll: AvahiLoop?
    private var busWatch: (fd: CInt, watch: Watch)?
    private var retry: EventLoopKit.Timer?
    private var delay = AvahiConnection.shortestDelay
    private static let shortestDelay = Duration.seconds(1)
    private static let longestDelay = Duration.seconds(30)

    var publications: [Int: PublicationRecord] = [:]
    var browses: [Int: Browse] = [:]
    var lookups: [Int: Lookup] = [:]
    private var lastID = 0

    /// - Parameter loop: Where Avahi is called. Its calls wait for the daemon's answers on the bus, so a daemon that
    ///   hangs holds up what else runs there: give it a loop of its own where that matters.
    public init(loop: EventLoop) {
        self.loop = loop
    }

    /// Frees everything that Avahi keeps for this process; all streams end.
    public func close() {
        disconnect()
        state = .closed
        for record in publications.values { record.continuation.finish() }
        for browse in browses.values { browse.continuation.finish() }
        for lookup in lookups.values { lookup.end(nil) }
        publications = [:]
        browses = [:]
        lookups = [:]
    }

    // MARK: For publications and browsers

    func nextID() throws(ServiceDiscoveryError) -> Int {
        guard publications.count + browses.count + lookups.count < Self.mostAtOnce else {
            throw .tooMany("\(Self.mostAtOnce) publications and browsers are open already")
        }
        guard state != .closed else { throw .unavailable("the connection to Avahi is closed") }
        lastID += 1
        return lastID
    }

    func connectIfNeeded() {
        if state == .idle { connect() }
    }

    /// Avahi's word for what went wrong last.
    var lastError: String {
        client.map { text(avahi_strerror(avahi_client_errno($0))) } ?? "not connected"
    }

    // MARK: Coming and going

    private func connect() {
        guard state != .closed else { return }
        disconnect()
        let poll = poll ?? AvahiLoop(loop: loop)
        self.poll = poll
        var error: CInt = 0
        // The client keeps the actor, and gives it back in disconnect().
        let context = Unmanaged.passRetained(self)
        let new = avahi_client_new(
            poll.poll, AVAHI_CLIENT_NO_FAIL,
            { client, state, userdata in
                guard let userdata else { return }
                let connection = Unmanaged<AvahiConnection>.fromOpaque(userdata).takeUnretainedValue()
                // As a number, since a pointer is not Sendable.
                let client = UInt(bitPattern: client)
                connection.assumeIsolated { $0.changed(OpaquePointer(bitPattern: client), to: state) }
            }, context.toOpaque(), &error)
        guard let new else {
            context.release()
            client = nil
            isMissing(error == AVAHI_ERR_NO_DAEMON ? .daemon : .bus)
            awaitBus()
            return
        }
        client = new
        delay = Self.shortestDelay
    }

    private func disconnect() {
        retry?.cancel()
        retry = nil
        if let busWatch {
            busWatch.watch.cancel()
            Glibc.close(busWatch.fd)
        }
        busWatch = nil
        guard let client else { return }
        self.client = nil
        // Frees what belongs to it as well.
        avahi_client_free(client)
        for id in publications.keys { publications[id]?.forget() }
        for id in browses.keys { browses[id]?.forget() }
        for id in lookups.keys { lookups[id]?.forget() }
        Unmanaged.passUnretained(self).release()
    }

    private func changed(_ client: OpaquePointer?, to new: AvahiClientState) {
        // Told of before avahi_client_new() has returned, too.
        if self.client == nil { self.client = client }
        guard client == self.client, state != .closed else { return }
        switch new {
        case AVAHI_CLIENT_S_RUNNING:
            becomeConnected()
            for id in publications.keys.sorted() { announce(id) }
        case AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION:
            // The host's name is being settled: services are announced anew under what comes of it.
            becomeConnected()
            for id in publications.keys.sorted() { withdraw(id) }
        case AVAHI_CLIENT_CONNECTING:
            isMissing(.daemon)
        default:
            isMissing(
                Missing(
                    reason: "the connection to avahi-daemon broke (\(lastError))", advice: "it is tried again by itself"
                ))
            // Not within Avahi's own call.
            loop.execute { [self] in assumeIsolated { $0.connect() } }
        }
    }

    private func becomeConnected() {
        guard state != .connected else { return }
        state = .connected
        for id in browses.keys.sorted() { start(browse: id) }
        for id in lookups.keys.sorted() { start(lookup: id) }
    }

    private func isMissing(_ missing: Missing) {
        guard state != .missing(missing) else { return }
        state = .missing(missing)
        for id in publications.keys.sorted() { wait(id, missing.reason) }
        for id in browses.keys.sorted() { browses[id]?.lose(missing.text) }
    }

    /// Tries again when the bus's socket appears, and now and then, for what the kernel does not tell of.
    private func awaitBus() {
        if let fd = SystemBus().watch() {
            if let watch = try? loop.watch(fd, for: .readable, { [self] _ in assumeIsolated { $0.connect() } }) {
                busWatch = (fd, watch)
            } else {
                Glibc.close(fd)
            }
        }
        retry = loop.schedule(after: delay) { [self] in assumeIsolated { $0.connect() } }
        delay = min(delay * 2, Self.longestDelay)
    }
}
