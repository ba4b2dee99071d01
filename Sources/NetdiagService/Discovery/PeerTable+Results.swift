import NetworkDiagnostics
import NetworkModel

/// The results of polls.
extension PeerTable {
    /// Records the result of polling a peer.
    ///
    /// - Parameters:
    ///   - answersQuery: Whether it answered a query over multicast; `nil` if none was sent.
    ///   - jitter: The factor for the interval.
    mutating func record(
        _ result: PollResult, of name: String, answersQuery: Bool?, _ own: LocalDaemon, at now: Instant,
        jitter: Double = 1
    ) {
        let key = Self.key(name)
        var places: [SocketAddress] = []
        if case .inFlight(let polled)? = entries[key]?.poll { places = polled }
        recordPlaces(result, at: places, now)
        guard var entry = entries[key] else { return }
        let wasOneWay = entry.oneWaySince != nil
        entry.lastPoll = now
        let isKept =
            switch result {
            case .answered(let document, let place, let roundTrip):
                entry.record(document, from: place, roundTrip, answersQuery: answersQuery == true, own, at: now)
            case .failed(let reason): entry.recordFailure(reason, at: now)
            case .refused: entry.recordSilence("it refuses connections to port \(entry.peer.port)", at: now)
            case .silent: entry.recordSilence("it does not answer", at: now)
            }
        entry.recordQuery(isAnswered: answersQuery == true)
        let isRefusal = if case .refused = result { entry.announcements.isEmpty } else { false }
        guard isKept, !isRefusal, !isForgotten(entry, at: now) else { return removePeer(key, at: now) }
        entries[key] = entry
        if entry.oneWaySince != nil, !wasOneWay { expeditePolls(at: now) }
        let next = now + pause(after: entry, jitter, at: now)
        entries[key]?.poll = .scheduled(at: next)
    }

    private func isForgotten(_ entry: Entry, at now: Instant) -> Bool {
        guard let missing = entry.missingSince else { return false }
        return max(missing, entry.lastAnswer ?? missing).duration(to: now) >= Self.forgetting
    }

    private func pause(after entry: Entry, _ jitter: Double, at now: Instant) -> Duration {
        if case .answered(let visibility) = entry.contact, visibility.oneWaySince != nil {
            let polls = max(visibility.unseenByPeer, visibility.unseenHere)
            return polls < Self.maxShortIntervals ? Self.shortInterval : Self.mediumInterval
        }
        if case .starting(1...Self.maxStartPolls) = entry.browsing { return Self.minInterval }
        let isAlarmed = entries.values.contains { other in
            other.oneWaySince.map { $0.duration(to: now) < Self.alarm } ?? false
        }
        return (isAlarmed ? Self.mediumInterval : Self.interval) * jitter
    }

    /// How a peer sees this daemon.
    fileprivate static func view(of own: LocalDaemon, in document: PeersDocument) -> Peer.View {
        if document.isFull == true { return .init(reason: "its list of peers is full") }
        guard document.isLooking else {
            return .init(
                reason: document.isStarting == true
                    ? "it has only just begun to look" : "it does not look for others")
        }
        let mine = document.peers.first { peer in
            peer.port == own.port && (own.name.map(key) == key(peer.name))
                || peer.port == own.port && peer.addresses.contains(where: own.scope.isOwn)
        }
        if let mine {
            return .init(
                isSeen: mine.isSeen, status: mine.status, isReachable: mine.isReachable,
                reason: mine.reason.map { SafeText.cut($0, to: 200) })
        }
        guard document.peers.count < maxEntries else { return .init(reason: "its list of peers is full") }
        return .init(isSeen: false)
    }
}

extension PeerTable.Entry {
    /// - Returns: Whether the entry is kept, which it is not if another daemon responded.
    fileprivate mutating func record(
        _ document: PeersDocument, from place: SocketAddress, _ roundTrip: Duration, answersQuery: Bool,
        _ own: PeerTable.LocalDaemon, at now: PeerTable.Instant
    ) -> Bool {
        let key = PeerTable.key(peer.name)
        // A daemon that has changed its name is known by the new one. A hello with a name other than the sender's is
        // false.
        let isNamesake = document.name.map(PeerTable.key) == key || document.name == nil && !isClaimed
        guard isNamesake || isHeard else { return false }
        if case .claimed(let since) = presence { presence = .unannounced(since: since, answersQueries: false) }
        recordQuery(isAnswered: answersQuery)
        // The daemon may have no name at the moment, but a different name does not verify it.
        let isVerified = document.name.map { PeerTable.key($0) == key } ?? isVerified
        identity = isVerified ? .verified(at: place.address) : .unverified(answeredFrom: place.address)
        lastAnswer = now
        peer.apply(document, roundTrip: roundTrip)
        peer.addresses = [place.address] + peer.addresses.filter { $0 != place.address }
        let view = PeerTable.view(of: own, in: document)
        peer.view = view

        var visibility = PeerTable.Visibility()
        if case .answered(let before) = contact { visibility = before }
        let isAnnounced = own.announced.map { $0.duration(to: now) >= PeerTable.settling } ?? false
        visibility.unseenByPeer = view.isSeen == false && isAnnounced ? visibility.unseenByPeer + 1 : 0
        let canHear = own.listening.map { $0.duration(to: now) >= PeerTable.settling } ?? false
        // A daemon that is not announced cannot be seen.
        let isHidden = !isSeen && document.name != nil
        visibility.unseenHere = isHidden && canHear ? visibility.unseenHere + 1 : 0
        let isOneWay = view.isSeen == false || isHidden
        visibility.oneWaySince = isOneWay ? visibility.oneWaySince ?? now : nil
        recordBrowsing(of: document, at: now)
        visibility.isCached = isCached(at: now)
        contact = .answered(visibility)
        return true
    }

    private mutating func recordBrowsing(of document: PeersDocument, at now: PeerTable.Instant) {
        if document.isLooking {
            browsing = .on
        } else if document.isStarting == true {
            if browsing == .on { lastRestart = now }
            let polls = if case .starting(let polls) = browsing { polls } else { 0 }
            browsing = .starting(polls: polls + 1)
        } else {
            browsing = .off
        }
    }

    /// Whether the peer's announcement is older than its daemon. If the peer cannot send, others have received neither
    /// its goodbye nor its queries. An empty list of peers then does not show that it receives nothing.
    private func isCached(at now: PeerTable.Instant) -> Bool {
        guard let lastRestart, let lastHeard else { return false }
        return lastRestart.duration(to: now) < PeerTable.cacheTime
            && lastHeard.duration(to: lastRestart) > PeerTable.mediumInterval
    }

    /// - Returns: Whether the entry is kept.
    fileprivate mutating func recordFailure(_ reason: String, at now: PeerTable.Instant) -> Bool {
        guard !isClaimed else { return false }
        lastAnswer = now
        peer.isReachable = true
        peer.reason = reason
        peer.view = .init(reason: reason)
        contact = .failed
        return true
    }

    /// - Returns: Whether the entry is kept.
    fileprivate mutating func recordSilence(_ reason: String, at now: PeerTable.Instant) -> Bool {
        guard !isClaimed else { return false }
        if browsing == .on { lastRestart = now }
        peer.isReachable = false
        peer.roundTrip = nil
        peer.reason = reason
        peer.view = nil
        contact = .unreachable
        return true
    }
}

extension Peer {
    /// Copies the peer's data about itself. All texts are cut, since they are not trusted.
    fileprivate mutating func apply(_ document: PeersDocument, roundTrip: Duration) {
        // The host name as the peer would announce it.
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
