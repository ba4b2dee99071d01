public import EventLoopKit
import Glibc
import HostResolution
public import NetworkModel

/// Tests whether multicast DNS leaves this machine and arrives on a link, and which hosts take part. It works next to
/// avahi-daemon, and without its help.
///
/// It sends queries to the group, from the group's port and from a port of its own, and by unicast to known neighbours (RFC
/// 6762 sections 5.1, 5.5 and 6.7). A host that only responds by unicast shows that packets to the group are lost on the
/// path.
public struct MulticastProbe: Sendable {
    private let labels: [String]
    private let types: [DNSRecordType]
    private let link: Link
    private let neighbours: [IPAddress]
    private let loop: EventLoop
    /// Whether the query to the group is repeated in any case, so that hosts that are late, or whose packets got lost, count. The probe
    /// then takes 1.25 s.
    package var isRepeated = false

    private static let maxNeighbours = 8
    /// Responses with shared records to a query in one packet arrive within 120 ms (RFC 6762 section 6); the rest is for slow
    /// radios.
    private static let timeToAnswer = Duration.milliseconds(300)
    /// A record that was multicast a moment ago is not repeated within a second (RFC 6762 section 6). Before a host counts as
    /// one that does not respond over the group, it is queried again after that time.
    private static let timeToRepeat = Duration.milliseconds(1_000)
    private static let timeToAnswerAgain = Duration.milliseconds(250)

    /// Creates a probe of a link.
    ///
    /// - Parameters:
    ///   - labels: The labels of the requested name, as in `["printer", "local"]`.
    ///   - types: The record types to query.
    ///   - link: The link.
    ///   - neighbours: Hosts on the link, of which 8 are queried by unicast.
    ///   - loop: The loop on which the probe runs.
    public init(
        labels: [String], types: [DNSRecordType], on link: Link, neighbours: [IPAddress], loop: EventLoop
    ) {
        self.labels = labels
        self.types = types
        self.link = link
        let own = Set(link.addresses.map(\.address.bytes))
        self.neighbours = neighbours.filter { !own.contains($0.bytes) && !$0.isMulticast }
        self.loop = loop
    }

    /// Sends the queries. It takes half a second, and 1.25 s if a host was found that does not respond over the group.
    ///
    /// - Returns: The result in each address family in which the link has an address; empty for a link without broadcast.
    /// - Throws: `CancellationError`.
    public func observe(until deadline: ContinuousClock.Instant) async throws -> [MulticastObservation] {
        guard let takesPart = MulticastSocket.takesPart(link) else { return [] }
        let families = AddressFamily.allCases.filter { family in
            link.addresses.contains {
                $0.address.family == family && $0.isUsable && (family == .ipv4 || $0.address.isLinkLocal)
            }
        }
        guard takesPart else {
            return families.map { MulticastObservation(interface: link.name, family: $0, sending: .switchedOff) }
        }
        return try await withThrowingTaskGroup(of: MulticastObservation?.self) { group in
            for family in families { group.addTask { try await observe(family, until: deadline) } }
            var views: [MulticastObservation] = []
            for try await view in group { if let view { views.append(view) } }
            return views.sorted { $0.family == .ipv4 && $1.family == .ipv6 }
        }
    }

    private func observe(
        _ family: AddressFamily, until deadline: ContinuousClock.Instant
    ) async throws -> MulticastObservation? {
        guard let alone = MulticastSocket(.alone, family, on: link) else { return nil }
        let group = MulticastSocket(.group, family, on: link)
        let asked = neighbours.filter { $0.family == family }.prefix(Self.maxNeighbours)
        let query = query(for: asked)
        let begun = ContinuousClock.now
        var view = MulticastObservation(interface: link.name, family: family, sending: .sent)
        let code = (group ?? alone).send(query.message(id: 0))
        guard code == 0 else {
            view.sending = code == EPERM || code == EACCES ? .refused : .failed
            view.error = SystemError.name(code)
            return view
        }
        let message = query.message(id: UInt16.random(in: 1...UInt16.max))
        _ = alone.send(message)
        for neighbour in asked { _ = alone.send(message, to: neighbour) }

        let own = Set(link.addresses.map(\.address.bytes))
        var hearing = MulticastPacketParser(own: own, query: query)
        func listen(until end: ContinuousClock.Instant) async throws {
            let end = min(end, deadline)
            async let direct = packets(on: alone, until: end)
            let shared =
                if let group { try await packets(on: group, until: end) } else { [MulticastPacketParser.Packet]() }
            hearing.record(shared: shared, direct: try await direct)
        }
        try await listen(until: begun + Self.timeToAnswer)
        if let again = group ?? (isRepeated ? alone : nil), isRepeated || hearing.isOneWay,
            begun + Self.timeToRepeat < deadline
        {
            try await listen(until: begun + Self.timeToRepeat)
            if isRepeated || hearing.isOneWay {
                _ = again.send(query.message(id: 0))
                try await listen(until: .now + Self.timeToAnswerAgain)
            }
        }
        hearing.describe(in: &view)
        view.heardItself = group == nil ? nil : hearing.heardItself
        view.listened = Milliseconds(begun.duration(to: .now))
        return view
    }

    /// A query for the target, for the types of services, and for the neighbours' addresses, since every responder knows its
    /// own.
    private func query(for neighbours: some Sequence<IPAddress>) -> MulticastQuery {
        var query = MulticastQuery()
        for type in types { query.add(labels, type) }
        query.add(["_services", "_dns-sd", "_udp", "local"], .ptr)
        for neighbour in neighbours { query.add(MulticastQuery.labels(of: neighbour.reverseName), .ptr) }
        return query
    }

    private func packets(
        on multicast: MulticastSocket, until deadline: ContinuousClock.Instant
    ) async throws -> [MulticastPacketParser.Packet] {
        var buffer = [UInt8](repeating: 0, count: MulticastMessage.maxBytes + 1)
        var packets: [MulticastPacketParser.Packet] = []
        while packets.count < MulticastPacketParser.packetLimit,
            try await multicast.socket.wait(until: deadline, on: loop)
        {
            while packets.count < MulticastPacketParser.packetLimit,
                let (bytes, sender) = multicast.socket.receive(into: &buffer)
            {
                packets.append(.init(sender: sender, bytes: Array(bytes)))
            }
            if ContinuousClock.now >= deadline { break }
        }
        return packets
    }
}
