import NetworkModel

/// Decides whether a place (address and port) that was only announced may be polled: a reducer without clock or
/// network.
///
/// Any host on the link can announce the address and port of any other, for example of a printer, which prints what it
/// receives. A place has *identified itself* once it has responded with netdiag's own document. Before that it is
/// polled once, and then after 1, 4, 16, 64 minutes and so on up to six hours, whatever is announced meanwhile: this
/// state belongs to the place, not to the announcement, and outlives it. In addition, there are limits for each host
/// and for the whole link.
struct UnverifiedPeerBackoff: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The default port of netdiagd.
    static let usualPort: UInt16 = 8053
    /// The maximum number of places that are remembered. At the rate of ``refill``, it takes longer to displace a place
    /// than any place has to wait.
    static let maxPlaces = 4_096
    /// The token bucket for requests to places that have not identified themselves: its size, and the time per token.
    static let burst = 64
    static let refill = Duration.seconds(10)
    /// The number of places of one host that may fail to identify themselves before the whole host has to wait.
    static let maxFailuresOfHost = 3
    private static let shortest = Duration.seconds(60)
    private static let maxPause = Duration.seconds(6 * 3_600)
    /// The maximum wait of a place whose own host has sent a hello.
    private static let invited = Duration.seconds(300)

    /// The number of polls of a place or host without success, and the time of the last one.
    private struct FailedPolls {
        var failures = 0
        var last: Instant

        func allowed(free: Int = 0) -> Instant {
            let count = failures - free
            guard count > 0 else { return last }
            let pause = UnverifiedPeerBackoff.shortest * (1 << (2 * min(count - 1, 5)))
            return last + min(pause, UnverifiedPeerBackoff.maxPause)
        }
    }

    private var proven: [SocketAddress: Instant] = [:]
    private var places: [SocketAddress: FailedPolls] = [:]
    private var hosts: [IPAddress: FailedPolls] = [:]
    private var invitations: Set<SocketAddress> = []
    private var tokens = burst
    private var filled: Instant?

    /// Whether a port should not receive requests: those of servers that process whatever they receive, such as
    /// printers (9100 prints it), and the system ports, of which netdiagd can only use a web server's.
    static func isUnsafePort(_ port: UInt16) -> Bool {
        port < 1_024 && port != 80 || 9_100...9_109 ~= port
            || [2_501, 3_910, 3_911, 9_220, 9_290, 9_500].contains(port)
    }

    func hasIdentifiedItself(_ place: SocketAddress) -> Bool { proven[place] != nil }

    /// The time from which a place may be polled; `nil` if it may not, unless it sends a hello.
    private func allowed(_ place: SocketAddress, at now: Instant) -> Instant? {
        let own = places[place]
        if invitations.contains(place) { return own.map { min($0.allowed(), $0.last + Self.invited) } ?? now }
        if Self.isUnsafePort(place.port) { return nil }
        // Announcements of other ports at a host must not prevent its own daemon from being found.
        let host = place.port == Self.usualPort ? nil : hosts[place.address]
        return max(own?.allowed() ?? now, host?.allowed(free: Self.maxFailuresOfHost - 1) ?? now)
    }

    /// Admits a poll of the place now, which counts as unsuccessful until the place has identified itself.
    ///
    /// - Returns: When to try again, if it may not be polled now; `nil` if it may.
    mutating func admit(_ place: SocketAddress, at now: Instant) -> Instant? {
        guard !hasIdentifiedItself(place) else { return nil }
        guard let allowed = allowed(place, at: now) else { return now + Self.maxPause }
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

    /// Records that the host itself has sent a hello for this place, so that polling it reaches no other host.
    mutating func invite(_ place: SocketAddress) {
        guard !hasIdentifiedItself(place), invitations.count < Self.maxPlaces else { return }
        invitations.insert(place)
    }

    /// Records that the place responded with netdiag's own document.
    mutating func recordVerified(_ place: SocketAddress, at now: Instant) {
        if places.removeValue(forKey: place) != nil, let host = hosts[place.address] {
            hosts[place.address] = host.failures > 1 ? FailedPolls(failures: host.failures - 1, last: host.last) : nil
        }
        if proven.count >= Self.maxPlaces, proven[place] == nil,
            let oldest = proven.min(by: { $0.value < $1.value })?.key
        {
            proven[oldest] = nil
        }
        proven[place] = now
    }

    /// Records that the place responds with something else, or has not responded for too long, so that it must identify
    /// itself again.
    ///
    /// - Parameter moment: An identification after this moment stays valid; `nil` to revoke any.
    mutating func revoke(_ place: SocketAddress, ifNotSince moment: Instant? = nil, at now: Instant) {
        guard let since = proven[place], moment.map({ since <= $0 }) ?? true else { return }
        proven[place] = nil
        count(place, at: now)
    }

    private mutating func count(_ place: SocketAddress, at now: Instant) {
        Self.count(place, in: &places, at: now)
        Self.count(place.address, in: &hosts, at: now)
    }

    private static func count<Key: Hashable>(_ key: Key, in doubts: inout [Key: FailedPolls], at now: Instant) {
        // The entry that may be polled soonest is dropped, since it loses the least by that.
        if doubts[key] == nil, doubts.count >= maxPlaces,
            let next = doubts.min(by: { $0.value.allowed() < $1.value.allowed() })?.key
        {
            doubts[next] = nil
        }
        doubts[key] = FailedPolls(failures: (doubts[key]?.failures ?? 0) + 1, last: now)
    }
}
