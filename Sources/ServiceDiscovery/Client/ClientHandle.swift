import CAvahi
import EventLoopKit

/// An `AvahiClient`: a connection to the bus, and over it to avahi-daemon.
final class ClientHandle {
    enum State {
        /// The daemon is claiming its host name, or has lost it to another host.
        case claiming
        case running
        /// The bus is available, but the daemon is not.
        case waitingForDaemon
        /// The daemon or the bus is gone, and this client is useless.
        case lost
        /// The daemon does not respond, and this client is useless.
        case hanging
    }

    /// The maximum number of objects of a client in avahi-daemon (`objects-per-client-max` of avahi-daemon.conf(5)), with a
    /// reserve.
    static let maxObjects = 1_000

    /// The reserve for browsers and publications while instances are being resolved.
    private static let reserved = 100

    private var owned: OpaquePointer?
    /// The client; `nil` after it was freed, or if the daemon hangs, so that no calls are made.
    var pointer: OpaquePointer? { isHanging ? nil : owned }
    let loop: EventLoop
    let hosts = HostDirectory()
    /// Called when there is room again to resolve.
    var onRoom: (() -> Void)?
    /// Stops following an instance, so that another one can be resolved. Returns whether there was one.
    var makeRoom: (() -> Bool)?
    private let poll: PollAdapter
    private let context: CallbackContext<AvahiClientState>
    private let relay: StateRelay
    private var objectCount = 0
    private(set) var isHanging = false
    /// Releases the contexts of objects that could not be freed, whose handlers are disabled.
    private var orphans: [() -> Void] = []

    /// The duration from which on a call counts as one to a daemon that hangs: the next one would take as long.
    /// libavahi-client waits 25 s.
    private static let maxCallTime = Duration.seconds(5)
    static let hanging = "avahi-daemon does not answer; restart it with: \(ServiceCommand.restart("avahi-daemon"))"

    /// Connects. States are passed to `handler`, never within this call or any other of avahi's.
    ///
    /// - Throws: ``ServiceDiscoveryError/unavailable(_:)`` if there is no bus, ``ServiceDiscoveryError/failed(_:)`` if the
    ///   daemon is there but cannot be used; with avahi's text.
    init(_ poll: PollAdapter, _ handler: @escaping (ClientHandle, State) -> Void) throws(ServiceDiscoveryError) {
        self.poll = poll
        loop = poll.loop
        let relay = StateRelay(loop, handler)
        self.relay = relay
        context = CallbackContext { relay.post($0) }
        var code: CInt = 0
        let began = ContinuousClock.now
        let pointer = avahi_client_new(
            poll.api, AVAHI_CLIENT_NO_FAIL,
            { _, state, context in CallbackContext<AvahiClientState>.call(context, state) },
            context.retained(), &code)
        guard let pointer else {
            context.release()
            guard began.duration(to: .now) <= Self.maxCallTime else { throw .failed(Self.hanging) }
            let text = WireText.string(avahi_strerror(code))
            let isBus = [AVAHI_ERR_NO_DAEMON, AVAHI_ERR_DBUS_ERROR, AVAHI_ERR_DISCONNECTED].contains(Int(code))
            throw isBus ? .unavailable(text) : .failed("avahi-daemon cannot be used: \(text)")
        }
        // A daemon that hangs looks like a missing one, whose start the bus would report; but it has started already.
        if relay.last == AVAHI_CLIENT_CONNECTING, began.duration(to: .now) > Self.maxCallTime {
            avahi_client_free(pointer)
            context.release()
            throw .failed(Self.hanging)
        }
        owned = pointer
        relay.client = self
    }

    /// Frees the client with all of its objects, whose handles need no call of their own. It makes no call to the daemon,
    /// which notices the end of the connection to the bus.
    func free() {
        guard let owned else { return }
        self.owned = nil
        onRoom = nil
        makeRoom = nil
        hosts.free()
        avahi_client_free(owned)
        context.release()
        for release in orphans { release() }
        orphans = []
    }

    /// Makes a call to the daemon. If a call takes too long, it is the last one: the client is then lost.
    @discardableResult
    func call<Result>(_ body: () -> Result) -> Result {
        let began = ContinuousClock.now
        let result = body()
        if !isHanging, began.duration(to: .now) > Self.maxCallTime {
            isHanging = true
            relay.post(AVAHI_CLIENT_FAILURE)
        }
        return result
    }

    /// Releases the context of an object after the client was freed, which frees the object.
    func releaseLater(_ release: @escaping () -> Void) {
        guard owned != nil else { return release() }
        orphans.append(release)
    }

    var isFreed: Bool { owned == nil }

    var hasRoom: Bool { objectCount < Self.maxObjects }

    var hasRoomToResolve: Bool {
        objectCount + InstanceResolution.objects <= Self.maxObjects - Self.reserved
    }

    /// Whether there are unread messages of avahi-daemon.
    var hasMessages: Bool { poll.hasMessages }

    func countNewObject() { objectCount += 1 }

    func countFreedObject() {
        let hadRoom = hasRoomToResolve
        objectCount -= 1
        guard !hadRoom, hasRoomToResolve, onRoom != nil else { return }
        // Later, since the code that frees an object may be in the middle of something.
        let this = OnLoop(self, loop)
        loop.execute { this.value.onRoom?() }
    }

    /// The reason why the last call failed.
    var errorText: String {
        hasRoom
            ? WireText.string(avahi_strerror(errorCode))
            : "everything that avahi-daemon has room for is in use; end some of the browsers"
    }
    var errorCode: CInt { pointer.map(avahi_client_errno) ?? CInt(AVAHI_ERR_DISCONNECTED) }

    /// The host name that the daemon has claimed; queried the first time.
    var hostName: String? {
        guard let pointer, let name = call({ avahi_client_get_host_name(pointer) }) else { return nil }
        return WireText.string(name)
    }

    /// The host name with its domain, as in `h1.local`; queried the first time.
    var fullHostName: String? {
        guard let pointer, let name = call({ avahi_client_get_host_name_fqdn(pointer) }) else { return nil }
        return WireText.string(name)
    }
}

/// Passes on states after the callback that reported them has returned, since a client must not be freed in one.
private final class StateRelay {
    weak var client: ClientHandle?
    private(set) var last: AvahiClientState?
    private let loop: EventLoop
    private let handler: (ClientHandle, ClientHandle.State) -> Void

    init(_ loop: EventLoop, _ handler: @escaping (ClientHandle, ClientHandle.State) -> Void) {
        self.loop = loop
        self.handler = handler
    }

    func post(_ raw: AvahiClientState) {
        last = raw
        let state: ClientHandle.State =
            switch raw {
            case AVAHI_CLIENT_S_RUNNING: .running
            case AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION: .claiming
            case AVAHI_CLIENT_CONNECTING: .waitingForDaemon
            default: .lost
            }
        let this = OnLoop(self, loop)
        loop.execute {
            let relay = this.value
            guard let client = relay.client, !client.isFreed else { return }
            relay.handler(client, client.isHanging ? .hanging : state)
        }
    }
}
