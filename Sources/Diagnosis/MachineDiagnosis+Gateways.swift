import NetworkModel

/// The gateways of the machine, and address families without one.
extension MachineDiagnosis {
    /// The states of the gateways, for the status document.
    static func gatewayStatuses(
        _ hops: [GatewayEvidence.Hop], links: [Link], forwarding: Set<AddressFamily>, unseen: IPAddress?
    ) -> [StatusDocument.Gateway] {
        hops.compactMap { hop in
            guard let address = hop.route.gateway, let interface = hop.route.interface else { return nil }
            // No question leaves an interface without a carrier, so that the gateway is not known to be silent.
            let link = links.first { $0.name == interface }
            let isAsked = link.map { $0.isAdminUp && $0.hasCarrier } ?? true
            let status: ConnectionStatus
            switch GatewayRules.condition(of: hop) {
            case _ where !isAsked: status = .noErr
            case _ where hop.isOwn == true: status = .connectionDown
            case .alive: status = .connectionUp
            case .dead: status = .connectionDown
            case .silent:
                let isForwarding = forwarding.contains(address.family) && address != unseen
                status = isForwarding ? .connectionUp : .connectionIndeterminate
            case .unknown: status = .connectionIndeterminate
            }
            return .init(
                address: address, interface: interface, status: status, metric: hop.route.metric,
                neighbour: isAsked ? hop.neighbour?.state : nil,
                // This machine itself replies for its own address.
                roundTrip: isAsked && status != .connectionDown ? hop.echo?.roundTrip : nil)
        }
    }

    /// The state of a gateway, which is down if an error says that it does not answer packets, whatever its neighbour entry says.
    static func blamed(_ gateway: StatusDocument.Gateway, by findings: [Finding]) -> StatusDocument.Gateway {
        let isSilent = findings.contains { finding in
            finding.id == GatewayCauses.unreachable.id && finding.severity == .error
                && finding.facts["gateway"] == "\(gateway.address)"
        }
        guard isSilent, gateway.status != .noErr else { return gateway }
        return .init(
            address: gateway.address, interface: gateway.interface, status: .connectionDown, metric: gateway.metric,
            neighbour: gateway.neighbour)
    }

    /// The address families in which there is no route to the resolvers, nor anywhere else.
    static func familiesWithoutRoute(_ observation: MachineObservation) -> [AddressFamily] {
        let snapshot = observation.snapshot
        let addresses = snapshot.resolvers.servers.map(\.address).filter { !$0.isLoopback && !snapshot.isOwn($0) }
        return AddressFamily.allCases.filter { family in
            addresses.contains { $0.family == family && snapshot.route(to: $0) == nil }
        }
    }

    /// The warning that hosts with IPv4 addresses alone are not reached. If the interface in use has an IPv4 address, the network
    /// is meant to have IPv4, and only a route is missing.
    static func lackOfIPv4(_ observation: MachineObservation) -> Finding {
        let interface = observation.uplink?.interface
        let facts = interface.map { ["interface": shown($0)] } ?? [:]
        let link = observation.snapshot.links.first { $0.name == interface }
        let isAddressed =
            link?.addresses.contains { own in
                own.address.family == .ipv4 && !own.address.isLinkLocal && own.isUsable
            } == true
        guard isAddressed else { return Finding(GatewayCauses.noIPv4, facts) }
        let destination = FactPhrase.overIPv4.text(["destination": FactPhrase.otherNetworks.text])
        return Finding(
            GatewayCauses.none, severity: .warning, facts.merging(["destination": destination]) { $1 })
    }

    /// The finding about a dead gateway, with a DNS server on the link that answers, and may be the router.
    static func namingRouter(
        _ finding: Finding, _ hops: [GatewayEvidence.Hop], _ observation: MachineObservation
    ) -> Finding {
        let answering = observation.resolvers.filter { $0.status == .connectionUp }.map(\.resolver.address)
        let sources = observation.snapshot.links.flatMap { link in
            link.addresses.map { AddressEvidence.Source(interface: link.name, address: $0) }
        }
        return GatewayRules.namingRouter(finding, among: answering, on: sources, hops, observation.uplink)
    }

    /// Whether a finding is about a dead gateway that is the reason why the uplink fails: no traffic leaves through another
    /// one, or only through those of IPv6, behind which a router prohibits packets to hosts as well.
    static func isDeadEnd(
        _ finding: Finding, _ uplink: UplinkEvidence?, _ assessment: UplinkAssessment?
    ) -> Bool {
        guard finding.id == GatewayCauses.unreachable.id, let uplink, let assessment,
            let gateway = finding.facts["gateway"]
        else { return false }
        switch assessment.status {
        case .connectionDown: return uplink.gateway.map { "\($0)" } == gateway
        case .connectionIndeterminate: return uplink.isProhibitedOverIPv6(besides: gateway)
        default: return false
        }
    }
}

extension UplinkEvidence {
    /// Whether a gateway is the only one of IPv4, and nothing is heard over IPv6 either, where a router prohibits packets to hosts. A filter
    /// of addresses that nobody has lets programs reach others, and so may a proxy.
    fileprivate func isProhibitedOverIPv6(besides gateway: String) -> Bool {
        let (fourth, sixth) = (gateways.filter { $0.family == .ipv4 }, gateways.filter { $0.family == .ipv6 })
        let indications = UplinkIndications(self)
        return fourth.count == 1 && fourth.first.map { "\($0)" } == gateway && !sixth.isEmpty
            && familiesProhibited?.contains(.ipv6) == true && proxy == nil && hasConnected == nil
            && !indications.isUserHeard
            && !AddressFamily.allCases.contains(where: indications.isForwarding(over:))
    }
}
