import NetworkModel

/// The selection of peers to poll, and of the places.
extension PeerTable {
    /// Starts the polls that are due, and marks their entries as in flight. A peer without a place that may be polled
    /// is scheduled for when there is one.
    mutating func startDuePolls(at now: Instant) -> [Entry] {
        let due = entries.filter { !$0.value.peer.addresses.isEmpty && ($0.value.nextPoll.map { $0 <= now } ?? false) }
        return due.sorted { $0.key < $1.key }.compactMap { key, entry in
            let (places, wait) = places(of: entry, at: now)
            guard !places.isEmpty else {
                entries[key]?.poll = .scheduled(at: max(wait, now + Self.minInterval))
                return nil
            }
            entries[key]?.poll = .inFlight(to: places)
            return entries[key]
        }
    }

    /// All places that have identified themselves; if none of them responds, also one other place at a time.
    private mutating func places(of entry: Entry, at now: Instant) -> (places: [SocketAddress], wait: Instant) {
        let all = entry.peer.addresses.map { SocketAddress($0, port: entry.peer.port) }
        let known = all.filter(backoff.hasIdentifiedItself)
        guard known.isEmpty || entry.peer.isReachable == false else { return (known, now) }
        var wait = now + Self.forgetting
        for place in all where !backoff.hasIdentifiedItself(place) {
            guard let next = backoff.admit(place, at: now) else { return (known + [place], now) }
            wait = min(wait, next)
        }
        return (known, wait)
    }

    /// Records what the result of a poll shows about its places. The poll itself was counted when it started, so that
    /// withdrawing an announcement before the response has no advantage.
    mutating func recordPlaces(_ result: PollResult, at places: [SocketAddress], _ now: Instant) {
        if case .answered(_, let place, _) = result { backoff.recordVerified(place, at: now) }
        for place in places {
            switch result {
            case .answered: break
            case .failed: backoff.revoke(place, at: now)
            case .refused, .silent: backoff.revoke(place, ifNotSince: now - Self.forgetting, at: now)
            }
        }
    }
}
