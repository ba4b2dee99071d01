import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel
import Probes
import Synchronization

/// Sends echo requests to the next hops while the upper layers are observed. A dead gateway is then known when they fail, and
/// a healthy target is not delayed.
final class GatewayWatch: Sendable {
    private struct GatewayResult {
        var echo: EchoEvidence?
        var arp: GatewayEvidence.ARPResult?
        var holder: String?
        var isReceiving: Bool?
        var arrival: ReplyArrivalProbe.Outcome?
    }

    private let hops: [GatewayEvidence.Hop]
    private let snapshot: NetworkSnapshot
    private let loop: EventLoop
    private let memory: GatewayMemory
    private let links: LinkMonitor
    /// By address and interface, since two routes may lead to the same address over different links.
    private let heard = Mutex([LinkRequestKey: GatewayResult]())

    init(hops: [GatewayEvidence.Hop], snapshot: NetworkSnapshot, engine: DiagnosticEngine) {
        // The number of next hops is limited; a host has one or two.
        self.hops = Array(hops.prefix(8))
        self.snapshot = snapshot
        (loop, memory, links) = (engine.loop, engine.gateways, engine.links)
    }

    /// Waits for the reply of every gateway, or its silence. If the kernel considers a silent one reachable, ARP or NDP is
    /// used.
    func run() async throws {
        let begun = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for hop in hops {
                guard let address = hop.route.gateway, isConnected(hop) else { continue }
                let place = Self.requestKey(of: hop, address)
                if isUnknownSpare(hop), let ask = linkQuestion(hop, address) {
                    group.addTask { [self] in try await self.probe(ask, of: hop, address) }
                }
                group.addTask { [self] in
                    async let early: Void = solicitEarly(hop, address)
                    let echo = try await ping(hop, address)
                    heard.withLock { $0[place, default: GatewayResult()].echo = echo }
                    if echo.outcome == .reply { memory.insert(address) }
                    // The kernel ended the request itself, since it found no neighbour.
                    let isUnsent = echo.outcome == .unreachable && echo.reporter == nil && echo.failure == nil
                    guard echo.outcome == .timeout || echo.outcome == .notPermitted || isUnsent else { return }
                    try await early
                    try? await links.readSoughtNeighbours()
                    async let holder = self.holder(of: hop)
                    if heard.withLock({ $0[place]?.arp }) == nil, let ask = linkQuestion(hop, address) {
                        try await self.probe(ask, of: hop, address)
                    }
                    if echo.outcome == .notPermitted { try await sendDatagram(to: address, of: hop) }
                    let found = try await holder
                    if found != nil { try await identify(hop, address) }
                    // If this machine may not send echo requests, nothing is known about the replies.
                    let isReceiving =
                        echo.outcome == .timeout
                        ? await isReceiving(over: hop, within: begun.duration(to: .now)) : false
                    heard.withLock {
                        $0[place, default: GatewayResult()].holder = found
                        $0[place]?.isReceiving = isReceiving ? true : nil
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Whether data has arrived through a gateway within a time: its replies are lost where other packets fill the link.
    ///
    /// Policy routing may lead connections from the addresses of other interfaces elsewhere, whatever the main table says.
    private func isReceiving(over hop: GatewayEvidence.Hop, within time: Duration) async -> Bool {
        let link = snapshot.links.first { $0.name == hop.route.interface }
        let own = link?.addresses.map(\.address.bytes) ?? []
        let connections = (try? await links.connections()) ?? []
        return connections.contains { connection in
            guard let silence = connection.silence, silence < time, connection.closed == nil,
                let source = connection.source?.bytes, own.contains(source),
                let route = snapshot.route(to: connection.peer)
            else { return false }
            return route.gateway == hop.route.gateway && route.interface == hop.route.interface
        }
    }

    private func probe(
        _ ask: @Sendable () async throws -> GatewayEvidence.ARPResult, of hop: GatewayEvidence.Hop, _ address: IPAddress
    ) async throws {
        let place = Self.requestKey(of: hop, address)
        let answer = try await memory.questions.shared(place, ask)
        heard.withLock { $0[place, default: GatewayResult()].arp = answer }
    }

    /// Looks for an IPv6 gateway by NDP while the echo reply is missing and the kernel knows no neighbour, so that the result is there
    /// when a check ends that does not need this gateway.
    private func solicitEarly(_ hop: GatewayEvidence.Hop, _ address: IPAddress) async throws {
        guard address.family == .ipv6, isUnknown(hop), let ask = linkQuestion(hop, address) else { return }
        try await loop.sleep(until: .now + Self.patienceBeforeNDP)
        try await probe(ask, of: hop, address)
    }

    /// The time within which the gateway of a healthy link has replied.
    private static let patienceBeforeNDP = Duration.milliseconds(300)

    private enum PingResult: Sendable {
        case echo(EchoEvidence)
        case arrival(ReplyArrivalProbe.Outcome)
    }

    /// Sends echo requests to a gateway. While the first reply is missing, one of them finds out whether this machine's packet filter
    /// drops the reply.
    private func ping(_ hop: GatewayEvidence.Hop, _ address: IPAddress) async throws -> EchoEvidence {
        try await withThrowingTaskGroup(of: PingResult.self) { group in
            group.addTask { [self] in
                let interface = hop.fixedInterface(in: snapshot)
                return .echo(
                    try await EchoProbe(address: address, loop: loop, on: interface).observe(within: .seconds(1)))
            }
            group.addTask { [self] in .arrival(try await self.arrival(of: hop, address)) }
            var echo = EchoEvidence(address: address, outcome: .timeout, sent: 1, received: 0)
            var arrival: ReplyArrivalProbe.Outcome?
            while let result = try await group.next() {
                switch result {
                case .echo(let found): echo = found
                case .arrival(let found): arrival = found
                }
                if echo.outcome != .timeout || arrival?.isDelivered == true { break }
            }
            group.cancelAll()
            complete(&echo, by: arrival)
            return echo
        }
    }

    /// The reply to one more request, which is known before the wait for a silent gateway ends.
    private func arrival(of hop: GatewayEvidence.Hop, _ address: IPAddress) async throws -> ReplyArrivalProbe.Outcome {
        guard address.family == .ipv4 else { return .silent }
        try await loop.sleep(until: .now + Self.patienceBeforeWatch)
        let probe = ReplyArrivalProbe(address: address, loop: loop, on: hop.fixedInterface(in: snapshot))
        let place = Self.requestKey(of: hop, address)
        let arrival = try await memory.replies.shared(place) { try await probe.observe() }
        heard.withLock { $0[place, default: GatewayResult()].arrival = arrival }
        return arrival
    }

    /// Adds the result of one more echo request to that of requests without a reply.
    private func complete(_ echo: inout EchoEvidence, by arrival: ReplyArrivalProbe.Outcome?) {
        guard echo.outcome == .timeout else { return }
        switch arrival {
        case .delivered(let roundTrip):
            echo = EchoEvidence(
                address: echo.address, outcome: .reply, sent: echo.sent + 1, received: 1, roundTrip: roundTrip)
        case .keptOut: echo.isKeptOut = true
        case .silent, nil: break
        }
    }

    /// The time within which a gateway on a cable has replied.
    private static let patienceBeforeWatch = Duration.milliseconds(100)

    /// Whether the kernel knows no neighbour for a hop, or found none.
    private func isUnknown(_ hop: GatewayEvidence.Hop) -> Bool {
        hop.neighbour.map { $0.state.isUnanswered || $0.state == .none } ?? true
    }

    /// Sends a datagram to a gateway to which this process may send neither echo requests nor ARP.
    private func sendDatagram(to address: IPAddress, of hop: GatewayEvidence.Hop) async throws {
        let place = Self.requestKey(of: hop, address)
        let arp = heard.withLock { $0[place]?.arp?.outcome }
        guard arp != .answered, arp != .silent else { return }
        let probe = ClosedPortProbe(address: address, loop: loop, on: hop.fixedInterface(in: snapshot))
        guard let isAnswered = try await probe.isAnswered(within: .seconds(1)) else { return }
        heard.withLock {
            $0[place]?.echo?.sent = 1
            $0[place]?.echo?.received = isAnswered ? 1 : 0
        }
    }

    private static func requestKey(of hop: GatewayEvidence.Hop, _ address: IPAddress) -> LinkRequestKey {
        .init(address: address, interface: hop.route.interface ?? "")
    }

    /// Whether the hop is the gateway of a spare uplink, which the kernel has not heard recently. ARP or NDP is then used at
    /// once, since nothing depends on this gateway, and nobody should wait for its echo reply.
    private func isUnknownSpare(_ hop: GatewayEvidence.Hop) -> Bool {
        guard snapshot.spareDefaultRoutes.contains(hop.route) else { return false }
        switch hop.neighbour?.state {
        case .failed, .incomplete, .some(.none), nil: return true
        case .reachable, .stale, .delay, .probe, .permanent, .noarp: return false
        }
    }

    /// Ends the wait for silent gateways: if hosts beyond them have responded by now, they do not reply to echo requests.
    func concludeSilence() {
        for hop in hops.filter(isConnected) {
            guard let address = hop.route.gateway else { continue }
            let place = Self.requestKey(of: hop, address)
            heard.withLock { heard in
                guard heard[place]?.echo == nil else { return }
                var echo = EchoEvidence(address: address, outcome: .timeout, sent: 1, received: 0)
                complete(&echo, by: heard[place]?.arrival)
                heard[place, default: GatewayResult()].echo = echo
            }
        }
    }

    /// Whether waiting for the silent gateways is useless: the kernel has just heard each of them, and none has replied to
    /// echo requests before; or ARP or NDP got no reply. In an address family in which nothing was heard from beyond them,
    /// another host with this machine's address may get their replies, or a permanent neighbour entry may be wrong.
    func isSilenceSettled(in snapshot: NetworkSnapshot, beside uplink: UplinkEvidence) -> Bool {
        let heard = heard.withLock { $0 }
        return hops.filter(isConnected).allSatisfy { hop in
            guard let gateway = hop.route.gateway else { return true }
            let known = heard[Self.requestKey(of: hop, gateway)]
            guard known?.echo == nil else { return true }
            if known?.arp?.outcome == .silent { return true }
            guard hop.route.family == .ipv6 || uplink.isHeard(over: .ipv4) else { return false }
            let state = hop.route.interface.flatMap { snapshot.neighbour(gateway, on: $0) }?.state
            if state == .permanent, !uplink.isForwarding(over: hop.route.family) { return false }
            return !memory.knows(gateway) && (state == .reachable || state == .permanent || state == .noarp)
        }
    }

    /// Whether the link has a carrier. If there is none, no reply will arrive.
    private func isConnected(_ hop: GatewayEvidence.Hop) -> Bool {
        hop.route.interface.flatMap(snapshot.link(named:)).map { $0.isAdminUp && $0.hasCarrier } ?? true
    }

    /// The source address and the link of packets.
    private func origin(of hop: GatewayEvidence.Hop) -> (source: IPAddress, link: Link)? {
        guard let link = hop.route.interface.flatMap(snapshot.link(named:)) else { return nil }
        let usable = link.addresses.filter { $0.address.family == .ipv4 && $0.isUsable }
        let near = usable.first { own in
            hop.route.gateway?.isIn(prefix: own.address, length: own.prefixLength) == true
        }
        return (hop.route.preferredSource ?? near?.address ?? usable.first?.address).map { ($0, link) }
    }

    /// Another host with this machine's address, because of which the gateway seems silent: its replies go to that host.
    private func holder(of hop: GatewayEvidence.Hop) async throws -> String? {
        guard hop.route.family == .ipv4, let (source, link) = origin(of: hop),
            link.addresses.contains(where: { $0.address.bytes == source.bytes }),
            let probe = ARPProbe(forDuplicatesOf: source, on: link, loop: loop)
        else { return nil }
        let question = LinkRequestKey(address: source, interface: link.name)
        return foreign(try await memory.questions.shared(question) { try await probe.observe() })
    }

    /// The hardware address in an answer of another host; `nil` for one of this machine, of which another interface on the same link
    /// replies as well.
    private func foreign(_ answer: GatewayEvidence.ARPResult) -> String? {
        snapshot.links.contains { $0.hardwareAddress == answer.hardwareAddress } ? nil : answer.hardwareAddress
    }

    /// Finds out the hardware address of a silent gateway if another host has this machine's address. A gateway that itself has
    /// that address does not reply to a request from it, but to one from 0.0.0.0 (RFC 5227 section 2.1.1).
    private func identify(_ hop: GatewayEvidence.Hop, _ address: IPAddress) async throws {
        let place = Self.requestKey(of: hop, address)
        guard heard.withLock({ $0[place]?.arp?.hardwareAddress }) == nil,
            let link = hop.route.interface.flatMap(snapshot.link(named:)),
            let probe = ARPProbe(forDuplicatesOf: address, on: link, loop: loop),
            let hardware = try await probe.observe().hardwareAddress
        else { return }
        // It still does not reply to this machine's own address.
        heard.withLock {
            let outcome = $0[place]?.arp?.outcome ?? .notPermitted
            $0[place, default: GatewayResult()].arp = .init(outcome, hardwareAddress: hardware)
        }
    }

    /// A hop whose gateway answers, with other hosts that have this machine's address or the gateway's. Where a host alternates
    /// with this machine in the neighbour table of the gateway, some replies get here.
    ///
    /// - Parameter isGatewayDoubted: Whether to look for hosts with the gateway's address.
    func contested(
        _ hop: GatewayEvidence.Hop, isGatewayDoubted: Bool = true
    ) async throws -> GatewayEvidence.Hop {
        async let holder = holder(of: hop)
        async let rival = isGatewayDoubted ? rival(of: hop) : nil
        var contested = hop
        contested.rival = try await rival
        // A gateway that answers this machine does not have its address. It may reply to ARP requests for every one.
        let found = try await holder
        if found != hop.neighbour?.hardwareAddress { contested.holder = found }
        if contested.holder != nil { contested.own = origin(of: hop)?.source }
        return contested
    }

    /// A hop with another host that has this machine's address, which may be known already. A device that replies for every address
    /// (proxy ARP) replies for that of the hop, too.
    func shared(_ hop: GatewayEvidence.Hop) async throws -> GatewayEvidence.Hop {
        guard hop.neighbour?.hardwareAddress != nil else { return hop }
        let contested = hop.holder == nil ? try await contested(hop, isGatewayDoubted: false) : hop
        guard let holder = contested.holder, try await rival(of: hop) != holder else { return hop }
        var shared = hop
        (shared.holder, shared.own, shared.isHolderAlone) = (holder, contested.own, true)
        return shared
    }

    /// Another host with the address of the gateway, or of a target on the link, than the one that the kernel knows; `nil` if
    /// there is none, or it was not possible to find out.
    ///
    /// - Parameter isServer: Whether the known host says that it does not have the service, so that a server is sought.
    func rival(of hop: GatewayEvidence.Hop, isServer: Bool = false) async throws -> String? {
        guard let address = hop.nextHop, address.family == .ipv4, let known = hop.neighbour?.hardwareAddress,
            let (source, link) = origin(of: hop),
            let probe = ARPProbe(address: address, from: source, on: link, otherThan: known, loop: loop)
        else { return nil }
        guard isServer else { return foreign(try await probe.observe()) }
        return foreign(try await probe.observe(waiting: ARPProbe.patienceOfServers))
    }

    /// The same for a gateway with an IPv6 address, which two hosts answer NDP for.
    func rivalOverIPv6(of hop: GatewayEvidence.Hop) async throws -> String? {
        guard let address = hop.nextHop, let known = hop.neighbour?.hardwareAddress,
            let link = hop.route.interface.flatMap(snapshot.link(named:)),
            let probe = NDPProbe(address: address, on: link, otherThan: known, loop: loop)
        else { return nil }
        return foreign(try await probe.observe())
    }

    /// The hardware address from which a host on the link responds to ARP or NDP; `nil` if none does.
    func responder(for hop: GatewayEvidence.Hop) async throws -> String? {
        guard let address = hop.nextHop, let ask = linkQuestion(hop, address) else { return nil }
        return try await ask().hardwareAddress
    }

    /// Looks for the gateway's address on the link: by ARP, or by NDP for a permanent entry, for which the kernel sends no
    /// requests, and without an entry, since this machine's packet filter may drop the replies.
    private func linkQuestion(
        _ hop: GatewayEvidence.Hop, _ address: IPAddress
    ) -> (@Sendable () async throws -> GatewayEvidence.ARPResult)? {
        if address.family == .ipv6 {
            guard isUnknown(hop) || hop.neighbour?.state == .permanent,
                let link = hop.route.interface.flatMap(snapshot.link(named:)),
                let probe = NDPProbe(address: address, on: link, loop: loop)
            else { return nil }
            return { try await probe.observe() }
        }
        guard let (source, link) = origin(of: hop),
            let probe = ARPProbe(address: address, from: source, on: link, loop: loop)
        else { return nil }
        return { try await probe.observe() }
    }

    /// Whether the kernel knows no neighbour for one of several next hops, which it uses in turn: a check that succeeds over
    /// another one waits for its reply.
    var isLegUnknown: Bool {
        hops.contains { hop in
            guard isUnknown(hop), isConnected(hop) else { return false }
            return hops.contains { $0.route.isLeg(beside: hop.route) }
        }
    }

    /// The hops with the results so far, and with the neighbour states in a snapshot.
    func observed(in snapshot: NetworkSnapshot) -> [GatewayEvidence.Hop] {
        let heard = heard.withLock { $0 }
        return hops.map { hop in
            var hop = hop
            if let gateway = hop.route.gateway {
                let known = heard[Self.requestKey(of: hop, gateway)]
                hop.echo = known?.echo
                hop.arp = known?.arp?.outcome
                hop.arpAddress = known?.arp?.hardwareAddress
                hop.holder = known?.holder
                hop.isReceiving = known?.isReceiving
                if hop.holder != nil { hop.own = origin(of: hop)?.source }
                if memory.knows(gateway) { hop.hasAnsweredBefore = true }
            }
            if let address = hop.nextHop, let interface = hop.route.interface {
                let before = hop.neighbour?.state
                hop.neighbour = snapshot.neighbour(address, on: interface) ?? hop.neighbour
                // The kernel has just heard it, whatever this process may send.
                let isHeardNow = hop.neighbour?.state == .reachable && before != .reachable
                if isHeardNow, hop.echo?.outcome == .notPermitted, hop.arp != .silent { hop.arp = .answered }
                memory.update(&hop, Self.requestKey(of: hop, address))
            }
            return hop
        }
    }

    var isEmpty: Bool { !hops.contains { $0.route.gateway != nil } }
}

extension GatewayEvidence.Hop {
    /// The interface of the route, if packets to the gateway itself would leave over another one. An echo reply over that
    /// one says nothing about the route.
    func fixedInterface(in snapshot: NetworkSnapshot) -> String? {
        guard let gateway = route.gateway, !gateway.isLinkLocal, let interface = route.interface else { return nil }
        return snapshot.route(to: gateway)?.interface == interface ? nil : interface
    }
}
