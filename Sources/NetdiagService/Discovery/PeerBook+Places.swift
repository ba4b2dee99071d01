import NetworkModel

/// Who is to be asked, and where.
extension PeerBook {
    /// Those that are to be asked now, and where; they count as being asked from then on. One that may be asked nowhere has to
    /// wait until it may.
    mutating func takeDue(at now: Instant) -> [Entry] {
        let due = entries.filter { !$0.value.isBeingAsked && $0.value.next <= now && !$0.value.peer.addresses.isEmpty }
        return due.sorted { $0.key < $1.key }.compactMap { key, entry in
            let (places, wait) = places(of: entry, at: now)
            entries[key]?.asking = places
            entries[key]?.isBeingAsked = !places.isEmpty
            if places.isEmpty { entries[key]?.next = max(wait, now + Self.rest) }
            return places.isEmpty ? nil : entries[key]
        }
    }

    /// All places that have identified themselves; where none of them answers, one of the others at a time.
    private mutating func places(of entry: Entry, at now: Instant) -> (places: [SocketAddress], wait: Instant) {
        let all = entry.peer.addresses.map { SocketAddress($0, port: entry.peer.port) }
        let known = all.filter(caution.hasIdentifiedItself)
        guard known.isEmpty || entry.peer.isReachable == false else { return (known, now) }
        var wait = now + Self.forgetting
        for place in all where !caution.hasIdentifiedItself(place) {
            guard let next = caution.take(place, at: now) else { return (known + [place], now) }
            wait = min(wait, next)
        }
        return (known, wait)
    }

    /// What came of asking a place says what it is. That it was asked is counted already, so that nothing is gained by
    /// withdrawing an announcement before the answer.
    mutating func learn(from look: Look, at places: [SocketAddress], _ now: Instant) {
        if case .answered(_, let place, _) = look { caution.prove(place, at: now) }
        for place in places {
            switch look {
            case .answered: break
            case .failed: caution.revoke(place, at: now)
            case .refused, .silent: caution.revoke(place, ifNotSince: now - Self.forgetting, at: now)
            }
        }
    }
}
