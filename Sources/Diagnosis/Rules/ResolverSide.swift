import NetworkModel

/// On whose side a DNS server fails: of one name, on that of the name's own servers; of everything, on that of its operator.
enum ResolverSide {
    /// - Parameter query: What the server made of a name that no cache holds; `nil` if it was not asked.
    static func side(ofFailure query: UplinkEvidence.Query?) -> Side? {
        // One that gives up late had no answer for that name either when it was asked for a moment.
        let failures: [UplinkEvidence.Query.Outcome] = [.servfail, .refused, .timeout]
        guard let query, failures.contains(query.outcome), !query.isRefusalOfName else { return nil }
        return switch query.place {
        case .own: .machine
        case .link, .gateway: .network
        case .beyond: .upstream
        }
    }

    /// What a server has answered when the uplink was examined.
    static func query(of server: String?, _ uplink: UplinkEvidence?) -> UplinkEvidence.Query? {
        uplink?.allQueries.first { "\($0.server)" == server }
    }

    /// A server that has just taken a TCP connection, of those that are silent on UDP; none where somebody accepts connections in the
    /// place of others.
    static func connected(_ servers: [String], _ uplink: UplinkEvidence?) -> [String: String] {
        guard let uplink, uplink.interception?.isAccepted != true else { return [:] }
        let server = uplink.packets.first { packet in
            packet.limit == nil && packet.answer == .accepted && packet.isEarlier != true
                && servers.contains("\(packet.destination)")
        }
        return server.map { ["connected": "\($0.destination)"] } ?? [:]
    }

    /// The same finding, on the side of the server's operator, where that is known.
    static func placed(_ finding: Finding, by query: UplinkEvidence.Query?) -> Finding {
        let ids = [DNSCauses.servfail.id, DNSCauses.refused.id]
        // One that accepts no signature of anybody's has a wrong clock; else the zone's are to blame.
        let isPlaced =
            ids.contains(finding.id) || finding.id == DNSCauses.dnssecBogus.id && query?.hasSignatures == true
        guard isPlaced, finding.side != .machine, let side = side(ofFailure: query) else {
            return finding
        }
        var finding = finding
        finding.side = side
        return finding
    }
}
