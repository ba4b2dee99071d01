import NetworkModel

/// Rules for names with an address, which may be wrong, late, or from another server than the one that was queried.
extension DNSRules {
    /// The findings about an answered name. An address that is not usable is the cause; other problems are listed in
    /// addition.
    static func answered(_ reading: DNSReading) -> [Finding] {
        if reading.evidence.asked.question != nil { return lost(reading) + slow(reading) }
        let wrong = [
            TranslationRules.withoutDNS64(in: reading.evidence), oneAnswer(reading) ?? systemDiffers(reading),
            searchedElsewhere(reading),
            blocked(reading), hijacked(reading),
            overridden(reading),
            disagreeing(reading), unreadable(reading),
        ].compactMap(\.self)
        let error = wrong.first { $0.severity == .error }
        let warnings = wrong.filter { $0.severity != .error }
        // Programs that get no address because of lost responses are the cause that is listed already.
        let isListed = wrong.contains { $0.id == DNSCauses.loss.id }
        return (error.map { [$0] } ?? []) + warnings + deadServers(reading) + dropped(reading)
            + failedFamily(reading) + (isListed ? [] : lost(reading)) + slow(reading)
            + deadBesideHosts(reading)
    }

    static func questionsOnAnswer(_ reading: DNSReading) -> [NameQuestion] {
        guard reading.evidence.asked.question == nil else { return questionsOnLoss(reading) }
        var questions = (droppedTypes(reading) + failedTypes(reading)).compactMap { failure -> NameQuestion? in
            guard let type = failure.recordType, let server = failure.server else { return nil }
            return .query(.again, name: reading.question(of: failure), type: type, server: server)
        }
        questions += questionsOnSystem(reading) + questionsOnLoss(reading)
        guard let server = reading.answersOnWire.first?.server else { return questions }
        let isThorough = reading.evidence.depth == .thorough
        guard isThorough || !suspicious(reading).isEmpty || reading.failsAbove || isGateway(reading) else {
            return questions
        }
        let name = reading.question(of: nil)
        questions += controls(for: name, isPublic: reading.isPublicName).map {
            NameQuestion.query(.control, name: $0, type: .a, server: server)
        }
        guard isThorough || !suspicious(reading).isEmpty || reading.hasNoConnection else { return questions }
        questions += reading.others(than: server).flatMap { other in
            reading.types.map { .query(.other, name: name, type: $0, server: other) }
        }
        if reading.hasNoConnection, let port = reading.evidence.asked.port, !alternatives(reading).isEmpty {
            questions.append(.connect(alternatives(reading).prefix(4).map { SocketAddress($0, port: port) }))
        }
        return questions
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
    private static func isGateway(_ reading: DNSReading) -> Bool {
        let evidence = reading.evidence
        let gateways = evidence.gateway?.hops.compactMap(\.route.gateway) ?? []
        let addresses = used(reading)
        guard reading.isPublicName, !addresses.isEmpty else { return false }
        if addresses.allSatisfy(gateways.contains) { return true }
        return evidence.http?.outcome == .response && evidence.tls == nil && evidence.proxy == nil
            && addresses.allSatisfy { CaptivePortal.isHere($0, evidence) }
    }

    // MARK: What the target is to be reached by

    /// The addresses that programs use: those of the system resolver, or else those of the hosts file before those of
    /// servers.
    private static func used(_ reading: DNSReading) -> [IPAddress] {
        if let system = reading.dns.resolution.system, !system.addresses.isEmpty { return system.addresses }
        let hosts = reading.answers.filter { $0.source == .hosts }.compactMap(\.address)
        return hosts.isEmpty ? reading.answersOnWire.compactMap(\.address) : hosts
    }

    /// Addresses of the name from other sources: those that the hosts file hides, and those of another server.
    private static func alternatives(_ reading: DNSReading) -> [IPAddress] {
        let used = Set(used(reading))
        var found: [IPAddress] = []
        let others = reading.followUps(.other).flatMap(\.addresses)
        for address in reading.answersOnWire.compactMap(\.address) + others
        where !used.contains(address) && !found.contains(address) && isOrdinary(address) {
            found.append(address)
        }
        return found
    }

    private static func isOrdinary(_ address: IPAddress) -> Bool {
        !address.isUnspecified && !address.isLoopback && !address.isLinkLocal && !address.isMulticast
    }

    /// The first of the alternatives that accepted a connection.
    static func works(_ addresses: [IPAddress], _ reading: DNSReading) -> IPAddress? {
        reading.dns.connections?.first { $0.outcome == .connected && addresses.contains($0.address) }?.address
    }

    // MARK: The causes

    /// Addresses from servers that a public name cannot have, or only rarely; empty if only some of them are such.
    private static func suspicious(_ reading: DNSReading) -> [IPAddress] {
        guard reading.dns.isOwnName != true, !reading.answers.contains(where: { $0.source == .hosts }) else {
            return []
        }
        let addresses = reading.answersOnWire.compactMap(\.address)
        let isCompleted = searchReason(reading) != nil
        let isOdd = { (address: IPAddress) in
            address.isUnspecified || (reading.isPublicName && (address.isLoopback || address.isPrivate))
                || isCompleted && address.isLoopback
        }
        guard !addresses.isEmpty, addresses.allSatisfy(isOdd) else { return [] }
        // A private address is common, and only suspicious if it leads nowhere.
        let isNowhere = addresses.contains { $0.isUnspecified }
        return isNowhere || reading.failsAbove ? addresses : []
    }

    /// What the search list of this machine has to do with the name, if it is not one that everybody should be able to resolve;
    /// `nil` if nothing, or if the server is on this machine, where loopback addresses are usually meant.
    private static func searchReason(_ reading: DNSReading) -> String? {
        guard !reading.answersOnWire.contains(where: { $0.server.map(isOwnAddress) ?? true }) else { return nil }
        if let searched = reading.dns.resolution.searched {
            return FactPhrase.completedBySearch.text(["name": shown(searched)])
        }
        guard !reading.isPublicName else { return nil }
        return reading.searchDomain.map { FactPhrase.isInSearchDomain.text(["domain": shown($0)]) }
    }

    /// Whether a server, as text, is on this machine.
    private static func isOwnAddress(_ server: String) -> Bool {
        PathDestination(server: server)?.address.isLoopback == true
    }

    private static func blocked(_ reading: DNSReading) -> Finding? {
        let addresses = suspicious(reading)
        guard let first = addresses.first, let answer = reading.answersOnWire.first else { return nil }
        let elsewhere = reading.followUps(.other).filter { followUp in
            followUp.addresses.contains { isOrdinary($0) && !$0.isPrivate }
        }
        let errors = reading.answersOnWire.flatMap { $0.extendedErrors ?? [] }
        let isControl = reading.followUps(.control).contains {
            !reading.isTrial($0) && !Set($0.addresses).isDisjoint(with: addresses)
        }
        let isSure = addresses.contains { $0.isUnspecified } || first.isLoopback
        guard isSure || !elsewhere.isEmpty || errors.contains(where: \.isBlocking) else { return nil }
        // If every name gets the address, that is a cause of its own.
        guard !isControl || isSure else { return nil }
        let other =
            elsewhere.first.map {
                FactPhrase.otherServerSays.text(["server": shown($0.server), "addresses": list($0.addresses)])
            } ?? ""
        let search = searchReason(reading)
        return Finding(
            DNSCauses.blockedAnswer, confidence: isSure && search == nil ? 0.95 : 0.85,
            [
                "name": shown(reading.name), "server": shown(answer.server ?? "?"), "addresses": list(addresses),
                "other": other, "why": (search ?? "") + why(errors),
            ])
    }

    private static func hijacked(_ reading: DNSReading) -> Finding? {
        let made = reading.followUps(.control).filter { !$0.addresses.isEmpty && !reading.isTrial($0) }
        guard let first = made.first else { return nil }
        let theirs = Set(made.flatMap(\.addresses))
        let used = used(reading)
        let isTheirs = !used.isEmpty && used.allSatisfy(theirs.contains)
        // A device that responds for everybody until the user has logged in is a portal, and reported as such.
        let portal = CaptivePortal.finding(in: reading.evidence)
        // A page over plain HTTP that may be a portal's is only reported as that.
        if portal?.severity == .warning { return nil }
        let isPortal = portal != nil
        let isReserved = made.contains(where: \.isMadeUp)
        let isReason = isTheirs && isReserved && !isPortal && reading.failsAbove
        return Finding(
            DNSCauses.hijacked, confidence: isReserved ? 0.97 : 0.7, severity: isReason ? .error : nil,
            [
                "name": shown(reading.name), "server": shown(first.server), "random": shown(first.name),
                "addresses": list(first.addresses),
            ])
    }

    private static func overridden(_ reading: DNSReading) -> Finding? {
        guard reading.dns.isOwnName != true, reading.name.lowercased() != "localhost" else { return nil }
        func addresses(_ source: Resolution.Source, _ family: AddressFamily) -> [IPAddress] {
            reading.answers.filter { $0.source == source && $0.family == family }.compactMap(\.address)
        }
        if isLedByHosts(reading.evidence) {
            let missing = reading.evidence.gateway?.familiesWithoutRoute ?? []
            let there = reading.answersOnWire.compactMap(\.address).filter { !missing.contains($0.family) }
            return Finding(
                DNSCauses.hostsOverride, confidence: 0.97, severity: .error,
                [
                    "name": shown(reading.name), "dns": list(there),
                    "hosts": list(reading.answers.filter { $0.source == .hosts }.compactMap(\.address)),
                    "server": shown(reading.answersOnWire.first?.server ?? "?"),
                ])
        }
        for family in AddressFamily.allCases {
            let (here, there) = (addresses(.hosts, family), addresses(.dns, family))
            guard !here.isEmpty, !there.isEmpty, Set(here).isDisjoint(with: there) else { continue }
            let isReason = reading.hasNoConnection && works(there, reading) != nil
            let server = reading.answersOnWire.first?.server
            return Finding(
                DNSCauses.hostsOverride, confidence: isReason ? 0.97 : 0.95, severity: isReason ? .error : nil,
                [
                    "name": shown(reading.name), "hosts": list(here), "dns": list(there),
                    "server": shown(server ?? "?"),
                ])
        }
        return overriddenOtherwise(reading)
    }

    /// The finding about a hosts file that has addresses of one family only, while DNS has those of the other one. Programs
    /// use the hosts file alone. It is wrong if its addresses take no connection, and one of DNS does.
    private static func overriddenOtherwise(_ reading: DNSReading) -> Finding? {
        let here = reading.answers.filter { $0.source == .hosts }.compactMap(\.address)
        let there = reading.answersOnWire.compactMap(\.address)
        guard !here.isEmpty, Set(here.map(\.family)).isDisjoint(with: there.map(\.family)), reading.hasNoConnection,
            let working = works(there, reading)
        else { return nil }
        return Finding(
            DNSCauses.hostsOverride, confidence: 0.97, severity: .error,
            [
                "name": shown(reading.name), "hosts": list(here), "dns": list([working]),
                "server": shown(reading.answersOnWire.first?.server ?? "?"),
            ])
    }

    /// The finding about servers that cannot both be right: about the existence of the name, or about the address that works.
    private static func disagreeing(_ reading: DNSReading) -> Finding? {
        guard let answer = reading.answersOnWire.first, !reading.answers.contains(where: { $0.source == .hosts }) else {
            return nil
        }
        let here = reading.answersOnWire.compactMap(\.address)
        func finding(_ other: String, _ there: String, severity: Severity? = nil) -> Finding {
            Finding(
                DNSCauses.serversDisagree, confidence: 0.9, severity: severity,
                [
                    "name": shown(reading.name), "server": shown(answer.server ?? "?"), "other": shown(other),
                    "here": FactPhrase.hasAddresses.text(["addresses": list(here)]), "there": there,
                ])
        }
        for other in reading.followUps(.other) where Set(other.addresses).isDisjoint(with: here) {
            if reading.hasNoConnection, let working = works(other.addresses, reading) {
                return finding(other.server, FactPhrase.hasWhichWorks.text(["address": "\(working)"]), severity: .error)
            }
        }
        return reading.followUps(.other).first { $0.failure == .nxdomain }.map {
            finding($0.server, FactPhrase.nameDoesNotExist.text)
        }
    }

    /// The types for which a server drops queries, while it responds to others at once.
    static func droppedTypes(_ reading: DNSReading) -> [Resolution.Failure] {
        reading.failures.filter { failure in
            failure.reason == .timeout && failure.isTruncated == nil
                && reading.answersOnWire.contains {
                    $0.server == failure.server && $0.duration.value * 2 < failure.duration.value
                }
        }
    }

    private static func dropped(_ reading: DNSReading) -> [Finding] {
        let lost = lostFamily(in: reading.evidence)
        let failure = droppedTypes(reading).first { lost != nil || isStillSilent($0, reading) }
        let answered = reading.answersOnWire.first?.family == .ipv4 ? "A" : "AAAA"
        return failure.map { [familyDropped($0, other: answered, reading, severity: lost.map { _ in .error })] } ?? []
    }

    /// The address family whose addresses are missing, since no server gave a valid response for it, while there is no route
    /// to those of the other family. The cause is the missing response, and not the route. `nil` if there is none.
    static func lostFamily(in evidence: Evidence) -> AddressFamily? {
        guard let dns = evidence.dns, let gateway = evidence.gateway, gateway.hops.isEmpty,
            gateway.familiesWithoutRoute.count == 1, let missing = gateway.familiesWithoutRoute.first
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
        guard let dns = evidence.dns, dns.isOwnName != true, let gateway = evidence.gateway, gateway.hops.isEmpty,
            gateway.familiesWithoutRoute.count == 1, let missing = gateway.familiesWithoutRoute.first
        else { return false }
        let hosts = dns.resolution.answers.filter { $0.source == .hosts }.compactMap(\.address)
        let wire = dns.resolution.answers.filter { $0.source == .dns }.compactMap(\.address)
        return !hosts.isEmpty && hosts.allSatisfy { $0.family == missing } && wire.contains { $0.family != missing }
            && (evidence.address?.usable ?? []).contains { $0.address.address.family != missing }
    }

    /// The types for which all servers fail or refuse, while there is an answer for others.
    private static func failedTypes(_ reading: DNSReading) -> [Resolution.Failure] {
        let answered = Set(reading.answersOnWire.compactMap(\.family).map { $0 == .ipv4 ? "A" : "AAAA" })
        guard !answered.isEmpty else { return [] }
        return reading.words.filter { word in
            (word.reason == .servfail || word.reason == .refused) && word.type.map { !answered.contains($0) } == true
        }
    }

    private static func failedFamily(_ reading: DNSReading) -> [Finding] {
        // A single failure may be chance.
        let failed = failedTypes(reading).first { failure in
            reading.followUp(.again, to: failure).map { $0.failure == failure.reason } ?? true
        }
        guard let failed, let type = failed.type else { return [] }
        let other = type == "A" ? "AAAA" : "A"
        let when = FactPhrase.whenAskedFor.text(["type": type, "other": other])
        return [
            named(
                failed.reason == .refused ? DNSCauses.refused : DNSCauses.servfail, failed, reading, confidence: 0.9,
                severity: lostFamily(in: reading.evidence) == nil ? .warning : nil,
                ["why": when + why(failed.extendedErrors)])
        ]
    }

    private static func slow(_ reading: DNSReading) -> [Finding] {
        let limit = reading.evidence.thresholds.resolve
        // If no server answered this check in time, programs nevertheless get an answer, and wait for it.
        let source = reading.answersOnWire.isEmpty ? Resolution.Source.system : .dns
        let slowest = reading.answers.filter { $0.source == source }.max { $0.duration.value < $1.duration.value }
        guard let slowest, reading.evidence.isBeyond(limit, slowest.duration) else { return [] }
        return [
            Finding(
                DNSCauses.slow, confidence: 0.9,
                [
                    "name": shown(reading.name), "typed": shown(reading.name),
                    "server": shown(slowest.server ?? reading.dns.servers.first ?? "?"),
                    "took": milliseconds(slowest.duration),
                    "limit": milliseconds(limit),
                ])
        ]
    }

    /// The findings if the hosts file has the name and no server responds: other names are not resolved.
    private static func deadBesideHosts(_ reading: DNSReading) -> [Finding] {
        guard reading.answers.contains(where: { $0.source == .hosts }), reading.answersOnWire.isEmpty,
            let first = reading.failures.first,
            reading.failures.allSatisfy({ $0.reason == .timeout || $0.reason == .closed })
        else { return [] }
        let isClosed = reading.failures.allSatisfy { $0.reason == .closed }
        let servers = Array(reading.dns.servers.prefix(4))
        let facts = [
            "name": shown(reading.name), "server": shown(first.server ?? "?"),
            "servers": shown(servers.joined(separator: ", ")),
        ]
        let finding = Finding(
            isClosed ? DNSCauses.serverClosed : DNSCauses.serverUnreachable, confidence: 0.9, severity: .warning,
            facts.merging(helpers(for: servers)) { $1 })
        return [ofOwnServers(finding, servers)]
    }
}
