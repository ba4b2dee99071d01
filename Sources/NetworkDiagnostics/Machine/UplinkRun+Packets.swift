import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// Packets to documentation addresses, which the routers behind the gateway report.
extension UplinkRun {
    /// Packets over an interface.
    ///
    /// - Parameter interface: The interface of one of several next hops in use; `nil` for that of the routing table.
    func packets(
        on interface: String?, _ patience: PacketPatience? = nil
    ) async throws -> [UplinkEvidence.Packet] {
        let families = snapshot.defaultRoutes.filter { interface == nil || $0.interface == interface }.map(\.family)
        return try await packets(
            to: AddressFamily.allCases.filter(families.contains).compactMap {
                DocumentationAddress.any($0, in: snapshot)
            },
            on: interface, gateways: snapshot.defaultRoutes.compactMap(\.gateway), patience: patience)
    }

    /// Sends SYNs first, since programs use TCP; and datagrams if no SYN was reported, to distinguish the two cases.
    ///
    /// - Parameters:
    ///   - interface: The interface for datagrams only; `nil` for that of the routing table.
    ///   - lead: The time by which packets for the nearest router precede the others.
    ///   - limit: The time limit of all; datagrams have half of it.
    ///   - patience: What else is waited for, which extends the time limit as long as nothing is heard.
    func packets(
        to destinations: [IPAddress], on interface: String? = nil, gateways: [IPAddress], lead: Duration = .zero,
        within limit: Duration = Self.packetLimit, patience: PacketPatience? = nil
    ) async throws -> [UplinkEvidence.Packet] {
        let deadline = ContinuousClock.now + limit
        guard interface == nil else {
            return try await packets(
                .udp, to: destinations, on: interface, gateways: gateways, until: deadline,
                patience: patience?.datagrams)
        }
        return try await withThrowingTaskGroup(of: [UplinkEvidence.Packet].self) { group in
            group.addTask {
                try await packets(
                    .tcp, to: destinations, gateways: gateways, until: deadline, lead: lead,
                    patience: patience?.connections)
            }
            group.addTask {
                try await engine.loop.sleep(until: deadline - limit / 2)
                return try await packets(
                    .udp, to: destinations, gateways: gateways, until: deadline, patience: patience?.datagrams)
            }
            var sent: [UplinkEvidence.Packet] = []
            while let packets = try await group.next() {
                sent += packets
                // If SYNs get no response while datagrams do, that is worth waiting for.
                let isEach = destinations.allSatisfy { destination in
                    sent.contains {
                        $0.destination == destination && $0.transport == .tcp && isReported($0, behind: gateways)
                    }
                }
                if isEach { break }
            }
            group.cancelAll()
            return sent
        }
    }

    /// Sends SYNs with certain hop limits, and nothing else.
    func connectionAttempts(
        to destinations: [IPAddress], _ limits: ClosedRange<Int> = Self.hopLimits, gateways: [IPAddress]
    ) async throws -> [UplinkEvidence.Packet] {
        try await packets(
            .tcp, to: destinations, limits, gateways: gateways, until: ContinuousClock.now + Self.packetLimit)
    }

    private func packets(
        _ transport: PathEvidence.Transport, to destinations: [IPAddress],
        _ limits: ClosedRange<Int> = Self.hopLimits, on interface: String? = nil,
        gateways: [IPAddress], until deadline: ContinuousClock.Instant, lead: Duration = .zero,
        patience: AsyncStream<Void>? = nil
    ) async throws -> [UplinkEvidence.Packet] {
        let latest = patience == nil ? deadline : max(deadline, ContinuousClock.now + limit)
        let start = ContinuousClock.now + lead
        let startOfLast = ContinuousClock.now + max(lead, Self.leadOfNear)
        return try await withThrowingTaskGroup(of: PacketEvent.self) { group in
            for destination in destinations {
                for limit in limits {
                    let probe = UplinkPacketProbe(
                        toNobody: destination, as: transport, limit: limit, loop: engine.loop, on: interface,
                        watch: watch)
                    let isLater = lead > .zero && limit > limits.lowerBound
                    group.addTask {
                        if limit == limits.upperBound {
                            try await engine.loop.sleep(until: startOfLast)
                        } else if isLater {
                            try await engine.loop.sleep(until: start)
                        }
                        return .result(try await probe.observe(until: latest))
                    }
                }
            }
            let begun = ContinuousClock.now
            var packets: [UplinkEvidence.Packet] = []
            var (isSettling, ends, left) = (false, 0, destinations.count * limits.count)
            if let patience {
                group.addTask { [loop = engine.loop] in
                    try await loop.sleep(until: deadline)
                    return .deadline
                }
                group.addTask {
                    for await _ in patience {}
                    return .nothingElse
                }
            }
            events: while left > 0, let event = try await group.next() {
                switch event {
                case .result(let packet):
                    left -= 1
                    packets.append(packet)
                    // Two routers responded, one of them in the Internet, which is sufficient. Another one may reject what
                    // these pass, and responds almost as early.
                    guard !isSettling, destinations.allSatisfy({ isReachedTwice($0, packets, gateways) }) else {
                        continue
                    }
                    isSettling = true
                    let end = min(latest, ContinuousClock.now + begun.duration(to: .now) + Self.settling)
                    group.addTask { [loop = engine.loop] in
                        try await loop.sleep(until: end)
                        return .settled
                    }
                case .settled: break events
                case .deadline, .nothingElse:
                    ends += 1
                    let isHeard = packets.contains { $0.error?.isOwn == false || $0.answer != nil }
                    guard ends == 2 || isHeard && ContinuousClock.now >= deadline else { continue }
                    packets += silent(transport, destinations, limits, beside: packets)
                    break events
                }
            }
            group.cancelAll()
            return packets.sorted {
                ($0.destination.bytes.count, $0.limit ?? 0) < ($1.destination.bytes.count, $1.limit ?? 0)
            }
        }
    }

    private enum PacketEvent: Sendable {
        case result(UplinkEvidence.Packet)
        /// Enough routers have responded.
        case settled
        /// The time limit is over.
        case deadline
        /// Nothing else is waited for.
        case nothingElse
    }

    private func isReachedTwice(
        _ destination: IPAddress, _ packets: [UplinkEvidence.Packet], _ gateways: [IPAddress]
    ) -> Bool {
        let reports = packets.filter { $0.destination == destination && isReported($0, behind: gateways) }
        return Set(reports.compactMap(\.error?.reporter)).count > 1
            && reports.contains { $0.isReported(beyond: gateways) }
    }

    /// The packets that got no response.
    private func silent(
        _ transport: PathEvidence.Transport, _ destinations: [IPAddress], _ limits: ClosedRange<Int>,
        beside packets: [UplinkEvidence.Packet]
    ) -> [UplinkEvidence.Packet] {
        destinations.flatMap { destination in
            limits.compactMap { limit in
                packets.contains { $0.destination == destination && $0.limit == limit }
                    ? nil : UplinkEvidence.Packet(destination: destination, transport: transport, limit: limit)
            }
        }
    }
}

/// Extends the time in which packets are waited for, until everything else has ended: on a line with full queues, routers respond
/// after seconds, as do resolvers.
struct PacketPatience: Sendable {
    /// Ends when nothing else is waited for. Each stream has one reader.
    let connections: AsyncStream<Void>
    let datagrams: AsyncStream<Void>
    private let continuations: [AsyncStream<Void>.Continuation]

    init() {
        let (first, second) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        (connections, datagrams) = (first.stream, second.stream)
        continuations = [first.continuation, second.continuation]
    }

    /// Called when nothing else is waited for.
    func end() { for continuation in continuations { continuation.finish() } }
}
