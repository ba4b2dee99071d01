import NetworkModel

/// The result of weighing the evidence on the uplink: proven, broken, or neither.
///
/// A proof that it works outweighs evidence against it, since a resolver may be broken itself. Silence alone proves nothing,
/// since many routers send no ICMP errors. If the remaining evidence is contradictory, the result is not known.
struct UplinkAssessment {
    enum State {
        case proven
        case broken(Finding)
        /// The state is not known, with the reason.
        case unknown(String)
    }

    let state: State
    private let indications: UplinkIndications
    /// Warnings although the uplink works, or may work.
    let warnings: [Finding]

    /// This number of different peers without responses is not chance.
    static let enoughStuckPeers = 3

    /// - Parameters:
    ///   - isGatewayUnheard: Whether nothing shows that the gateway is there, so that it may be the fault itself.
    ///   - isOfTarget: Whether a target is silent, and what else there is does not excuse a dead next hop.
    init(_ uplink: UplinkEvidence, isGatewayUnheard: Bool = false, isOfTarget: Bool = false) {
        let indications = UplinkIndications(uplink)
        self.indications = indications
        let portal = Self.portal(indications)
        let filter = PortFilterRule.finding(in: uplink)
        var warnings = Self.hijacked(indications)
        if portal != nil, indications.isPortalOfIPv4Alone, Self.lying(indications) == nil {
            state = .proven
        } else if let portal, portal.isCertain || !indications.isHeardBeyond && !indications.isWebPortTakenAlone {
            state = .broken(portal.finding)
            warnings = []
        } else if let lowered = HopLimitRule.lowered(indications) {
            state = .broken(lowered)
        } else if let filter, filter.severity == .error {
            state = Self.besideProxy(indications) ?? .broken(filter)
        } else if let leg = LegRule.error(indications, isOfTarget: isOfTarget) {
            state = .broken(leg)
        } else if let finding = Self.cutOff(indications) {
            state = Self.blaming(finding, indications)
        } else if let lie = Self.lying(indications) {
            state = .broken(lie)
            warnings = []
        } else if indications.isHeardBeyond || indications.reachesRoot || LegRule.isOneLost(in: uplink) {
            let doubt = Self.contradiction(indications) ?? Self.halfWay(indications)
            state = doubt.map { Self.unknown($0, indications) } ?? .proven
        } else if let time = uplink.lateness, indications.refusal == nil {
            state = Self.unknown(FactPhrase.packetsLate.text(["time": durationText(time)]), indications)
        } else if let finding = Self.broken(indications) ?? Self.outdone(indications) {
            let isGatewayOpen =
                isGatewayUnheard && finding.id == PathCauses.upstreamDown.id && !indications.isGatewayThere
            state =
                isGatewayOpen
                ? Self.unknown(Self.missing(indications), indications) : Self.blaming(finding, indications)
        } else {
            state = Self.unknown(Self.missing(indications), indications)
        }
        if case .broken = state {
        } else {
            let quarantine = QuarantineRule.warning(indications).map { [$0] }
            // Beside a proxy, a filter of direct connections may be meant to be there.
            warnings +=
                (quarantine ?? Self.transparentProxy(indications)) + TLSInterceptionRule.warnings(in: uplink)
                + [uplink.proxy == nil ? filter : filter?.asWarning].compactMap(\.self)
        }
        if case .unknown = state {
            warnings += Self.withoutRoute(indications) + Self.prohibited(indications) + SpareRule.doubts(indications)
        }
        if case .proven = state {
            if let portal, indications.isPortalOfIPv4Alone || indications.isWebPortTakenAlone {
                warnings.append(portal.finding.asWarning)
            }
            warnings +=
                SpareRule.findings(indications) + LegRule.warnings(in: uplink) + Self.deadFamily(indications)
                + Self.deadTranslation(indications) + PartlyReachedRule.warnings(in: uplink)
        }
        self.warnings = warnings
    }

    var status: ConnectionStatus {
        switch state {
        case .proven: .connectionUp
        case .broken: .connectionDown
        case .unknown: .connectionIndeterminate
        }
    }

    var findings: [Finding] {
        if case .broken(let finding) = state { return [finding] }
        return warnings
    }

    /// Why the state is not known, as a sentence; `nil` if it is known.
    var doubt: String? {
        if case .unknown(let reason) = state { return reason }
        return nil
    }

    /// A sentence about what has not been observed although the uplink is proven to work; `nil` if nothing is left open, or if
    /// it is not proven.
    var caveat: String? {
        guard case .proven = state else { return nil }
        var words: [String] = []
        if !indications.isConnectionSeen {
            words.append(FactPhrase.noConnectionSeen.text)
        } else if indications.areResolversSeenAlone {
            words.append((indications.isPort443Silent ? FactPhrase.port443Silent : .onlyResolversSeen).text)
        }
        if let end = indications.endText { words.append(end) }
        if warnings.isEmpty, let leg = LegRule.silent(in: indications.uplink) {
            words.append(
                FactPhrase.nextHopUnseen.text(["gateway": "\(leg.gateway)", "interface": shown(leg.interface)]))
        }
        let isTranslationOpen = indications.isTranslationUnseen && !indications.isTranslationDead
        if isTranslationOpen, let prefix = indications.uplink.translation?.prefix {
            words.append(FactPhrase.translatorUnseen.text(["prefix": "\(prefix)"]))
        }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    // MARK: - What stands in the way

    /// An address that nobody has (RFC 5737). A portal that responds for such addresses responds for this one, too.
    static let anyPage = "http://192.0.2.1/"

    /// The finding about a device that responds in place of others, and whether that outweighs other evidence.
    private static func portal(_ indications: UplinkIndications) -> (finding: Finding, isCertain: Bool)? {
        let uplink = indications.uplink
        let isWebPortAlone = indications.isWebPortTakenAlone
        func finding(_ sign: String, at place: String, _ confidence: Double) -> Finding {
            let destination =
                isWebPortAlone ? FactPhrase.internetPort.text(["ports": "80"]) : FactPhrase.theInternet.text
            return Finding(
                PortalCauses.captivePortal, confidence: confidence,
                [
                    "destination": indications.isPortalOfIPv4Alone
                        ? FactPhrase.overIPv4.text(["destination": destination]) : destination,
                    "portal": shown(CaptivePortal.withoutQuery(place)),
                    CaptivePortal.nameOfPage(indications): shown(CaptivePortal.withoutQuery(place)),
                    "sign": sign,
                ].merging(BesidePortalRule.lookUp(of: place, indications)) { $1 })
        }
        if let known = uplink.known, uplink.isURLAnswered == false, known.status < 400 || known.status == 511 {
            let sign = FactPhrase.portalURLAnswers.text(["url": shown(known.url), "status": "\(known.status)"])
            return (
                finding(sign, at: known.location ?? known.url, 0.98),
                !isWebPortAlone || !known.url.hasPrefix("http:")
            )
        }
        if let met = uplink.interception, met.isOfPortal || indications.isQuarantine {
            let isPassed = indications.isUserHeard || indications.isPortalPassed || isWebPortAlone
            return (finding(met.sign, at: met.page, 0.9), !isPassed)
        }
        if let met = indications.redirectOfEveryName, lying(indications) != nil {
            return (finding(met.sign, at: met.place, 0.9), true)
        }
        let local = uplink.queries.first { $0.addresses.contains(where: \.isOfLocalNetwork) }
        let rogue = RogueResolver.found(in: indications.queries)
        if rogue == nil, let local, let address = local.addresses.first(where: \.isOfLocalNetwork) {
            let sign = FactPhrase.privateForNobody.text(["server": "\(local.server)", "address": "\(address)"])
            // This is a router without a configuration that forwards packets: nearly all programs begin with a name.
            let isEveryName = local.control == .denied && !indications.reachesRoot && !indications.isUserHeard
            return (finding(sign, at: "http://\(address)/", isEveryName ? 0.9 : 0.85), isEveryName)
        }
        return nil
    }

    /// The error that every resolver returns the same addresses for a name that cannot exist and for one that does, so that
    /// programs reach no host by its name.
    private static func lying(_ indications: UplinkIndications) -> Finding? {
        guard !indications.isUserHeard, !indications.isHostConnected else { return nil }
        if let rogue = RogueResolver.found(in: indications.queries), let found = hijacked(indications).first {
            return RogueResolver.finding(rogue, found.facts, confidence: 0.9)
        }
        return indications.isEveryNameMadeUp ? hijacked(indications).first?.asError : nil
    }

    private static func hijacked(_ indications: UplinkIndications) -> [Finding] {
        let found = indications.uplink.queries.first { $0.outcome == .address && !$0.addresses.isEmpty }
        return found.map { query in
            [
                Finding(
                    DNSCauses.hijacked, confidence: 0.9,
                    [
                        "server": "\(query.server)", "random": query.name,
                        "addresses": query.addresses.map { "\($0)" }.joined(separator: ", "),
                    ])
            ]
        } ?? []
    }

    // MARK: - What speaks against it

    static func broken(_ indications: UplinkIndications) -> Finding? {
        let uplink = indications.uplink
        let isStuck = indications.stuckPeers >= 2
        // A check that has connected since then shows that the resolvers fail.
        let isAgainst =
            indications.areResolversAgainst && !indications.isResolverReached && uplink.hasConnected != true
            && (indications.arePacketsSilent && !indications.areResolversForOwnNames || indications.stuckPeers > 0)
        let isRefused = indications.refusal != nil || indications.isCutOffByGateway
        guard isStuck || isAgainst || isRefused && !indications.isWebPlayed else { return nil }
        let gateway = uplink.gateway.map { "\($0)" } ?? shown(uplink.interface ?? FactPhrase.theDefaultRoute.text)
        let refusal = indications.refusal ?? indications.prohibitionOfResolver
        if let refusal, refusal.meaning == .prohibited, let router = refusal.reporter {
            let isGateway = uplink.gateways.contains { $0.bytes == router.bytes }
            return PathRules.filtered(
                on: isGateway ? .network : nil, confidence: indications.areResolversAgainst ? 0.9 : 0.7,
                [
                    "who": isGateway
                        ? FactPhrase.theGateway.text(["router": "\(router)"]) : "\(router)",
                    "router": "\(router)", "destination": FactPhrase.theInternet.text,
                    "answer": PathRules.meaningText(.prohibited),
                ])
        }
        if let tunnel = TunnelRule.interface(of: uplink) {
            return TunnelRule.finding(tunnel, indications.against, confidence: indications.confidence)
        }
        return upstreamDown(indications, gateway, confidence: indications.confidence)
    }

    /// The finding about an uplink from which nothing is heard, while routers or a resolver behind a spare one respond to the
    /// same packets.
    private static func outdone(_ indications: UplinkIndications) -> Finding? {
        guard indications.isSilentBesideSpare, indications.isSilentRepeatedly, let gateway = indications.uplink.gateway
        else { return nil }
        return upstreamDown(indications, "\(gateway)", confidence: 0.75)
    }

    static func upstreamDown(_ indications: UplinkIndications, _ gateway: String, confidence: Double) -> Finding {
        let uplink = indications.uplink
        var facts = [
            "gateway": gateway, "router": gateway, "interface": shown(uplink.interface ?? "?"),
            "proof": indications.against.joined(separator: "; "),
            "address": (uplink.nobody ?? uplink.packets.first?.destination).map { "\($0)" } ?? gateway,
        ]
        facts.merge(indications.factsOfRouterBeforeEnd) { $1 }
        if facts["passed"] != nil { facts["router"] = nil }
        if let spare = uplink.spares?.first(where: { UplinkAssessment($0.uplink).status == .connectionUp }) {
            facts["spare"] = shown(spare.interface)
            facts["way"] =
                (spare.gateway.map { "via \($0) " } ?? "") + "dev \(Template.shellWord(shown(spare.interface)))"
        }
        return Finding(PathCauses.upstreamDown, confidence: confidence, facts)
    }

    /// The findings about an address family that leads nowhere. Programs try IPv6 first, and wait. They do not reach hosts
    /// with IPv4 only.
    private static func deadFamily(_ indications: UplinkIndications) -> [Finding] {
        guard let dead = indications.deadFamily else { return [] }
        var facts = [
            "gateway": "\(dead.gateway)", "interface": shown(indications.uplink.interface ?? "?"),
            "address": "\(dead.nobody)",
            "contrast": (dead.family == .ipv4 ? FactPhrase.whileSixthWorks : .whileFourthWorks).text,
        ]
        switch dead.family {
        case .ipv4:
            facts["last"] = "\(dead.last)"
            guard let router = indications.routerAgainstIPv4 else {
                facts["effect"] = FactPhrase.fourthNotReached.text
                facts["unconnected"] = "\(dead.gateway)"
                return [Finding(PathCauses.ipv4Down, confidence: 0.8, facts)]
            }
            facts["effect"] = FactPhrase.fourthRejected.text([
                "router": "\(router)", "answer": PathRules.meaningText(.prohibited),
            ])
            facts["rejecting"] = "\(router)"
            var finding = Finding(PathCauses.ipv4Down, confidence: 0.9, facts)
            if indications.uplink.gateways.contains(where: { $0.bytes == router.bytes }) { finding.side = .network }
            return [finding]
        case .ipv6:
            guard !StalePrefixRule.explainsIPv6(in: indications.uplink) else { return [] }
            if let routers = RouterRules.severalPrefixes(in: indications.uplink) { return [routers] }
            facts["effect"] = FactPhrase.sixthTriedFirst.text
            let routers = RouterRules.factsOfRoute(by: dead.gateway, indications.uplink)
            var finding = Finding(PathCauses.ipv6Down, confidence: 0.8, facts.merging(routers) { $1 })
            // One of the two may be a computer of this network, or both lead to a provider without IPv6.
            if routers["sole"] == nil { finding.side = nil }
            return [finding]
        }
    }

    /// The findings about IPv4 on a machine with IPv6 only: the network has NAT64, which leads nowhere.
    private static func deadTranslation(_ indications: UplinkIndications) -> [Finding] {
        indications.isTranslationDead ? [lostTranslation(indications, confidence: 0.75)].compactMap(\.self) : []
    }

    /// The finding about a NAT64 that leads nowhere; `nil` without one.
    static func lostTranslation(_ indications: UplinkIndications, confidence: Double) -> Finding? {
        // With a translator on this machine, the preferred default route is one of IPv4 without a gateway.
        (indications.uplink.gateway ?? indications.uplink.gateways.first).map { gateway in
            let translation = indications.uplink.translation
            let prefix = translation.map { "\($0.prefix)" }
            var facts = [
                "gateway": "\(gateway)", "interface": shown(indications.uplink.interface ?? "?"),
                "last": FactPhrase.translator.text(["prefix": prefix ?? "?"]),
                "contrast": FactPhrase.whileSixthWorks.text, "effect": FactPhrase.fourthNotReached.text,
            ]
            if !gateway.isLinkLocal { facts["unconnected"] = "\(gateway)" }
            facts["nat64"] = prefix
            facts["translated"] = translation?.packets.first.map { "\($0.destination)" }
            return Finding(PathCauses.ipv4Down, confidence: confidence, facts)
        }
    }

    /// Why the state is not known if something reaches the Internet, but nothing proves that connections of this machine's
    /// programs do. A host that answers over one of several next hops alone explains what gets no response.
    private static func halfWay(_ indications: UplinkIndications) -> String? {
        guard !LegRule.isOneLost(in: indications.uplink) else { return nil }
        if let words = hostsRejected(indications) { return exceptionText(indications, words) }
        if indications.areMoreStuck, !indications.isOwnTrafficHeard, let connections = indications.uplink.connections {
            return exceptionText(indications, FactPhrase.newOnesSilent.text(["count": "\(connections.stuck)"]))
        }
        if indications.isTCPReset { return exceptionText(indications, FactPhrase.somebodyResets.text) }
        if let router = HopLimitRule.end(of: indications) {
            return exceptionText(indications, FactPhrase.packetsEndAt.text(["router": "\(router)"]))
        }
        if indications.isTCPSilent {
            if let end = indications.overtaken {
                let ends = end.isWebPassing ? FactPhrase.port443EndsAt : .tcpEndsAt
                let words = indications.uplink.isECNRequested == true ? FactPhrase.ecnEndsAt : ends
                return exceptionText(
                    indications, words.text(["router": "\(end.router)", "next": "\(end.next)"]))
            }
            if let router = indications.lastRouter {
                return exceptionText(indications, FactPhrase.noneHeardBeyond.text(["router": "\(router)"]))
            }
            if indications.isWebHeard {
                let words: FactPhrase = indications.isPort443Silent ? .port443Silent : .nothingShows
                return exceptionText(indications, words.text)
            }
            return exceptionText(
                indications,
                indications.areDatagramsHeard
                    ? FactPhrase.tcpSilent.text
                    : FactPhrase.nothingAnswersPackets.text)
        }
        // A resolver in the provider's own network says nothing about what is behind its translator.
        if indications.isNoHostHeard, let router = indications.lastRouter {
            return exceptionText(indications, FactPhrase.noneHeardBeyond.text(["router": "\(router)"]))
        }
        if !indications.isOwnTrafficHeard, !indications.isRouterHeard {
            return exceptionText(indications, FactPhrase.nothingShows.text)
        }
        return nil
    }

    private static func exceptionText(_ indications: UplinkIndications, _ words: String) -> String {
        if let proof = indications.queries.first(where: { $0.reachesRoot || $0.hasSignatures }) {
            return FactPhrase.serverReachesBut.text(["server": "\(proof.server)", "words": words])
        }
        return FactPhrase.routersAnswerBut.text(["words": words])
    }

    private static func contradiction(_ indications: UplinkIndications) -> String? {
        let exceptionText = { (words: String) in Self.exceptionText(indications, words) }
        if indications.stuckPeersOfUplink >= enoughStuckPeers, !LegRule.isOneLost(in: indications.uplink) {
            return exceptionText(FactPhrase.noConnectionAnswered.text)
        }
        if let refusal = indications.refusalOfConnections, let router = refusal.reporter {
            return exceptionText(
                FactPhrase.routerAnswersTCP.text([
                    "router": "\(router)", "answer": PathRules.meaningText(refusal.meaning),
                ]))
        }
        if indications.isConnecting { return nil }
        if let refusal = indications.refusalOfResolver, let router = refusal.reporter {
            return exceptionText(
                FactPhrase.routerAnswersTCP.text([
                    "router": "\(router)", "answer": PathRules.meaningText(refusal.meaning),
                ]))
        }
        // If packets of the other address family pass, a router that refuses one of them is a fault of that one.
        if let refusal = indications.refusal, refusal.meaning == .prohibited, let router = refusal.reporter,
            indications.deadFamily?.family != router.family
        {
            return exceptionText(FactPhrase.routerRefusesNobody.text(["router": "\(router)"]))
        }
        if indications.uplink.isURLAnswered == false, !indications.isProxyFailing, !indications.isWebPortTakenAlone {
            return exceptionText(FactPhrase.connectivityURLSilent.text)
        }
        return nil
    }

    static func missing(_ indications: UplinkIndications) -> String {
        let tunnel =
            TunnelRule.interface(of: indications.uplink).map {
                [FactPhrase.trafficGoesInto.text(["tunnel": shown($0)])]
            }
            ?? []
        let played = indications.isWebPlayed ? [FactPhrase.anyAddressAccepted.text] : []
        let said = tunnel + indications.against + played
        return said.isEmpty ? FactPhrase.nothingHeard.text : said.joined(separator: "; ")
    }
}
