import NetworkModel

/// Rules for the results of programs on this machine, compared with the responses of DNS servers on the wire.
extension DNSRules {
    /// The finding that programs get no address, or one that is not usable, while a server has a good one.
    static func systemDiffers(_ assessment: DNSAssessment) -> Finding? {
        guard let lookup = assessment.dns.resolution.system, !assessment.answersOnWire.isEmpty else { return nil }
        let there = assessment.answersOnWire.compactMap(\.address)
        guard lookup.addresses.isEmpty else {
            let others = there.filter { !lookup.addresses.contains($0) }
            guard assessment.hasNoConnection, let working = works(others, assessment),
                !assessment.answers.contains(where: { $0.source == .hosts })
            else { return nil }
            return differing(
                assessment, FactPhrase.getAddresses.text(["addresses": list(lookup.addresses)]),
                there: FactPhrase.hasWhichWorks.text(["address": "\(working)"]), confidence: 0.95)
        }
        guard let failure = lookup.failure else { return nil }
        let has = FactPhrase.hasAddresses.text(["addresses": list(there)])
        if assessment.dns.rotationLine != nil {
            // Programs queried another server. If it is dead, they go on to the next one, which takes time; a denial ends the
            // look-up.
            let dead = assessment.followUps(.other).first(where: isUseless)
            if failure == .timeout, let dead { return uselessServer(dead, assessment) }
            if denial(assessment) != nil { return nil }
        }
        if let again = assessment.dns.systemAgain {
            // A packet was lost, or a module of nsswitch.conf(5) was added or removed since this process started.
            guard let second = again.failure else { return nil }
            if let withheld = withheldQuery(assessment) { return withheld }
            // If both fail, programs get nothing from either, whatever the reasons are.
            let isSilent = failure == .timeout && second == .timeout
            let hasTimedOut = failure == .timeout || second == .timeout
            // With slow servers or on a busy machine, one of them may be late.
            let waited = max(lookup.duration, again.duration)
            let isImpatient = failure != .timeout && impatience(of: assessment) != nil
            guard isImpatient || !hasTimedOut || !isSlow(assessment, beside: waited) else { return nil }
            if let lost = answersLost(assessment) { return lost }
            // The queries of this check exceeded a limit of the rate.
            if hasTimedOut, trial(assessment)?.trial.isLimited == true { return nil }
            let here =
                isSilent
                ? FactPhrase.waitForAnswer.text(["time": durationText(waited)]) : FactPhrase.findNoAddress.text
            return differing(assessment, here, there: has, confidence: 0.97)
        }
        // The call was not repeated: a temporary failure may have passed, and a slow call may return.
        switch failure {
        case .nxdomain, .noData:
            return differing(assessment, FactPhrase.findNoAddress.text, there: has, confidence: 0.9)
        case .servfail, .refused, .closed, .malformed:
            return differing(
                assessment, FactPhrase.findNoAddress.text, there: has, confidence: 0.7, severity: .warning)
        case .timeout: return nil
        }
    }

    /// The response of another server that knows no address of the name, of either family.
    static func denial(_ assessment: DNSAssessment) -> DNSEvidence.FollowUp? {
        let others = assessment.followUps(.other)
        return others.first { one in
            one.failure == .nxdomain
                || one.failure == .noData && others.allSatisfy { $0.server != one.server || $0.failure == .noData }
        }
    }

    /// Whether another server, which programs query in turn, gave no answer that they can use.
    private static func isUseless(_ followUp: DNSEvidence.FollowUp) -> Bool {
        switch followUp.failure {
        case .timeout, .closed, .refused, .servfail, .malformed: true
        case .nxdomain, .noData, nil: false
        }
    }

    /// The warning about a server that programs query in turn with one that answers.
    private static func uselessServer(_ dead: DNSEvidence.FollowUp, _ assessment: DNSAssessment) -> Finding {
        deadServer(
            shown(dead.server), dead.failure ?? .timeout,
            beside: shown(assessment.answersOnWire.first?.server ?? "?"),
            delay: dead.failure == .timeout ? assessment.dns.patience ?? dead.duration : nil
        ).asWarning
    }

    /// The finding that this machine's own packet filter passes some queries to a server, and not others.
    private static func withheldQuery(_ assessment: DNSAssessment) -> Finding? {
        let traces = (assessment.evidence.path?.traces ?? []).filter {
            $0.transport == .udp && $0.outcome == .unsent && ["EPERM", "EACCES"].contains($0.failure)
        }
        let servers = Set(assessment.answersOnWire.compactMap(\.server)).filter { server in
            let destination = PathDestination(server: server)
            return traces.contains { $0.address == destination?.address && $0.port == destination?.port }
        }
        guard let server = servers.min() else { return nil }
        return Finding(
            LocalCauses.firewall, confidence: 0.95, ["destination": shown(server), "error": FactPhrase.limited.text])
    }

    /// Whether the system resolver did not get a result, as opposed to the result that the name does not exist.
    static func hasSystemFailed(_ dns: DNSEvidence) -> Bool {
        switch dns.resolution.system?.failure {
        case .timeout, .closed, .servfail, .refused, .malformed: true
        case .nxdomain, .noData, nil: false
        }
    }

    /// The finding about a name that only the hosts file has, and that programs do not find, since they do not read it. Some programs
    /// know `localhost`.
    static func unreadHostsFile(_ assessment: DNSAssessment) -> Finding? {
        if let missing = localhostMissing(assessment) { return missing }
        guard assessment.dns.hostsFile?.isEmpty == false, assessment.isHostsFileUnread else { return nil }
        let isKnown = assessment.name.lowercased() == "localhost" && !assessment.answers.isEmpty
        guard assessment.answers.isEmpty || isKnown else { return nil }
        let file = "/etc/nsswitch.conf"
        // Variables of the environment are quoted in place of the line.
        let line = assessment.dns.nameServiceLine.flatMap { $0.hasPrefix(file) ? $0 : nil } ?? file
        let place = line.prefix(upTo: line.firstRange(of: ": ")?.lowerBound ?? line.endIndex)
        return Finding(
            DNSCauses.misconfigured, confidence: 0.97, severity: isKnown ? .warning : nil,
            [
                "problem": FactPhrase.filesMissing.text(["line": shown(line), "name": shown(assessment.name)]),
                "services": shown(String(place)),
            ])
    }

    /// The warning that programs do not find `localhost`, which only those find that know it (RFC 6761 section 6.3), since the hosts
    /// file lacks it. It does not matter why DNS does not give it.
    private static func localhostMissing(_ assessment: DNSAssessment) -> Finding? {
        guard assessment.dns.resolution.system?.failure != nil, !assessment.answers.isEmpty,
            assessment.dns.hostsFile?.isEmpty ?? true, assessment.name.lowercased() == "localhost"
        else { return nil }
        var facts = ["problem": FactPhrase.localhostMissing.text, "unlisted": "localhost"]
        if assessment.isHostsFileUnread { facts["services"] = "/etc/nsswitch.conf" }
        return Finding(DNSCauses.misconfigured, confidence: 0.95, severity: .warning, facts)
    }

    /// The finding about a name without a dot, for which only the system resolver was queried, if that failed.
    static func unansweredBySystem(_ assessment: DNSAssessment) -> Finding? {
        let servers = shown(assessment.dns.servers.joined(separator: ", "))
        let entry: CauseEntry? =
            switch assessment.dns.resolution.system?.failure {
            case .timeout, .closed, .servfail, .malformed: DNSCauses.serverUnreachable
            case .refused: DNSCauses.refused
            case .nxdomain, .noData, nil: nil
            }
        guard let entry, let server = assessment.dns.servers.first else { return nil }
        let name = shown(assessment.name)
        return Finding(
            entry, confidence: 0.6,
            [
                "name": name, "typed": name, "server": shown(server), "servers": servers, "why": "", "code": "REFUSED",
                "configuration": configurationFile,
            ])
    }

    /// The finding about a name that the system resolver does not know, and for which no server was queried. A name without a
    /// dot is meant to be completed. If this machine has no domain for that, nothing else need be wrong.
    static func unknownToSystem(_ assessment: DNSAssessment) -> Finding {
        let name = shown(assessment.name)
        var facts = ["name": name, "server": FactPhrase.systemResolver.text, "nearest": "", "why": ""]
        guard !assessment.name.contains("."), assessment.dns.search?.isEmpty ?? true else {
            facts["typed"] = name
            return Finding(DNSCauses.nxdomain, facts)
        }
        facts["why"] = FactPhrase.noDomainToComplete.text
        // A name to which a server redirects is to be corrected there.
        if !RedirectRule.leadsInside(assessment.evidence) { facts["short"] = name }
        var finding = Finding(DNSCauses.nxdomain, confidence: 0.9, facts)
        finding.side = .machine
        return finding
    }

    /// The finding that the search list leads programs to another host than the name denotes.
    static func searchedElsewhere(_ assessment: DNSAssessment) -> Finding? {
        guard let searched = assessment.dns.resolution.searched else { return nil }
        let here = assessment.answersOnWire.compactMap(\.address)
        let written = assessment.followUps(.written).flatMap(\.addresses)
        guard !written.isEmpty, Set(here).isDisjoint(with: written) else { return nil }
        let working = assessment.hasNoConnection ? works(written, assessment) : nil
        // The certificate of the host that programs are led to is for other names.
        let isOfOther = assessment.evidence.tls?.problem == .wrongHost
        let there =
            working.map { FactPhrase.hasWhichWorks.text(["address": "\($0)"]) }
            ?? FactPhrase.hasAddresses.text(["addresses": list(written)])
        return Finding(
            DNSCauses.systemDiffers, confidence: 0.95, severity: working == nil && !isOfOther ? .warning : .error,
            searchFacts(assessment.dns.optionLine).merging([
                "name": shown(assessment.name), "here": wrongSearchResult(to: shown(searched), here), "there": there,
                "server": shown(assessment.answersOnWire.first?.server ?? "?"),
            ]) { $1 })
    }

    /// The text that programs get addresses of another name, as the predicate of a sentence.
    static func wrongSearchResult(to name: String, _ addresses: [IPAddress]) -> String {
        FactPhrase.areLedTo.text(["name": name, "addresses": list(addresses)])
    }

    /// The facts about the reason, and what can be changed.
    ///
    /// - Parameter lines: The lines of resolv.conf(5) because of which the search list comes first.
    static func searchFacts(_ lines: String?) -> [String: String] {
        guard let lines, !lines.isEmpty else {
            return ["why": FactPhrase.searchListFirst.text, "search": "/etc/resolv.conf"]
        }
        return ["why": FactPhrase.searchListFirstBy.text(["lines": shown(lines)]), "search": shown(lines)]
    }

    /// The finding that programs of other users query other servers than configured.
    static func unreadable(_ assessment: DNSAssessment) -> Finding? {
        guard let files = assessment.dns.unreadable, !files.isEmpty else { return nil }
        return differing(
            assessment, FactPhrase.cannotReadFiles.text(["files": shown(files.joined(separator: ", "))]),
            there: FactPhrase.answersAtAll.text, confidence: 0.95, severity: .warning)
    }

    static func followUpsOnSystem(_ assessment: DNSAssessment) -> [NameFollowUp] {
        guard let lookup = assessment.dns.resolution.system, let answer = assessment.answersOnWire.first,
            let server = answer.server
        else { return [] }
        if lookup.failure != nil {
            // Queries that show whether responses are lost are sent at the same time: a look-up that waited for a response
            // has used up the time for doing one after the other.
            guard !isSystemExplained(lookup, assessment) else { return [] }
            let mayBeWithheld =
                assessment.evidence.asked.question == nil
                && PathDestination(server: server)?.address.isLoopback == false
            // With `rotate`, programs query the other servers as well.
            let isRotating = assessment.dns.rotationLine != nil && assessment.evidence.asked.question == nil
            // If it does not answer queries in the form of programs, they go on to the next one.
            let isPassedOver = otherQueries(assessment) != nil && assessment.evidence.asked.question == nil
            let others = isRotating || isPassedOver ? assessment.others(than: server) : []
            let name = assessment.question(of: nil)
            let turns = others.flatMap { other in
                assessment.types.map { NameFollowUp.query(.other, name: name, type: $0, server: other) }
            }
            return [.system(name: assessment.name)] + turns
                + (mayBeWithheld ? [.pairs(name: assessment.question(of: nil), server: server)] : [])
        }
        guard assessment.dns.resolution.searched != nil, assessment.name.contains(".") else { return [] }
        let followUps = assessment.types.map {
            NameFollowUp.query(.written, name: assessment.name, type: $0, server: server)
        }
        let written = assessment.followUps(.written).flatMap(\.addresses)
        guard assessment.hasNoConnection, let port = assessment.evidence.asked.port, !written.isEmpty else {
            return followUps
        }
        return followUps + [.connect(written.prefix(4).map { SocketAddress($0, port: port) })]
    }

    /// The finding from queries for random names below the target's, which test whether the only response on the wire was
    /// luck. If fewer than half of them are lost, programs get an answer once they ask again, after seconds. A target that refuses
    /// connections does so without any loss as well.
    private static func answersLost(_ assessment: DNSAssessment) -> Finding? {
        guard let (server, trial) = trial(assessment) else { return nil }
        let isCause = trial.isRuinous && !assessment.evidence.isTargetRefusing
        return trial.finding(at: server, severity: isCause ? .error : nil)
    }

    /// Whether a look-up of programs took long because of servers that are silent or slow, which is a cause of its own.
    static func isSystemExplained(_ lookup: SystemLookup, _ assessment: DNSAssessment) -> Bool {
        guard lookup.failure == nil || lookup.failure == .timeout else { return false }
        return isSlow(assessment, beside: lookup.duration) || assessment.failures.contains(where: \.hasNoAnswer)
    }

    /// Whether a server is so slow that programs, which waited for this long, wait for it as well.
    ///
    /// A server that ignores EDNS takes half a second longer on the wire, a third of the time for the system resolver. It is not
    /// slow for that reason.
    private static func isSlow(_ assessment: DNSAssessment, beside waited: Milliseconds) -> Bool {
        assessment.answersOnWire.contains { $0.duration.value * 5 > waited.value * 2 }
            // A response without records, as one for IPv6 addresses, took as long.
            || assessment.failures.contains { failure in
                !failure.hasNoAnswer && assessment.dns.resolution.isTimeOfPrograms(failure.duration)
            }
    }

    /// The line of resolv.conf(5) because of which programs query a server in another way than this check did: over TCP, or
    /// with EDNS, which the check leaves out if the server rejects it, or does not respond for half a second.
    ///
    /// - Parameters:
    ///   - line: The line with such options.
    ///   - time: The longest time until a response on the wire.
    ///   - isRejected: Whether a server rejected EDNS.
    static func otherQueries(
        _ line: String?, to server: String?, after time: Milliseconds?, isRejected: Bool
    ) -> String? {
        guard let line, let server, !isOwn(server) else { return nil }
        let isOverTCP = line.split(whereSeparator: \.isWhitespace).contains("use-vc")
        return isOverTCP || isRejected || (time.map { $0.duration > withoutEDNS } ?? false) ? shown(line) : nil
    }

    private static func otherQueries(_ assessment: DNSAssessment) -> String? {
        let answers = assessment.dns.resolution.answers.filter { $0.source == .dns }
        return otherQueries(
            assessment.dns.queryLine, to: assessment.answersOnWire.first?.server,
            after: answers.map(\.duration).max { $0.value < $1.value },
            isRejected: answers.contains { $0.isEDNSRejected == true })
    }

    /// The time after which queries are repeated without EDNS.
    static let withoutEDNS = Duration.milliseconds(500)

    /// The text that programs go on to another server, which answers queries with EDNS. They do so after the timeout of
    /// resolv.conf(5), for which no check waits, so that it is not proven that they get nothing.
    ///
    /// - Parameter line: The line because of which they query in another way, if they did not get an answer.
    private static func goingOn(from line: String, _ assessment: DNSAssessment) -> String? {
        let dns = assessment.dns
        guard let timeout = dns.patience, let again = dns.systemAgain else { return nil }
        let others = assessment.followUps(.other)
        let next = others.first { other in
            !other.addresses.isEmpty
                && others.allSatisfy {
                    $0.server != other.server
                        || ($0.failure == nil || $0.failure == .noData) && $0.duration.duration < withoutEDNS
                }
        }
        return next.flatMap {
            goingOn(from: line, to: $0.server, after: timeout, [dns.resolution.system, again].compactMap(\.self))
        }
    }

    /// The same for a server that answers queries with EDNS.
    ///
    /// - Parameter lookups: What programs got.
    static func goingOn(
        from line: String, to server: String, after timeout: Milliseconds, _ lookups: [SystemLookup]
    ) -> String? {
        // Over TCP, the other server may be silent as well.
        guard !line.split(whereSeparator: \.isWhitespace).contains("use-vc"),
            lookups.allSatisfy({ $0.failure == .timeout && $0.duration.value < timeout.value })
        else { return nil }
        return FactPhrase.thenNextServer.text(["line": line, "time": durationText(timeout), "server": shown(server)])
    }

    private static func differing(
        _ assessment: DNSAssessment, _ here: String, there: String, confidence: Double,
        severity: Severity? = nil
    ) -> Finding {
        let dns = assessment.dns
        let services = NameServiceFacts(
            line: dns.nameServiceLine, services: dns.nameServices ?? [], missingLibrary: dns.missingLibrary,
            isSilent: dns.resolution.system?.failure == .timeout && dns.systemAgain?.failure == .timeout,
            variables: dns.resolverVariables ?? [])
        let queries = otherQueries(assessment)
        let impatience = impatience(of: assessment)
        let next = impatience == nil ? queries.flatMap { goingOn(from: $0, assessment) } : nil
        let lookups = [dns.resolution.system, dns.systemAgain].compactMap(\.self)
        let isLoss =
            impatience == nil && queries == nil && lookups.count == 2
            && services.isLossLikely(assessment.answersOnWire, lookups, after: dns.patience)
        let loss = isLoss ? FactPhrase.queryRepeated.text : nil
        var facts = services.facts(beside: impatience?["why"] ?? next ?? loss ?? queries.map { "; \($0)" }).merging([
            "name": shown(assessment.name), "here": here, "there": there,
            "server": shown(assessment.answersOnWire.first?.server ?? "?"),
        ]) { $1 }
        facts["queries"] = queries
        facts["patience"] = impatience?["patience"]
        facts["unreadable"] = assessment.dns.unreadable.map { shown($0.joined(separator: " ")) }
        // The name has IPv6 addresses only, which programs do not query.
        let isHidden = assessment.answersOnWire.compactMap(\.address).allSatisfy { $0.family == .ipv6 }
        if isHidden, assessment.dns.resolution.system?.addresses.isEmpty == true, let line = assessment.dns.hidingLine {
            facts["why"] = "; \(shown(line))"
            facts["hiding"] = shown(line)
            for name in ["database", "lacking", "absent", "hanging"] { facts[name] = nil }
        }
        return Finding(
            DNSCauses.systemDiffers, confidence: confidence, severity: next == nil && !isLoss ? severity : .warning,
            NameServiceFacts.adding(cache: dns.nameCache != nil, to: facts))
    }

    /// The facts about programs that give up before a server responds, or query none; `nil` if they do not.
    private static func impatience(of assessment: DNSAssessment) -> [String: String]? {
        guard let line = assessment.dns.optionLine, let attempts = assessment.dns.attempts,
            let timeout = assessment.dns.patience
        else { return nil }
        let times = assessment.dns.resolution.answers.filter { $0.source == .dns }.map(\.duration)
        return ResolverTimeouts(timeout: Int(timeout.value / 1_000), attempts: attempts, line: line)
            .facts(beside: times.max { $0.value < $1.value })
    }
}
