import NetworkModel

/// Rules for the side of a DNS server's failure. If it fails for one name, the servers of that name are responsible; if it
/// fails for everything, its operator is.
enum ResolverSide {
    /// The side of a failure.
    ///
    /// - Parameter query: The server's response for a name that no cache has; `nil` if it was not queried.
    static func side(ofFailure query: UplinkEvidence.Query?) -> Side? {
        // A server that gives up late had no response for that name either, in the short time of that query.
        let failures: [UplinkEvidence.Query.Outcome] = [.servfail, .refused, .timeout]
        guard let query, failures.contains(query.outcome), !query.isRefusalOfName else { return nil }
        return switch query.place {
        case .own: .machine
        case .link, .gateway: .network
        case .beyond: .upstream
        }
    }

    /// The response of a server when the uplink was examined.
    static func query(of server: String?, _ uplink: UplinkEvidence?) -> UplinkEvidence.Query? {
        uplink?.allQueries.first { "\($0.server)" == server }
    }

    /// The fact about a server that is silent over UDP: that it answers over TCP, or that it just accepted a TCP connection, over
    /// which it need not answer. None if a device accepts connections in place of others.
    static func overTCP(_ servers: [String], _ uplink: UplinkEvidence?) -> [String: String] {
        guard let uplink, uplink.interception?.isAccepted != true else { return [:] }
        if let server = servers.first(where: { query(of: $0, uplink)?.isOverTCPAlone == true }) {
            return ["connected": server]
        }
        let accepted = uplink.packets.first { packet in
            packet.limit == nil && packet.answer == .accepted && packet.isEarlier != true
                && servers.contains("\(packet.destination)")
        }
        return accepted.map { ["waiting": "\($0.destination)"] } ?? [:]
    }

    /// The default gateway, if it is one of the servers, no DNS server runs on it, and nothing behind it was heard: it may be no
    /// router at all, as in the lease of a DHCP server that nobody knows of, or another host with the router's address.
    ///
    /// - Returns: It as facts; none otherwise.
    static func muteGateway(among servers: [String], _ uplink: UplinkEvidence?) -> [String: String] {
        guard let uplink, let gateway = uplink.gateway, servers.contains("\(gateway)"),
            query(of: "\(gateway)", uplink)?.outcome == .closed
        else { return [:] }
        let indications = UplinkIndications(uplink)
        let isHeard =
            indications.isHeardBeyond || indications.reachesRoot || indications.firstRouter != nil
            || uplink.hasConnected == true
        guard indications.arePacketsSilent, !isHeard else { return [:] }
        return gateway.family == .ipv4 ? ["mute": "\(gateway)", "contested": "\(gateway)"] : ["mute": "\(gateway)"]
    }

    /// The end of the sentence about invalid signatures. A server that rejects those of every name has a wrong clock or trust
    /// anchor.
    static func why(_ query: UplinkEvidence.Query?, _ errors: [ExtendedDNSError]?) -> String {
        let isEveryName = query?.hasSignatures == true && query?.control == .known
        return (isEveryName ? FactPhrase.forEveryName.text : "") + DNSRules.why(errors)
    }

    /// The finding about servers that are closed or silent, not on the side of this network if they are in the Internet and a router
    /// behind the gateway is heard: a closed one was reached. Whether the gateway drops queries to silent ones is not known, nor
    /// whether a silent one on the gateway lacks IPv4 alone, if that may end at a router.
    static func beyond(_ finding: Finding, _ servers: [String], _ uplink: UplinkEvidence?) -> Finding {
        let isClosed = finding.id == DNSCauses.serverClosed.id
        guard isClosed || finding.id == DNSCauses.serverUnreachable.id, let uplink else { return finding }
        let indications = UplinkIndications(uplink)
        if !isClosed, servers.allSatisfy({ query(of: $0, uplink)?.place == .gateway }),
            let last = indications.onlyRouter(over: .ipv4)
        {
            var open = Finding(DNSCauses.serverUnreachable, like: finding, adding: ["fourth": "\(last)"])
            open.side = nil
            return open
        }
        guard indications.firstRouter != nil, servers.allSatisfy({ isInInternet($0, uplink) }) else { return finding }
        var finding = finding
        finding.side = isClosed ? .upstream : nil
        return finding
    }

    /// The facts about the last router that reports queries to silent servers in the Internet, if it is behind the gateway, so that
    /// this does not drop them; empty if none does, or the servers are elsewhere.
    static func passed(towards servers: [IPAddress], _ evidence: Evidence) -> [String: String] {
        guard let uplink = evidence.uplink, let gateway = uplink.gateway, !servers.isEmpty,
            servers.allSatisfy({ isInInternet("\($0)", uplink) })
        else { return [:] }
        let traces = (evidence.path?.traces ?? []).filter {
            $0.transport == .udp && $0.port == 53 && $0.outcome == .silent && servers.contains($0.address)
        }
        let ends = traces.compactMap { trace in trace.hops.last { $0.address != nil && $0.limit > 1 }?.address }
        guard let end = ends.first, ends.count == traces.count else { return [:] }
        return ["passed": "\(end)", "own_server": "\(gateway)"]
    }

    /// Whether a server of this machine's configuration is an address of the Internet behind the gateway.
    private static func isInInternet(_ server: String, _ uplink: UplinkEvidence) -> Bool {
        query(of: server, uplink).map { $0.place == .beyond && $0.server.isOfInternet } == true
    }

    /// The finding on the side of the server's operator, if that is known.
    static func located(_ finding: Finding, by query: UplinkEvidence.Query?) -> Finding {
        let ids = [DNSCauses.servfail.id, DNSCauses.refused.id]
        // A server that rejects all signatures has a wrong clock; otherwise the zone's signatures are invalid.
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
