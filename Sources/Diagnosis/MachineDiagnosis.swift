public import NetworkModel

/// The observation of the machine's network as a whole.
public struct MachineObservation: Sendable, Hashable {
    /// The state of the kernel and of the resolver configuration.
    public var snapshot: NetworkSnapshot
    /// The gateways of the default routes, preferred ones first.
    public var gateways: [GatewayEvidence.Hop]
    /// The gateways that the packets of a tunnel leave through, if its other end is silent.
    public var underlay: [GatewayEvidence.Hop] = []
    /// The configured resolvers, with the results of the queries.
    public var resolvers: [StatusDocument.ResolverStatus]
    /// The evidence for the state of the uplink; `nil` if there is no default route, or if nothing was observed yet.
    public var uplink: UplinkEvidence?
    /// A proxy in the environment of this process that accepts connections, if there is no default route; `nil` for none.
    public var proxy: UplinkEvidence.ReachedProxy?
    /// How names are resolved; `nil` if no server is configured, or if nothing was observed yet.
    public var names: MachineNames?
    /// Interfaces that had a default route before.
    public var remembered: [String]
    /// The values beyond which there is a warning.
    public var thresholds: Thresholds
    /// Whether other daemons and this one see each other.
    public var peers: [PeerVisibility] = []
    /// A subnet of this machine that contains a resolver which does not respond.
    public var overlap: OwnSubnet?
    /// The results of packets that this machine may have refused to send itself.
    public var output = MachineOutput()
    /// The file with the authorities that this machine trusts, if it has no certificate in it.
    public var emptyTrustStore: String?
    /// This machine's clock, if it is before the day on which this program was built.
    public var clock: LocalEvidence.Clock?
    /// The results of DNS over TLS for servers that must be queried in this way, if programs do not resolve names.
    public var encrypted: [EncryptedDNS] = []
    /// The part of the measured times that this process may have caused, since it was busy or waited for a processor.
    public var ownDelay = Duration.zero

    /// A subnet of this machine that covers a part of the Internet, for an address of which nobody answers ARP.
    public var covering: WideSubnet?
    /// Another host with the hardware address of an interface of this machine.
    public var twin: LinkHost?
    /// Another host with the address of this machine that is configured as a DNS server's, while no server runs here.
    public var holder: LinkHost?

    /// Creates an observation; without gateways, resolvers and uplink, nothing was observed yet.
    public init(
        snapshot: NetworkSnapshot, gateways: [GatewayEvidence.Hop] = [],
        resolvers: [StatusDocument.ResolverStatus] = [], uplink: UplinkEvidence? = nil, remembered: [String] = [],
        thresholds: Thresholds = .init()
    ) {
        self.snapshot = snapshot
        self.gateways = gateways
        self.resolvers = resolvers
        self.uplink = uplink
        self.remembered = remembered
        self.thresholds = thresholds
    }
}

/// The result of the rules for a ``MachineObservation``.
public struct MachineVerdict: Sendable, Hashable {
    /// The status of the machine.
    public var status: ConnectionStatus
    /// The findings: errors first, then warnings and information.
    public var findings: [Finding]
    /// The gateways of the default routes, with their states.
    public var gateways: [StatusDocument.Gateway]
    /// The configured resolvers, with their states; `noErr` if something below them is broken.
    public var resolvers: [StatusDocument.ResolverStatus]
    /// The uplink; `nil` for a machine without a default route and without a proxy.
    public var uplink: StatusDocument.Uplink?
    /// Whether there is no default route, so that only hosts on the links and at the ends of other routes can be reached.
    public var isWithoutUplink = false

    /// Whether any finding is more than information.
    public var blamesSomething: Bool { findings.contains { $0.severity > .info } }

    /// The verdict before the first observation.
    public static let none = MachineVerdict(status: .noErr, findings: [], gateways: [], resolvers: [])
}

/// The evaluation of the machine's own state: links, addresses, gateways and resolvers, independent of targets.
public enum MachineDiagnosis {
    /// Evaluates an observation. This is a pure function, and fast enough to run for every message of the kernel.
    public static func verdict(on observation: MachineObservation) -> MachineVerdict {
        let snapshot = observation.snapshot
        let selection = RouteSelection(snapshot: snapshot, destinations: [], remembered: observation.remembered)
        // Evidence about a gateway is valid as long as its route exists. The neighbour state is that of the snapshot, which
        // is newer.
        let hops = selection.gateway.hops.map { hop in
            let probed = observation.gateways.first {
                $0.route.gateway == hop.route.gateway && $0.route.interface == hop.route.interface
            }
            var known = GatewayEvidence.Hop(
                route: hop.route, neighbour: hop.neighbour ?? probed?.neighbour, echo: probed?.echo, arp: probed?.arp,
                hasAnsweredBefore: probed?.hasAnsweredBefore, isOffLink: hop.isOffLink, series: probed?.series)
            known.sourceTrial = probed?.sourceTrial
            (known.arpAddress, known.holder, known.own) = (probed?.arpAddress, probed?.holder, probed?.own)
            (known.rival, known.isReceiving) = (probed?.rival, probed?.isReceiving)
            known.isHolderAlone = probed?.isHolderAlone
            (known.isOwn, known.ownSubnet, known.isTunnel) = (hop.isOwn, hop.ownSubnet, hop.isTunnel)
            return known
        }
        var gateway = GatewayEvidence(
            hops: hops, isOnLink: selection.gateway.isOnLink, familiesWithoutRoute: familiesWithoutRoute(observation))
        gateway.bound = selection.gateway.bound
        gateway.underlay = observation.underlay.isEmpty ? selection.gateway.underlay : observation.underlay
        let spares = snapshot.spareDefaultRoutes.compactMap(\.interface)
        let answering = observation.resolvers.filter { $0.status == .connectionUp }
        let isForwarding =
            answering.contains { isBeyond($0.resolver.address, snapshot, sparing: spares) }
            || isUplinkProven(observation, hops)
        let areAllAnswering = !answering.isEmpty && answering.count == observation.resolvers.count
        let heard = heardFamilies(observation, sparing: spares)
        let forwarding = heard.isEmpty ? Set(AddressFamily.allCases) : heard

        // One of several next hops, behind which nothing was heard.
        let unseen = observation.uplink.flatMap(LegRule.silent(in:))?.gateway

        let hasDefaultRoute = observation.hasDefaultRoute
        let isWithoutUplink = observation.isWithoutUplink
        let lookup = observation.names?.resolution.system
        let assessment =
            !hasDefaultRoute
            ? nil
            : observation.uplink.map {
                UplinkAssessment($0, isGatewayUnheard: GatewayRules.isUnheard($0.gateway, among: hops))
            }
        let isUplinkSilent = assessment.map { $0.status != .connectionUp } ?? false
        var addresses = selection.address
        (addresses.twin, addresses.holder) = (observation.twin, observation.holder)
        let isTwinToBlame = HardwareTwinRule.explainsFailure(observation, isUplinkUp: !isUplinkSilent)
        let stages: [() -> [Finding]] = [
            {
                LinkRules.withoutARP(selection.link, gateway, isForwarding: isForwarding, hasFailed: false)
                    .map { [$0] } ?? []
            },
            { linkFindings(selection.link, gateway, observation, assessment, isForwarding: isForwarding) },
            { TakenAddressRule.finding(in: addresses).map { [$0] } ?? [] },
            {
                AddressRules.findings(
                    in: addresses, link: selection.link, gateway: gateway, isForwarding: isForwarding,
                    heard: isForwarding ? forwarding : [], isUplinkSilent: isUplinkSilent
                ).map { isReasonOfSilence($0, observation) ? $0.asError : warningOfPart($0, observation) }
                    .map { finding -> Finding in
                        let isShared =
                            HardwareTwinRule.isAbout(finding) || AddressRules.isAboutSharing(finding, gateway)
                        return isTwinToBlame && isShared ? finding.asError : finding
                    }
                    + StalePrefixRule.findings(in: observation.uplink, isUplinkSilent: isUplinkSilent)
            },
            {
                if let queue = observation.output.fullQueue(observation) { return [queue] }
                return GatewayRules.findings(
                    in: gateway, destination: FactPhrase.otherNetworks.text,
                    interface: selection.link.carriers.first?.name,
                    isForwarding: isForwarding, heard: heard, thresholds: observation.thresholds,
                    hasFailed: observation.resolvers.contains { $0.failure == .timeout }
                ).filter {
                    // The missing route to other networks only breaks traffic to them.
                    !(isWithoutUplink && $0.id == GatewayCauses.none.id && gateway.familiesWithoutRoute.isEmpty)
                        // That packets are forwarded is known of another next hop.
                        && !($0.id == GatewayCauses.noICMP.id && isUnproven($0, unseen, forwarding, observation))
                        && !(isForwarding && areAllAnswering && GatewayQuality.isAbsurd($0))
                }.map { isDeadEnd($0, observation.uplink, assessment) || isOnlyDNS($0, observation) ? $0.asError : $0 }
                    .map { namingRouter($0, hops, observation) }
                    .map { LocalPrefixRule.withoutUse($0, in: snapshot, lookup: lookup) }
                    // Connections that receive data show that it is not the whole machine.
                    .map { $0.id == GatewayCauses.loss.id && $0.facts["full"] != nil ? $0.asWarning : $0 }
                    + LocalFilterRule.keptOut(hops, observation.uplink)
            },
            {
                let refusal = GatewayRules.partlyRefused(in: snapshot) ?? GatewayRules.refusedOverIPv4(in: snapshot)
                let lost = lostRoute(observation, assessment) ?? withoutGateway(observation, assessment)
                let mask = observation.covering.flatMap {
                    SubnetRules.finding(covering: $0, in: snapshot, hops, beside: observation.uplink)
                }
                let found: [Finding?] = [
                    ownFault(in: observation), lost, badSource(observation, assessment), mask, refusal,
                ]
                return Array(found.compactMap(\.self).prefix(1))
            },
            { observation.output.findings(observation, beside: assessment) },
            {
                let isOpen = assessment?.status == .connectionIndeterminate
                let gateway = isOpen ? UpstreamRule.warning(observation, hops) : nil
                return (assessment?.findings ?? []).map { finding in
                    DeafGatewayRule.corrected(
                        TunnelRule.corrected(
                            LocalPrefixRule.assessment(finding, in: snapshot, lookup: lookup), hops,
                            on: snapshot.links, observation.uplink),
                        hops, observation.uplink, observation.output.nobody, selection.address.usable)
                } + [gateway].compactMap(\.self)
            },
            {
                LegRule.explaining(
                    GatewayQuality.unexplained(resolverFindings(observation), among: hops, observation.uplink),
                    observation.uplink)
            },
            {
                let impatience = ImpatienceRule.finding(observation).map { [$0] }
                let found = impatience ?? findingsOnNames(observation)
                return LegRule.explaining(
                    GatewayQuality.unexplained(
                        found + SearchDelayRule.findings(observation), observation.names, among: hops,
                        observation.uplink),
                    observation.uplink)
            },
        ]
        var findings: [Finding] = []
        var isUplinkReached = false
        for (place, stage) in stages.enumerated() {
            isUplinkReached = place >= 6
            findings += stage()
            if findings.contains(where: { $0.severity == .error }) { break }
        }
        if !isUplinkReached { findings += lackOfServer(beside: findings, observation) }
        // Without a proxy, programs then reach no page over HTTPS. An error beneath says more.
        if observation.uplink?.proxy == nil, !findings.contains(where: { $0.severity == .error }) {
            findings = findings.map { $0.id == TLSCauses.intercepted.id ? $0.asError : $0 }
        }
        if isWithoutUplink, observation.proxy == nil, !findings.contains(where: { $0.severity == .error }) {
            addLackOfUplink(to: &findings)
        }
        // Most programs meet hosts that have only IPv4 addresses, whether or not the network is meant to be like this.
        if isUplinkReached, assessment?.status == .connectionUp, observation.uplink?.isWithoutTranslation == true,
            !snapshot.defaultRoutes.contains(where: { $0.family == .ipv4 })
        {
            findings.append(lackOfIPv4(observation))
        }
        // For a spare uplink, a dead gateway or link says more than silence beyond it.
        let dead = findings.filter { $0.id != PathCauses.spareDown.id }.compactMap { $0.facts["interface"] }
        findings.removeAll { $0.id == PathCauses.spareDown.id && dead.contains($0.facts["interface"] ?? "") }
        findings = TunnelRule.explaining(
            DeadFamilyRule.withoutExplained(findings, observation), by: observation.output.tunnelLoop,
            isUp: assessment?.status == .connectionUp)
        findings = findings.map { DeadFamilyRule.explained($0, hops, observation.output) }
        findings = FixedNeighbourRule.adding(to: findings, hops, observation.uplink)
        findings += BesidePortalRule.filters(beside: findings, observation.output)
        findings += BesidePortalRule.names(beside: findings, observation)
        findings = GatewayQuality.withoutLostQueries(AddressRules.withoutLosses(findings, gateway), in: snapshot)
        findings = LostQueryPlace.corrected(findings, in: observation, hops)
        // A family behind a gateway that is in no subnet of the interface is dead because of that.
        findings = findings.map { finding in
            guard LostFamilyRule.perTarget[finding.id] != nil, finding.severity == .warning,
                let hop = hops.first(where: { hop in
                    hop.isOffLink == true && hop.route.gateway.map { "\($0)" } == finding.facts["gateway"]
                }),
                // One that answers, or forwards to another router, is not to blame.
                GatewayRules.condition(of: hop) != .alive,
                finding.facts["last"].map({ $0 == finding.facts["gateway"] }) ?? true
            else { return finding }
            return AddressRules.offLink(hop, severity: .warning) ?? finding
        }
        // Routers that report nothing over one address family are no fault. The status says that nothing was heard over it.
        if let end = observation.uplink.flatMap({ UplinkIndications($0).end }) {
            findings.removeAll { finding in
                finding.severity != .error && LostFamilyRule.dead(in: [finding])?.family == end.family
            }
        }
        findings += SecondFaultRule.lostIPv6(beside: findings, observation.uplink)
        // Faults between hosts on a link are independent of higher layers.
        findings += PeerRules.findings(in: observation.peers)
        findings += observation.emptyTrustStore.map { [LocalRules.noAuthorities($0)] } ?? []
        findings += observation.clock.flatMap(LocalRules.impossible).map { [$0] } ?? []
        findings = findings.bySeverity
        // No target is involved, so that no fault can be on the other side.
        for index in findings.indices where findings[index].side == .remote { findings[index].side = .network }

        let gateways = gatewayStatuses(
            hops, links: selection.link.carriers, forwarding: isForwarding ? forwarding : [], unseen: unseen
        ).map { blamed($0, by: findings) }
        // A machine with a default route is only up if its uplink is.
        let status = assessment?.status ?? .connectionIndeterminate
        let isQueried = isUplinkReached && !observation.resolvers.isEmpty
        let asked = status == .connectionUp ? observation.resolvers : observation.resolversWithoutUplink
        var verdict = MachineVerdict(
            status: findings.contains { $0.severity == .error } ? .connectionDown : status, findings: findings,
            gateways: gateways, resolvers: (isQueried ? asked : unqueried(observation)).withoutRepetitions)
        verdict.isWithoutUplink = isWithoutUplink
        if !isWithoutUplink {
            let reached = isUplinkReached ? assessment : nil
            verdict.uplink = .init(
                status: reached?.status ?? .noErr, detail: reached?.doubt,
                evidence: isUplinkReached ? observation.uplink : nil)
            verdict.uplink?.unproven = reached?.caveat
        } else if isUplinkReached, let proxy = observation.proxy {
            verdict.uplink = .init(
                status: .connectionIndeterminate,
                detail: UplinkAssessment.onlyBy(proxy, PathRules.meaningText(.networkUnreachable)))
        }
        return verdict
    }

    /// Whether the uplink works, and the gateways that it was observed behind still answer. Gateways of the other address
    /// family may be dead.
    private static func isUplinkProven(_ observation: MachineObservation, _ hops: [GatewayEvidence.Hop]) -> Bool {
        guard let uplink = observation.uplink, UplinkAssessment(uplink).status == .connectionUp else { return false }
        let used = hops.filter { hop in
            uplink.gateway == nil || hop.route.gateway?.family == uplink.gateway?.family
        }
        return !used.isEmpty && used.allSatisfy { GatewayRules.condition(of: $0) != .dead }
    }

    /// The address families in which a host beyond the gateways was heard.
    private static func heardFamilies(
        _ observation: MachineObservation, sparing spares: [String]
    ) -> Set<AddressFamily> {
        let indications = observation.uplink.map { UplinkIndications($0) }
        let families = AddressFamily.allCases.filter { family in
            indications?.isForwarding(over: family) == true
                || observation.resolvers.contains {
                    $0.status == .connectionUp && $0.resolver.address.family == family
                        && isBeyond($0.resolver.address, observation.snapshot, sparing: spares)
                }
        }
        return Set(families)
    }

    /// Whether a finding says that a gateway forwards packets, or answers no pings, which is not known of it.
    private static func isUnproven(
        _ finding: Finding, _ unseen: IPAddress?, _ forwarding: Set<AddressFamily>, _ observation: MachineObservation
    ) -> Bool {
        guard let gateway = finding.facts["gateway"].flatMap(IPAddress.init) else { return false }
        return gateway == unseen || !forwarding.contains(gateway.family) || observation.output.isLimited(by: gateway)
    }

    /// A fault of this machine that makes all of its resolvers unreachable.
    private static func ownFault(in observation: MachineObservation) -> Finding? {
        let snapshot = observation.snapshot
        let asked = observation.queriedResolvers
        let servers = asked.map(\.resolver.address)
        guard let first = servers.first, asked.allSatisfy({ $0.status == .connectionDown }) else { return nil }
        if let overlap = observation.overlap, servers.contains(overlap.destination),
            let finding = SubnetRules.finding(overlap, isForwarding: false)
        {
            return finding
        }
        if let link = lostLink(to: servers, in: snapshot) { return link }
        if let gateway = deadWay(to: servers, observation) { return gateway }
        let rejections = servers.compactMap { rejection(of: $0, in: snapshot) }
        if rejections.count == servers.count {
            return GatewayRules.findings(
                in: GatewayEvidence(hops: [.init(route: rejections[0])], isOnLink: false),
                destination: FactPhrase.destinationServer.text(["server": "\(first)"]), interface: nil,
                isForwarding: false,
                thresholds: observation.thresholds, hasFailed: true
            ).first
        }
        let wide = servers.map { RouteSelection.wideSubnet(of: [$0], in: snapshot) }
        let isGatewayAlive = observation.gateways.contains { hop in
            wide.contains { $0?.gateway == hop.route.gateway } && GatewayRules.condition(of: hop) == .alive
        }
        let areLost = servers.allSatisfy { server in
            wide.contains { $0?.destination == server && isUnknown(server, on: $0?.interface, snapshot) }
        }
        return isGatewayAlive && areLost ? wide[0].flatMap { SubnetRules.finding($0, silent: servers) } : nil
    }

    /// The rule or route that rejects packets to a resolver.
    private static func rejection(of server: IPAddress, in snapshot: NetworkSnapshot) -> Route? {
        let ruled = (snapshot.refusals ?? []).first { route in
            !route.isDefault && (route.rule != nil || route.table != nil) && route.covers(server)
        }
        if let ruled { return ruled }
        guard !server.isLoopback, !snapshot.isOwn(server) else { return nil }
        return snapshot.route(to: server).flatMap { $0.rejects ? $0 : nil }
    }

    /// Whether packets to an address must be forwarded by a gateway in use.
    private static func isBeyond(
        _ address: IPAddress, _ snapshot: NetworkSnapshot, sparing spares: [String]
    ) -> Bool {
        guard !address.isLoopback, let route = snapshot.route(to: address) else { return false }
        return route.gateway != nil && !spares.contains(route.interface ?? "")
    }
}
