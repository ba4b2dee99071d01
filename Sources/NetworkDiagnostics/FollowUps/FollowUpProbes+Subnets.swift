import Diagnosis
import NetworkModel
import Probes

/// Probes for this machine's own subnets and source addresses.
extension FollowUpProbes {
    private static let patience = Duration.milliseconds(700)

    /// Sends an echo request to the target past the subnet that hides it. The user has chosen the address; no other host is
    /// involved.
    func pastOwnSubnet() async throws -> Amendment {
        guard let subnet = evidence.address?.overlap else { return { _ in } }
        let echo = try await EchoProbe(address: subnet.destination, loop: engine.loop, on: subnet.uplink)
            .observe(within: Self.patience)
        return { $0.address?.overlap?.echo = echo }
    }

    /// Asks for the hardware address of the target on the link of the subnet next to which it is.
    func besideOwnSubnet() async throws -> Amendment {
        guard let subnet = evidence.address?.narrow else { return { _ in } }
        let snapshot = try await engine.routedSnapshot().snapshot
        guard let link = snapshot.link(named: subnet.interface),
            let probe = ARPProbe(address: subnet.destination, from: subnet.address, on: link, loop: engine.loop)
        else { return { _ in } }
        let found = try await probe.observe()
        return { evidence in
            evidence.address?.narrow?.arp = found.outcome
            evidence.address?.narrow?.hardwareAddress = found.hardwareAddress
        }
    }

    func witnesses() async throws -> Amendment {
        guard let subnet = evidence.address?.wide else { return { _ in } }
        let servers = try await engine.routedSnapshot().snapshot.resolvers.servers.map(\.address)
        let far = servers.filter { server in
            server.family == subnet.address.family && server != subnet.destination
                && server.isIn(prefix: subnet.address, length: subnet.prefixLength)
        }
        async let forwarded = isForwarded(in: subnet)
        let echoes = try await engine.echoes([subnet.gateway] + far.prefix(3), within: Self.patience)
        let isForwarded = try await forwarded
        return { evidence in
            evidence.address?.wide?.witnesses = echoes
            evidence.address?.wide?.isForwarded = isForwarded
        }
    }

    /// Whether the target responds if packets to it are sent to the gateway. The user has chosen the address.
    ///
    /// - Returns: `nil` if this process may not send such packets, or the gateway's hardware address is not known.
    private func isForwarded(in subnet: WideSubnet) async throws -> Bool? {
        let snapshot = try await engine.routedSnapshot().snapshot
        guard let link = snapshot.link(named: subnet.interface),
            let question = ARPProbe(address: subnet.gateway, from: subnet.address, on: link, loop: engine.loop),
            let hardware = try await question.observe().hardwareAddress
        else { return nil }
        let attempts = (evidence.proxy?.attempts ?? []) + (evidence.tcp?.attempts ?? [])
        let port = attempts.first { $0.address == subnet.destination }?.port
        return try await ForwardingProbe(
            of: subnet.destination, port: port ?? 0, from: subnet.address, via: hardware, on: link, loop: engine.loop
        )?.observe()
    }

    /// The default routes whose gateways do not answer the preferred source, if the uplink is not proven to work, and a DNS server on the
    /// link gives no address: then no packet of the check takes such a route.
    func oneSidedRoutes(beside uplink: UplinkEvidence?) async throws -> [GatewayEvidence.Hop] {
        guard let uplink, UplinkProof(uplink) != .works, evidence.gateway?.isOnLink == true, evidence.tcp == nil,
            evidence.proxy == nil, evidence.dns?.resolution.answers.isEmpty == true
        else { return [] }
        let routedSnapshot = try await engine.routedSnapshot()
        let selection = try await engine.routes(to: [], in: routedSnapshot)
        var found: [GatewayEvidence.Hop] = []
        for var hop in selection.gateway.hops.prefix(4) {
            guard let gateway = hop.route.gateway, let trial = hop.sourceTrial else { continue }
            let tried = try await engine.probed(trial, at: gateway)
            hop.sourceTrial = tried
            if tried.isOneSided { found.append(hop) }
        }
        return found
    }

    func sources() async throws -> Amendment {
        guard let hops = evidence.gateway?.hops else { return { _ in } }
        var trials: [IPAddress: SourceTrial] = [:]
        for hop in hops.prefix(4) {
            guard let gateway = hop.route.gateway, let trial = hop.sourceTrial else { continue }
            trials[gateway] = try await engine.probed(trial, at: gateway)
        }
        let tried = trials
        return { evidence in
            guard var gateways = evidence.gateway else { return }
            for index in gateways.hops.indices {
                guard let gateway = gateways.hops[index].route.gateway, let trial = tried[gateway] else { continue }
                gateways.hops[index].sourceTrial = trial
            }
            evidence.gateway = gateways
        }
    }
}

extension DiagnosticEngine {
    /// Sends echo requests to several addresses at once; the results are in the order of the addresses.
    func echoes(_ addresses: [IPAddress], within limit: Duration) async throws -> [EchoEvidence] {
        try await withThrowingTaskGroup(of: (Int, EchoEvidence).self) { group in
            for (index, address) in addresses.enumerated() {
                group.addTask { [loop] in
                    (index, try await EchoProbe(address: address, loop: loop).observe(within: limit))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Sends echo requests to a gateway from both addresses.
    func probed(_ trial: SourceTrial, at gateway: IPAddress) async throws -> SourceTrial {
        async let fromSource = EchoProbe(address: gateway, loop: loop, from: trial.source)
            .observe(within: .milliseconds(700))
        async let fromOther = EchoProbe(address: gateway, loop: loop, from: trial.other)
            .observe(within: .milliseconds(700))
        var tried = trial
        (tried.fromSource, tried.fromOther) = (try await fromSource, try await fromOther)
        guard tried.fromSource?.outcome == .timeout, tried.fromOther?.outcome == .timeout,
            uplink.options.sendsPackets,
            let nobody = DocumentationAddress.any(trial.source.family, in: try await routedSnapshot().snapshot)
        else { return tried }
        // A gateway that answers no echo requests nevertheless reports packets whose hop limit expires there.
        async let isSourceReported = isReported(nobody, from: trial.source)
        async let isOtherReported = isReported(nobody, from: trial.other)
        (tried.isSourceReported, tried.isOtherReported) = (try await isSourceReported, try await isOtherReported)
        return tried
    }

    /// Whether the gateway reports a packet whose hop limit expires there. A second packet follows if the first one, or its
    /// report, may have been lost.
    private func isReported(_ nobody: IPAddress, from source: IPAddress) async throws -> Bool {
        for _ in 0..<2 {
            let packet = try await UplinkPacketProbe(toNobody: nobody, as: .udp, limit: 1, loop: loop, from: source)
                .observe(until: .now + .milliseconds(300))
            if let error = packet.error, !error.isOwn { return true }
        }
        return false
    }
}
