import NetworkModel

/// Findings about the place that a redirect of the target leads to.
///
/// A server of the Internet that redirects to a private address, or to a name that only its own network resolves, is itself at
/// fault: whatever is missing on the way there, nobody else gets there.
enum RedirectRule {
    /// Adds to findings about the place that the target redirects there.
    static func add(to findings: inout [Finding], in evidence: Evidence) {
        guard let place = evidence.place else { return }
        let leadsInside = leadsInside(evidence)
        for index in findings.indices {
            if leadsInside, isUnreached(findings[index], in: evidence) {
                findings[index].add(redirectFrom: evidence.target, inside: place)
            } else if isOfPlace(findings[index], in: evidence) || findings[index].id == DNSCauses.hostsOverride.id {
                findings[index].add(redirectFrom: evidence.target)
            }
        }
    }

    /// Whether a server of the Internet redirects to a place that is only known or reached in its own network. Nothing is to be
    /// changed on this machine then.
    static func leadsInside(_ evidence: Evidence) -> Bool {
        guard let place = evidence.place else { return false }
        return isInside(place.host) && evidence.terms.redirector.map(isPublic) == true
    }

    /// Whether a host is only known or reached in its own network.
    private static func isInside(_ host: Host) -> Bool {
        switch host {
        case .address(let address): address.isPrivate || address.isLoopback || address.isLinkLocal
        case .name(let name): DNSAssessment.isPrivate(name)
        case .socket: false
        }
    }

    private static func isPublic(_ address: IPAddress) -> Bool {
        !address.isPrivate && !address.isUnspecified && !address.isLoopback && !address.isLinkLocal
    }

    /// Whether a finding is an error because of which the place is not reached, and not about the network as a whole.
    private static func isUnreached(_ finding: Finding, in evidence: Evidence) -> Bool {
        guard finding.severity == .error, evidence.tcp?.winner == nil else { return false }
        if case .address? = evidence.place?.host, finding.layer == .address || finding.layer == .gateway { return true }
        return finding.layer != .tls && isOfPlace(finding, in: evidence)
    }

    /// Whether a finding is about the place, and not about the network on the way there.
    private static func isOfPlace(_ finding: Finding, in evidence: Evidence) -> Bool {
        switch finding.layer {
        case .tcp, .tls: true
        // Without an address of the place, it is the path to DNS servers.
        case .path: finding.severity == .error && evidence.tcp != nil && !ofNetwork.contains(finding.id)
        case .dns: (finding.side ?? finding.layer.side) == .remote || ofName.contains(finding.id)
        case .mdns: finding.id == MulticastCauses.notFound.id
        case .local, .link, .address, .gateway, .uplink, .proxy, .kind: false
        }
    }

    /// The causes on the path that concern everything behind it.
    private static let ofNetwork: Set<CauseID> = [
        PathCauses.upstreamDown.id, PathCauses.tunnelDown.id, PathCauses.spareDown.id, PathCauses.ipv6Down.id,
        PathCauses.ipv4Down.id,
    ]

    /// The causes that are about the name, even if this machine lacks something to resolve it.
    private static let ofName: Set<CauseID> = [
        DNSCauses.nxdomain.id, DNSCauses.noAddress.id, DNSCauses.mdnsUnavailable.id,
    ]
}

extension Finding {
    /// The names of the facts that are added to a summary, in this order: which addresses of the name fail, and that a redirect led
    /// to where the fault is. The texts of the causes have no place for them.
    package static let addedFacts = [addressesFact, redirectFact]
    private static let redirectFact = "redirect"
    private static let addressesFact = "some_addresses"

    /// Adds that the target redirects to where the fault is.
    fileprivate mutating func add(redirectFrom target: Target) {
        add(FactPhrase.redirectsThere.text(["url": shown(target.text)]), as: Self.redirectFact)
    }

    /// Adds that the target redirects to a place that only its own network can reach, which is to be corrected there, and not here.
    fileprivate mutating func add(redirectFrom target: Target, inside place: Target) {
        let url = shown(target.text)
        add(FactPhrase.redirectsInside.text(["url": url, "place": shown(place.text)]), as: Self.redirectFact)
        advice.insert(FactPhrase.correctRedirect.text(["url": url]), at: 0)
        side = .remote
    }

    /// Adds which addresses of the name fail, while others work.
    mutating func add(_ addresses: [IPAddress], of total: Int) {
        let list = addresses.map { "\($0)" }.joined(separator: ", ")
        let words = FactPhrase.ofSomeAddresses.text([
            "count": "\(addresses.count)", "total": "\(total)", "addresses": list,
        ])
        add(words, as: Self.addressesFact)
        advice.insert(FactPhrase.repairAddresses.text(["addresses": list]), at: 0)
    }

    private mutating func add(_ words: String, as fact: String) {
        facts[fact] = words
        summary += " " + words
    }
}
