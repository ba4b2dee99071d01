import NetworkModel

/// Rules for a network that does not admit this machine yet: a device forbids every page over plain HTTP, which says how to get
/// access, and drops all other packets.
///
/// A transparent proxy may forbid pages of hosts without a name as well, and routers may report nothing. Therefore a host that is
/// silent on other ports must show the rest.
enum QuarantineRule {
    /// The warning about a device that forbids every page, while nothing else is heard from beyond the gateway.
    static func warning(_ indications: UplinkIndications) -> Finding? {
        guard indications.mayBeQuarantine, let met = indications.uplink.interception else { return nil }
        return Finding(
            PortalCauses.captivePortal, confidence: 0.7, severity: .warning,
            [
                "destination": FactPhrase.theInternet.text, "portal": met.page, "sign": met.sign,
            ])
    }

    /// Whether the target shows it: it is a silent host of the Internet, or the device forbids its page while port 443 of its host
    /// is silent.
    static func isShown(by evidence: Evidence) -> Bool {
        guard let uplink = evidence.uplink, let met = uplink.interception, UplinkIndications(uplink).mayBeQuarantine
        else { return false }
        let subjects = evidence.pathSubjects
        guard subjects.isEmpty else {
            return subjects.allSatisfy {
                $0.isSilent && $0.destination.address.isOfInternet && $0.trace?.outcome != .answered
                    && $0.trace?.error == nil
            }
        }
        guard isForbidden(by: met, evidence), let winner = evidence.tcp?.winner else { return false }
        return evidence.path?.traces.contains {
            $0.address == winner.address && $0.port == otherPort && $0.transport == .tcp && $0.outcome == .silent
        } == true
    }

    /// Whether anything passes beside pages, if the device forbids that of the target.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard let met = evidence.uplink?.interception, isForbidden(by: met, evidence),
            let winner = evidence.tcp?.winner, evidence.gatewayHop(to: winner.address) != nil
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
        return areConnectionsSilent && isTCPSilent && !isHeardBeyond && firstRouter == nil
    }
}
