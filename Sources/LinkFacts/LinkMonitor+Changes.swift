import CNetlink
import EventLoopKit
import Glibc
public import NetworkModel

extension LinkMonitor {
    /// What changes from now on: one change for each message of the kernel that makes a difference, and for each edit
    /// of the resolver's configuration that does. A ``snapshot()`` taken after a change has it.
    ///
    /// - A message that repeats what is known is no change, nor is one that renews lifetimes alone.
    /// - Neighbours come and go all the time; they are told of only when a gateway of a route stops answering, answers
    ///   again, or has another hardware address. In snapshots they are always as the kernel has them.
    /// - Where messages were lost, by the kernel (`ENOBUFS`) or by a listener with 256 changes unread, there is a change
    ///   `resynchronised`: take a snapshot.
    ///
    /// The stream ends by ``shutdown()``, by the end of its task, or at once where the machine cannot be listened to (no
    /// descriptors left): then ``snapshot()`` throws the reason.
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
        // Asked for after the first listener is there, so that an edit meanwhile is not lost.
        await refreshResolvers()
        return stream
    }

    private func removeListener(_ id: UInt64) {
        listeners.remove(id)
        if listeners.isEmpty { stopListening() }
    }

    private func startListening() throws {
        let kernel = try openKernel()
        let listening = try Listening(resolverWatch: ResolverWatch(reader: resolverReader))
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

    /// Takes up all that waits in the socket, at most a thousand datagrams at a time so that the loop's other work has
    /// its turn.
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
            // Without the kernel's word there is nothing to keep up to date: the listeners see the end of the stream.
            stopListening()
            listeners.finish()
        }
    }

    /// Of a burst of changes, which are read together, the first is told alone.
    private func rulesChanged(_ listening: Listening, at now: UInt64) {
        guard listening.rules != nil else { return }
        listening.rules = nil
        publish(StateUpdate(.rules), at: now)
    }

    /// Reads the routes anew: a long table no oftener than a fifth of the time allows, since thousands of interfaces may go one
    /// after the other.
    private func rereadRoutes(_ listening: Listening, _ kernel: KernelReader) throws {
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
        guard table.records.count + table.omitted > Listening.shortTable else { return }
        let end = MonotonicClock.nanoseconds()
        listening.routesRestUntil = end + 4 * (end - begun)
    }

    /// Reads everything anew after messages were lost.
    ///
    /// What still waits in the queue is older than the loss and must go first: taken up after the dump, it would bring
    /// back what has been removed by a lost message. The kernel also queues nothing more until it is empty.
    private func resynchronise(_ listening: Listening, _ kernel: KernelReader) throws {
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
                    memory.forget(index)
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
        Task { await refreshResolvers() }
    }

    /// Reads the resolver's configuration anew, and tells where it differs from what was known.
    func refreshResolvers() async {
        let now = MonotonicClock.nanoseconds()
        guard let before = listening else { return }
        before.resolverReadings += 1
        let reading = before.resolverReadings
        let resolvers = try? await resolverReader.read(on: loop, deadline: .now + .milliseconds(500))
        // Listening may have ended, or another reading begun, while systemd-resolved was asked.
        guard let resolvers, let listening, listening === before, listening.resolverReadings == reading,
            listening.resolvers != resolvers
        else { return }
        let isNews = listening.resolvers != nil
        listening.resolvers = resolvers
        guard isNews else { return }
        listeners.yield(.resolvers(resolvers.servers.map(\.address), monotonicNanoseconds: now))
    }
}
