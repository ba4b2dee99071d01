import NetworkModel

/// Rules for DNS servers that are all reached over IPv6, while IPv6 ends behind the gateway and IPv4 does not.
enum IPv6ResolverRule {
    /// The finding that the silence of all servers of a check is that of IPv6.
    static func finding(_ assessment: DNSAssessment) -> Finding? {
        guard assessment.failures.allSatisfy({ $0.reason == .timeout }) else { return nil }
        let servers = assessment.failures.compactMap { $0.server.flatMap(PathDestination.init(server:))?.address }
        return finding(servers, assessment.evidence.uplink)
    }

    /// The finding that the silence of the servers is that of IPv6.
    ///
    /// - Parameter servers: The silent servers, which are all that are configured.
    static func finding(_ servers: [IPAddress], _ uplink: UplinkEvidence?) -> Finding? {
        guard let uplink, !servers.isEmpty, servers.allSatisfy({ $0.family == .ipv6 && $0.isOfInternet }) else {
            return nil
        }
        let indications = UplinkIndications(uplink)
        guard indications.lastRouterOfIPv6 != nil, let interface = uplink.interface,
            let gateway = uplink.gateways.first(where: { $0.family == .ipv6 }),
            // A server that is heard over TCP alone is reached.
            !uplink.packets.contains(where: { $0.limit == nil && $0.answer != nil && $0.destination.family == .ipv6 })
        else { return nil }
        var distinct: [IPAddress] = []
        for server in servers where !distinct.contains(server) { distinct.append(server) }
        let list = DNSRules.list(distinct)
        return Finding(
            PathCauses.ipv6Down, confidence: 0.75, severity: .error,
            [
                "gateway": "\(gateway)", "interface": shown(interface), "address": "\(servers[0])",
                "contrast": FactPhrase.whileFourthWorks.text,
                "effect": FactPhrase.ipv6ResolversAlone.text(["servers": list]), "ipv6_servers": list,
            ].merging(RouterRules.factsOfRoute(by: gateway, uplink)) { $1 })
    }
}
