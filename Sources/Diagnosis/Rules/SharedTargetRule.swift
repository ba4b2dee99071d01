import NetworkModel

/// Rules for a target on the link, or its DNS server, whose address two hosts have: packets go to the one that this machine heard last,
/// which may not be the one that has the service.
enum SharedTargetRule {
    /// The question, which is useful if the target refuses connections or does not answer them, or if no DNS server answers.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        targets(in: evidence).compactMap { $0.nextHop.map { .link(.otherHolder($0)) } }
    }

    /// The findings. They are warnings, since ARP does not tell two hosts from two network cards of one; unless it is the gateway,
    /// behind which nothing answers either, or a DNS server whose port is closed now and then.
    static func findings(in evidence: Evidence) -> [Finding] {
        targets(in: evidence).compactMap { hop in
            guard let address = hop.nextHop, let rival = hop.rival, let known = hop.neighbour?.hardwareAddress,
                rival != known
            else { return nil }
            var facts = [
                "interface": shown(hop.route.interface ?? "?"), "addresses": "\(address)",
                "which": FactPhrase.sameAddress.text(["address": "\(address)"]),
                "who": FactPhrase.besidesAnother.text(["address": shown(rival), "other": shown(known)]),
            ]
            let isProven = isAnsweringAndClosed(address, evidence)
            if isSilentGateway(address, evidence) || isProven && isGateway(address, evidence) {
                facts["gateway"] = "\(address)"
                return Finding(AddressCauses.duplicate, confidence: 0.95, AddressRules.facing(address, facts))
            }
            facts["shared"] = "\(address)"
            return Finding(
                AddressCauses.duplicate, confidence: isProven ? 0.95 : 0.7, severity: isProven ? nil : .warning, facts)
        }
    }

    /// Whether an address is that of the gateway in use, and nothing proves that the uplink works.
    private static func isSilentGateway(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        isGateway(address, evidence) && evidence.isUplinkSilent
    }

    private static func isGateway(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        evidence.uplink?.gateways.contains { $0.bytes == address.bytes } == true
    }

    /// Whether a DNS server answered the query that examines the uplink, while the port was closed for the name: only one of the two
    /// hosts runs a server, and packets go now to this one, now to that one.
    private static func isAnsweringAndClosed(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        guard evidence.tcp == nil, let dns = evidence.dns else { return false }
        let isClosed = dns.resolution.failures.contains { failure in
            failure.source == .dns && failure.reason == .closed && failure.isTruncated != true
                && failure.server.flatMap(PathDestination.init(server:))?.address.bytes == address.bytes
        }
        return isClosed
            && evidence.uplink?.allQueries.contains { query in
                query.server.bytes == address.bytes && query.isTruncated != true
                    && [.nxdomain, .noData, .address].contains(query.outcome)
            } == true
    }

    /// The next hops that are targets on the link without a connection, or DNS servers without an answer.
    private static func targets(in evidence: Evidence) -> [GatewayEvidence.Hop] {
        let failed = silentAddresses(in: evidence)
        guard !failed.isEmpty else { return [] }
        return (evidence.gateway?.hops ?? []).filter { hop in
            hop.route.gateway == nil && hop.neighbour?.state != .permanent
                && hop.nextHop.map { $0.family == .ipv4 && failed.contains($0) } == true
        }
    }

    private static func silentAddresses(in evidence: Evidence) -> [IPAddress] {
        guard evidence.proxy == nil else { return [] }
        if let tcp = evidence.tcp {
            guard tcp.winner == nil else { return [] }
            return tcp.attempts.filter { $0.outcome == .refused || $0.outcome == .timeout }.map(\.address)
        }
        guard let dns = evidence.dns, dns.resolution.answers.isEmpty else { return [] }
        return dns.resolution.failures.filter { $0.source == .dns && $0.hasNoAnswer }.compactMap { failure in
            failure.server.flatMap(PathDestination.init(server:))?.address
        }
    }
}
