import NetworkModel

extension GatewayRules {
    /// The DNS server to which a route of this machine rejects packets, if the target has no address for that reason; `nil` if the
    /// route covers an address of the target, or if another route than one to a server is to blame.
    static func rejectedServer(in evidence: Evidence) -> String? {
        guard evidence.tcp?.attempts.isEmpty ?? true, let dns = evidence.dns, dns.resolution.addresses.isEmpty,
            let rejecting = evidence.gateway?.hops.first(where: { $0.route.rejects })?.route, !rejecting.isDefault
        else { return nil }
        return dns.servers.first { server in
            PathDestination(server: server).map { rejecting.covers($0.address) } ?? false
        }
    }

    /// The DNS server to which no route leads, if no query was sent for that reason, and this machine has an address of the other
    /// family, over which the target itself may be reached; `nil` otherwise.
    static func unroutedServer(in evidence: Evidence) -> String? {
        guard let gateway = evidence.gateway, gateway.hops.isEmpty, gateway.familiesWithoutRoute.count == 1,
            evidence.tcp?.attempts.isEmpty ?? true, evidence.proxy == nil,
            let resolution = evidence.dns?.resolution, resolution.answers.isEmpty
        else { return nil }
        let isOtherUsable = evidence.address?.usable.contains { source in
            let address = source.address.address
            return !address.isLinkLocal && !gateway.familiesWithoutRoute.contains(address.family)
        }
        let failures = resolution.failures.filter { $0.source == .dns }
        guard isOtherUsable == true, !failures.isEmpty, failures.allSatisfy({ $0.isUnsent == true }) else { return nil }
        return failures.first?.server
    }

    /// The finding about a gateway that is a DNS server as well, and that ARP or NDP does not find, if no server answered: a gateway of
    /// the other address family may be alive, and nobody resolves names over it.
    static func deadServer(in evidence: Evidence) -> Finding? {
        guard evidence.tcp?.attempts.isEmpty ?? true, evidence.proxy == nil, let uplink = evidence.uplink,
            let resolution = evidence.dns?.resolution, resolution.answers.isEmpty
        else { return nil }
        let failures = resolution.failures.filter { $0.source == .dns }
        guard failures.allSatisfy({ $0.reason == .timeout || $0.reason == .closed }) else { return nil }
        let silent = Set(failures.filter { $0.reason == .timeout }.compactMap(\.server))
        let hop = (evidence.gateway?.hops ?? []).first { hop in
            guard hop.route.gateway == nil, hop.neighbour?.state.isUnanswered == true, let host = hop.nextHop else {
                return false
            }
            return silent.contains("\(host)") && uplink.gateways.contains { $0.bytes == host.bytes }
        }
        guard let hop, let host = hop.nextHop else { return nil }
        let interface = shown(hop.route.interface ?? "?")
        return Finding(
            GatewayCauses.unreachable, confidence: 0.93,
            ["gateway": "\(host)", "interface": interface, "plug": interface])
    }

    /// The finding about a machine whose routes lead to hosts on its links only, if a DNS server there has no answer for a name of
    /// the Internet: whatever the server lacks, the target is not reached without a default route. `nil` for other names, which the
    /// server should know itself.
    static func lackingDefaultRoute(in evidence: Evidence) -> Finding? {
        guard evidence.gateway?.isLinksOnly == true, evidence.tcp == nil, evidence.proxy == nil,
            let dns = evidence.dns, dns.resolution.answers.isEmpty
        else { return nil }
        let assessment = DNSAssessment(dns, evidence)
        let failures = assessment.failures.map(\.reason)
        guard !assessment.isOfTarget, assessment.isPublicName,
            failures.contains(.servfail) || failures.contains(.refused),
            failures.allSatisfy({ $0 == .servfail || $0 == .refused || $0 == .timeout })
        else { return nil }
        var facts = ["destination": shown(evidence.asked.host.description)]
        facts["interface"] = evidence.link?.carriers.first.map { shown($0.name) }
        return Finding(GatewayCauses.none, confidence: 0.9, facts)
    }
}
