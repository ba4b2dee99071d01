import Diagnosis
import LinkFacts
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// A host that disturbs this machine's connections sends frames all the time.
    private static let timeToHearTwin = Duration.milliseconds(600)
    /// A response that takes longer may be one to a query that was repeated.
    private static let timeOfRepetition = Duration.milliseconds(390)

    /// Listens for another host with the hardware address of an interface; `nil` if none is heard, or this process may not listen.
    ///
    /// - Throws: `CancellationError`.
    func hardwareTwin(
        on interface: String, until deadline: ContinuousClock.Instant
    ) async throws -> LinkHost? {
        let snapshot = try await links.snapshot()
        guard let link = snapshot.link(named: interface),
            let probe = HardwareTwinProbe(on: link, in: snapshot, loop: loop)
        else { return nil }
        guard ContinuousClock.now + Self.timeToHearTwin <= deadline, let own = link.addresses.first?.address else {
            return try await probe.observe(until: min(deadline, ContinuousClock.now + Self.timeToHearTwin))
        }
        let question = LinkRequestKey(address: own, interface: interface)
        return try await gateways.twins.shared(question) {
            try await probe.observe(until: .now + Self.timeToHearTwin)
        }
    }

    /// Looks for another host with this machine's hardware address, if anything that was sent got no response, or a late one.
    ///
    /// - Throws: `CancellationError`.
    func hardwareTwin(beside observation: MachineObservation) async throws -> LinkHost? {
        guard Self.isTwinInQuestion(observation) else { return nil }
        return try await hardwareTwin(in: observation.snapshot)
    }

    /// Looks for another host with this machine's hardware address on the link of the default route.
    ///
    /// - Throws: `CancellationError`.
    func hardwareTwin(in snapshot: NetworkSnapshot) async throws -> LinkHost? {
        guard let interface = snapshot.preferredDefaultRoutes.lazy.compactMap(\.interface).first else { return nil }
        return try await hardwareTwin(on: interface, until: .now + Self.timeToHearTwin)
    }

    /// Whether another host with this machine's hardware address may explain what an observation shows.
    static func isTwinInQuestion(_ observation: MachineObservation) -> Bool {
        hasLost(observation) || isDoubtful(observation.uplink)
    }

    /// Whether nothing proves that an uplink works.
    static func isDoubtful(_ uplink: UplinkEvidence?) -> Bool { uplink.map { UplinkProof($0) != .works } ?? false }

    /// Whether anything that was sent got no response, or a late one.
    static func hasLost(_ observation: MachineObservation) -> Bool {
        let isSlow = observation.resolvers.contains { server in
            server.status == .connectionDown && server.failure == .timeout && server.isUnsent != true
                || server.duration.map { $0.duration >= timeOfRepetition } == true
        }
        return isSlow || observation.names?.resolution.system?.failure == .timeout || observation.hasLostToGateway
    }

    /// The gateways, with another host that has this machine's IPv4 address on their links, if anything was lost, and as long as that
    /// host is there: whatever is sent to this machine then arrives in turn here and there.
    ///
    /// - Throws: `CancellationError`.
    func sharedGateways(of observation: MachineObservation) async throws -> [GatewayEvidence.Hop] {
        var hops = observation.gateways
        guard uplink.options.sendsPackets else { return hops }
        let hasLost = Self.hasLost(observation)
        for index in hops.indices.filter({ hops[$0].route.family == .ipv4 }).prefix(2) {
            guard let gateway = hops[index].route.gateway else { continue }
            let place = LinkRequestKey(address: gateway, interface: hops[index].route.interface ?? "")
            guard hasLost || gateways.isShared(place) else { continue }
            let watch = GatewayWatch(hops: [hops[index]], snapshot: observation.snapshot, engine: self)
            hops[index] = try await watch.shared(hops[index])
            gateways.record(isShared: hops[index].isHolderAlone == true, place)
        }
        return hops
    }

    /// Looks for another host with an address of this machine, which has no default route. With one, a router that answers ARP for
    /// every address (proxy ARP) is no reason to doubt the address.
    ///
    /// - Throws: `CancellationError`.
    func holder(ofOwn address: IPAddress) async throws -> LinkHost? {
        let snapshot = try await links.snapshot()
        let link = snapshot.links.first { link in
            !link.isLoopback && link.hasCarrier && link.addresses.contains { $0.address.bytes == address.bytes }
        }
        guard snapshot.defaultRoutes.isEmpty, address.family == .ipv4, let link,
            let probe = ARPProbe(forDuplicatesOf: address, on: link, loop: loop),
            let hardware = try await probe.observe().hardwareAddress,
            !snapshot.links.contains(where: { $0.hardwareAddress == hardware })
        else { return nil }
        return LinkHost(interface: link.name, hardwareAddress: hardware, address: address)
    }

    /// The same for the address of the DNS servers, if all of them are this machine, where none runs.
    ///
    /// - Throws: `CancellationError`.
    func holder(beside observation: MachineObservation) async throws -> LinkHost? {
        let servers = observation.resolvers
        guard uplink.options.sendsPackets, let first = servers.first?.resolver.address,
            servers.allSatisfy({ server in
                server.failure == .closed && !server.resolver.address.isLoopback
                    && observation.snapshot.isOwn(server.resolver.address)
            })
        else { return nil }
        return try await holder(ofOwn: first)
    }
}
