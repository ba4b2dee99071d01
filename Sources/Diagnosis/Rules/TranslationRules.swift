import NetworkModel

/// Rules for IPv4 addresses on an IPv6-only machine: the role of NAT64 and DNS64 (RFC 6146, RFC 6147).
enum TranslationRules {
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        isIPv4Missing(in: evidence) ? [.link(.translation)] : []
    }

    /// The finding about a literal IPv4 address in a network with NAT64.
    static func literal(in evidence: Evidence) -> Finding? {
        guard isIPv4Missing(in: evidence), let known = evidence.gateway?.translation, let prefix = known.prefix,
            withoutDNS64(in: evidence) == nil, !DNSRules.isLedByHosts(evidence), let address = wanted(in: evidence),
            let translated = prefix.address(for: address)
        else { return nil }
        var facts = ["address": "\(address)", "prefix": "\(prefix)", "translated": "\(translated)"]
        if let server = known.server { facts["server"] = "\(server)" }
        return Finding(GatewayCauses.ipv4Literal, confidence: 0.95, facts)
    }

    /// The finding about a name that only has IPv4 addresses, in a network in which neither a DNS server nor a router has NAT64.
    /// The machine status names the same.
    static func withoutNAT64(in evidence: Evidence) -> Finding? {
        guard evidence.gateway?.translation?.prefix == nil, untranslatedServer(in: evidence) != nil,
            DNSRules.lostFamily(in: evidence) == nil, !DNSRules.isLedByHosts(evidence)
        else { return nil }
        let interface = evidence.link?.carriers.first { !$0.isLoopback }?.name
        let facts = interface.map { ["interface": shown($0)] } ?? [:]
        return Finding(GatewayCauses.noIPv4, confidence: 0.9, severity: .error, facts)
    }

    /// The server without DNS64 that returned only IPv4 addresses; `nil` if there is none.
    private static func untranslatedServer(in evidence: Evidence) -> String? {
        guard isIPv4Missing(in: evidence), let known = evidence.gateway?.translation,
            let answer = evidence.dns?.resolution.answers.first(where: {
                $0.source == .dns && $0.address?.family == .ipv4
            })
        else { return nil }
        return answer.server.flatMap { server in known.without.contains { "\($0)" == server } ? server : nil }
    }

    /// The finding about a name that only has IPv4 addresses, from a server without DNS64 in a network with NAT64.
    static func withoutDNS64(in evidence: Evidence) -> Finding? {
        guard let server = untranslatedServer(in: evidence), let known = evidence.gateway?.translation,
            known.prefix != nil, let dns = evidence.dns
        else { return nil }
        var facts = [
            "name": shown(dns.resolution.name), "server": shown(server),
            "addresses": DNSRules.list(dns.resolution.addresses),
        ]
        if let prefix = known.prefix { facts["prefix"] = "\(prefix)" }
        if let other = known.server { facts["other"] = "\(other)" }
        if known.server == nil, let router = known.router { facts["router"] = "\(router)" }
        return Finding(DNSCauses.noDNS64, confidence: 0.95, facts)
    }

    /// The well-known prefix of NAT64, with a length of 96 bits (RFC 6052 section 2.1).
    private static let wellKnown = IPAddress("64:ff9b::")

    /// The prefix of NAT64 that all of these addresses are in, which DNS64 synthesized; `nil` if they are not in the same one.
    static func prefix(ofSynthesized addresses: [IPAddress], _ evidence: Evidence) -> String? {
        let known = [evidence.gateway?.translation?.prefix, evidence.uplink?.translation?.prefix].compactMap(\.self)
        if let prefix = known.first(where: { addresses.allSatisfy($0.contains) }) { return "\(prefix)" }
        guard let wellKnown = wellKnown, addresses.allSatisfy({ $0.isIn(prefix: wellKnown, length: 96) }) else {
            return nil
        }
        return "\(wellKnown)/96"
    }

    /// Whether the target only has IPv4 addresses, and this machine, which has IPv6, has neither an IPv4 address nor a route
    /// to them.
    private static func isIPv4Missing(in evidence: Evidence) -> Bool {
        guard let gateway = evidence.gateway, let usable = evidence.address?.usable, gateway.hops.isEmpty,
            gateway.familiesWithoutRoute == [.ipv4]
        else { return false }
        let families = Set(usable.map(\.address.address.family))
        return families == [.ipv6]
    }

    private static func wanted(in evidence: Evidence) -> IPAddress? {
        if case .address(let address) = evidence.asked.host { return address }
        return evidence.dns?.resolution.addresses.first { $0.family == .ipv4 }
    }
}
