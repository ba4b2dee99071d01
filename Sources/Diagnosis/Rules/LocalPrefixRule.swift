import NetworkModel

/// Rules for unique local IPv6 addresses (RFC 4193), and those of 6to4 and Teredo, next to IPv4. For hosts of the Internet, programs
/// prefer IPv4, since the labels of such addresses do not match the destination's (RFC 6724 section 2.1), unless gai.conf(5) says
/// otherwise. Broken IPv6 therefore delays no program.
enum LocalPrefixRule {
    /// Whether programs prefer IPv4 for hosts of the Internet: all IPv6 addresses are unique local, link-local, 6to4 or Teredo ones.
    /// From link-local ones alone, which a router's announcement without a prefix leaves, they do as well (RFC 6724 section 6,
    /// rule 2).
    static func prefersIPv4(from addresses: some Sequence<LinkAddress>) -> Bool {
        addresses.map(\.address).filter { $0.family == .ipv6 && !$0.isLinkLocal && !$0.isLoopback }
            .allSatisfy { $0.isPrivate || isOfTransition($0) }
    }

    /// Whether it is an address of 6to4 (2002::/16, RFC 3056) or of Teredo (2001::/32, RFC 4380).
    static func isOfTransition(_ address: IPAddress) -> Bool {
        guard address.family == .ipv6 else { return false }
        let start = Array(address.bytes.prefix(4))
        return start.starts(with: [0x20, 0x02]) || start == [0x20, 0x01, 0, 0]
    }

    /// The warning about a dead IPv6 gateway as information, if programs use IPv4 first.
    ///
    /// - Parameter lookup: How the system resolver resolves a name with addresses of both families; `nil` if that is not known,
    ///   so that this machine's addresses decide.
    static func withoutUse(_ finding: Finding, in snapshot: NetworkSnapshot, lookup: SystemLookup?) -> Finding {
        guard finding.id == GatewayCauses.unreachable.id, finding.severity == .warning,
            finding.facts["gateway"].flatMap({ IPAddress($0) })?.family == .ipv6,
            lookup?.isIPv4First ?? prefersIPv4(from: snapshot.links.flatMap(\.addresses).filter(\.isUsable))
        else { return finding }
        return finding.asInformation
    }

    /// The finding, adjusted to the order of addresses: it is information if programs do not use IPv6 anyway.
    ///
    /// - Parameter lookup: How the system resolver resolves a name with addresses of both families; `nil` if that is not known,
    ///   so that this machine's addresses decide.
    static func assessment(
        _ finding: Finding, in snapshot: NetworkSnapshot, lookup: SystemLookup? = nil
    ) -> Finding {
        guard finding.id == PathCauses.ipv6Down.id else { return finding }
        let link = snapshot.links.first { finding.facts["interface"] == shown($0.name) }
        let addresses = (link?.addresses ?? []).filter { $0.isUsable && !$0.flags.contains(.deprecated) }
        let source = addresses.first { $0.address.family == .ipv6 && !$0.address.isLinkLocal }
        var facts = finding.facts
        facts["source"] = source.map { "\($0.address)" }
        let local = source ?? addresses.first { $0.address.family == .ipv6 }
        let isLocal = local != nil && prefersIPv4(from: addresses)
        let isUnused = lookup?.isIPv4First ?? isLocal
        if isUnused {
            facts["effect"] = FactPhrase.sixthListedLast.text
            if isLocal, let local {
                let phrase = isOfTransition(local.address) ? FactPhrase.sixthNotPreferred : .sixthNotTried
                facts["effect"] = phrase.text(["source": "\(local.address)"])
            }
        }
        var assessed = Finding(
            PathCauses.ipv6Down, confidence: finding.confidence, severity: isUnused ? .info : finding.severity, facts)
        assessed.side = finding.side
        return assessed
    }
}

extension SystemLookup {
    /// Whether programs get an IPv4 address first, according to gai.conf(5) and to this machine's routes and addresses; `nil`
    /// without addresses of both families.
    var isIPv4First: Bool? {
        Set(addresses.map(\.family)).count == 2 ? addresses.first?.family == .ipv4 : nil
    }
}
