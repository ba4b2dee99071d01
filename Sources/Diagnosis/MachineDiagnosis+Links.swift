import NetworkModel

/// Findings about the links of the machine and of its resolvers, and about its addresses.
extension MachineDiagnosis {
    /// The findings about the links of the default routes, and about what they are on.
    static func linkFindings(
        _ link: LinkEvidence, _ gateway: GatewayEvidence, _ observation: MachineObservation,
        _ assessment: UplinkAssessment?, isForwarding: Bool
    ) -> [Finding] {
        let isUnproven = assessment.map { $0.status != .connectionUp } == true
        let found = LinkRules.findings(in: link, observation.thresholds).map {
            isOfPreferred($0, link, observation.snapshot) && isUnproven ? $0.asError : $0
        }
        let cut =
            !isUnproven
            ? nil
            : LinkRules.cut(
                link, gateway, isForwarding: isForwarding,
                hasFailed: observation.resolvers.contains { $0.failure == .timeout })
        return cut.map { cut in [cut] + found.filter { !LinkRules.isExplained($0, by: cut) } } ?? found
    }

    /// Whether a finding is about a broken link of the only preferred default routes, while a spare route works.
    private static func isOfPreferred(_ finding: Finding, _ link: LinkEvidence, _ snapshot: NetworkSnapshot) -> Bool {
        let interfaces = Set(snapshot.preferredDefaultRoutes.compactMap(\.interface))
        let causes = [LinkCauses.adminDown, LinkCauses.noCarrier, LinkCauses.dormant].map(\.id)
        guard causes.contains(finding.id), interfaces.count == 1, let interface = interfaces.first else { return false }
        let names = [interface] + LinkRules.namesBeneath(interface, in: link)
        return names.contains { shown($0) == finding.facts["interface"] }
    }

    /// The finding about the link that leads to all of some resolvers, if it is broken, as that of a VPN which is not running;
    /// `nil` if it is not.
    static func lostLink(to servers: [IPAddress], in snapshot: NetworkSnapshot) -> Finding? {
        let links = servers.map { brokenLink(to: $0, in: snapshot) }
        guard let link = links.first.flatMap(\.self), links.allSatisfy({ $0?.name == link.name }),
            let problem = LinkRules.problem(of: link)
        else { return nil }
        return LinkRules.finding(problem, about: link, in: LinkEvidence(carriers: [link], others: []), .error)
    }

    /// The finding about routes to all of some resolvers in the Internet, as remainders of a VPN, by a gateway that ARP or NDP does not
    /// find, while the gateway of the default route answers; `nil` if there are none.
    static func deadWay(to servers: [IPAddress], _ observation: MachineObservation) -> Finding? {
        let snapshot = observation.snapshot
        let hops = servers.compactMap { server -> GatewayEvidence.Hop? in
            guard server.isOfInternet, let route = snapshot.route(to: server), !route.isDefault, route.kind == .unicast,
                let gateway = route.gateway, gateway.bytes != server.bytes, let interface = route.interface,
                let neighbour = snapshot.neighbour(gateway, on: interface), neighbour.state.isUnanswered
            else { return nil }
            return GatewayEvidence.Hop(route: route, neighbour: neighbour)
        }
        guard let first = hops.first, hops.count == servers.count,
            let alive = observation.gateways.first(where: { hop in
                hop.route.isDefault && hop.route.family == first.route.family
                    && GatewayRules.condition(of: hop) == .alive
            })
        else { return nil }
        return GatewayRules.deadPreferred(first, alive)
    }

    /// The link without a carrier that packets to an address leave over, or would.
    static func brokenLink(to address: IPAddress, in snapshot: NetworkSnapshot) -> Link? {
        guard !address.isLoopback, !snapshot.isOwn(address), let name = snapshot.route(to: address)?.interface,
            let link = snapshot.link(named: name)
        else { return nil }
        return LinkRules.problem(of: link) == nil ? nil : link
    }

    /// The interface that is switched off, and that an address belongs to: it is in one of its subnets. The two addresses of a VPN
    /// like Tailscale's are only in the same shared space (RFC 6598).
    static func sleepingLink(of address: IPAddress, in snapshot: NetworkSnapshot) -> Link? {
        snapshot.links.first { link in
            guard !link.isAdminUp, !link.isLoopback else { return false }
            return link.addresses.contains { own in
                own.address.family == address.family
                    && (own.prefixLength > 0 && own.prefixLength < own.address.bytes.count * 8
                        && address.isIn(prefix: own.address, length: Int(own.prefixLength))
                        || address.isOfSharedSpace && own.address.isOfSharedSpace)
            }
        }
    }

    /// The finding about an address from which this machine's packets get no answer, unless something shows that the uplink works.
    static func badSource(_ observation: MachineObservation, _ assessment: UplinkAssessment?) -> Finding? {
        guard let assessment, assessment.status != .connectionUp else { return nil }
        return SourceRule.finding(observation.output.sources, in: observation.snapshot)
    }

    /// Whether ARP or NDP found no host with an address.
    static func isUnknown(_ address: IPAddress, on interface: String?, _ snapshot: NetworkSnapshot) -> Bool {
        let state = interface.flatMap { snapshot.neighbour(address, on: $0) }?.state
        return state == nil || state == .failed || state == .incomplete || state == .some(.none)
    }

    /// Whether a finding is about an IPv4 address that this machine shares with another host or its gateway, and all resolvers are reached over
    /// IPv4 and fail: their responses go to the other host, or do not exist, whatever works over IPv6.
    /// The same holds for IPv6 that is switched off, if all resolvers have IPv6 addresses.
    static func isReasonOfSilence(_ finding: Finding, _ observation: MachineObservation) -> Bool {
        let asked = observation.queriedResolvers
        // Without IPv6, no IPv6 resolver is asked.
        let isIPv6 = finding.id == AddressCauses.ipv6Disabled.id
        return (isIPv6 || AddressRules.sharedAddress(in: finding)?.family == .ipv4)
            && !asked.isEmpty
            && asked.allSatisfy {
                $0.status == .connectionDown && $0.resolver.address.family == (isIPv6 ? .ipv6 : .ipv4)
                    && !$0.resolver.address.isLoopback
            }
    }

    /// Whether a server was not queried since IPv6 is switched off on all links of this machine, which is a finding of its own.
    static func isWithoutIPv6(_ server: StatusDocument.ResolverStatus, _ observation: MachineObservation) -> Bool {
        let links = observation.snapshot.links.filter { $0.isAdminUp && !$0.isLoopback }
        return server.isUnsent == true && server.status == .connectionDown && !links.isEmpty
            && server.resolver.address.family == .ipv6 && !server.resolver.address.isLoopback
            && links.allSatisfy { $0.isIPv6Disabled == true }
    }

    /// The finding that IPv6 is switched off, as a warning if a server is not queried because of that, and others respond, but resolve no
    /// names: whatever is wrong with those, programs may do with the one.
    static func warningOfPart(_ finding: Finding, _ observation: MachineObservation) -> Finding {
        let asked = observation.queriedResolvers
        guard finding.id == AddressCauses.ipv6Disabled.id, finding.severity == .info,
            asked.allSatisfy({ $0.status == .connectionDown }),
            asked.contains(where: { $0.failure != .timeout }),
            asked.contains(where: { isWithoutIPv6($0, observation) })
        else { return finding }
        return finding.asWarning
    }
}
