import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
import NetworkModel
import Probes

/// IPv4 on a machine with IPv6 only: whether the network's NAT64 leads anywhere.
extension UplinkRun {
    /// The prefix of addresses that nobody has (RFC 5737). This machine needs no route to them, since it has none for IPv4.
    private static let documentation: [UInt8] = [192, 0, 2]
    private static let limitForPrefix = Duration.milliseconds(600)
    private static let maxServers = 3

    /// The evidence with the results of packets to IPv4 addresses that nobody has, unless there is IPv4, or nothing beyond the
    /// gateway reports packets over IPv6 either; or with the fact that no NAT64 is known. If this machine translates its IPv4 packets
    /// itself, what programs heard over IPv4 came from behind the NAT64.
    func translated(_ evidence: UplinkEvidence) async throws -> UplinkEvidence {
        let isSilent = evidence.connections?.familiesHeardLately?.contains(.ipv4) != true
        guard depth == .full, evidence.isOfIPv6Alone || isTranslatingItself && isSilent,
            evidence.packets.contains(where: { isHeard($0, evidence) })
        else { return evidence }
        var evidence = evidence
        switch try await prefix() {
        case .known(let prefix): evidence.translation = try await translation(by: prefix, beside: evidence)
        case .missing where evidence.isOfIPv6Alone: evidence.isWithoutTranslation = true
        case .missing, .unknown: break
        }
        return evidence
    }

    /// Whether all IPv4 packets to other networks leave, without a gateway, from an address of a translator on this machine, which sends
    /// them to the NAT64 (464XLAT, RFC 6877).
    private var isTranslatingItself: Bool {
        let fourth = snapshot.defaultRoutes.filter { $0.family == .ipv4 && $0.kind == .unicast }
        return !fourth.isEmpty
            && fourth.allSatisfy { route in
                route.gateway == nil
                    && snapshot.links.contains { link in
                        link.name == route.interface
                            && link.addresses.contains(where: \.address.isOfTranslator)
                    }
            }
    }

    private func translation(
        by prefix: NAT64Prefix, beside evidence: UplinkEvidence
    ) async throws -> UplinkEvidence.Translation? {
        guard let nobody = IPAddress(bytes: Self.documentation + [UInt8.random(in: 1...254)]),
            let translated = prefix.address(for: nobody)
        else { return nil }
        var found = UplinkEvidence.Translation(prefix: prefix, packets: [])
        found.connections = try? await UplinkEvidence.Connections(
            engine.links.connections().filter { prefix.contains($0.peer) }, in: snapshot)
        if found.connections?.total == 0 { found.connections = nil }
        // Its own programs' connections show that it works.
        if let heard = found.connections?.heard, heard > 0 { return found }
        guard engine.uplink.begin(.translation, occasion(after: engine.uplink.last)) else {
            return engine.uplink.earlierTranslation(of: prefix, found)
        }
        // Packets that nobody reports do not use up the limit. The last ones are sent after half of the time.
        let isLate = evidence.timeForPackets(atLeast: Self.packetLimit) > Self.packetLimit
        var reported = ContinuousClock.now + Self.packetLimit / 2
        found.packets = try await packets(to: [translated], gateways: evidence.gateways)
        if isLate || found.packets.contains(where: { $0.error != nil }) { reported = .now }
        // Translators may not translate documentation addresses in the well-known prefix 64:ff9b::/96, and must drop packets
        // to them (RFC 6052 section 3.1).
        let witness = DocumentationAddress.filterWitness(.ipv4).flatMap(prefix.address(for:)) ?? translated
        for pause in isAfterFailure ? [Self.pause] : [Self.pause, Self.longPause]
        where !found.isForwarded(behind: evidence.gateways) {
            try await engine.loop.sleep(until: reported + pause)
            let more = try await packets(to: [witness], gateways: evidence.gateways)
            if isLate || more.contains(where: { $0.error != nil }) { reported = .now }
            found.packets += more
        }
        engine.uplink.store(found)
        return found
    }

    /// This machine's connections without those over a NAT64 that leads nowhere, which say nothing about IPv6.
    func connections(
        beside translation: UplinkEvidence.Translation?, _ known: UplinkEvidence.Connections?
    ) async throws -> UplinkEvidence.Connections? {
        guard let translation, let own = translation.connections, own.heard == 0, own.stuck > 0 else { return known }
        return try? await UplinkEvidence.Connections(
            engine.links.connections().filter { !translation.prefix.contains($0.peer) }, in: snapshot)
    }

    private func isHeard(_ packet: UplinkEvidence.Packet, _ evidence: UplinkEvidence) -> Bool {
        packet.answer != nil || packet.isReported(behind: evidence.gateways)
    }

    private enum Prefix {
        case known(NAT64Prefix)
        /// All resolvers say that there is none.
        case missing
        case unknown
    }

    /// The prefix of the network: that which its router announces (RFC 8781), or which a DNS server uses for a name with IPv4
    /// only (RFC 7050). Not every server needs to do so, such as one that a user has configured: there is no prefix only if all
    /// say so. One to which there is no route gives programs no answer either.
    private func prefix() async throws -> Prefix {
        if let announced = snapshot.translations?.last { return .known(announced.prefix) }
        let servers = snapshot.resolvers.selected(for: NAT64Prefix.knownName).servers
            .filter { snapshot.canSend(to: $0.address) }.prefix(Self.maxServers)
        var found = servers.isEmpty ? Prefix.unknown : .missing
        for server in servers {
            switch try await prefix(by: server) {
            case .known(let prefix): return .known(prefix)
            case .unknown: found = .unknown
            case .missing: break
            }
        }
        return found
    }

    private func prefix(by server: Resolver) async throws -> Prefix {
        do {
            let answer = try await engine.resolver.client.query(
                NAT64Prefix.knownName + ".", type: .aaaa, of: server, timeout: Self.limitForPrefix)
            let found = answer.records.lazy.compactMap { record -> NAT64Prefix? in
                if case .address(let address) = record.value { NAT64Prefix(fromKnownName: address) } else { nil }
            }.first
            if let found { return .known(found) }
            return answer.failure == .noData || answer.failure == .nxdomain ? .missing : .unknown
        } catch is HostResolutionError {
            return .unknown
        }
    }
}
