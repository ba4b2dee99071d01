import NetworkModel

/// Resolves the instances, for some of which avahi-daemon has room at a time.
///
/// Those that have waited longest, those that arrived last and those that are due for a retry take turns, so that a flood of
/// instances does not exclude others before, during or after it, whose responses may have been late or lost. If there is no
/// room, the one that has been followed longest, by this browse or another, is not followed any more.
extension BrowseState {
    mutating func startNextResolution(hasRoom: Bool, at now: Instant) {
        guard isConnected, let next = nextCandidate(at: now) else { return }
        guard hasRoom else { return emit(giveUpOldestFollowed() ? .takeTurn : .requestRoom) }
        let isRetry = turn == .retry
        if isRetry {
            retries.removeFirst()
        } else {
            queue.remove(at: turn == .oldest ? 0 : queue.count - 1)
        }
        turn = turn.next
        if let transport = instances[next]?.transports.min() {
            start(next, over: transport, isRetry: isRetry, at: now)
        }
        emit(.takeTurn)
    }

    /// Skips the turns that no instance needs.
    private mutating func nextCandidate(at now: Instant) -> ID? {
        while let first = queue.first, instances[first]?.stage != .queued { queue.removeFirst() }
        while let last = queue.last, instances[last]?.stage != .queued { queue.removeLast() }
        while let first = retries.first, !isCurrent(first) { retries.removeFirst() }
        if turn == .retry || queue.isEmpty {
            if let id = dueRetry(at: now) {
                turn = .retry
                return id
            }
            if turn == .retry { turn = .oldest }
        }
        return turn == .oldest ? queue.first : queue.last
    }

    private mutating func dueRetry(at now: Instant) -> ID? {
        guard let first = retries.first else { return nil }
        guard first.due <= now else {
            emit(.takeTurnAt(first.due))
            return nil
        }
        while retrying >= Self.maxRetrying {
            guard cancelOldestAttempt(at: now) else { return nil }
        }
        // It may have been forgotten meanwhile to save memory.
        guard isCurrent(first) else {
            emit(.takeTurn)
            return nil
        }
        return first.id
    }

    private func isCurrent(_ entry: RetryQueue.Entry) -> Bool {
        instances[entry.id]?.stage == .awaitingRetry(at: entry.due)
    }

    private mutating func start(_ id: ID, over transport: Int32, isRetry: Bool, at now: Instant) {
        guard let key = instances[id]?.key else { return }
        move(id, to: .resolving(.init(transport: transport, startedAt: now, isRetry: isRetry)))
        attempts.append((id, now))
        if isOverlong(attempts.count) {
            attempts.removeAll { [instances] in !Self.isCurrent($0, in: instances) }
        }
        emit(.startResolver(id, key.instance, BrowserOrigin(interface: key.interface, transport: transport)))
    }

    private static func isCurrent(_ attempt: (id: ID, startedAt: Instant), in instances: [ID: BrowsedInstance]) -> Bool
    {
        guard case .resolving(let current)? = instances[attempt.id]?.stage else { return false }
        return current.startedAt == attempt.startedAt
    }

    /// The instance is not announced any more over the protocol over which it is resolved, but over another one.
    mutating func changeTransport(of id: ID, from old: Int32, at now: Instant) {
        guard let instance = instances[id], instance.stage.transport == old, let transport = instance.transports.min()
        else { return }
        emit(.stopResolver(id))
        switch instance.stage {
        case .resolving(let attempt): start(id, over: transport, isRetry: attempt.isRetry, at: now)
        case .followed:
            move(id, to: .followed(over: transport))
            emit(
                .startResolver(
                    id, instance.key.instance, BrowserOrigin(interface: instance.key.interface, transport: transport)))
        case .unresolved, .queued, .awaitingRetry: break
        }
    }

    /// Records an outcome, and follows the instance from then on. An instance without an outcome in time makes room while
    /// others wait for a retry.
    mutating func finish(_ id: ID, _ outcome: InstanceResolution.Outcome, at now: Instant) {
        guard instances[id] != nil else { return }
        let isComplete = if case .found(_, _, isComplete: false) = outcome { false } else { true }
        // Until all are reported, an instance is reported once, with the addresses of both families.
        guard isComplete || hasReportedAll else { return }
        record(outcome, of: id)
        guard isComplete else { return }
        if case .resolving(let attempt)? = instances[id]?.stage {
            if case .failed(nil) = outcome, !retries.isEmpty {
                retryLater(id, at: now)
            } else {
                move(id, to: .followed(over: attempt.transport))
                followed.append(id)
                if isOverlong(followed.count) { followed = followed.filter(isFollowed) }
            }
        }
        if instances[id] != nil, hasCandidates { emit(.takeTurn) }
        reportIfAllListed()
    }

    mutating func record(_ outcome: InstanceResolution.Outcome, of id: ID) {
        guard var instance = instances[id] else { return }
        let (peer, bytes) = (instance.peer, instance.bytes)
        guard let event = instance.record(outcome) else { return }
        instances[id] = instance
        shares.remove(bytes, of: peer)
        shares.add(instance.bytes, of: instance.peer)
        emit(.send(.service(event)))
        evictInstances()
    }

    private mutating func retryLater(_ id: ID, at now: Instant) {
        guard let count = instances[id]?.retries else { return }
        guard let due = retries.append(id, retries: count, at: now) else { return move(id, to: .unresolved) }
        instances[id]?.retries = count + 1
        move(id, to: .awaitingRetry(at: due))
        guard isOverlong(retries.count) else { return }
        retries.removeAll { [instances] in instances[$0.id]?.stage != .awaitingRetry(at: $0.due) }
    }

    private func isFollowed(_ id: ID) -> Bool {
        if case .followed? = instances[id]?.stage { true } else { false }
    }

    /// Stops following the oldest followed instance.
    ///
    /// - Returns: Whether there was one.
    mutating func giveUpOldestFollowed() -> Bool {
        guard let index = followed.firstIndex(where: isFollowed) else {
            followed = []
            return false
        }
        let oldest = followed[index]
        followed.removeSubrange(...index)
        move(oldest, to: .unresolved)
        return true
    }

    /// Makes the oldest attempt release its room if it had no outcome in time; otherwise schedules a turn for that moment.
    ///
    /// - Returns: Whether there was one.
    mutating func cancelOldestAttempt(at now: Instant) -> Bool {
        while let first = attempts.first, !Self.isCurrent(first, in: instances) { attempts.removeFirst() }
        guard let first = attempts.first else { return false }
        guard first.startedAt + Self.patience <= now else {
            emit(.takeTurnAt(first.startedAt + Self.patience))
            return false
        }
        attempts.removeFirst()
        retryLater(first.id, at: now)
        record(.failed(nil), of: first.id)
        reportIfAllListed()
        return true
    }
}
