import NetworkModel

/// Rules for unique local IPv6 addresses (RFC 4193) next to IPv4. For hosts of the Internet, programs prefer IPv4, since such
/// addresses do not match the destination's (RFC 6724 section 2.1). Broken IPv6 therefore delays no program.
enum LocalPrefixRule {
    /// Whether all IPv6 addresses, except link-local ones, are unique local ones; `nil` if there is none.
    static func hasLocalAddressesAlone(_ addresses: some Sequence<LinkAddress>) -> Bool? {
        let wide = addresses.map(\.address).filter { $0.family == .ipv6 && !$0.isLinkLocal && !$0.isLoopback }
        return wide.isEmpty ? nil : wide.allSatisfy(\.isPrivate)
    }

    /// The finding, adjusted to the machine's addresses: it is information if programs do not use IPv6 anyway.
    static func assessment(_ finding: Finding, in snapshot: NetworkSnapshot) -> Finding {
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
