import NetworkModel

/// Conclusions about the uplink from resolvers that reach no other server.
extension UplinkIndications {
    /// Whether no resolver reaches other servers. The silence of one on the link says nothing about the uplink.
    var areResolversAgainst: Bool {
        let isAgainst = { (query: UplinkEvidence.Query) in
            // A resolver on this machine may be unable to query others for its own reasons: its servers, their certificates,
            // or a closed port.
            if query.place == .own, isProviderHeard { return false }
            return switch query.outcome {
            // This is a home router without its provider. From a resolver beyond it, at least a response arrived.
            case .nxdomain, .noData: query.isDenial && query.place == .gateway
            // This may be a filter of names. A resolver in the Internet was reached. A router that lost its provider refuses;
            // if the provider responds, the router is configured to refuse, unless the line behind the provider's router is
            // cut.
            // A server beyond the gateway, in a network without any router that reports packets, may be one for the names of
            // a closed network alone.
            case .refused:
                !query.isRefusalOfName && !query.isFromInternet
                    && (!isProviderHeard || query.place == .gateway && isProviderWithoutRoute())
                    && (query.place != .beyond || firstRouter != nil)
            case .servfail: !query.isFromInternet && !query.hasSignatures
            case .timeout:
                query.place != .link && query.isTruncated != true && query.isLate != true && !isDeadByItself(query)
            case .address, .closed, .malformed: false
            }
        }
        return queries.contains(where: isAgainst)
            && queries.allSatisfy { isAgainst($0) || $0.outcome == .timeout }
    }

    /// Whether a resolver behind the gateway may be dead itself: the provider's router responds, and the resolver is silent over
    /// TCP as well. One that waits for others accepts connections. One in a private network is not behind the provider. For
    /// one in the Internet, no other host that is contacted must be silent, nor a resolver of another network.
    private func isDeadByItself(_ query: UplinkEvidence.Query) -> Bool {
        isProviderHeard && query.place == .beyond
            && (query.server.isOfLocalNetwork || stuckPeers == 0 && areSilentResolversOfOneNetwork)
            && connections.contains { $0.limit == nil && $0.destination == query.server && $0.answer == nil }
    }

    /// Whether the silent resolvers in the Internet belong to one network, whose operator or path may have failed. That those of
    /// several networks are dead at the same time is less likely than a broken uplink.
    private var areSilentResolversOfOneNetwork: Bool {
        let silent = queries.filter { $0.outcome == .timeout && $0.isLate != true && $0.place == .beyond }
            .map(\.server).filter { !$0.isOfLocalNetwork }
        // An operator has servers in both address families, and pairs like 1.1.1.1 and 1.0.0.1.
        return Dictionary(grouping: silent, by: \.family).values.allSatisfy { servers in
            servers.allSatisfy { $0.isIn(prefix: servers[0], length: $0.family == .ipv4 ? 15 : 32) }
        }
    }

    /// The error with which the gateway prohibits queries to itself as a resolver. If nothing is heard from behind it either, it
    /// prohibits everything, and its limit of errors (icmp(7)) is used up for other packets.
    var prohibitionOfResolver: ICMPError? {
        let own = Set(uplink.gateways.map(\.bytes))
        let silent = queries.filter { $0.place == .gateway && $0.outcome == .timeout }
        return silent.compactMap(\.rejection).first {
            $0.meaning == .prohibited && !$0.isOwn && $0.reporter.map { own.contains($0.bytes) } == true
        }
    }

    /// The router of the Internet behind the gateway at which packets end, if a resolver that fails is the only other sign against the
    /// uplink: the resolver may fail for its own reasons. Many routers have no route to addresses that nobody has. `nil` if a router in a
    /// private network was heard, which may be at home as well, or if the gateway rejects packets.
    private var routerBeforeEnd: IPAddress? {
        guard isProviderHeard, lastPrivateRouter == nil, refusal == nil, stuckPeers == 0, areResolversAgainst else {
            return nil
        }
        return firstRouter
    }

    /// That router as a fact: as the one that packets get past the gateway to, or as one that may be the gateway itself.
    var factsOfRouterBeforeEnd: [String: String] {
        guard let router = routerBeforeEnd else { return [:] }
        return [(mayBeGateway(router) ? "edge" : "passed"): "\(router)"]
    }

    /// Whether a router behind the gateway may be the gateway itself, with another one of its addresses: it finds no next hop, as a
    /// router that translates addresses reports from its address on the provider's side. Where a packet's hop limit ends, a router is
    /// further away; and if another one is heard, so is that.
    private func mayBeGateway(_ router: IPAddress) -> Bool {
        let met = [uplink.interception?.error, uplink.interception?.errorBehind].compactMap(\.self)
        let current = (uplink.packets.filter { $0.isEarlier != true }.compactMap(\.error) + met)
            .filter { $0.isReport(behind: uplink.gateways) }
        let own = (uplink.packets.compactMap(\.error) + met).filter { $0.reporter?.bytes == router.bytes }
        return own.allSatisfy { $0.meaning == .hostUnreachable }
            && current.allSatisfy { $0.reporter?.bytes == router.bytes }
    }

    /// Whether resolvers say, without being asked to reach anything, that they know names of their own alone: none has a server to
    /// forward queries to, or denies what is not in its files. Silence of routers is then the only sign against the uplink, and none:
    /// such a network may have no Internet, and everything that it is meant for.
    var areResolversForOwnNames: Bool {
        !queries.isEmpty
            && queries.allSatisfy { $0.isWithoutServers || $0.isDenial && ($0.place == .gateway || $0.place == .link) }
    }

    /// Whether a resolver that refuses names of the Internet, or denies them, may be meant for the names of a closed network alone:
    /// nothing shows the Internet otherwise, nor that this machine should reach it.
    ///
    /// The forwarder of a home router that is the gateway or on the link refuses without its provider, too. If it says that it has no
    /// server to forward to, or denies everything, that is how it is configured.
    func mayBeForOwnNames(_ query: UplinkEvidence.Query) -> Bool {
        guard arePacketsSilent, stuckPeers == 0 else { return false }
        if areResolversForOwnNames, query.place != .own {
            return !isProviderHeard || isProviderWithoutRoute(includingEarlier: true)
        }
        return query.outcome == .refused && query.place == .beyond && firstRouter == nil
    }
}
