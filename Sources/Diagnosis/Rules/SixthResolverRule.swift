import NetworkModel

/// Rules for DNS servers that are all reached over IPv6, while IPv6 ends behind the gateway and IPv4 does not.
enum SixthResolverRule {
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
                "effect": FactPhrase.sixthResolversAlone.text(["servers": list]), "sixth_servers": list,
            ])
    }
}
