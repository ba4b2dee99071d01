public import NetworkModel

extension DNSEvidence: JudgedEvidence {
    /// Whether any query for the name was answered.
    public var isProven: Bool { !resolution.answers.isEmpty }
    /// Always `nil`: the responses of DNS servers are part of the resolution.
    public var datagrams: DatagramEvidence? { nil }
    /// Always false: names are resolved before a connection is established.
    public var hasStalled: Bool { false }

    /// The findings about the resolution of the target's name, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { DNSRules.findings(in: evidence) }
}

/// Rules for the resolution of the target's name.
enum DNSRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        evidence.observed.read(DNSEvidence.self) { dns -> [Finding] in
            let assessment = DNSAssessment(dns, evidence)
            let found = findings(dns, assessment, in: evidence)
            return assessment.isOfTarget ? found.map(ofTarget) : found
        } ?? []
    }

    /// The warning that no DNS server is configured, beside a gateway that is dead or not as it should be: a file shows the one whatever
    /// is broken beneath, and it does not follow from the other. A default route that is missing may have been lost together with the
    /// servers, as at the end of a lease.
    static func lackOfServer(beside known: [Finding], in evidence: Evidence) -> Finding? {
        let errors = known.filter { $0.severity == .error }
        guard !errors.isEmpty, errors.allSatisfy({ $0.layer == .gateway && $0.id != GatewayCauses.none.id }),
            evidence.dns?.servers.isEmpty == true
        else { return nil }
        let found = findings(in: evidence).first {
            $0.id == DNSCauses.noServer.id || $0.id == DNSCauses.misconfigured.id
        }
        return found?.asWarning
    }

    private static func findings(
        _ dns: DNSEvidence, _ assessment: DNSAssessment, in evidence: Evidence
    ) -> [Finding] {
        if let missing = dns.missing, !missing.isEmpty { return [unexpected(dns, missing, shown(assessment.name))] }
        if evidence.isAboutMulticast { return multicast(assessment) }
        if let unread = unreadHostsFile(assessment) { return [unread] }
        if let encrypted = EncryptedDNSRules.finding(in: dns) { return [encrypted] }
        if !assessment.answers.isEmpty { return answered(assessment) }
        guard !assessment.failures.isEmpty else {
            if let problem = gravest(of: dns.problems), dns.servers.isEmpty {
                return [Finding(DNSCauses.misconfigured, DNSRules.facts(of: problem))]
            }
            let name = shown(assessment.name)
            // The system resolver then queries 127.0.0.1 (resolv.conf(5)), and may have learned that there is no such name.
            if dns.servers.isEmpty, dns.resolution.system == nil || hasSystemFailed(dns) {
                return [Finding(DNSCauses.noServer, ["consequence": FactPhrase.cannotBeLookedUp.text(["name": name])])]
            }
            // Only the system resolver was queried for the name. It does not know it, or failed.
            if let system = unansweredBySystem(assessment) { return [system] }
            return [unknownToSystem(assessment)]
        }
        return unanswered(assessment) + deadServers(assessment)
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        evidence.observed.read(DNSEvidence.self) { followUps($0, in: evidence) } ?? []
    }

    private static func followUps(_ dns: DNSEvidence, in evidence: Evidence) -> [FollowUp] {
        guard dns.missing?.isEmpty ?? true else { return [] }
        if evidence.isAboutMulticast { return UnicastLocalRule.followUps(in: evidence) }
        let assessment = DNSAssessment(dns, evidence)
        let followUps = assessment.answers.isEmpty ? followUpsOnFailure(assessment) : followUpsOnAnswer(assessment)
        let ofNames = (EncryptedDNSRules.followUps(in: dns) + followUps).map(FollowUp.names)
        // Whoever mends this machine's settings meets a portal then.
        let isOfPrograms =
            !assessment.answersOnWire.isEmpty && evidence.proxy == nil && evidence.asked.question == nil
            && BesidePortalRule.isDenied(dns.resolution.system, dns.systemAgain)
        let isDoubtful = mayBeDenied(assessment) || isTypeIgnored(assessment) || isOfPrograms
        let ofUplink: [FollowUp] = isDoubtful ? [.path(.uplink)] : []
        return ofNames + ofUplink + RedirectedQueryRule.followUps(assessment)
    }

    private static func unexpected(_ dns: DNSEvidence, _ missing: [String], _ name: String) -> Finding {
        let others = dns.unexpected ?? []
        return Finding(
            DNSCauses.unexpectedAnswer, confidence: 0.98,
            [
                "server": shown(dns.servers.first ?? "?"), "name": name,
                "missing": shown(missing.prefix(8).joined(separator: ", ")),
                "found": shown(others.isEmpty ? FactPhrase.nothingElse.text : others.prefix(8).joined(separator: ", ")),
            ])
    }

    /// The findings about a name of multicast DNS, for which DNS does not matter.
    private static func multicast(_ assessment: DNSAssessment) -> [Finding] {
        let name = shown(assessment.name)
        // This concerns what this machine needs to resolve the name. The rules of multicast DNS determine whether the host is
        // there.
        guard let view = assessment.dns.multicast else { return [] }
        // If configured so, systemd-resolved responds for multicast DNS.
        let asksMulticast = view.nameServices.contains { $0.hasPrefix("mdns") || $0 == "resolve" }
        let services = shown(view.nameServices.joined(separator: " "))
        if assessment.answers.isEmpty {
            if let unicast = UnicastLocalRule.finding(assessment) { return [unicast] }
            let isMissing = view.responder == .absent && !view.nameServices.contains("resolve")
            guard isMissing else { return [] }
            var facts = ["name": name]
            // The package enters its module there, and depends on avahi-daemon.
            if !asksMulticast { facts["packages"] = "avahi-daemon libnss-mdns" }
            return [Finding(DNSCauses.mdnsUnavailable, facts)]
        }
        let isFromResponder = view.responder == .answered && !assessment.answers.contains { $0.source == .hosts }
        guard isFromResponder, !asksMulticast else { return [] }
        return [Finding(DNSCauses.mdnsNotInNsswitch, ["name": name, "services": services])]
    }

    // MARK: Dead servers

    /// The findings about dead servers while another server responds, even if not with an address.
    static func deadServers(_ assessment: DNSAssessment) -> [Finding] {
        guard let (dead, alive) = deadServer(assessment) else { return [] }
        if dead.isWithheld == true { return [FilterBesideNamesRule.withheldQuery(to: dead.server)] }
        // Programs wait according to the system's settings, not for the time that this check gave the server.
        let isWaitedFor = dead.reason == .timeout || dead.ignoredReplies != nil
        let delay = isWaitedFor ? assessment.dns.patience ?? dead.duration : dead.duration
        // Programs ask those behind a server that answers only once it does not.
        let isBehind = isBehind(dead.server, alive, in: assessment.dns.servers)
        let others = otherSilentServers(than: dead, beside: alive, assessment)
        return [
            deadServer(
                shown(dead.server ?? "?"), dead.reason, isUnsent: dead.isUnsent,
                refusal: refusal(of: dead.server, assessment), beside: shown(alive), delay: isBehind ? nil : delay,
                others: others.map(shown), patience: assessment.dns.patience ?? dead.duration,
                factsOfUnsent(dead.server, dead.isUnsent)
                    .merging(ServerLinks.facts(for: dead.server, assessment.dns)) { $1 })
        ]
    }

    /// The fact of the advice to see where packets to a server go, if a query to it was not sent.
    static func factsOfUnsent(_ server: String?, _ isUnsent: Bool?) -> [String: String] {
        guard isUnsent == true, let server else { return [:] }
        return ["unsent": shown(server)]
    }

    /// A query to a server that did not respond, and another server, which did; `nil` if there are no such servers.
    static func deadServer(_ assessment: DNSAssessment) -> (dead: Resolution.Failure, alive: String)? {
        let alive =
            assessment.answersOnWire.first?.server
            ?? assessment.failures.first { !$0.hasNoAnswer && $0.isTruncated != true }?.server
        guard let alive else { return nil }
        let useless = assessment.failures.filter {
            $0.hasNoAnswer && $0.isTruncated != true && $0.server != alive && !hasAnswered($0.server, assessment)
        }
        guard let first = useless.first else { return nil }
        // The host may have reported its closed port for one of the two queries only (icmp(7)).
        return (useless.first { $0.server == first.server && $0.reason == .closed } ?? first, alive)
    }

    /// The finding about a dead server while another one responds.
    ///
    /// - Parameters:
    ///   - isUnsent: Whether the query was not sent, as without a route to the server. Programs go on to the next one at once.
    ///   - refusal: The ICMP error that the query got soon after it was sent. Programs go on at once as well.
    ///   - delay: The time for which programs wait for the server; `nil` if they do not.
    ///   - others: Further servers for which programs wait as well.
    ///   - patience: The time for which programs wait for each of them.
    ///   - isSpare: Whether programs query other servers first.
    static func deadServer(
        _ server: String, _ reason: Resolution.FailureReason, isUnsent: Bool? = nil, refusal: ICMPError? = nil,
        beside other: String, delay: Milliseconds?, others: [String] = [], patience: Milliseconds? = nil,
        isSpare: Bool = false, _ more: [String: String] = [:]
    ) -> Finding {
        let noticed = isUnsent == true ? FactPhrase.unreachableFromHere.text : refusal.flatMap(reported)
        var facts = [
            "server": server, "other": other, "what": noticed ?? predicate(of: reason),
            "cost": noticed == nil && reason != .closed ? delay.map { cost($0) } ?? "" : "",
        ]
        if noticed == nil, let delay, let patience, !others.isEmpty {
            let total = delay.duration + patience.duration * others.count
            facts["cost"] = FactPhrase.delaysLookUpsWith.text([
                "servers": others.joined(separator: ", "), "time": durationText(Milliseconds(total)),
            ])
            facts["others"] = others.joined(separator: ", ")
        }
        let isHarmless = noticed != nil || isSpare || isNoticed(reason, after: delay) && facts["others"] == nil
        return Finding(
            DNSCauses.someServersDead, confidence: 0.9, severity: isHarmless ? .info : nil,
            facts.merging(more) { $1 })
    }

    /// Programs do not notice a delay of this length in each look-up.
    private static let unnoticed = Duration.milliseconds(500)

    /// Whether programs go on to the next server at once, since this one says that it is of no use. The time until the ICMP error for
    /// a closed port is no delay: hosts limit their errors (icmp(7)), and this process sends more queries than programs do.
    private static func isNoticed(_ reason: Resolution.FailureReason, after delay: Milliseconds?) -> Bool {
        switch reason {
        case .closed: true
        case .refused, .servfail: delay.map { $0.duration < unnoticed } ?? true
        case .timeout, .malformed, .nxdomain, .noData: false
        }
    }

    /// Who reports that a server is unreachable, as the predicate of a sentence about it; `nil` if that is not known.
    private static func reported(_ refusal: ICMPError) -> String? {
        guard !refusal.isOwn, let router = refusal.reporter else { return nil }
        return FactPhrase.reportedUnreachable.text([
            "router": "\(router)", "answer": PathRules.meaningText(refusal.meaning),
        ])
    }

    /// The ICMP error for a query to a server that got no answer; `nil` if programs may wait for it. They query both types from one
    /// socket, so that one error ends both.
    static func refusal(of server: String?, _ assessment: DNSAssessment) -> ICMPError? {
        assessment.failures.first { failure in
            failure.server == server && failure.refusal != nil && isPrompt(failure.duration)
        }?.refusal
    }

    /// Whether an ICMP error for a query that took so long arrived soon after it was sent. A query is given up one second after the
    /// error.
    static func isPrompt(_ duration: Milliseconds?) -> Bool { duration.map { $0.value < 1_500 } ?? false }

    /// Whether a server is behind another one in the configuration.
    static func isBehind(_ server: String?, _ other: String, in order: [String]) -> Bool {
        guard let place = order.firstIndex(where: { $0 == server }), let first = order.firstIndex(of: other) else {
            return false
        }
        return place > first
    }

    /// Whether a server responded.
    static func hasAnswered(_ server: String?, _ assessment: DNSAssessment) -> Bool {
        assessment.answersOnWire.contains { $0.server == server }
            || assessment.failures.contains { $0.server == server && (!$0.hasNoAnswer || assessment.isLate($0)) }
    }

    /// The finding about servers that do not answer, which may be in a network to which no route leads, as that of a VPN.
    static func silent(_ silence: Resolution.Failure, _ assessment: DNSAssessment) -> Finding {
        let evidence = assessment.evidence
        let servers = assessment.failures.compactMap(\.server)
        let overTCP = ResolverSide.overTCP(servers, evidence.uplink)
        let addresses = servers.compactMap { PathDestination(server: $0)?.address }
        let foreign = overTCP.isEmpty ? PrivateNetworkRule.factsOfServers(addresses, evidence) : [:]
        var facts = overTCP.merging(foreign) { $1 }
        facts["servers"] = silentBesideClosed(assessment)
        let passed = assessment.isOfTarget ? [:] : ResolverSide.passed(towards: addresses, evidence)
        facts.merge(passed) { $1 }
        var finding = named(DNSCauses.serverUnreachable, silence, assessment, confidence: 0.95, facts)
        let isLedAway = addresses.contains { PrivateNetworkRule.isLedAway($0, evidence) }
        if !passed.isEmpty { finding.side = .upstream }
        if !foreign.isEmpty, isLedAway, !assessment.isOfTarget { finding.side = .machine }
        return finding
    }

    // MARK: Servers of this machine

    /// The facts about who can restart a server, the administrator of this machine, or the operator of another one; and where
    /// another server is configured.
    ///
    /// - Parameters:
    ///   - areHere: Whether the servers are known to be at addresses of this machine.
    ///   - isCutOff: Whether this machine has no default route, so that the address may be meant to be the router's.
    static func helpers(
        for servers: [String], _ uplink: UplinkEvidence?, areHere: Bool = false, isCutOff: Bool = false
    ) -> [String: String] {
        let far = areHere ? [] : servers.filter { !isHere($0, uplink) }
        var facts = ["configuration": configurationFile]
        if !servers.isEmpty, servers.allSatisfy({ $0 == ofDocker }) {
            facts["docker"] = ofDocker
        } else if !far.isEmpty {
            facts["far"] = shown(far.joined(separator: ", "))
            facts.merge(ResolverSide.muteGateway(among: far, uplink)) { $1 }
        } else {
            facts["local"] = "systemd-resolved dnsmasq unbound named"
            // A server that runs may listen at the loopback address alone.
            facts["own"] = servers.first { !isOwn($0) }.map { shown($0) }
            if areHere, isCutOff { facts["twin"] = facts["own"] }
        }
        return facts
    }

    /// The file with the servers of this machine, as a fact of the advice to see or change them.
    static let configurationFile = "/etc/resolv.conf"

    /// The address of the DNS server that Docker provides in containers of its own networks.
    private static let ofDocker = "127.0.0.11"

    /// The finding on the side of this machine, if all the servers are on it; or not in this network, if they are in the Internet.
    static func ofOwnServers(
        _ finding: Finding, _ servers: [String], _ uplink: UplinkEvidence?, areHere: Bool = false
    ) -> Finding {
        guard finding.side == .network, !servers.isEmpty else { return finding }
        guard areHere || servers.allSatisfy({ isHere($0, uplink) }) else {
            return ResolverSide.beyond(finding, servers, uplink)
        }
        var finding = finding
        finding.side = .machine
        return finding
    }

    /// The fact about a loopback interface without the address that servers of this machine need.
    static func withoutLoopback(_ servers: [String], _ links: [Link]) -> [String: String] {
        let addresses = servers.compactMap { IPAddress($0) }
        guard !addresses.isEmpty, addresses.allSatisfy(\.isLoopback),
            let bare = links.first(where: { link in
                link.isLoopback && link.isAdminUp && addresses.contains { link.lacksLoopback(for: $0) }
            })
        else { return [:] }
        return ["bare": shown(bare.name)]
    }

    /// Whether a server is on this machine: at a loopback address, or at that of another interface.
    private static func isHere(_ server: String, _ uplink: UplinkEvidence?) -> Bool {
        isOwn(server) || ResolverSide.query(of: server, uplink)?.place == .own
    }

    /// Whether a server's address is one that every machine has, which 0.0.0.0 denotes as well (RFC 1122 section 3.2.1.3).
    static func isOwn(_ server: String) -> Bool {
        IPAddress(server).map { $0.isLoopback || $0.isUnspecified } ?? false
    }

    // MARK: Words

    /// The useless behaviour of a server, as the predicate of a sentence.
    private static func predicate(of reason: Resolution.FailureReason) -> String {
        switch reason {
        case .timeout: FactPhrase.doesNotAnswer.text
        case .closed: FactPhrase.isNotRunning.text
        case .servfail: FactPhrase.failsServfail.text
        case .refused: FactPhrase.refusesToAnswer.text
        case .malformed: FactPhrase.noValidAnswer.text
        case .nxdomain, .noData: FactPhrase.deniesNames.text
        }
    }

    /// The longest delay that a dead server causes, if it is noticeable. The kernel may end a wait early, if ARP finds no host.
    private static func cost(_ delay: Milliseconds) -> String {
        delay.value < 50 ? "" : FactPhrase.delaysLookUps.text(["time": durationText(delay)])
    }

    static func milliseconds(_ duration: Milliseconds) -> String { "\(Int(duration.value.rounded())) ms" }

    /// The extended errors of the server, as the end of a sentence.
    static func why(_ errors: [ExtendedDNSError]?) -> String {
        guard let errors, !errors.isEmpty else { return "" }
        var words: [String] = []
        for word in errors.map(\.description) where !words.contains(word) { words.append(word) }
        return FactPhrase.itSays.text(["words": shown(words.joined(separator: ", "))])
    }

    static func list(_ addresses: [IPAddress]) -> String {
        let text = addresses.prefix(4).map(\.description).joined(separator: ", ")
        return addresses.count > 4 ? text + ", …" : text
    }

    static func chain(_ names: [String]) -> String {
        let shownNames = names.prefix(10).map { shown($0) }
        return shownNames.joined(separator: " → ") + (names.count > 10 ? " → …" : "")
    }
}
