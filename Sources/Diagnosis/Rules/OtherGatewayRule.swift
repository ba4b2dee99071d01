import NetworkModel

/// Rules for a target that a route or a policy rule of this machine leads to by another gateway than that of the default route:
/// the gateway is there and forwards nothing, while the Internet is reached over the default gateway.
///
/// A router that forwards a packet decrements its hop limit, and reports it if that expires. Without such a report, a host that is
/// down cannot be told from a router that drops everything, so that both the route and the gateway are named.
enum OtherGatewayRule {
    /// Whether the uplink works does not follow from the silence of a target to which another gateway leads.
    static func followUps(_ subjects: [PathSubject], _ evidence: Evidence) -> [PathFollowUp] {
        let isAsked = subjects.contains { $0.isSilent && detour(of: $0) != nil }
        return isAsked && UpstreamRule.isHeardBeyond(evidence) ? [.uplink] : []
    }

    static func finding(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        let address = subject.destination.address
        guard subject.isSilent, let hop = detour(of: subject), let gateway = hop.route.gateway,
            GatewayRules.condition(of: hop) == .alive, let uplink = evidence.uplink,
            UplinkAssessment(uplink).status == .connectionUp,
            let usual = uplink.gateways.first(where: { $0.family == address.family }),
            // A gateway that leads to the Internet, or to other targets, forwards packets.
            !(uplink.gateways + (uplink.forwarders ?? [])).contains(where: { $0.bytes == gateway.bytes }),
            isSilent(address, evidence)
        else { return nil }
        let prefix = hop.route.destination.map { "\($0)/\(hop.route.prefixLength)" } ?? "default"
        let command = address.family == .ipv4 ? "ip" : "ip -6"
        let device = hop.route.interface.map { " dev \(Template.shellWord(shown($0)))" } ?? ""
        var facts = [
            "destination": subject.destination.text, "address": "\(address)", "gateway": "\(gateway)",
            "usual": "\(usual)", "route": prefix, "removal": "\(command) route del \(prefix) via \(gateway)\(device)",
        ]
        if let table = hop.route.table {
            facts["table"] = "\(table)"
            facts["rules"] = "\(command) rule"
            facts["route"] = "\(prefix) table \(table)"
            facts["removal"]? += " table \(table)"
        }
        if hop.route.origin == redirect {
            (facts["redirecting"], facts["route"], facts["removal"]) = (
                "\(usual)", "\(address)/32 (ICMP redirect)", nil
            )
            facts["cache"] = "ip route flush cache"
        }
        var finding = Finding(PathCauses.otherGateway, confidence: 0.8, facts)
        if hop.route.origin == redirect { finding.side = .network }
        // The default gateway does not lead to a private network, so that the route is probably right.
        if address.isOfLocalNetwork { finding.side = .network }
        return finding
    }

    /// The origin of a route that a router has sent (RFC 792, `RTPROT_REDIRECT`).
    private static let redirect = "redirect"

    /// The gateway that a route to a part of all addresses leads to, or one in another table than `main`; `nil` for that of a default
    /// route, and for the other end of a tunnel.
    private static func detour(of subject: PathSubject) -> GatewayEvidence.Hop? {
        guard let hop = subject.gateway, hop.isTunnel != true, hop.route.kind == .unicast, hop.route.parts == nil,
            !hop.route.isDefault || hop.route.table != nil
        else { return nil }
        return hop
    }

    /// Whether SYNs and echo requests to a host were sent with small hop limits, and no router reported one.
    private static func isSilent(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        let traces = (evidence.path?.traces ?? []).filter { $0.address == address }
        return traces.contains { $0.transport == .tcp } && traces.contains { $0.transport == .icmp }
            && traces.allSatisfy { trace in
                trace.outcome == .silent && trace.error == nil && !trace.hops.contains { $0.address != nil }
            }
    }
}
