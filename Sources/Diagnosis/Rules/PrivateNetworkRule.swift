import NetworkModel

/// Rules for a target in a private network (RFC 1918) to which no route of this machine leads: packets to it follow the default
/// route into the Internet. Most often, a VPN is not connected.
///
/// Only IPv4 is examined: behind NAT, a router with a public address is outside of the networks that have private ones.
enum PrivateNetworkRule {
    /// The finding from the error of a router with a public address that has no route to the target.
    static func refused(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        guard let error = subject.trace?.error, !error.isOwn, error.meaning == .networkUnreachable,
            let router = error.reporter, isOfInternet(router, evidence)
        else { return nil }
        return finding(subject, evidence, at: router, confidence: 0.9)
    }

    /// The finding about a silent target, if the last router that reports packets to it has a public address, whatever their
    /// protocol, and the uplink works.
    static func silent(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        let address = subject.destination.address
        guard subject.isSilent, let trace = subject.trace, trace.outcome == .silent, trace.error == nil,
            let uplink = evidence.uplink, UplinkAssessment(uplink).status == .connectionUp,
            let router = trace.hops.last(where: { $0.address != nil })?.address, isOfInternet(router, evidence),
            // Packets to the Internet pass it as well: it is not the router of a provider that joins sites of a company.
            uplink.packets.contains(where: { $0.error?.reporter?.bytes == router.bytes })
        else { return nil }
        let others = (evidence.path?.traces ?? []).filter { $0.address == address }
        let isOnlyThere = others.allSatisfy { other in
            other.outcome == .silent
                && other.hops.last(where: { $0.address != nil })?.address.map { isOfInternet($0, evidence) } != false
        }
        return isOnlyThere ? finding(subject, evidence, at: router, confidence: 0.8) : nil
    }

    /// Whether a silent host has a private address of a network to which this machine has no route of its own, and in which
    /// neither it nor its gateway is. What is heard is not enough to exclude that the network's router leads there.
    static func isForeign(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        evidence.answersPings(address) != true && isElsewhere(address, evidence)
    }

    /// Whether an address, whose host may answer, is a private one of another network than this machine's and its gateway's.
    static func isElsewhere(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        guard address.isPrivate, !address.isLoopback,
            let route = evidence.gatewayHop(to: address)?.route, route.isDefault, let gateway = route.gateway,
            evidence.link?.carriers.contains(where: { $0.name == route.interface && RouteSelection.isTunnel($0) })
                != true
        else { return false }
        let near = (evidence.address?.usable ?? []).map(\.address.address) + [gateway]
        guard !isNear(address, near) else { return false }
        // In IPv6, a router in a home has a public address like one in the Internet.
        return gateway.isPrivate || address.family == .ipv6 || !routers(towards: address, evidence).isEmpty
    }

    /// Whether one of the addresses is in the same part of a private network. Sites of a company often have one of this size.
    private static func isNear(_ address: IPAddress, _ others: [IPAddress]) -> Bool {
        let length = address.family == .ipv4 ? 16 : 48
        return others.contains { $0.isIn(prefix: address, length: length) }
    }

    /// The facts about silent DNS servers, if all of them are in such networks, while the uplink works; empty if not.
    static func factsOfServers(_ servers: [IPAddress], _ evidence: Evidence) -> [String: String] {
        guard let server = servers.first, let uplink = evidence.uplink,
            UplinkAssessment(uplink).status == .connectionUp,
            servers.allSatisfy({ $0.family == .ipv4 && isForeign($0, evidence) }),
            let gateway = evidence.gatewayHop(to: server)?.route.gateway
        else { return [:] }
        return ["foreign": "\(server)", "router": "\(gateway)"]
    }

    /// The same for the machine itself.
    static func factsOfServers(_ servers: [IPAddress], _ observation: MachineObservation) -> [String: String] {
        let snapshot = observation.snapshot
        guard let server = servers.first, let uplink = observation.uplink,
            UplinkAssessment(uplink).status == .connectionUp,
            let route = snapshot.route(to: server), route.isDefault, let gateway = route.gateway, gateway.isPrivate,
            let link = route.interface.flatMap(snapshot.link(named:)), !RouteSelection.isTunnel(link)
        else { return [:] }
        let near = link.addresses.map(\.address) + [gateway]
        let areForeign = servers.allSatisfy { server in
            // The snapshot has no routes to this machine's own addresses.
            server.family == .ipv4 && server.isPrivate && !server.isLoopback && !snapshot.isOwn(server)
                && snapshot.route(to: server)?.isDefault == true && !isNear(server, near)
        }
        return areForeign ? ["foreign": "\(server)", "router": "\(gateway)"] : [:]
    }

    /// Whether packets to a host arrived at a router that belongs neither to a home nor to a company.
    static func isLedAway(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        routers(towards: address, evidence).last?.isOfLocalNetwork == false
    }

    /// The routers beyond the first hop that reported packets to a host, nearest first.
    private static func routers(towards address: IPAddress, _ evidence: Evidence) -> [IPAddress] {
        (evidence.path?.traces ?? []).filter { $0.address == address }
            .map { $0.hops.filter { $0.limit > 1 }.compactMap(\.address) }
            .max { $0.count < $1.count } ?? []
    }

    private static func finding(
        _ subject: PathSubject, _ evidence: Evidence, at router: IPAddress, confidence: Double
    ) -> Finding? {
        let address = subject.destination.address
        let own = (evidence.address?.usable ?? []).map(\.address.address).filter { $0.family == .ipv4 }
        guard address.family == .ipv4, address.isOfLocalNetwork, subject.gateway?.route.isDefault == true,
            // Otherwise routers with public addresses may lead to private networks, as within universities.
            !own.isEmpty, own.allSatisfy(\.isPrivate)
        else { return nil }
        return Finding(
            PathCauses.privateNetwork, confidence: confidence, ["address": "\(address)", "router": "\(router)"])
    }

    /// Whether a router has a public address, and is not the gateway.
    private static func isOfInternet(_ router: IPAddress, _ evidence: Evidence) -> Bool {
        router.isOfInternet && !evidence.isGatewayItself(router)
    }
}
