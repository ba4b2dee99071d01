import NetworkModel

/// The single pieces of that evidence.
struct UplinkSigns {
    let uplink: UplinkEvidence
    /// An ICMP error of the gateway itself for packets that it was to forward.
    let refusal: ICMPError?
    /// The last router behind the gateway that was heard, in a private network: another router of this home, perhaps.
    let lastPrivateRouter: IPAddress?
    /// A router of the Internet was heard.
    let isRouterHeard: Bool

    init(_ uplink: UplinkEvidence) {
        self.uplink = uplink
        let errors = (uplink.packets.sorted { $0.limit < $1.limit }.map(\.error) + [uplink.interception?.error])
            .compactMap(\.self).filter { !$0.isOwn }
        let own = Set(uplink.gateways.map(\.bytes))
        refusal = errors.first { error in
            error.reporter.map { own.contains($0.bytes) } == true && error.meaning != .timeExceeded
                && error.meaning != .tooBig
        }
        let beyond = errors.compactMap(\.reporter).filter { !own.contains($0.bytes) }
        isRouterHeard = beyond.contains { !$0.isOfLocalNetwork }
        lastPrivateRouter = beyond.last(where: \.isOfLocalNetwork)
    }

    /// What resolvers said that tells of the uplink that traffic takes. One of this machine's own, as systemd-resolved, asks by
    /// every uplink that has servers, so that its answer proves nothing where a spare one has reached the root.
    var queries: [UplinkEvidence.Query] {
        let isSpareReached = uplink.spares?.contains { $0.queries.contains { $0.outcome == .nxdomain } } == true
        return isSpareReached ? uplink.queries.filter { $0.place != .own } : uplink.queries
    }

    var reachesRoot: Bool { queries.contains { $0.outcome == .nxdomain } }
    var isConnectionHeard: Bool { (uplink.connections?.heard ?? 0) > 0 }
    /// What this machine's own programs do works, whoever answers in the place of others.
    var isUserHeard: Bool { isConnectionHeard || uplink.isURLAnswered == true }
    /// Something other than a resolver has shown that packets get out and answers come back.
    var isHeardBeyond: Bool { isRouterHeard || isConnectionHeard || uplink.isURLAnswered == true }
    var stuckPeers: Int { isConnectionHeard ? 0 : uplink.connections?.stuckPeers ?? 0 }
    /// A resolver, or other hosts that programs have asked, do not answer.
    var isSomethingSilent: Bool { queries.contains { $0.outcome == .timeout } || stuckPeers > 0 }
    /// Packets were sent, and no router of the Internet has said a word.
    var arePacketsSilent: Bool { !isRouterHeard && uplink.packets.contains { $0.failure == nil } }

    /// No resolver reaches anybody. That one on the link is silent says nothing of the uplink.
    var areResolversAgainst: Bool {
        let isAgainst = { (query: UplinkEvidence.Query) in
            switch query.outcome {
            case .refused, .servfail: true
            case .timeout: query.place != .link
            case .nxdomain, .address, .noData, .closed, .malformed: false
            }
        }
        return queries.contains(where: isAgainst)
            && queries.allSatisfy { isAgainst($0) || $0.outcome == .timeout }
    }

    var confidence: Double {
        let signs = [areResolversAgainst, refusal != nil, stuckPeers > 0].filter(\.self).count
        return [0.7, 0.85, 0.95, 0.98][signs]
    }

    /// In words, what shows that it does not work.
    var against: [String] {
        var words = queries.map { query in
            let why = query.reasons?.first.map { " (\(shown($0.description)))" } ?? ""
            return (uplink.gateway == query.server ? "its DNS server" : "the DNS server \(query.server)") + query.verb
                + why
        }
        if let refusal {
            words.append("it answers \"\(PathRules.answer(refusal.meaning))\"")
        } else if let lastPrivateRouter {
            words.append("the last router that answers is \(lastPrivateRouter)")
        } else if arePacketsSilent {
            words.append("no router behind it answers")
        }
        if let connections = uplink.connections, stuckPeers > 0 {
            words.append(
                "\(connections.stuck) of this machine's connections \(connections.stuck == 1 ? "gets" : "get") no answer"
            )
        }
        return words
    }
}

extension UplinkEvidence.Query {
    fileprivate var verb: String {
        switch outcome {
        case .nxdomain: " reaches the Internet"
        case .address: " makes addresses up"
        case .noData: " knows no address"
        case .refused: " answers REFUSED"
        case .servfail: " answers SERVFAIL"
        case .timeout: " does not answer"
        case .closed: " does not run"
        case .malformed: " gives no valid answer"
        }
    }
}

extension IPAddress {
    /// An address that networks of homes and companies use; those of providers' own networks (RFC 6598) are not.
    var isOfLocalNetwork: Bool {
        let isProviders = family == .ipv4 && bytes[0] == 100 && bytes[1] & 0xc0 == 64
        return isPrivate && !isProviders
    }
}
