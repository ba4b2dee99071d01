import NetworkModel

/// What the evidence on the uplink comes to: proven, broken, or neither.
///
/// A proof that it works outweighs what speaks against it: a resolver may be broken by itself. Silence alone proves nothing,
/// since many routers send no ICMP errors. Where what remains contradicts itself, nothing is said but that.
struct UplinkReading {
    enum State {
        case proven
        case broken(Finding)
        /// It cannot be told, and why.
        case unknown(String)
    }

    let state: State
    /// What is worth a warning although the uplink works, or may work.
    let warnings: [Finding]

    /// As many different peers of connections that get no answers are no chance.
    static let enoughStuckPeers = 3

    init(_ uplink: UplinkEvidence) {
        let signs = UplinkSigns(uplink)
        let portal = Self.portal(signs)
        var warnings = Self.hijacked(signs)
        if let portal, portal.isCertain || !signs.isHeardBeyond {
            state = .broken(portal.finding)
            warnings = []
        } else if signs.isHeardBeyond {
            state = .proven
        } else if signs.reachesRoot {
            state = Self.contradiction(signs).map(State.unknown) ?? .proven
        } else if let finding = Self.broken(signs) {
            state = .broken(finding)
        } else {
            state = .unknown(Self.missing(signs))
        }
        self.warnings = warnings
    }

    var status: ConnectionStatus {
        switch state {
        case .proven: .connectionUp
        case .broken: .connectionDown
        case .unknown: .connectionIndeterminate
        }
    }

    var findings: [Finding] {
        if case .broken(let finding) = state { return [finding] }
        return warnings
    }

    /// Why it cannot be told, in a sentence; `nil` where it can.
    var doubt: String? {
        if case .unknown(let reason) = state { return reason }
        return nil
    }

    // MARK: - What stands in the way

    /// Who answers in the place of others, and whether that outweighs what else was heard.
    private static func portal(_ signs: UplinkSigns) -> (finding: Finding, isCertain: Bool)? {
        let uplink = signs.uplink
        func finding(_ sign: String, at place: String, _ confidence: Double) -> Finding {
            Finding(
                PortalCauses.captivePortal, confidence: confidence,
                ["destination": "the Internet", "portal": shown(place), "sign": sign])
        }
        if let known = uplink.known, uplink.isURLAnswered == false, known.status < 400 || known.status == 511 {
            let sign = "\(shown(known.url)), which this machine uses to find portals, answers \(known.status)"
            return (finding(sign, at: known.location ?? known.url, 0.98), true)
        }
        if let met = uplink.interception, let status = met.status, (200..<400).contains(status) || status == 511 {
            let sign = "somebody answers \(status) for \(met.destination), an address that nobody has"
            return (finding(sign, at: met.location ?? "http://\(met.destination)/", 0.9), !signs.isUserHeard)
        }
        let local = uplink.queries.first { $0.addresses.contains(where: \.isOfLocalNetwork) }
        if let local, let address = local.addresses.first(where: \.isOfLocalNetwork) {
            let sign = "\(local.server) gives a name that does not exist the address \(address), in this network"
            return (finding(sign, at: "http://\(address)/", 0.85), false)
        }
        return nil
    }

    private static func hijacked(_ signs: UplinkSigns) -> [Finding] {
        let found = signs.uplink.queries.first { $0.outcome == .address && !$0.addresses.isEmpty }
        return found.map { query in
            [
                Finding(
                    DNSCauses.hijacked, confidence: 0.9,
                    [
                        "server": "\(query.server)", "random": query.name,
                        "addresses": query.addresses.map { "\($0)" }.joined(separator: ", "),
                    ])
            ]
        } ?? []
    }

    // MARK: - What speaks against it

    private static func broken(_ signs: UplinkSigns) -> Finding? {
        let uplink = signs.uplink
        let isStuck = signs.stuckPeers >= 2
        let isAgainst = signs.areResolversAgainst && (signs.arePacketsSilent || signs.stuckPeers > 0)
        guard isStuck || isAgainst || signs.refusal != nil else { return nil }
        let gateway = uplink.gateway.map { "\($0)" } ?? shown(uplink.interface ?? "the default route")
        if let refusal = signs.refusal, refusal.meaning == .prohibited, let router = refusal.reporter {
            return Finding(
                PathCauses.filtered, confidence: signs.areResolversAgainst ? 0.9 : 0.7,
                [
                    "who": "the gateway \(router)", "router": "\(router)", "destination": "the Internet",
                    "answer": PathRules.answer(.prohibited),
                ])
        }
        return Finding(
            PathCauses.upstreamDown, confidence: signs.confidence,
            [
                "gateway": gateway, "interface": shown(uplink.interface ?? "?"),
                "proof": signs.against.joined(separator: "; "),
                "address": uplink.packets.first.map { "\($0.destination)" } ?? gateway,
            ])
    }

    private static func contradiction(_ signs: UplinkSigns) -> String? {
        let proof = signs.uplink.queries.first { $0.outcome == .nxdomain }
        let but = { (words: String) in
            "\(proof.map { "\($0.server)" } ?? "the resolver") reaches the Internet, but \(words)"
        }
        if signs.stuckPeers >= enoughStuckPeers {
            return but("none of this machine's connections there gets an answer")
        }
        if let refusal = signs.refusal, refusal.meaning == .prohibited {
            return but("the gateway refuses packets to other hosts")
        }
        if signs.uplink.isURLAnswered == false {
            return but("the connectivity URL of this machine does not answer")
        }
        return nil
    }

    private static func missing(_ signs: UplinkSigns) -> String {
        let said = signs.against
        return said.isEmpty ? "nothing beyond the gateway was heard" : said.joined(separator: "; ")
    }
}

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

    var reachesRoot: Bool { uplink.queries.contains { $0.outcome == .nxdomain } }
    var isConnectionHeard: Bool { (uplink.connections?.heard ?? 0) > 0 }
    /// What this machine's own programs do works, whoever answers in the place of others.
    var isUserHeard: Bool { isConnectionHeard || uplink.isURLAnswered == true }
    /// Something other than a resolver has shown that packets get out and answers come back.
    var isHeardBeyond: Bool { isRouterHeard || isConnectionHeard || uplink.isURLAnswered == true }
    var stuckPeers: Int { isConnectionHeard ? 0 : uplink.connections?.stuckPeers ?? 0 }
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
        return uplink.queries.contains(where: isAgainst)
            && uplink.queries.allSatisfy { isAgainst($0) || $0.outcome == .timeout }
    }

    var confidence: Double {
        let signs = [areResolversAgainst, refusal != nil, stuckPeers > 0].filter(\.self).count
        return [0.7, 0.85, 0.95, 0.98][signs]
    }

    /// In words, what shows that it does not work.
    var against: [String] {
        var words = uplink.queries.map { query in
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
