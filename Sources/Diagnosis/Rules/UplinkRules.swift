import NetworkModel

/// The uplink in checks of targets. It is examined only after a failure, since a target that answers proves its own path.
enum UplinkRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let uplink = evidence.uplink, !evidence.pathSubjects.contains(where: isStoppedHere) else {
            return TunnelRule.findings(in: evidence)
        }
        let reading = UplinkReading(uplink)
        if let (finding, family) = LostFamilyRule.dead(in: reading.findings),
            isLost(family, evidence) || isTranslated(uplink, evidence)
        {
            return [LostFamilyRule.lost(finding, family, evidence)]
        }
        let errors = reading.findings.filter { $0.severity == .error && !isDeadPortal($0, evidence) }
        guard isAffected(evidence) else {
            // A portal resets connections, and lets names and echoes pass. A host of the Internet that is silent is behind what
            // keeps everybody else there from answering, be the first router of the provider heard or not.
            let isBehind = isBehind(uplink.gateways, evidence)
            let found = errors.filter {
                isBehind && ($0.id == PortalCauses.captivePortal.id || isLostInternet(evidence))
            }
            return found.isEmpty ? TunnelRule.findings(in: evidence) : found
        }
        guard errors.isEmpty else { return errors }
        return LegRule.finding(in: uplink, isSomethingSilent: true).map { [$0] } ?? []
    }

    /// That of IPv4 says little of a target that is reached over IPv6 alone.
    static func status(of uplink: UplinkEvidence, in evidence: Evidence) -> ConnectionStatus {
        let status = UplinkReading(uplink).status
        if status == .connectionUp { return status }
        if evidence.pathSubjects.contains(where: isStoppedHere) { return .noErr }
        if isAffected(evidence) { return status }
        if !findings(in: evidence).isEmpty { return .connectionDown }
        // Somebody beyond the gateway has answered this check.
        return UplinkSigns(uplink).isTCPSilent ? .connectionIndeterminate : .noErr
    }

    static func questions(in evidence: Evidence) -> [Question] {
        isAffected(evidence) || TunnelRule.isAffected(evidence) || evidence.tcp != nil && isBehind(nil, evidence)
            ? [.path(.uplink)] : []
    }

    /// The address to which all names lead takes no connection: nobody is there to be a portal.
    private static func isDeadPortal(_ finding: Finding, _ evidence: Evidence) -> Bool {
        guard finding.id == PortalCauses.captivePortal.id, let place = finding.facts["portal"] else { return false }
        let tried = (evidence.tcp?.attempts ?? []).filter { place == "http://\($0.address)/" }
        return !tried.isEmpty && tried.allSatisfy { $0.outcome != .connected }
    }

    /// Whether hosts of the Internet, and no others, stay silent, or a router knows no way to them.
    private static func isLostInternet(_ evidence: Evidence) -> Bool {
        let subjects = evidence.pathSubjects
        return !subjects.isEmpty
            && subjects.allSatisfy { subject in
                guard subject.destination.address.isOfInternet, subject.trace?.outcome != .answered else {
                    return false
                }
                guard let error = subject.trace?.error else { return subject.isSilent }
                return error.meaning == .networkUnreachable || error.meaning == .hostUnreachable
            }
    }

    /// Whether hosts of the Internet that are reached over one family alone stay silent.
    private static func isLost(_ family: AddressFamily, _ evidence: Evidence) -> Bool {
        let subjects = evidence.pathSubjects
        return isLostInternet(evidence) && subjects.allSatisfy { $0.destination.address.family == family }
    }

    /// Whether hosts of IPv4 stay silent that this machine reaches by way of NAT64, which leads nowhere.
    private static func isTranslated(_ uplink: UplinkEvidence, _ evidence: Evidence) -> Bool {
        guard let prefix = uplink.translation?.prefix, UplinkSigns(uplink).isTranslationDead else { return false }
        return isLostInternet(evidence)
            && evidence.pathSubjects.allSatisfy {
                $0.destination.address.isIn(prefix: prefix.prefix, length: prefix.length)
            }
    }

    /// Whether connections failed to what lies behind the gateways of the uplink, of which the first decides, or behind any where those are `nil`.
    private static func isBehind(_ gateways: [IPAddress]?, _ evidence: Evidence) -> Bool {
        let subjects = evidence.pathSubjects.map(\.destination.address)
        let tried = subjects.isEmpty ? evidence.failedAddresses : subjects
        let hops = tried.map { evidence.gatewayHop(to: $0)?.route.gateway }
        guard let gateways else { return !hops.isEmpty && !hops.contains(nil) }
        // A target may have an address of IPv6 besides, whose gateway is another.
        return hops.contains(gateways.first) && hops.allSatisfy { $0.map(gateways.contains) ?? false }
    }

    /// Whether the target failed in a way that a broken uplink explains: nobody beyond the gateway has said anything, or no
    /// resolver could say where it is.
    private static func isAffected(_ evidence: Evidence) -> Bool {
        guard !evidence.isAboutMulticast else { return false }
        let subjects = evidence.pathSubjects
        if !subjects.isEmpty {
            return
                (evidence.uplink?.isOfIPv6Alone == true
                || subjects.contains { $0.destination.address.family == .ipv4 })
                && subjects.allSatisfy { $0.gateway != nil || isResolver($0, evidence) }
                && !UpstreamRule.isHeardBeyond(evidence)
        }
        guard let resolution = evidence.proxy?.resolution ?? evidence.dns?.resolution, resolution.answers.isEmpty else {
            return false
        }
        let wire = resolution.failures.filter { $0.source == .dns }
        return !wire.isEmpty
            && wire.allSatisfy {
                guard !isOfOwnProgram($0, evidence) else { return false }
                return $0.reason == .refused || $0.reason == .servfail || $0.reason == .timeout
                    || isDenied($0, evidence)
            }
    }

    /// This machine drops the answers, or its packets get no further than its gateway.
    private static func isStoppedHere(_ subject: PathSubject) -> Bool {
        guard let trace = subject.trace else { return false }
        if trace.arrival != nil { return true }
        guard let error = trace.error, error.meaning == .timeExceeded, let reporter = error.reporter else {
            return false
        }
        return reporter.bytes == subject.gateway?.route.gateway?.bytes
    }

    /// A server on this machine that is none of its resolvers: it need not ask others.
    private static func isOfOwnProgram(_ failure: Resolution.Failure, _ evidence: Evidence) -> Bool {
        guard let server = failure.server.flatMap(PathDestination.init(server:)), server.address.isLoopback else {
            return false
        }
        let isResolver = evidence.uplink?.allQueries.contains { $0.server == server.address }
        return server.port != 53 || isResolver == false
    }

    /// The server says so of names that exist as well, as a home router does that has lost its provider.
    private static func isDenied(_ failure: Resolution.Failure, _ evidence: Evidence) -> Bool {
        evidence.uplink?.allQueries.contains { $0.isDenial && "\($0.server)" == failure.server } ?? false
    }

    /// The gateway, or a host on the link, that was to ask others.
    private static func isResolver(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        subject.destination.transport == .udp && evidence.dns?.resolution.answers.isEmpty == true
    }
}

extension Evidence {
    /// Where connections were refused or reset, and none was made.
    fileprivate var failedAddresses: [IPAddress] {
        guard let tcp, proxy == nil, !tcp.attempts.contains(where: { $0.outcome == .connected }) else { return [] }
        return tcp.attempts.map(\.address)
    }
}
