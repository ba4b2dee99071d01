import CAvahi
import EventLoopKit
import NetworkModel

/// The addresses of a host on an interface, for all instances that are resolved there, or on all of them.
final class HostAddresses {
    private let loop: EventLoop
    private var browsers: [AddressBrowser] = []
    /// Each address with the interfaces and protocols of mDNS on which it is known.
    private var found: [IPAddress: Set<BrowserOrigin>] = [:]
    private var drained: Set<AddressFamily> = []
    private var timer: EventLoopKit.Timer?
    private var listeners: [Int: () -> Void] = [:]
    private var lastListener = 0
    private(set) var stage = Stage.open

    enum Stage {
        /// Nothing was found yet.
        case open
        /// An address of one family was found, and the other may still arrive.
        case first
        /// The addresses are complete for now.
        case settled
    }

    /// The second family's response arrives in the same packet as the first's, or not at all; from avahi's cache, a moment
    /// after it.
    private static let graceInPacket = Duration.milliseconds(20)
    /// If a packet had no room for both, hosts send the rest later (RFC 6762 section 6).
    private static let graceForOtherFamily = Duration.milliseconds(100)
    /// Several changes of a host within this time are reported as one.
    private static let pauseBeforeNotifying = Duration.milliseconds(200)
    private static let maxOfFamily = 32

    /// Starts to resolve a host.
    ///
    /// - Returns: `nil` if avahi-daemon returns no browser, or is gone.
    init?(_ client: ClientHandle, host: String, interface: AvahiIfIndex) {
        loop = client.loop
        for family in AddressFamily.allCases {
            let browser = AddressBrowser(client, host: host, interface: interface, family: family) {
                [unowned self] in apply($0, family)
            }
            guard let browser else {
                free()
                return nil
            }
            browsers.append(browser)
        }
    }

    /// The addresses, IPv4 before IPv6, and those that are valid beyond the link before others.
    var addresses: [IPAddress] {
        found.keys.sorted { left, right in
            if left.family != right.family { return left.family == .ipv4 }
            if left.isLinkLocal != right.isLinkLocal { return right.isLinkLocal }
            return left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    /// The addresses with the interfaces on which they are known.
    var sightings: [FoundAddress] {
        addresses.flatMap { address in
            Set(found[address, default: []].map(\.interface)).sorted().map {
                FoundAddress(address: address, interface: WireText.interfaceName($0))
            }
        }
    }

    /// Calls the listener at each later stage, and after each change from then on.
    func listen(_ listener: @escaping () -> Void) -> Int {
        lastListener += 1
        listeners[lastListener] = listener
        return lastListener
    }

    /// Removes a listener.
    ///
    /// - Returns: Whether no listener is left.
    func stopListening(_ id: Int) -> Bool {
        listeners[id] = nil
        return listeners.isEmpty
    }

    func free() {
        timer?.cancel()
        timer = nil
        listeners = [:]
        for browser in browsers { browser.free() }
        browsers = []
    }

    /// Whether there is room: each family has its own limit, so that addresses of one do not exclude those of the other.
    static func hasRoom(for family: AddressFamily, beside addresses: some Sequence<IPAddress>) -> Bool {
        addresses.reduce(0) { $0 + ($1.family == family ? 1 : 0) } < maxOfFamily
    }

    private func apply(_ event: BrowserEvent<IPAddress?>, _ family: AddressFamily) {
        switch event {
        case .new(let address?, let place):
            guard found[address] != nil || Self.hasRoom(for: family, beside: found.keys) else { return }
            found[address, default: []].insert(place)
        case .removed(let address?, let place):
            found[address]?.remove(place)
            if found[address]?.isEmpty == true { found[address] = nil }
        case .allForNow, .failed: drained.insert(family)
        case .new, .removed, .cacheExhausted: return
        }
        if stage == .settled {
            notifyLater(Self.pauseBeforeNotifying)
        } else if Set(found.keys.map(\.family)).union(drained).count == AddressFamily.allCases.count {
            finishLookup()
        } else if !found.isEmpty {
            notifyLater(Self.graceInPacket)
        }
    }

    private func notifyLater(_ delay: Duration) {
        guard timer == nil else { return }
        let this = OnLoop(self, loop)
        timer = loop.schedule(after: delay) { this.value.finishGracePeriod() }
    }

    private func finishGracePeriod() {
        timer = nil
        guard stage == .open else { return finishLookup() }
        stage = .first
        notifyLater(Self.graceForOtherFamily)
        notify()
    }

    private func finishLookup() {
        timer?.cancel()
        timer = nil
        // A host without addresses is about to disappear with its services, which report that.
        if stage == .settled, found.isEmpty { return }
        stage = .settled
        notify()
    }

    private func notify() {
        // Looked up one by one, since a listener may remove another.
        for id in Array(listeners.keys) { listeners[id]?() }
    }
}
