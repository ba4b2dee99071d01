import CNetlink
public import NetworkModel

extension LinkMonitor {
    /// From one reading of the counters to the next; a shorter time says little.
    private static let shortestPeriod: UInt64 = 1_000_000_000
    /// Readings that are kept.
    private static let maxReadings = 1_024

    /// Reads the counters of interfaces: what each has lost since the last reading a second ago or more. The first reading
    /// gives nothing, nor does one within a second.
    ///
    /// While somebody listens to ``changes()``, snapshots have what was lost as well (``Link/losses``), until a later
    /// reading finds no more losses.
    ///
    /// - Parameter interfaces: By name; what there is none of is left out.
    /// - Throws: ``LinkFactsError``.
    public func losses(on interfaces: [String]) throws -> [String: LinkLosses] {
        let kernel = try openKernel()
        var found: [String: LinkLosses] = [:]
        for name in interfaces {
            guard let index = try index(of: name, kernel), let now = try kernel.counters(of: index) else { continue }
            if let before = counters[index] {
                guard now.readAt &- before.readAt >= Self.shortestPeriod else { continue }
                let losses = now.losses(since: before)
                found[name] = losses
                keep(losses.flatMap { $0.errors + $0.drops > 0 ? $0 : nil }, of: index)
            } else if counters.count >= Self.maxReadings {
                counters.removeAll()
            }
            counters[index] = now
        }
        return found
    }

    /// What somebody has set up for an interface to send by, in place of the kernel's own queues (tc(8)).
    public struct Shaper: Sendable, Hashable {
        /// As in `tbf`.
        public let kind: String
        /// Packets that it has dropped since it was set up.
        public let drops: Int
    }

    /// Kinds that the kernel and distributions set up by themselves, which drop packets where a line is full, as they should.
    private static let usualQueues: Set<String> = ["noqueue", "pfifo_fast", "fq_codel", "fq", "mq", "pfifo", "bfifo"]

    /// The shaper of an interface.
    ///
    /// - Returns: `nil` if it has none, or only what interfaces come with.
    /// - Throws: ``LinkFactsError``.
    public func shaper(on interface: String) throws -> Shaper? {
        let kernel = try openKernel()
        guard let index = try index(of: interface, kernel), let queue = try kernel.queue(of: index),
            !Self.usualQueues.contains(queue.kind)
        else { return nil }
        return Shaper(kind: queue.kind, drops: queue.drops)
    }

    /// Asks the radios again what they hear, which changes without any information about the kernel.
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

    private func keep(_ losses: LinkLosses?, of index: UInt32) {
        guard let listening, listening.state.memory.losses[index] != losses else { return }
        listening.state.memory.losses[index] = losses
    }

    private func index(of name: String, _ kernel: KernelReader) throws -> UInt32? {
        if let listening { return listening.state.links.values.first { $0.name == name }?.index }
        let index = if_nametoindex(name)
        return index == 0 ? nil : index
    }
}
