import NetworkModel
import NetworkDiagnostics

/// The other daemons that are known, and what is known of them: a reducer without clock or network of its own.
///
/// One is known by its announcement, by its name; or since it has asked this one, and answers when it is asked back. It is
/// forgotten when it is neither announced nor has answered for ten minutes, or refuses connections.
struct PeerBook: Sendable {
    static let most = 64
    static let forgetting = Duration.seconds(600)
    /// From one look at a peer to the next.
    static let pace = Duration.seconds(30)
    /// The first looks after something was odd, and those after them.
    private static let soon = Duration.seconds(3)
    private static let later = Duration.seconds(10)
    private static let mostSoon = 3
    /// How long what is odd makes the looks at others more frequent: what lasts is known by then.
    private static let alarm = Duration.seconds(300)
    /// From one look at a peer to the next that others may cause.
    static let rest = Duration.seconds(5)
    private static let mostStarts = 6
    /// How long Avahi may show what it heard earlier and does not hear any more (RFC 6762 section 10).
    private static let memory = Duration.seconds(120)
    /// Looks in a row that have to say the same before it is believed.
    static let certain = 2
    /// How long an announcement may take to get everywhere (RFC 6762 section 8.3 has it said again after a second).
    static let settling = Duration.seconds(5)
    /// Of one peer.
    static let mostAddresses = 8

    typealias Instant = ContinuousClock.Instant

    /// What this daemon is to others.
    struct Own: Sendable {
        var name: String?
        var port: UInt16
        var surroundings: Surroundings
        /// Since when it is announced; `nil` while it is not.
        var announced: Instant?
        /// Since when this machine has heard all there is to hear; `nil` while it cannot hear.
        var listening: Instant?
    }

    /// What a peer said when it was asked.
    enum Look: Sendable {
        case answered(PeersDocument, from: SocketAddress, roundTrip: Duration)
        /// It answers, but not with what was asked for.
        case failed(String)
        case refused
        case silent
    }

    struct Entry: Sendable {
        var peer: Peer
        /// What is announced of it, by interface.
        var sightings: [String: ServiceInstance] = [:]
        /// Nothing is, but it answered a question for it over multicast.
        var isFound = false
        /// Known by its own word alone, which has not been tried yet.
        var isHearsay = false
        /// It answered, and calls itself by this name.
        var isProven = false
        var answered: Instant?
        /// Where it answered last.
        var answeredAt: IPAddress?
        /// When it was asked last.
        var asked: Instant?
        /// Since when nothing is announced of it.
        var missing: Instant?
        /// Looks in a row in which it said that it does not see this daemon; in which it answered, and was not seen.
        var blindLooks = 0
        var hiddenLooks = 0
        /// In which it had only just begun to look.
        var startLooks = 0
        /// Whether it looked when it was asked last.
        var wasLooking = false
        /// Since when something is odd about it.
        var odd: Instant?
        /// When its announcement was heard last, or changed.
        var heard: Instant?
        /// When it was away last, or began to look anew.
        var restarted: Instant?
        /// Its announcement is from before that, and may be nothing but Avahi's memory.
        var isDoubtful = false
        var isBeingAsked = false
        /// Where it is being asked.
        var asking: [SocketAddress] = []
        var next: Instant

        /// Whether it can be heard. What is announced of a host that is silent was heard earlier.
        var isSeen: Bool { isInSight || isFound }
        var isInSight: Bool { sightings.values.contains { !$0.stale } }

        /// The address that it stands for.
        var home: IPAddress? { answeredAt ?? peer.addresses.first }

        /// Where it is to be asked: what was on a link may be beyond the gateway by now, or this machine's.
        func places(_ surroundings: Surroundings) -> [SocketAddress] {
            asking.filter { surroundings.isNeighbour($0.address) }
        }
    }

    var entries: [String: Entry] = [:]
    /// When all were last to be asked sooner than planned.
    private var hurried: Instant?
    /// Which places may be asked.
    var caution = PeerCaution()
    /// Who gave a card that nothing came of, and when.
    private var vain: [IPAddress: Instant] = [:]

    private static func key(_ name: String) -> String { name.lowercased() }

    /// In the order of their names.
    var peers: [Peer] {
        entries.values.filter { !$0.isHearsay }.map { entry in
            var peer = entry.peer
            peer.isSeen = entry.isSeen
            return peer
        }.sorted { ($0.name, $0.host) < ($1.name, $1.host) }
    }

    // MARK: What is heard

    /// Takes what the browser for `_netdiag._tcp` says.
    mutating func take(_ event: ServiceEvent, _ own: Own, at now: Instant) {
        let instance = event.instance
        let key = Self.key(instance.name)
        if event.event == .removed {
            guard var entry = entries[key] else { return }
            entry.sightings[instance.interface ?? ""] = nil
            let isGone = entry.sightings.isEmpty
            if isGone { (entry.missing, entry.next) = (entry.missing ?? now, now) }
            // Of one that has never answered, nothing is left.
            entries[key] = isGone && entry.answered == nil && !entry.isHearsay ? nil : entry
            if isGone, entry.isProven { hurry(at: now) }
            return
        }
        guard let port = instance.port, port != 0, let host = instance.host, !isOwn(instance, own) else { return }
        var entry = entries[key] ?? Entry(peer: Peer(name: instance.name, host: host, port: port), next: now)
        // A name that somebody else gave himself is this one's, who has claimed it on the link.
        if entry.isHearsay { entry = Entry(peer: Peer(name: instance.name, host: host, port: port), next: now) }
        var isNews = entry.sightings.isEmpty || entry.peer.port != port
        let wasInSight = entry.isInSight
        entry.sightings[instance.interface ?? ""] = instance
        entry.missing = nil
        // One that is silent was heard earlier.
        if !instance.stale { (entry.heard, entry.isFound) = (now, false) }
        let isLost = wasInSight && !entry.isInSight
        if isLost { isNews = true }
        entry.peer.host = host
        entry.peer.port = port
        entry.peer.interfaces = entry.sightings.keys.filter { !$0.isEmpty }.sorted()
        entry.peer.addresses = Self.addresses(of: entry, own)
        if let place = entry.answeredAt, !entry.peer.addresses.contains(place) {
            (entry.answeredAt, entry.isProven, isNews) = (nil, false, true)
        }
        entry.peer.last = Timestamp()
        if !instance.stale, entry.peer.isReachable != true, case .text(let status)? = instance.txt?["status"] {
            entry.peer.status = ConnectionStatus(rawValue: status)
        }
        if isNews { entry.next = now }
        enter(key, entry)
        if isLost, entry.isProven { hurry(at: now) }
    }

    /// Takes a card that came from an address.
    mutating func take(_ card: CallingCard, from address: IPAddress, _ own: Own, at now: Instant) {
        let key = Self.key(card.name)
        guard own.surroundings.isNeighbour(address) else { return }
        if let known = entries[key] {
            // It asks now because something is odd there, or its turn has come: either way it is a good time to ask back.
            guard known.peer.addresses.contains(address), known.peer.port == card.port,
                known.asked.map({ $0.duration(to: now) >= Self.rest }) ?? true
            else { return }
            caution.invite(SocketAddress(address, port: card.port))
            entries[key]?.next = min(known.next, now)
            return
        }
        vain = vain.filter { $0.value.duration(to: now) < Self.pace }
        guard vain[address] == nil, vain.count < Self.most,
            !entries.values.contains(where: { $0.isHearsay && $0.peer.addresses == [address] })
        else { return }
        var entry = Entry(peer: Peer(name: card.name, host: "", port: card.port), next: now)
        entry.isHearsay = true
        entry.missing = now
        entry.peer.addresses = [address]
        entry.peer.interfaces = own.surroundings.interface(of: address).map { [$0] } ?? []
        caution.invite(SocketAddress(address, port: card.port))
        enter(key, entry)
    }

    private mutating func enter(_ key: String, _ entry: Entry) {
        entries[key] = entry
        if let surplus = Self.surplus(in: entries, newcomer: key) { entries[surplus] = nil }
    }

    private func isOwn(_ instance: ServiceInstance, _ own: Own) -> Bool {
        own.surroundings.isLoopback(instance.interface)
            || instance.port == own.port && (instance.addresses ?? []).contains(where: own.surroundings.isOwn)
    }

    /// Those that are on the link that they were heard on; IPv4 first, since it needs no zone.
    private static func addresses(of entry: Entry, _ own: Own) -> [IPAddress] {
        var addresses: [IPAddress] = []
        for (interface, instance) in entry.sightings.sorted(by: { $0.key < $1.key }) {
            for address in instance.addresses ?? [] where !addresses.contains(address) {
                guard own.surroundings.isNeighbour(address, interface) else { continue }
                addresses.append(address)
            }
        }
        let sorted = addresses.filter { $0.family == .ipv4 } + addresses.filter { $0.family == .ipv6 }
        return Array(sorted.prefix(mostAddresses))
    }

    // MARK: Asking them

    /// Whether what a peer announced is older than its daemon: where nothing of it gets out, neither did its farewell nor
    /// its questions, and that it sees nobody now is no sign that it cannot hear.
    private static func isDoubtful(_ entry: Entry, at now: Instant) -> Bool {
        guard let restarted = entry.restarted, let heard = entry.heard else { return false }
        return restarted.duration(to: now) < memory && heard.duration(to: restarted) > later
    }

    /// What befalls one may befall all: they are looked at soon.
    private mutating func hurry(at now: Instant) {
        guard hurried.map({ $0.duration(to: now) >= Self.later }) ?? true else { return }
        hurried = now
        for (key, entry) in entries { entries[key]?.next = min(entry.next, now + Self.soon) }
    }

    private func isAlarmed(at now: Instant) -> Bool {
        entries.values.contains { $0.odd.map { $0.duration(to: now) < Self.alarm } ?? false }
    }

    /// When the next one is to be asked.
    var next: Instant? {
        entries.values.filter { !$0.isBeingAsked && !$0.peer.addresses.isEmpty }.map(\.next).min()
    }

    /// Takes what came of asking one.
    ///
    /// - Parameters:
    ///   - isFound: Whether it answered a question for it over multicast; `nil` where it was not asked.
    ///   - jitter: What the pace is stretched by.
    mutating func take(
        _ look: Look, of name: String, isFound: Bool?, _ own: Own, at now: Instant, jitter: Double = 1
    ) {
        let key = Self.key(name)
        learn(from: look, at: entries[key]?.asking ?? [], now)
        guard var entry = entries[key] else { return }
        entry.isBeingAsked = false
        entry.asked = now
        entry.isFound = isFound == true && !entry.isInSight
        var isOdd = false
        switch look {
        case .answered(let document, let place, let roundTrip):
            // One that has another name by now is known by that one; and whoever gives another name on his card than he
            // calls himself by is not who he says he is.
            let isNamesake = document.name.map(Self.key) == key || document.name == nil && !entry.isHearsay
            guard isNamesake || entry.isInSight else { return dismiss(key, entry, at: now) }
            entry.isHearsay = false
            // It may have lost its name for now; another one it has not.
            entry.isProven = document.name.map { Self.key($0) == key } ?? entry.isProven
            entry.answered = now
            entry.answeredAt = place.address
            entry.peer.take(document, roundTrip: roundTrip)
            entry.peer.addresses = [place.address] + entry.peer.addresses.filter { $0 != place.address }
            let view = Self.view(of: own, in: document)
            entry.peer.view = view
            let isSettled = own.announced.map { $0.duration(to: now) >= Self.settling } ?? false
            entry.blindLooks = view.isSeen == false && isSettled ? entry.blindLooks + 1 : 0
            let canHear = own.listening.map { $0.duration(to: now) >= Self.settling } ?? false
            // While it is not announced, there is nothing to see.
            let isHidden = !entry.isSeen && document.name != nil
            entry.hiddenLooks = isHidden && canHear ? entry.hiddenLooks + 1 : 0
            isOdd = view.isSeen == false || isHidden
            let isStarting = !document.isLooking && document.isStarting == true
            if isStarting, entry.wasLooking { entry.restarted = now }
            entry.isDoubtful = Self.isDoubtful(entry, at: now)
            entry.wasLooking = document.isLooking
            entry.startLooks = isStarting ? entry.startLooks + 1 : 0
        case .failed(let reason):
            guard !entry.isHearsay else { return dismiss(key, entry, at: now) }
            entry.answered = now
            entry.peer.isReachable = true
            entry.peer.reason = reason
            entry.peer.view = .init(reason: reason)
            (entry.blindLooks, entry.hiddenLooks) = (0, 0)
        case .refused, .silent:
            let isRefused = if case .refused = look { true } else { false }
            if entry.isHearsay || isRefused && entry.sightings.isEmpty { return dismiss(key, entry, at: now) }
            if entry.wasLooking { entry.restarted = now }
            entry.peer.isReachable = false
            entry.peer.roundTrip = nil
            entry.peer.reason = isRefused ? "it refuses connections to port \(entry.peer.port)" : "it does not answer"
            entry.peer.view = nil
            (entry.blindLooks, entry.hiddenLooks) = (0, 0)
        }
        if let missing = entry.missing, max(missing, entry.answered ?? missing).duration(to: now) >= Self.forgetting {
            return dismiss(key, entry, at: now)
        }
        let isNew = isOdd && entry.odd == nil
        entry.odd = isOdd ? entry.odd ?? now : nil
        entries[key] = entry
        if isNew { hurry(at: now) }
        let looks = max(entry.blindLooks, entry.hiddenLooks)
        let pause =
            if isOdd {
                looks < Self.mostSoon ? Self.soon : Self.later
            } else if (1...Self.mostStarts).contains(entry.startLooks) {
                Self.rest
            } else {
                (isAlarmed(at: now) ? Self.later : Self.pace) * jitter
            }
        entries[key]?.next = now + pause
    }

    private mutating func dismiss(_ key: String, _ entry: Entry, at now: Instant) {
        entries[key] = nil
        if entry.isHearsay, let address = entry.peer.addresses.first { vain[address] = now }
    }

    /// What a peer says of this daemon.
    private static func view(of own: Own, in document: PeersDocument) -> Peer.View {
        if document.isFull == true { return .init(reason: "its list of peers is full") }
        guard document.isLooking else {
            return .init(
                reason: document.isStarting == true
                    ? "it has only just begun to look" : "it does not look for others")
        }
        let mine = document.peers.first { peer in
            peer.port == own.port && (own.name.map(key) == key(peer.name))
                || peer.port == own.port && peer.addresses.contains(where: own.surroundings.isOwn)
        }
        if let mine {
            return .init(
                isSeen: mine.isSeen, status: mine.status, isReachable: mine.isReachable,
                reason: mine.reason.map { SafeText.cut($0, to: 200) })
        }
        guard document.peers.count < most else { return .init(reason: "its list of peers is full") }
        return .init(isSeen: false)
    }
}

extension Peer {
    /// What a peer says of itself, of which every text is cut: it is anybody's.
    fileprivate mutating func take(_ document: PeersDocument, roundTrip: Duration) {
        // As it would be announced.
        if host.isEmpty {
            host = String(document.host.unicodeScalars.prefix(63).prefix { $0 != "." }) + ".local"
        }
        version = SafeText.cut(document.version, to: 64)
        status = document.status
        isReachable = true
        reason = nil
        self.roundTrip = Milliseconds(roundTrip)
        last = Timestamp()
    }
}
