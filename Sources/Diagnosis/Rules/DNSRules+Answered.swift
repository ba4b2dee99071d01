import NetworkModel

/// Rules for names with an address, which may be wrong, late, or from another server than the one that was queried.
extension DNSRules {
    /// The findings about an answered name. An address that is not usable is the cause; other problems are listed in
    /// addition.
    static func answered(_ assessment: DNSAssessment) -> [Finding] {
        if assessment.evidence.asked.question != nil { return lost(assessment) + slow(assessment) }
        let wrong = [
            TranslationRules.withoutDNS64(in: assessment.evidence), oneAnswer(assessment) ?? systemDiffers(assessment),
            searchedElsewhere(assessment),
            blocked(assessment), BlockedFamilyRule.finding(assessment), hijacked(assessment), overridden(assessment),
            disagreeing(assessment), unreadable(assessment),
        ].compactMap(\.self)
        let error = wrong.first { $0.severity == .error }
        let warnings = wrong.filter { $0.severity != .error }
        let ofType = dropped(assessment)
        // Programs that get no address because of lost responses are the cause that is listed already.
        let isListed = (wrong + ofType).contains { $0.id == DNSCauses.loss.id }
        return (error.map { [$0] } ?? []) + warnings + deadServers(assessment) + ofType
            + failedFamily(assessment) + (isListed ? [] : lost(assessment)) + slow(assessment)
            + deadBesideHosts(assessment) + SearchDelayRule.findings(assessment)
    }

    static func followUpsOnAnswer(_ assessment: DNSAssessment) -> [NameFollowUp] {
        guard assessment.evidence.asked.question == nil else { return followUpsOnLoss(assessment) }
        var followUps = (droppedTypes(assessment) + failedTypes(assessment)).compactMap { failure -> NameFollowUp? in
            guard let type = failure.recordType, let server = failure.server else { return nil }
            return .query(.again, name: assessment.question(of: failure), type: type, server: server)
        }
        followUps += followUpsOnSystem(assessment) + followUpsOnLoss(assessment) + RogueResolver.followUps(assessment)
        guard let server = assessment.answersOnWire.first?.server else { return followUps }
        let isThorough = assessment.evidence.depth == .thorough
        guard isThorough || !implausibleAddresses(assessment).isEmpty || assessment.failsAbove || isGateway(assessment)
        else {
            return followUps
        }
        let name = assessment.question(of: nil)
        followUps += controls(for: name, isPublic: assessment.isPublicName).map {
            NameFollowUp.query(.control, name: $0, type: .a, server: server)
        }
        guard isThorough || !implausibleAddresses(assessment).isEmpty || assessment.hasNoConnection else {
            return followUps
        }
        followUps += assessment.others(than: server).flatMap { other in
            assessment.types.map { .query(.other, name: name, type: $0, server: other) }
        }
        if assessment.hasNoConnection, let port = assessment.evidence.asked.port, !alternatives(assessment).isEmpty {
            followUps.append(.connect(alternatives(assessment).prefix(4).map { SocketAddress($0, port: port) }))
        }
        return followUps
    }

    /// Names that cannot exist: below `invalid`, which nobody may register (RFC 6761 section 6.4), and next to the name's own
    /// domain, since some servers give false answers only for existing domains. Within the domain, its owner may have a
    /// wildcard.
    private static func controls(for name: String, isPublic: Bool) -> [String] {
        let labels = name.split(separator: ".")
        return ["invalid"] + (labels.count > 2 && isPublic ? labels.suffix(1).map(String.init) : [])
    }

    /// Whether a public name resolves to the gateway itself, as all names do behind some portals; or to a host on the link
    /// with a page over plain HTTP, which may be the gateway.
    private static func isGateway(_ assessment: DNSAssessment) -> Bool {
        let evidence = assessment.evidence
        let gateways = evidence.gateway?.hops.compactMap(\.route.gateway) ?? []
        let addresses = used(assessment)
        guard !addresses.isEmpty else { return false }
        if addresses.allSatisfy(gateways.contains) { return assessment.isPublicName }
        return evidence.http?.outcome == .response && evidence.tls == nil && evidence.proxy == nil
            && addresses.allSatisfy { CaptivePortal.isHere($0, evidence) } && assessment.isPublicName
    }

    // MARK: What the target is to be reached by

    /// The addresses that programs use: those of the system resolver, or else those of the hosts file before those of
    /// servers.
    private static func used(_ assessment: DNSAssessment) -> [IPAddress] {
        if let system = assessment.dns.resolution.system, !system.addresses.isEmpty { return system.addresses }
        let hosts = assessment.answers.filter { $0.source == .hosts }.compactMap(\.address)
        return hosts.isEmpty ? assessment.answersOnWire.compactMap(\.address) : hosts
    }

    /// Addresses of the name from other sources: those that the hosts file hides, and those of another server.
    private static func alternatives(_ assessment: DNSAssessment) -> [IPAddress] {
        let used = Set(used(assessment))
        var found: [IPAddress] = []
        let others = assessment.followUps(.other).flatMap(\.addresses)
        for address in assessment.answersOnWire.compactMap(\.address) + others
        where !used.contains(address) && !found.contains(address) && isOrdinary(address) {
            found.append(address)
        }
        return found
    }

    private static func isOrdinary(_ address: IPAddress) -> Bool {
        !address.isUnspecified && !address.isLoopback && !address.isLinkLocal && !address.isMulticast
    }

    /// The first of the alternatives that accepted a connection.
    static func works(_ addresses: [IPAddress], _ assessment: DNSAssessment) -> IPAddress? {
        assessment.dns.connections?.first { $0.outcome == .connected && addresses.contains($0.address) }?.address
    }

    // MARK: The causes

    /// Addresses from servers that a public name cannot have, or only rarely; empty if only some of them are such.
    private static func implausibleAddresses(_ assessment: DNSAssessment) -> [IPAddress] {
        guard assessment.dns.isOwnName != true, !assessment.answers.contains(where: { $0.source == .hosts }) else {
            return []
        }
        let addresses = assessment.answersOnWire.compactMap(\.address)
        // Most addresses are plausible for any name, so that the name need not be examined.
        func isOdd(_ address: IPAddress) -> Bool {
            address.isUnspecified || NameCollision.isMark(address)
                || (address.isLoopback || address.isPrivate) && assessment.isPublicName
                || address.isLoopback && searchReason(assessment) != nil
        }
        guard !addresses.isEmpty, addresses.allSatisfy(isOdd) else { return [] }
        // A private address is common, and only suspicious if it leads nowhere.
        let isNowhere = addresses.contains { $0.isUnspecified } && !addresses.contains(where: isOrdinary)
        return isNowhere || assessment.failsAbove ? addresses : []
    }

    /// How the search list of this machine led to the name, if it is not one that everybody should be able to resolve;
    /// `nil` if it did not, or if the server is on this machine, where loopback addresses are usually meant.
    private static func searchReason(_ assessment: DNSAssessment) -> String? {
        guard !assessment.answersOnWire.contains(where: { $0.server.map(isOwnAddress) ?? true }) else { return nil }
        if let searched = assessment.dns.resolution.searched {
            return FactPhrase.completedBySearch.text(["name": shown(searched)])
        }
        guard !assessment.isPublicName else { return nil }
        return assessment.searchDomain.map { FactPhrase.isInSearchDomain.text(["domain": shown($0)]) }
    }

    /// Whether a server, as text, is on this machine.
    private static func isOwnAddress(_ server: String) -> Bool {
        PathDestination(server: server)?.address.isLoopback == true
    }

    private static func blocked(_ assessment: DNSAssessment) -> Finding? {
        let addresses = implausibleAddresses(assessment)
        guard let first = addresses.first, let answer = assessment.answersOnWire.first else { return nil }
        let elsewhere = assessment.followUps(.other).filter { followUp in
            followUp.addresses.contains { isOrdinary($0) && !$0.isPrivate }
        }
        let errors = assessment.answersOnWire.flatMap { $0.extendedErrors ?? [] }
        let isControl = assessment.followUps(.control).contains {
            !assessment.isTrial($0) && !Set($0.addresses).isDisjoint(with: addresses)
        }
        let isSure = addresses.contains { $0.isUnspecified } || first.isLoopback
        guard isSure || !elsewhere.isEmpty || errors.contains(where: \.isBlocking) else { return nil }
        // If every name gets the address, that is a cause of its own.
        guard !isControl || isSure else { return nil }
        let other =
            elsewhere.first.map {
                FactPhrase.otherServerSays.text(["server": shown($0.server), "addresses": list($0.addresses)])
            } ?? ""
        let search = searchReason(assessment)
        return Finding(
            DNSCauses.blockedAnswer, confidence: isSure && search == nil ? 0.95 : 0.85,
            [
                "name": shown(assessment.name), "server": shown(answer.server ?? "?"), "addresses": list(addresses),
                "other": other,
            ].merging(NameCollision.facts(shown(assessment.name), addresses, (search ?? "") + why(errors))) { $1 })
    }

    private static func hijacked(_ assessment: DNSAssessment) -> Finding? {
        let made = assessment.followUps(.control).filter { !$0.addresses.isEmpty && !assessment.isTrial($0) }
        guard let first = made.first else { return nil }
        let theirs = Set(made.flatMap(\.addresses))
        let used = used(assessment)
        let isTheirs = !used.isEmpty && used.allSatisfy(theirs.contains)
        // A device that responds for everybody until the user has logged in is a portal, and reported as such.
        let portal = CaptivePortal.finding(in: assessment.evidence)
        // A page over plain HTTP that may be a portal's is only reported as that.
        if portal?.severity == .warning { return nil }
        // The query also accompanies connections that work, and its response may be too late for some of them. That the server
        // makes up other addresses than the one that responded is a matter of the machine's status.
        if assessment.evidence.depth != .thorough, let used = assessment.evidence.usedAddress,
            !theirs.contains(where: { $0.bytes == used.bytes }), !assessment.hasNoConnection, !assessment.failsAbove
        {
            return nil
        }
        let isPortal = portal != nil
        let isReserved = made.contains(where: \.isMadeUp)
        let isReason = isTheirs && isReserved && !isPortal && assessment.failsAbove
        var facts = [
            "server": shown(first.server), "random": shown(first.name), "addresses": list(first.addresses),
        ]
        if let rogue = RogueResolver.found(in: assessment.evidence) {
            return RogueResolver.finding(rogue, facts, confidence: 0.97)
        }
        let isForEveryName = ResolverSide.query(of: first.server, assessment.evidence.uplink)?.control == .denied
        if isReason, !isForEveryName { facts["spelled"] = shown(assessment.name) }
        return Finding(
            DNSCauses.hijacked, confidence: isReserved ? 0.97 : 0.7, severity: isReason ? .error : nil, facts)
    }

    private static func overridden(_ assessment: DNSAssessment) -> Finding? {
        guard assessment.answers.contains(where: { $0.source == .hosts }), assessment.dns.isOwnName != true,
            assessment.name.lowercased() != "localhost"
        else { return nil }
        func addresses(_ source: Resolution.Source, _ family: AddressFamily) -> [IPAddress] {
            assessment.answers.filter { $0.source == source && $0.family == family }.compactMap(\.address)
        }
        if let void = VoidHostsRule.finding(assessment) { return void }
        if isLedByHosts(assessment.evidence) {
            let missing = assessment.evidence.gateway?.familiesWithoutRoute ?? []
            let there = assessment.answersOnWire.compactMap(\.address).filter { !missing.contains($0.family) }
            return Finding(
                DNSCauses.hostsOverride, confidence: 0.97, severity: .error,
                [
                    "name": shown(assessment.name), "dns": list(there),
                    "hosts": list(assessment.answers.filter { $0.source == .hosts }.compactMap(\.address)),
                    "server": shown(assessment.answersOnWire.first?.server ?? "?"),
                ])
        }
        for family in AddressFamily.allCases {
            let (here, there) = (addresses(.hosts, family), addresses(.dns, family))
            guard !here.isEmpty, !there.isEmpty, Set(here).isDisjoint(with: there) else { continue }
            let isDead = assessment.hasNoConnection && works(there, assessment) != nil
            let isReason = isDead || isOfOther(here, assessment)
            let server = assessment.answersOnWire.first?.server
            return Finding(
                DNSCauses.hostsOverride, confidence: isDead ? 0.97 : isReason ? 0.9 : 0.95,
                severity: isReason ? .error : MeantHostsRule.isMeant(assessment) ? .info : nil,
                [
                    "name": shown(assessment.name), "hosts": list(here), "dns": list(there),
                    "server": shown(server ?? "?"),
                ])
        }
        return overriddenOtherwise(assessment)
    }

    /// The finding about a hosts file that has addresses of one family only, while DNS has those of the other one. Programs
    /// use the hosts file alone. It is wrong if its addresses take no connection, and one of DNS does, or if another server is
    /// there.
    private static func overriddenOtherwise(_ assessment: DNSAssessment) -> Finding? {
        let here = assessment.answers.filter { $0.source == .hosts }.compactMap(\.address)
        let there = assessment.answersOnWire.compactMap(\.address)
        guard !here.isEmpty, !there.isEmpty, Set(here.map(\.family)).isDisjoint(with: there.map(\.family)) else {
            return nil
        }
        let working = assessment.hasNoConnection ? works(there, assessment) : nil
        guard working != nil || isOfOther(here, assessment) else { return nil }
        return Finding(
            DNSCauses.hostsOverride, confidence: working != nil ? 0.97 : 0.9, severity: .error,
            [
                "name": shown(assessment.name), "hosts": list(here), "dns": list(working.map { [$0] } ?? there),
                "server": shown(assessment.answersOnWire.first?.server ?? "?"),
            ])
    }

    /// Whether another server than the name's is at an address of the hosts file: its certificate is for other names, or
    /// it does not serve the site.
    private static func isOfOther(_ here: [IPAddress], _ assessment: DNSAssessment) -> Bool {
        let evidence = assessment.evidence
        guard evidence.proxy == nil, let used = evidence.usedAddress, here.contains(where: { $0.bytes == used.bytes })
        else { return false }
        if let problem = evidence.tls?.problem { return problem == .wrongHost }
        // The site is not there (RFC 9110 section 15.5.20). Other errors may be those of the server that is meant.
        return evidence.http?.outcome == .response && evidence.http?.status == 421
    }

    /// The finding about servers that cannot both be right: about the existence of the name, or about the address that works.
    private static func disagreeing(_ assessment: DNSAssessment) -> Finding? {
        guard let answer = assessment.answersOnWire.first, !assessment.answers.contains(where: { $0.source == .hosts })
        else {
            return nil
        }
        let here = assessment.answersOnWire.compactMap(\.address)
        func finding(_ other: String, _ there: String, severity: Severity? = nil) -> Finding {
            Finding(
                DNSCauses.serversDisagree, confidence: 0.9, severity: severity,
                [
                    "name": shown(assessment.name), "server": shown(answer.server ?? "?"), "other": shown(other),
                    "here": FactPhrase.hasAddresses.text(["addresses": list(here)]), "there": there,
                ])
        }
        for other in assessment.followUps(.other) where Set(other.addresses).isDisjoint(with: here) {
            if assessment.hasNoConnection, let working = works(other.addresses, assessment) {
                return finding(other.server, FactPhrase.hasWhichWorks.text(["address": "\(working)"]), severity: .error)
            }
        }
        // Programs that query the servers in turn do not find the name each time.
        let isMissed = assessment.dns.rotationLine != nil && assessment.dns.resolution.system?.failure != nil
        let denial = isMissed ? denial(assessment) : assessment.followUps(.other).first { $0.failure == .nxdomain }
        return denial.map { other in
            let there = other.failure == .noData ? FactPhrase.knowsNoAddress : .nameDoesNotExist
            return finding(other.server, there.text, severity: isMissed ? .error : nil)
        }
    }

    /// The address family whose addresses are missing, since no server gave a valid response for it, while there is no route
    /// to those of the other family. The cause is the missing response, and not the route. `nil` if there is none.
    static func lostFamily(in evidence: Evidence) -> AddressFamily? {
        guard let gateway = evidence.gateway, gateway.hops.isEmpty, gateway.familiesWithoutRoute.count == 1,
            let missing = gateway.familiesWithoutRoute.first, let dns = evidence.dns
        else { return nil }
        let family: AddressFamily = missing == .ipv4 ? .ipv6 : .ipv4
        let type = family == .ipv4 ? "A" : "AAAA"
        let answers = dns.resolution.answers
        guard evidence.families.contains(family), !answers.isEmpty, answers.allSatisfy({ $0.family == missing }),
            (evidence.address?.usable ?? []).contains(where: { $0.address.address.family == family })
        else { return nil }
        let failures = dns.resolution.failures.filter { $0.source == .dns && $0.type == type }
        let isGiven = { (failure: Resolution.Failure) in failure.reason != .noData && failure.reason != .nxdomain }
        return !failures.isEmpty && failures.allSatisfy(isGiven) ? family : nil
    }

    /// Whether the hosts file only has addresses of the family without a route, while DNS has addresses of the other one.
    /// Programs only use those of the hosts file.
    static func isLedByHosts(_ evidence: Evidence) -> Bool {
        guard let gateway = evidence.gateway, gateway.hops.isEmpty, gateway.familiesWithoutRoute.count == 1,
            let missing = gateway.familiesWithoutRoute.first, let dns = evidence.dns, dns.isOwnName != true
        else { return false }
        let hosts = dns.resolution.answers.filter { $0.source == .hosts }.compactMap(\.address)
        let wire = dns.resolution.answers.filter { $0.source == .dns }.compactMap(\.address)
        return !hosts.isEmpty && hosts.allSatisfy { $0.family == missing } && wire.contains { $0.family != missing }
            && (evidence.address?.usable ?? []).contains { $0.address.address.family != missing }
    }

    /// The types for which all servers fail or refuse, while there is an answer for others.
    private static func failedTypes(_ assessment: DNSAssessment) -> [Resolution.Failure] {
        let failed = assessment.words.filter { $0.reason == .servfail || $0.reason == .refused }
        guard !failed.isEmpty else { return [] }
        let answered = Set(assessment.answersOnWire.compactMap(\.family).map { $0 == .ipv4 ? "A" : "AAAA" })
        guard !answered.isEmpty else { return [] }
        return failed.filter { word in word.type.map { !answered.contains($0) } == true }
    }

    private static func failedFamily(_ assessment: DNSAssessment) -> [Finding] {
        // A single failure may be chance.
        let failed = failedTypes(assessment).first { failure in
            assessment.followUp(.again, to: failure).map { $0.failure == failure.reason } ?? true
        }
        guard let failed, let type = failed.type else { return [] }
        let other = type == "A" ? "AAAA" : "A"
        let when = FactPhrase.whenAskedFor.text(["type": type, "other": other])
        // A server without another one, which says so, knows no such address of a name that is its own.
        let isOwnName = failed.reason == .refused && failed.extendedErrors?.sayNoServers == true
        let severity: Severity? = lostFamily(in: assessment.evidence) != nil ? nil : isOwnName ? .info : .warning
        return [
            named(
                failed.reason == .refused ? DNSCauses.refused : DNSCauses.servfail, failed, assessment, confidence: 0.9,
                severity: severity,
                ["why": when + why(failed.extendedErrors)])
        ]
    }

    private static func slow(_ assessment: DNSAssessment) -> [Finding] {
        let limit = assessment.evidence.thresholds.resolve
        // If no server answered this check in time, programs nevertheless get an answer, and wait for it.
        let source = assessment.answersOnWire.isEmpty ? Resolution.Source.system : .dns
        if let late = lateAnswer(assessment), assessment.evidence.isBeyond(limit, late.duration) {
            return [slow(late, limit, assessment)]
        }
        let slowest = assessment.answers.filter { $0.source == source && !isLossShown(by: $0, assessment) }
            .max { $0.duration.value < $1.duration.value }
        guard let slowest, assessment.evidence.isBeyond(limit, slowest.duration) else { return [] }
        return [
            Finding(
                DNSCauses.slow, confidence: 0.9,
                [
                    "name": shown(assessment.name), "typed": shown(assessment.name),
                    "server": shown(slowest.server ?? assessment.dns.servers.first ?? "?"),
                    "took": milliseconds(slowest.duration),
                    "limit": milliseconds(limit),
                ])
        ]
    }

    /// The findings if the hosts file has the name and no server responds: other names are not resolved.
    private static func deadBesideHosts(_ assessment: DNSAssessment) -> [Finding] {
        guard assessment.answers.contains(where: { $0.source == .hosts }), assessment.answersOnWire.isEmpty,
            let first = assessment.failures.first,
            assessment.failures.allSatisfy({ $0.reason == .timeout || $0.reason == .closed })
        else { return [] }
        let isClosed = assessment.failures.allSatisfy { $0.reason == .closed }
        let servers = Array(assessment.dns.servers.prefix(4))
        let facts = [
            "name": shown(assessment.name), "server": shown(first.server ?? "?"),
            "servers": shown(servers.joined(separator: ", ")),
        ]
        let finding = Finding(
            isClosed ? DNSCauses.serverClosed : DNSCauses.serverUnreachable, confidence: 0.9, severity: .warning,
            facts.merging(helpers(for: servers, assessment.evidence.uplink)) { $1 })
        return [ofOwnServers(finding, servers, assessment.evidence.uplink)]
    }
}
