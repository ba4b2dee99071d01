import CNetlink
public import NetworkModel

extension LinkMonitor {
    /// The minimum time between two readings of the counters; a shorter time says little.
    private static let shortestPeriod: UInt64 = 1_000_000_000
    /// The maximum number of readings that are kept.
    private static let maxReadings = 1_024

    /// Reads the counters of interfaces: the losses of each since the last reading at least a second ago. The first reading
    /// returns nothing, nor does one within a second.
    ///
    /// While there are listeners of ``changes()``, snapshots contain the losses as well (``Link/losses``), until a later
    /// reading finds no more of them.
    ///
    /// - Parameter interfaces: The names of the interfaces; unknown ones are ignored.
    /// - Throws: ``LinkFactsError``.
    public func losses(on interfaces: [String]) throws -> [String: LinkLosses] {
        let kernel = try openKernel()
        var found: [String: LinkLosses] = [:]
        for name in interfaces {
            guard let index = index(of: name), let now = try kernel.counters(of: index) else { continue }
            if let before = counters[index] {
                guard now.readAt &- before.readAt >= Self.shortestPeriod else { continue }
                let losses = now.losses(since: before)
                found[name] = losses
                store(losses.flatMap { $0.errors + $0.drops > 0 ? $0 : nil }, of: index)
            } else if counters.count >= Self.maxReadings {
                counters.removeAll()
            }
            counters[index] = now
        }
        return found
    }

    /// The number of packets that an interface has sent.
    ///
    /// - Returns: `nil` for an unknown interface, and before Linux 4.7.
    /// - Throws: ``LinkFactsError``.
    public func sentPackets(on interface: String) throws -> UInt64? {
        let kernel = try openKernel()
        return try index(of: interface).flatMap { try kernel.counters(of: $0) }?.sentPackets
    }

    /// The numbers of packets that an interface has sent and received.
    ///
    /// - Returns: `nil` for an unknown interface, and before Linux 4.7.
    /// - Throws: ``LinkFactsError``.
    public func packetCounts(on interface: String) throws -> (sent: UInt64, received: UInt64)? {
        let kernel = try openKernel()
        return try index(of: interface).flatMap { try kernel.counters(of: $0) }.map {
            (sent: $0.sentPackets, received: $0.receivedPackets)
        }
    }

    /// Whether an interface has sent a number of packets, and received none since it was created.
    ///
    /// - Returns: `nil` for an unknown interface, and before Linux 4.7.
    /// - Throws: ``LinkFactsError``.
    public func hasReceivedNothing(on interface: String, afterSending count: UInt64) throws -> Bool? {
        let kernel = try openKernel()
        return try index(of: interface).flatMap { try kernel.counters(of: $0) }.map {
            $0.receivedPackets == 0 && $0.sentPackets >= count
        }
    }

    /// A queueing discipline that an administrator has set for an interface, in place of the kernel's own (tc(8)).
    public struct Shaper: Sendable, Hashable {
        /// The kind, as in `tbf`.
        public let kind: String
        /// The number of packets that it has dropped since it was set.
        public let drops: Int
    }

    /// The kinds that the kernel and distributions set by themselves. They drop packets if a link is saturated, as they
    /// should.
    private static let usualQueues: Set<String> = ["noqueue", "pfifo_fast", "fq_codel", "fq", "mq", "pfifo", "bfifo"]

    /// The shaper of an interface.
    ///
    /// - Returns: `nil` if it has none, or only a default one.
    /// - Throws: ``LinkFactsError``.
    public func shaper(on interface: String) throws -> Shaper? {
        let kernel = try openKernel()
        guard let index = index(of: interface), let queue = try kernel.queue(of: index),
            !Self.usualQueues.contains(queue.kind)
        else { return nil }
        return Shaper(kind: queue.kind, drops: queue.drops)
    }

    /// Reads the neighbours that the kernel is looking for, so that snapshots contain them: it sends a message only when it has given
    /// up, after three seconds.
    ///
    /// - Throws: ``LinkFactsError``.
    public func readSoughtNeighbours() throws {
        // Without listeners, the whole state is read for each snapshot.
        readMessages()
        guard let listening else { return }
        let records = try openKernel().soughtNeighbours().filter { listening.state.neighbours[$0.key] == nil }
        guard !records.isEmpty else { return }
        var state = listening.state
        for record in records.prefix(KernelState.maxRecords - min(state.neighbours.count, KernelState.maxRecords)) {
            state.neighbours[record.key] = record
        }
        listening.state = state
    }

    /// Reads the state of the radios again, which changes without messages of the kernel.
    ///
    /// - Throws: ``LinkFactsError``.
    public func refreshRadios() throws {
        guard let listening else { return }
        let kernel = try openKernel()
        for index in listening.state.radios.keys {
            let before = listening.state.radios[index]
            var state = listening.state
            kernel.refreshHardware(of: index, in: &state)
            if state.radios[index] != before { listening.state = state }
        }
    }

    private func store(_ losses: LinkLosses?, of index: UInt32) {
        guard let listening, listening.state.memory.losses[index] != losses else { return }
        listening.state.memory.losses[index] = losses
    }

    private func index(of name: String) -> UInt32? {
        if let listening { return listening.state.links.values.first { $0.name == name }?.index }
        let index = if_nametoindex(name)
        return index == 0 ? nil : index
    }
}
