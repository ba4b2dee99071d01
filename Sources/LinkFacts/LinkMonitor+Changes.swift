import CNetlink
import EventLoopKit
import Glibc
public import NetworkModel

extension LinkMonitor {
    /// A stream of changes from now on: one for each message of the kernel that makes a difference, and for each change of the
    /// resolver configuration that does. A ``snapshot()`` after a change contains it.
    ///
    /// - A message that repeats the known state, or only renews lifetimes, is not a change.
    /// - Neighbours change all the time. They are only reported if a gateway of a route stops responding, responds again, or
    ///   has another hardware address. In snapshots they are always in the kernel's current state.
    /// - If messages were lost, by the kernel (`ENOBUFS`) or by a listener with 256 unread changes, there is a change
    ///   `resynchronised`, after which a new snapshot is needed.
    ///
    /// The stream ends with ``shutdown()``, with its task, or at once if listening is not possible (no descriptors left); in
    /// that case ``snapshot()`` throws the reason.
    public func changes() async -> AsyncStream<NetworkChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: NetworkChange.self, bufferingPolicy: .bufferingNewest(ListenerSet.depth))
        if listening == nil {
            do {
                try startListening()
            } catch {
                continuation.finish()
                return stream
            }
        }
        let id = listeners.add(continuation)
        continuation.onTermination = { [weak self, loop] _ in
            loop.execute { [weak self] in self?.assumeIsolated { $0.removeListener(id) } }
        }
        // Read after the first listener was added, so that an edit meanwhile is not lost.
        await refreshResolvers()
        return stream
    }

    private func removeListener(_ id: UInt64) {
        listeners.remove(id)
        if listeners.isEmpty { stopListening() }
    }

    private func startListening() throws {
        let kernel = try openKernel()
        let listening = try MonitorSession(resolverWatch: ResolverWatch(reader: resolverReader))
        // The groups are joined first, so nothing falls between the dump and the first message.
        listening.state = try kernel.state()
        listening.state.memory.isListening = true
        listening.watches.append(
            try loop.watch(listening.socket.fd, for: .readable) { [weak self] _ in
                self?.assumeIsolated { $0.readMessages() }
            })
        if let watch = listening.resolverWatch {
            listening.watches.append(
                try loop.watch(watch.fd, for: .readable) { [weak self] _ in
                    self?.assumeIsolated { $0.resolverFilesChanged() }
                })
        }
        self.listening = listening
    }

    func stopListening() {
        listening = nil
    }

    /// Processes all waiting messages, at most a thousand datagrams at a time so that the loop can do other work.
    func readMessages() {
        guard let listening, let kernel else { return }
        listening.lastRead = MonotonicClock.nanoseconds()
        do {
            for _ in 0..<1_000 {
                guard !listening.mustResynchronise else { break }
                switch try listening.socket.receive(flags: CInt(MSG_DONTWAIT)) {
                case .datagram(let datagram):
                    let now = MonotonicClock.nanoseconds()
                    for message in NetlinkMessages(datagram) {
                        if message.type == RTM_NEWRULE || message.type == RTM_DELRULE {
                            rulesChanged(listening, at: now)
                        }
                        let update = listening.state.apply(message, at: now)
                        if let index = update.staleSpeed { kernel.refreshHardware(of: index, in: &listening.state) }
                        if update.routesAreStale { listening.routesAreStale = true }
                        publish(update, at: now)
                        if let index = update.staleLink, let link = try kernel.link(index) {
                            publish(listening.state.update(link, at: now), at: now)
                        }
                    }
                    continue
                case .overflow: listening.mustResynchronise = true
                case .empty: break
                }
                break
            }
            if listening.mustResynchronise { return try resynchronise(listening, kernel) }
            if listening.routesAreStale { try rereadRoutes(listening, kernel) }
        } catch {
            // Without messages of the kernel, the state cannot be kept up to date: the listeners see the end of the stream.
            stopListening()
            listeners.finish()
        }
    }

    /// Reports a change of rules. Of a burst of changes, which are read together, only the first one is reported.
    private func rulesChanged(_ listening: MonitorSession, at now: UInt64) {
        guard listening.rules != nil else { return }
        listening.rules = nil
        publish(StateUpdate(.rules), at: now)
    }

    /// Reads the routes again. For a long table, it uses at most a fifth of the time, since thousands of interfaces may be
    /// removed one after the other.
    private func rereadRoutes(_ listening: MonitorSession, _ kernel: KernelReader) throws {
        let now = MonotonicClock.nanoseconds()
        guard now >= listening.routesRestUntil else {
            guard !listening.isReadingRoutesLater else { return }
            listening.isReadingRoutesLater = true
            _ = loop.schedule(after: .nanoseconds(Int64(listening.routesRestUntil - now))) { [weak self] in
                self?.assumeIsolated { monitor in
                    monitor.listening?.isReadingRoutesLater = false
                    monitor.readMessages()
                }
            }
            return
        }
        try kernel.awaitKernel()
        let begun = MonotonicClock.nanoseconds()
        let table = try kernel.routes()
        listening.routesAreStale = false
        publish(listening.state.applyRoutes(table), at: now)
        guard table.records.count + table.omitted > MonitorSession.shortTable else { return }
        let end = MonotonicClock.nanoseconds()
        listening.routesRestUntil = end + 4 * (end - begun)
    }

    /// Reads everything again after messages were lost.
    ///
    /// The messages in the queue are older than the loss and must be removed first: processed after the dump, they would
    /// restore what a lost message removed. The kernel also queues nothing more until the queue is empty.
    private func resynchronise(_ listening: MonitorSession, _ kernel: KernelReader) throws {
        for _ in 0..<100_000 {
            guard case .empty = try listening.socket.receive(flags: CInt(MSG_DONTWAIT)) else { continue }
            let (answers, before) = (listening.state.gatewayAnswers, listening.state.links)
            var memory = listening.state.memory
            let now = MonotonicClock.nanoseconds()
            listening.state = try kernel.state()
            listening.state.gatewayAnswers.merge(answers) { new, _ in new }
            for (index, old) in before {
                if let new = listening.state.links[index] {
                    memory.record(new, before: old, at: now)
                } else {
                    memory.remove(index)
                }
            }
            listening.state.memory = memory
            listening.rules = nil
            listening.mustResynchronise = false
            listening.routesAreStale = false
            listeners.yield(.omitted(.byKernel, monotonicNanoseconds: now))
            return
        }
    }

    private func publish(_ update: StateUpdate, at now: UInt64) {
        for event in update.events { listeners.yield(NetworkChange(event, monotonicNanoseconds: now)) }
    }

    // MARK: Resolvers

    private func resolverFilesChanged() {
        guard let watch = listening?.resolverWatch, watch.readEvents() else { return }
        readResolversLater()
    }

    private func resolvedSignalled() {
        guard let listening, let signals = listening.resolvedSignals else { return }
        if !signals.readAll() {
            listening.resolvedSignals = nil
            guard signals.isReplaceable else { return }
        }
        readResolversLater()
    }

    private func readResolversLater() {
        guard let listening, !listening.isReadingResolversLater else { return }
        listening.isReadingResolversLater = true
        _ = loop.schedule(after: MonitorSession.resolverPause) { [weak self] in
            self?.assumeIsolated { $0.readResolvers() }
        }
    }

    private func readResolvers() {
        listening?.isReadingResolversLater = false
        Task { await refreshResolvers() }
    }

    /// Reads the resolver configuration again if there are listeners, and reports differences to them.
    ///
    /// Edits and signals lead to this as well, but systemd-resolved does not report all of its settings.
    package func refreshResolvers() async {
        let now = MonotonicClock.nanoseconds()
        guard let before = listening else { return }
        // Subscribed first, so that no change is lost meanwhile.
        if before.resolvedSignals == nil, resolverReader.isResolvedKnown {
            before.resolvedSignals = ResolvedSignals(bus: resolverReader.bus, on: loop) { [weak self] in
                self?.assumeIsolated { $0.resolvedSignalled() }
            }
        }
        before.resolverReadings += 1
        let reading = before.resolverReadings
        let resolvers = try? await resolverReader.read(on: loop, deadline: .now + .milliseconds(500))
        // Listening may have ended, or another reading begun, while systemd-resolved was queried.
        guard let resolvers, let listening, listening === before, listening.resolverReadings == reading,
            listening.resolvers != resolvers
        else { return }
        let known = listening.resolvers
        listening.resolvers = resolvers
        guard let known else { return }
        let servers = resolvers.servers.map(\.address)
        listeners.yield(
            known.servers.map(\.address) == servers
                ? .resolverSettings(monotonicNanoseconds: now) : .resolvers(servers, monotonicNanoseconds: now))
    }
}
