import NetworkModel

/// Which peers are polled, and where.
extension PeerTable {
    /// Starts the polls that are due: their entries are in flight from then on. One that may be polled nowhere is scheduled
    /// for when it may.
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

    /// All places that have identified themselves; where none of them answers, one of the others at a time.
    private mutating func places(of entry: Entry, at now: Instant) -> (places: [SocketAddress], wait: Instant) {
        let all = entry.peer.addresses.map { SocketAddress($0, port: entry.peer.port) }
        let known = all.filter(caution.hasIdentifiedItself)
        guard known.isEmpty || entry.peer.isReachable == false else { return (known, now) }
        var wait = now + Self.forgetting
        for place in all where !caution.hasIdentifiedItself(place) {
            guard let next = caution.admit(place, at: now) else { return (known + [place], now) }
            wait = min(wait, next)
        }
        return (known, wait)
    }

    /// Records what a poll says of the places that it went to. That they were polled is counted already, so that nothing is
    /// gained by withdrawing an announcement before the answer.
    mutating func recordPlaces(_ result: PollResult, at places: [SocketAddress], _ now: Instant) {
        if case .answered(_, let place, _) = result { caution.prove(place, at: now) }
        for place in places {
            switch result {
            case .answered: break
            case .failed: caution.revoke(place, at: now)
            case .refused, .silent: caution.revoke(place, ifNotSince: now - Self.forgetting, at: now)
            }
        }
    }
}
