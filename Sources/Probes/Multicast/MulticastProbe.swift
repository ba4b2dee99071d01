public import EventLoopKit
import Glibc
import HostResolution
public import NetworkModel

/// Whether multicast DNS gets out of this machine and back in on a link, and which hosts take part. It works beside avahi-daemon,
/// and without its help.
///
/// It asks over the group, from the group's port and from one of its own, and asks the neighbours that are known already
/// each by itself (RFC 6762 sections 5.1, 5.5 and 6.7). A host that answers the latter and is not heard over the group
/// shows that the group's packets get lost on the way.
public struct MulticastProbe: Sendable {
    private let labels: [String]
    private let types: [DNSRecordType]
    private let link: Link
    private let neighbours: [IPAddress]
    private let loop: EventLoop

    private static let maxNeighbours = 8
    /// A shared record's answer to a question of one packet comes within 120 ms (RFC 6762 section 6); the rest is for slow radios.
    private static let timeToAnswer = Duration.milliseconds(300)
    /// What was multicast a moment ago is not repeated within a second (RFC 6762 section 6): before a host counts as one that
    /// does not answer over the group, it is asked again after that.
    private static let timeToRepeat = Duration.milliseconds(1_000)
    private static let timeToAnswerAgain = Duration.milliseconds(250)

    /// - Parameters:
    ///   - labels: Of the name that is looked for, as in `["printer", "local"]`.
    ///   - types: The records that are asked for.
    ///   - neighbours: Hosts on the link, of which 8 are asked by themselves.
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

    /// Takes half a second, and 1.25 s where a host was heard that does not answer over the group.
    ///
    /// - Returns: What was seen in each family that the link has an address of; nothing of a link that has no broadcast.
    /// - Throws: `CancellationError`.
    public func observe(until deadline: ContinuousClock.Instant) async throws -> [MulticastView] {
        guard let takesPart = MulticastSocket.takesPart(link) else { return [] }
        let families = AddressFamily.allCases.filter { family in
            link.addresses.contains {
                $0.address.family == family && $0.isUsable && (family == .ipv4 || $0.address.isLinkLocal)
            }
        }
        guard takesPart else {
            return families.map { MulticastView(interface: link.name, family: $0, sending: .switchedOff) }
        }
        return try await withThrowingTaskGroup(of: MulticastView?.self) { group in
            for family in families { group.addTask { try await observe(family, until: deadline) } }
            var views: [MulticastView] = []
            for try await view in group { if let view { views.append(view) } }
            return views.sorted { $0.family == .ipv4 && $1.family == .ipv6 }
        }
    }

    private func observe(
        _ family: AddressFamily, until deadline: ContinuousClock.Instant
    ) async throws -> MulticastView? {
        guard let alone = MulticastSocket(.alone, family, on: link) else { return nil }
        let group = MulticastSocket(.group, family, on: link)
        let asked = neighbours.filter { $0.family == family }.prefix(Self.maxNeighbours)
        let query = query(for: asked)
        let begun = ContinuousClock.now
        var view = MulticastView(interface: link.name, family: family, sending: .sent)
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
        var hearing = MulticastHearing(own: own, query: query)
        func listen(until end: ContinuousClock.Instant) async throws {
            let end = min(end, deadline)
            async let direct = packets(on: alone, until: end)
            let shared = if let group { try await packets(on: group, until: end) } else { [MulticastHearing.Packet]() }
            hearing.record(shared: shared, direct: try await direct)
        }
        try await listen(until: begun + Self.timeToAnswer)
        if let group, hearing.isOneWay, begun + Self.timeToRepeat < deadline {
            try await listen(until: begun + Self.timeToRepeat)
            if hearing.isOneWay {
                _ = group.send(query.message(id: 0))
                try await listen(until: .now + Self.timeToAnswerAgain)
            }
        }
        hearing.describe(in: &view)
        view.heardItself = group == nil ? nil : hearing.heardItself
        view.listened = Milliseconds(begun.duration(to: .now))
        return view
    }

    /// The target, which services there are, and who has the neighbours' addresses: any responder knows its own.
    private func query(for neighbours: some Sequence<IPAddress>) -> MulticastQuery {
        var query = MulticastQuery()
        for type in types { query.add(labels, type) }
        query.add(["_services", "_dns-sd", "_udp", "local"], .ptr)
        for neighbour in neighbours { query.add(MulticastQuery.labels(of: neighbour.reverseName), .ptr) }
        return query
    }

    private func packets(
        on multicast: MulticastSocket, until deadline: ContinuousClock.Instant
    ) async throws -> [MulticastHearing.Packet] {
        var buffer = [UInt8](repeating: 0, count: MulticastMessage.sizeLimit + 1)
        var packets: [MulticastHearing.Packet] = []
        while packets.count < MulticastHearing.packetLimit,
            try await multicast.socket.wait(until: deadline, on: loop)
        {
            while packets.count < MulticastHearing.packetLimit,
                let (bytes, sender) = multicast.socket.receive(into: &buffer)
            {
                packets.append(.init(sender: sender, bytes: Array(bytes)))
            }
            if ContinuousClock.now >= deadline { break }
        }
        return packets
    }
}
