import Diagnosis
import NetworkModel
import Probes

/// The router of the link, if the gateway of the default route is an ordinary host.
extension DiagnosticEngine {
    /// The hop limits behind the router.
    private static let limitsBehindRouter: ClosedRange<UInt8> = 2...4
    private static let portOfRouters: UInt16 = 443, maxRouters = 2

    /// A DNS server on the gateway's link that forwards packets: routers behind it report those that are sent to it in place of the gateway,
    /// which answers pings, and behind which none reports the same packets.
    ///
    /// - Returns: `nil` if there is none, if the state of the uplink is known, if anything beyond the gateway was heard, or without
    ///   `CAP_NET_RAW`.
    /// - Throws: `CancellationError`.
    func routerBeside(
        _ gateways: [GatewayEvidence.Hop], _ proof: UplinkEvidence?, in snapshot: NetworkSnapshot
    ) async throws -> IPAddress? {
        guard uplink.options.sendsPackets, let proof, UplinkProof(proof) == .unknown, proof.isBeyondSilent,
            proof.proxy == nil,
            let gateway = proof.gateway, gateway.family == .ipv4,
            let hop = gateways.first(where: { $0.route.gateway?.bytes == gateway.bytes }), hop.echo?.outcome == .reply,
            let link = hop.route.interface.flatMap(snapshot.link(named:)),
            let own = link.addresses.first(where: { own in
                own.isUsable && own.address.family == .ipv4
                    && gateway.isIn(prefix: own.address, length: own.prefixLength)
            }),
            let nobody = DocumentationAddress.any(.ipv4, in: snapshot)
        else { return nil }
        // A host that is no router reports no packet whose hop limit ends there.
        let isRouter = uplink.earlierOutput.traces.contains { $0.address.family == .ipv4 && $0.outcome == .refused }
        guard !isRouter else { return nil }
        let servers = proof.queries.filter { $0.place == .link && $0.reachesRoot }.map(\.server).filter { server in
            server.family == .ipv4 && server.isIn(prefix: own.address, length: own.prefixLength)
        }
        guard !servers.isEmpty, ICMPWatch() != nil,
            let used = try await reports(about: nobody, from: own.address, via: gateway, on: link),
            used.packets.allSatisfy({ $0.error == nil })
        else { return nil }
        for server in servers.prefix(Self.maxRouters) {
            let tried = try await reports(about: nobody, from: own.address, via: server, on: link)
            guard let tried, tried.hardware != used.hardware else { continue }
            let isForwarded = tried.packets.contains { packet in
                packet.isReported(behind: proof.gateways + [server])
                    && packet.error?.reporter.map { $0.isIn(prefix: own.address, length: own.prefixLength) } == false
            }
            if isForwarded { return server }
        }
        return nil
    }

    /// What routers report about SYNs that are sent to the hardware address of a host on the link.
    private func reports(
        about nobody: IPAddress, from source: IPAddress, via router: IPAddress, on link: Link
    ) async throws -> (hardware: String, packets: [UplinkEvidence.Packet])? {
        guard let question = ARPProbe(address: router, from: source, on: link, loop: loop),
            let hardware = try await question.observe().hardwareAddress,
            let probe = ForwardingProbe(
                of: nobody, port: Self.portOfRouters, from: source, via: hardware, on: link,
                loop: loop),
            let packets = try await probe.reports(hopLimits: Self.limitsBehindRouter)
        else { return nil }
        return (hardware, packets)
    }
}
