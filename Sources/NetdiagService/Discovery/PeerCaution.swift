import NetworkModel

/// Whether a place that has only been announced may be asked: a reducer without clock or network of its own.
///
/// Anybody on the link can announce any host's address and port, such as a printer's, which prints what it is sent. A place
/// has *identified itself* once it has answered with netdiag's own document. Before that it is asked once, and then after
/// 1, 4, 16, 64 minutes and so on up to six hours, whatever is announced meanwhile: what is remembered belongs to the place, not
/// to the announcement, and outlives it. Hosts and the link as a whole have limits beyond that.
struct PeerCaution: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The port that netdiagd listens on by default.
    static let usualPort: UInt16 = 8053
    /// Places that are remembered. At ``refill``, it takes longer to drive one out than any of them has to wait.
    static let maxPlaces = 4_096
    /// Requests to places that have not identified themselves: at once, and then one each so often.
    static let burst = 64
    static let refill = Duration.seconds(10)
    /// Places of one host that did not identify themselves, before the host as a whole has to wait.
    static let maxFailuresOfHost = 3
    private static let shortest = Duration.seconds(60)
    private static let longest = Duration.seconds(6 * 3_600)
    /// How long a place that is invited by its own host has to wait at most.
    private static let invited = Duration.seconds(300)

    /// How often a place, or a host, was asked in vain, and when last.
    private struct Doubt {
        var failures = 0
        var last: Instant

        func allowed(free: Int = 0) -> Instant {
            let count = failures - free
            guard count > 0 else { return last }
            let pause = PeerCaution.shortest * (1 << (2 * min(count - 1, 5)))
            return last + min(pause, PeerCaution.longest)
        }
    }

    private var proven: [SocketAddress: Instant] = [:]
    private var places: [SocketAddress: Doubt] = [:]
    private var hosts: [IPAddress: Doubt] = [:]
    private var invitations: Set<SocketAddress> = []
    private var tokens = burst
    private var filled: Instant?

    /// Ports of servers that take what they are sent for work to do, such as printers (9100: what arrives is printed), and those
    /// of the system, of which a web server's alone can be netdiagd's.
    static func isDelicate(_ port: UInt16) -> Bool {
        port < 1_024 && port != 80 || 9_100...9_109 ~= port
            || [2_501, 3_910, 3_911, 9_220, 9_290, 9_500].contains(port)
    }

    func hasIdentifiedItself(_ place: SocketAddress) -> Bool { proven[place] != nil }

    /// From when on a place may be asked; `nil` if it may not, unless it sends a hello.
    private func allowed(_ place: SocketAddress, at now: Instant) -> Instant? {
        let own = places[place]
        if invitations.contains(place) { return own.map { min($0.allowed(), $0.last + Self.invited) } ?? now }
        if Self.isDelicate(place.port) { return nil }
        // What others announce of a host does not keep its own daemon from being found.
        let host = place.port == Self.usualPort ? nil : hosts[place.address]
        return max(own?.allowed() ?? now, host?.allowed(free: Self.maxFailuresOfHost - 1) ?? now)
    }

    /// Admits a poll of the place now, which counts as one in vain until the place has identified itself.
    ///
    /// - Returns: When to try again, where it may not be asked now; `nil` if it may.
    mutating func admit(_ place: SocketAddress, at now: Instant) -> Instant? {
        guard !hasIdentifiedItself(place) else { return nil }
        guard let allowed = allowed(place, at: now) else { return now + Self.longest }
        guard allowed <= now else { return allowed }
        let since = filled ?? now
        let more = Int(since.duration(to: now) / Self.refill)
        tokens = min(Self.burst, tokens + more)
        filled = tokens == Self.burst ? now : since + Self.refill * more
        guard tokens > 0 else { return (filled ?? now) + Self.refill }
        tokens -= 1
        invitations.remove(place)
        count(place, at: now)
        return nil
    }

    /// Its own host has sent a hello from there: that leads to nobody else.
    mutating func invite(_ place: SocketAddress) {
        guard !hasIdentifiedItself(place), invitations.count < Self.maxPlaces else { return }
        invitations.insert(place)
    }

    /// It answered with netdiag's own document.
    mutating func prove(_ place: SocketAddress, at now: Instant) {
        if places.removeValue(forKey: place) != nil, let host = hosts[place.address] {
            hosts[place.address] = host.failures > 1 ? Doubt(failures: host.failures - 1, last: host.last) : nil
        }
        if proven.count >= Self.maxPlaces, proven[place] == nil,
            let oldest = proven.min(by: { $0.value < $1.value })?.key
        {
            proven[oldest] = nil
        }
        proven[place] = now
    }

    /// It answers with something else by now, or has not answered for too long: it has to identify itself anew.
    ///
    /// - Parameter moment: What it has to have identified itself after, so as to keep what it is; `nil`: it does not.
    mutating func revoke(_ place: SocketAddress, ifNotSince moment: Instant? = nil, at now: Instant) {
        guard let since = proven[place], moment.map({ since <= $0 }) ?? true else { return }
        proven[place] = nil
        count(place, at: now)
    }

    private mutating func count(_ place: SocketAddress, at now: Instant) {
        Self.count(place, in: &places, at: now)
        Self.count(place.address, in: &hosts, at: now)
    }

    private static func count<Key: Hashable>(_ key: Key, in doubts: inout [Key: Doubt], at now: Instant) {
        // Those go first that may be asked soonest, and have the least reason to wait.
        if doubts[key] == nil, doubts.count >= maxPlaces,
            let next = doubts.min(by: { $0.value.allowed() < $1.value.allowed() })?.key
        {
            doubts[next] = nil
        }
        doubts[key] = Doubt(failures: (doubts[key]?.failures ?? 0) + 1, last: now)
    }
}
