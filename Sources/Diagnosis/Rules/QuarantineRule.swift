package import NetworkModel

/// Rules for a network that does not admit this machine yet: a device forbids every page over plain HTTP, which says how to get
/// access, and drops or rejects all other packets.
///
/// A transparent proxy may forbid pages of hosts without a name as well, and routers may report nothing. Therefore a name and a host
/// that are not the target's must show the rest (``UplinkIndications/isQuarantine``), or, in a check, the target's host on another
/// port.
enum QuarantineRule {
    /// The warning about a device that may forbid every page, while nothing else is heard from beyond the gateway.
    static func warning(_ indications: UplinkIndications) -> Finding? {
        // Many routers reject packets to addresses that nobody has, and those alone.
        guard indications.areConnectionsSilent || indications.uplink.familiesUnreached != nil else { return nil }
        return finding(indications)
    }

    private static func finding(_ indications: UplinkIndications) -> Finding? {
        guard indications.mayBeQuarantine, let met = indications.uplink.interception else { return nil }
        return Finding(
            PortalCauses.captivePortal, confidence: 0.7, severity: .warning,
            [
                "destination": FactPhrase.theInternet.text, "portal": met.page, "login": met.page, "sign": met.sign,
            ])
    }

    /// The error about such a device, if the target shows it; `nil` if not. A router that limits its errors need not report any of the
    /// packets of the uplink, so that only the target may show that it rejects them.
    static func finding(in evidence: Evidence) -> Finding? {
        guard let uplink = evidence.uplink, isShown(by: evidence) else { return nil }
        let indications = UplinkIndications(uplink)
        let isRejected = evidence.pathSubjects.contains { !$0.isSilent }
        return (isRejected ? finding(indications) : warning(indications))?.asError
    }

    /// Whether the target shows it: it is a silent host of the Internet, or one to which the gateway prohibits packets while the device
    /// forbids the pages of names that cannot exist as well; or the device forbids its page while port 443 of its host is silent. If
    /// the quarantine is certain, any target of the Internet does whose page the device forbids.
    static func isShown(by evidence: Evidence) -> Bool {
        guard let uplink = evidence.uplink, let met = uplink.interception else { return false }
        let indications = UplinkIndications(uplink)
        guard indications.mayBeQuarantine else { return false }
        let subjects = evidence.pathSubjects
        guard subjects.isEmpty else {
            return subjects.allSatisfy { subject in
                guard subject.destination.address.isOfInternet, subject.trace?.outcome != .answered else {
                    return false
                }
                guard let error = subject.trace?.error ?? evidence.attemptRefusal(to: subject.destination) else {
                    return subject.isSilent
                }
                return met.isOwnFailure == true && error.meaning == .prohibited && !error.isOwn
                    && error.reporter.map(evidence.isGatewayItself) == true
            }
        }
        guard isForbidden(by: met, evidence), let winner = evidence.tcp?.winner else { return false }
        if indications.isQuarantine {
            return winner.address.isOfInternet && evidence.gatewayHop(to: winner.address) != nil
        }
        return evidence.path?.traces.contains {
            $0.address == winner.address && $0.port == otherPort && $0.transport == .tcp && $0.outcome == .silent
        } == true
    }

    /// Whether anything passes beside pages, if the device forbids that of the target.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        // Most checks do not observe the uplink.
        guard evidence.observed.has(UplinkEvidence.self), let met = evidence.uplink?.interception,
            isForbidden(by: met, evidence), let winner = evidence.tcp?.winner,
            evidence.gatewayHop(to: winner.address) != nil
        else { return [] }
        return [.path(.uplink), .path(.packet(PathDestination(winner.address, port: otherPort, .tcp)))]
    }

    /// A port that transparent proxies for plain HTTP let pass.
    private static let otherPort: UInt16 = 443

    private static func isForbidden(by met: UplinkEvidence.Interception, _ evidence: Evidence) -> Bool {
        guard met.isForbidding, evidence.proxy == nil, evidence.tls == nil, let http = evidence.http else {
            return false
        }
        return http.outcome == .response && http.status == met.status
            && !ProxyRules.isOfAnotherServer(http, than: met)
    }
}

extension UplinkIndications {
    /// Whether a device forbids every page over plain HTTP, and nothing else is heard from beyond the gateway, except for answers
    /// of resolvers.
    var mayBeQuarantine: Bool {
        guard let met = uplink.interception, met.isForbidding, met.isTLSAccepted != true, uplink.proxy == nil,
            uplink.hasConnected == nil, uplink.hasConnectedSecurely == nil
        else { return false }
        // A reset in the name of a resolver may be that of the device.
        return areConnectionsStopped && !isUserHeard && !isHeardBeyond && firstRouter == nil
    }

    /// Whether it is certain: the device forbids a page of another name as well, so that it has no rule about hosts without a name
    /// alone; a host of the Internet is not reached on port 443 either, so that this is no filter of addresses that nobody has; and
    /// no program has heard from a host within a minute.
    var isQuarantine: Bool {
        guard mayBeQuarantine, let met = uplink.interception, uplink.connections?.familiesHeardLately == nil,
            uplink.familiesUnreached?.contains(met.destination.family) == true
        else { return false }
        return met.isOwnFailure == true || isProxyFailing && uplink.known?.status == met.status
    }

    /// Whether SYNs to port 443 of documentation addresses were sent, and each got no response or a rejection, as did those to
    /// resolvers behind the gateway.
    private var areConnectionsStopped: Bool {
        let sent = connections.filter { $0.limit != nil }
        return !sent.isEmpty && sent.allSatisfy { $0.isStopped(at: uplink.gateways) }
            && connections.allSatisfy { $0.limit != nil || $0.answer != .accepted }
    }
}

extension UplinkEvidence {
    /// Whether a device certainly forbids every page, and stops everything else.
    package var isQuarantine: Bool { UplinkIndications(self).isQuarantine }

    /// Whether a device may do so, and packets to a host of the Internet decide.
    package var mayBeQuarantine: Bool { UplinkIndications(self).mayBeQuarantine }
}
