import NetworkModel

/// Rules for the uplink in checks of targets. It is examined only after a failure, since a target that responds proves its
/// own path.
enum UplinkRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        let hops = evidence.gateway?.hops ?? []
        return found(in: evidence).map { finding in
            let corrected = DeafGatewayRule.corrected(TunnelRule.corrected(finding, in: evidence), in: evidence)
            return FixedNeighbourRule.corrected(corrected, hops, evidence.uplink)
        }
    }

    private static func found(in evidence: Evidence) -> [Finding] {
        if let leg = LegRule.refusing(evidence) { return [leg] }
        if let loop = TunnelRule.looping(evidence.pathSubjects) { return [loop] }
        guard let uplink = evidence.uplink, !evidence.pathSubjects.contains(where: isStoppedHere) else {
            return TunnelRule.findings(in: evidence)
        }
        let assessment = assessment(uplink, in: evidence)
        if let (finding, family) = LostFamilyRule.dead(in: assessment.findings),
            isLost(family, evidence) || isTranslated(uplink, evidence)
        {
            return [LostFamilyRule.lost(finding, family, evidence)]
        }
        if let finding = untranslated(uplink, evidence) { return [LostFamilyRule.lost(finding, .ipv4, evidence)] }
        let isQuarantine = UplinkIndications(uplink).mayBeQuarantine
        var found = assessment.findings.map { finding in
            !isQuarantine && isPortalOfIPv4(finding, evidence) ? finding.asError : finding
        }
        // A quarantine includes that the gateway rejects packets.
        if !found.contains(where: { $0.severity == .error && $0.id != PathCauses.filtered.id }),
            let quarantine = QuarantineRule.finding(in: evidence)
        {
            found = [quarantine]
        }
        let errors = found.filter { $0.severity == .error && !isDeadPortal($0, evidence) }
        if isPlayed(uplink, evidence) {
            let down = errors.filter { $0.id == PathCauses.upstreamDown.id }
            if !down.isEmpty { return down }
        }
        guard isAffected(evidence) else {
            // A portal resets connections, and lets names and echo requests pass. If a host of the Internet is silent, the
            // reason is the same as for all others there, whether the first router of the provider responds or not.
            let isBehind = isBehind(uplink.gateways, evidence)
            let found = errors.filter {
                isBehind
                    && ($0.id == PortalCauses.captivePortal.id
                        || isLostInternet(evidence) && !($0.id == PathCauses.upstreamDown.id && isPinged(evidence)))
            }
            if !found.isEmpty { return found }
            // With several next hops, packets to the target may take the dead one, and those to other hosts one that works.
            let subjects = evidence.pathSubjects
            if isBehind, !subjects.isEmpty, subjects.allSatisfy(\.isSilent),
                let leg = LegRule.finding(in: uplink, isSomethingSilent: false)
            {
                return [leg]
            }
            return TunnelRule.findings(in: evidence)
        }
        guard errors.isEmpty else { return errors + LocalFilterRule.besideOutage(uplink) }
        let outage = found.filter { $0.id == PathCauses.upstreamDown.id && $0.severity == .warning }
        return LegRule.finding(in: uplink, isSomethingSilent: true).map { [$0] } ?? outage
    }

    /// The status for a target. The state of IPv4 says little about a target that is only reached over IPv6.
    static func status(of uplink: UplinkEvidence, in evidence: Evidence) -> ConnectionStatus {
        let status = assessment(uplink, in: evidence).status
        if LegRule.refusing(evidence) != nil { return .connectionDown }
        if status == .connectionUp { return status }
        if evidence.pathSubjects.contains(where: isStoppedHere) { return .noErr }
        if isAffected(evidence) { return status }
        if !findings(in: evidence).isEmpty { return .connectionDown }
        // A host beyond the gateway responded to this check.
        return UplinkIndications(uplink).isTCPSilent ? .connectionIndeterminate : .noErr
    }

    /// The assessment of the uplink beside what a check knows of its gateway.
    static func assessment(_ uplink: UplinkEvidence, in evidence: Evidence) -> UplinkAssessment {
        UplinkAssessment(
            uplink,
            isGatewayUnheard: GatewayRules.isUnheard(uplink.gateway, among: evidence.gateway?.hops ?? []),
            isOfTarget: true)
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        isAffected(evidence) || TunnelRule.isAffected(evidence) || evidence.tcp != nil && isBehind(nil, evidence)
            || isHangingFarAway(evidence) ? [.path(.uplink)] : []
    }

    /// Whether a host of the Internet accepted the connection, and then said nothing.
    private static func isHangingFarAway(_ evidence: Evidence) -> Bool {
        guard evidence.proxy == nil, let peer = evidence.hangingPeer else { return false }
        return peer.address.isOfInternet && evidence.gatewayHop(to: peer.address) != nil
    }

    /// Whether a device on the way accepted that connection, as it does in place of a host that nobody has: a modem that answers
    /// SYNs itself (RFC 3135), and may have lost its own link.
    private static func isPlayed(_ uplink: UplinkEvidence, _ evidence: Evidence) -> Bool {
        guard isHangingFarAway(evidence), let met = uplink.interception else { return false }
        return met.isAccepted && met.status == nil && met.isEnded != true
    }

    /// Whether a finding is about a portal for IPv4 only, and only IPv4 addresses of the target were tried.
    private static func isPortalOfIPv4(_ finding: Finding, _ evidence: Evidence) -> Bool {
        // Whatever fails there, a device that takes port 80 alone passes it on.
        if let uplink = evidence.uplink, UplinkIndications(uplink).isWebPortTakenAlone { return false }
        let subjects = evidence.pathSubjects.map(\.destination.address)
        let tried = subjects.isEmpty ? evidence.failedAddresses : subjects
        return finding.id == PortalCauses.captivePortal.id && finding.severity == .warning && !tried.isEmpty
            && tried.allSatisfy { $0.family == .ipv4 }
    }

    /// Whether the address to which all names resolve accepts no connection, so that there is no portal.
    private static func isDeadPortal(_ finding: Finding, _ evidence: Evidence) -> Bool {
        guard finding.id == PortalCauses.captivePortal.id, let place = finding.facts["portal"] else { return false }
        let tried = (evidence.tcp?.attempts ?? []).filter { place == "http://\($0.address)/" }
        return !tried.isEmpty && tried.allSatisfy { $0.outcome != .connected }
    }

    /// Whether hosts of the Internet, and no others, are silent, or a router has no route to them.
    private static func isLostInternet(_ evidence: Evidence) -> Bool {
        let subjects = evidence.pathSubjects
        return !subjects.isEmpty
            && subjects.allSatisfy { $0.destination.address.isOfInternet && isUnreached($0) }
    }

    /// Whether one of the hosts answers pings, so that the Internet responds and the host or a filter drops the rest. A gateway that
    /// answers those for an address of the Internet says nothing about what is behind it.
    private static func isPinged(_ evidence: Evidence) -> Bool {
        evidence.pathSubjects.contains { subject in
            let address = subject.destination.address
            guard let echo = evidence.echoTrace(to: address), echo.outcome == .answered else { return false }
            return echo.answeredAt != 1 && echo.isAnsweredHere != true
        }
    }

    /// Whether a host is silent, or a router has no route to it.
    private static func isUnreached(_ subject: PathSubject) -> Bool {
        guard subject.trace?.outcome != .answered else { return false }
        guard let error = subject.trace?.error else { return subject.isSilent }
        return error.isUndeliverable
    }

    /// Whether hosts of the Internet that are only reached over one address family are silent. Addresses that DNS64 made from those of
    /// IPv4, for a NAT64 that does not answer either, are no other family.
    private static func isLost(_ family: AddressFamily, _ evidence: Evidence) -> Bool {
        let addresses = evidence.pathSubjects.map(\.destination.address)
        let others = addresses.filter { $0.family != family }
        let isSynthesized = family == .ipv4 && TranslationRules.prefix(ofSynthesized: others, evidence) != nil
        return isLostInternet(evidence) && others.count < addresses.count && (others.isEmpty || isSynthesized)
    }

    /// Whether IPv4 hosts are silent that this machine reaches by NAT64, which leads nowhere.
    private static func isTranslated(_ uplink: UplinkEvidence, _ evidence: Evidence) -> Bool {
        guard let prefix = uplink.translation?.prefix, UplinkIndications(uplink).isTranslationDead else { return false }
        // Also in a network's own prefix with unique local addresses.
        return !synthesized(in: prefix, evidence).isEmpty && evidence.pathSubjects.allSatisfy(isUnreached)
    }

    /// The failed destinations in the prefix of NAT64, if there are no others but IPv4 addresses: the packets to these, from a machine
    /// that has no other IPv4, pass the NAT64 as well (464XLAT, RFC 6877). Otherwise, none.
    private static func synthesized(in prefix: NAT64Prefix, _ evidence: Evidence) -> [PathSubject] {
        let subjects = evidence.pathSubjects
        let found = subjects.filter { prefix.contains($0.destination.address) }
        let isEach = subjects.allSatisfy {
            $0.destination.address.family == .ipv4 || prefix.contains($0.destination.address)
        }
        return isEach ? found : []
    }

    /// The finding about IPv4 hosts that are silent over TCP and to echo requests behind NAT64, if nothing else was ever heard from
    /// behind it: a translator has to pass the errors of the routers there (RFC 7915 section 4.2).
    private static func untranslated(_ uplink: UplinkEvidence, _ evidence: Evidence) -> Finding? {
        let indications = UplinkIndications(uplink)
        guard let prefix = uplink.translation?.prefix, indications.isTranslationUnseen else { return nil }
        let translated = synthesized(in: prefix, evidence)
        let areSilent = translated.allSatisfy { subject in
            let echo = evidence.echoTrace(to: subject.destination.address)
            return echo?.outcome == .silent
                && [subject.trace, echo].compactMap(\.self).allSatisfy { trace in
                    let routers = trace.hops.compactMap(\.address)
                    return !routers.isEmpty && !routers.contains(where: prefix.contains)
                }
        }
        guard !translated.isEmpty, areSilent, evidence.pathSubjects.allSatisfy(\.isSilent) else { return nil }
        return UplinkAssessment.lostTranslation(indications, confidence: 0.6)
    }

    /// Whether connections to destinations behind the uplink's gateways failed, of which the first one decides; if the
    /// gateways are `nil`, behind any gateway.
    private static func isBehind(_ gateways: [IPAddress]?, _ evidence: Evidence) -> Bool {
        let subjects = evidence.pathSubjects.map(\.destination.address)
        let tried = subjects.isEmpty ? evidence.failedAddresses : subjects
        let hops = tried.filter { !isTranslatedHere($0, evidence) }
            .map { evidence.gatewayHop(to: $0)?.route.gateway }
        guard let gateways else { return !hops.isEmpty && !hops.contains(nil) }
        // A target may also have an IPv6 address, with another gateway.
        return hops.contains(gateways.first) && hops.allSatisfy { $0.map(gateways.contains) ?? false }
    }

    /// Whether a broken uplink explains the failure of the target: no host beyond the gateway responded, or no resolver had
    /// its address.
    private static func isAffected(_ evidence: Evidence) -> Bool {
        guard !evidence.isAboutMulticast else { return false }
        if isClosedBesidePortal(evidence) { return true }
        let subjects = evidence.pathSubjects
        if !subjects.isEmpty {
            return
                (evidence.uplink?.isOfIPv6Alone == true
                || subjects.contains { $0.destination.address.family == .ipv4 })
                && subjects.allSatisfy {
                    $0.gateway != nil || isResolver($0, evidence) || isTranslatedHere($0.destination.address, evidence)
                }
                // The gateway forwards to hosts of private networks, also if there is no Internet behind it.
                && !subjects.allSatisfy { $0.isBehindForwarder(in: evidence) }
                && !UpstreamRule.isHeardBeyond(evidence)
        }
        guard let resolution = evidence.proxy?.resolution ?? evidence.dns?.resolution, resolution.answers.isEmpty else {
            return false
        }
        let wire = resolution.failures.filter { $0.source == .dns }
        // Only the system resolver was queried at first for a name without a dot.
        let ofSystem = evidence.proxy == nil ? evidence.dns.map(DNSAssessment.failuresOfSystem) ?? [] : []
        let failures = wire.isEmpty ? ofSystem : wire
        return !failures.isEmpty
            && failures.allSatisfy {
                guard !isOfOwnProgram($0, evidence) else { return false }
                switch $0.reason {
                case .refused, .servfail, .timeout, .malformed: return true
                case .closed: return isClosedHere($0)
                case .nxdomain, .noData: return isDenied($0, evidence)
                }
            }
    }

    /// Whether a translator on this machine sends the packets to an IPv4 address over IPv6, to the NAT64 behind the gateway (464XLAT,
    /// RFC 6877): they leave from its address.
    private static func isTranslatedHere(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        guard address.family == .ipv4, let interface = evidence.hop(to: address)?.route.interface else { return false }
        return evidence.address?.usable.contains { source in
            source.interface == interface && source.address.address.isOfTranslator
        } == true
    }

    /// Whether a resolver on this machine closed the connection over which a long answer was requested: its own fault, or the
    /// only sign that it reaches no other server.
    private static func isClosedHere(_ failure: Resolution.Failure) -> Bool {
        failure.reason == .closed && failure.server.flatMap(PathDestination.init(server:))?.address.isLoopback == true
    }

    /// Whether nothing listens on the ports of the DNS servers, beside a portal, which decides until somebody has logged in.
    private static func isClosedBesidePortal(_ evidence: Evidence) -> Bool {
        guard evidence.uplink?.interception?.isOfPortal == true, let resolution = evidence.dns?.resolution,
            resolution.answers.isEmpty
        else { return false }
        let wire = resolution.failures.filter { $0.source == .dns }
        return !wire.isEmpty && wire.allSatisfy { $0.reason == .closed }
    }

    /// Whether this machine drops the responses, or its packets do not get beyond its gateway.
    private static func isStoppedHere(_ subject: PathSubject) -> Bool {
        guard let trace = subject.trace else { return false }
        if trace.arrival != nil || CorruptionRule.isDamaged(trace) { return true }
        guard let error = trace.error, error.meaning == .timeExceeded, let reporter = error.reporter else {
            return false
        }
        return reporter.bytes == subject.gateway?.route.gateway?.bytes
    }

    /// Whether the server is on this machine, but not one of its resolvers: it need not query others.
    private static func isOfOwnProgram(_ failure: Resolution.Failure, _ evidence: Evidence) -> Bool {
        guard let server = failure.server.flatMap(PathDestination.init(server:)), server.address.isLoopback else {
            return false
        }
        let isResolver = evidence.uplink?.allQueries.contains { $0.server == server.address }
        return server.port != 53 || isResolver == false
    }

    /// Whether the server also denies existing names, like a home router that has lost its provider, or even the top-level
    /// domain, beside a portal.
    private static func isDenied(_ failure: Resolution.Failure, _ evidence: Evidence) -> Bool {
        guard let uplink = evidence.uplink else { return false }
        if ResolverSide.query(of: failure.server, uplink)?.isDenial == true { return true }
        return uplink.interception?.isOfPortal == true && failure.reason == .nxdomain
            && evidence.dns?.followUps?.contains {
                $0.purpose == .parent && $0.server == failure.server && $0.failure == .nxdomain
                    && !$0.name.contains(".")
            } == true
    }

    /// Whether the destination is the gateway, or a host on the link, that was to query others.
    private static func isResolver(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        subject.destination.transport == .udp && evidence.dns?.resolution.answers.isEmpty == true
    }
}

extension Evidence {
    /// The addresses at which connections were refused or reset, if none was established.
    fileprivate var failedAddresses: [IPAddress] {
        guard let tcp, proxy == nil, !tcp.attempts.contains(where: { $0.outcome == .connected }) else { return [] }
        return tcp.attempts.map(\.address)
    }
}
