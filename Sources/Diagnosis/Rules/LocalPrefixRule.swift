import NetworkModel

/// IPv6 addresses of a home's or company's own (RFC 4193) beside IPv4: for a host of the Internet programs take IPv4 first, since their
/// addresses do not match its (RFC 6724 section 2.1), so that IPv6 which leads nowhere delays nobody.
enum LocalPrefixRule {
    /// Whether all addresses of IPv6, apart from those of the link, are local ones; `nil`: there is none.
    static func hasLocalAddressesAlone(_ addresses: some Sequence<LinkAddress>) -> Bool? {
        let wide = addresses.map(\.address).filter { $0.family == .ipv6 && !$0.isLinkLocal && !$0.isLoopback }
        return wide.isEmpty ? nil : wide.allSatisfy(\.isPrivate)
    }

    /// The finding with what the machine's own addresses make of it: a remark where programs do not use IPv6 anyway.
    static func reading(_ finding: Finding, in snapshot: NetworkSnapshot) -> Finding {
        guard finding.id == PathCauses.ipv6Down.id else { return finding }
        let link = snapshot.links.first { finding.facts["interface"] == shown($0.name) }
        let addresses = (link?.addresses ?? []).filter { $0.isUsable && !$0.flags.contains(.deprecated) }
        let source = addresses.first { $0.address.family == .ipv6 && !$0.address.isLinkLocal }
        var facts = finding.facts
        facts["source"] = source.map { "\($0.address)" }
        let isLocal = hasLocalAddressesAlone(addresses) == true
        if isLocal {
            facts["effect"] =
                FactPhrase.sixthNotTried.text(["source": facts["source"] ?? "fc00::/7"])
        }
        return Finding(
            PathCauses.ipv6Down, confidence: finding.confidence, severity: isLocal ? .info : finding.severity, facts)
    }
}
