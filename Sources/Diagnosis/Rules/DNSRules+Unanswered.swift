import NetworkModel

/// Rules for names without an address.
extension DNSRules {
    static func unanswered(_ assessment: DNSAssessment) -> [Finding] {
        let words = assessment.words
        func first(_ reason: Resolution.FailureReason) -> Resolution.Failure? { words.first { $0.reason == reason } }
        if let found = words.first(where: { $0.isAliasLoop == true }) {
            return [brokenAlias(found, assessment, chain: found.aliases ?? [], end: .goesRound)]
        }
        if let found = first(.nxdomain) { return [missing(found, assessment)] }
        if let found = words.first(where: \.lacksStream) {
            return [named(DNSCauses.tcpBlocked, found, assessment, ["reason": found.reason.rawValue])]
        }
        if let found = first(.servfail) { return [failed(found, assessment)] }
        if let found = first(.refused) { return [located(DNSCauses.refused, found, assessment)] }
        if let found = first(.malformed) { return [malformed(found, assessment)] }
        if let found = first(.noData) {
            if let dropped = first(.timeout), dropped.server == found.server, isStillSilent(dropped, assessment) {
                let lost = loss(insteadOf: dropped, assessment, severity: .error)
                return [lost ?? familyDropped(dropped, other: found.type, assessment, severity: .error)]
            }
            if let late = lateAddress(beside: found, assessment) { return [late] }
            return [withoutAddress(found, assessment)]
        }
        if assessment.areServersClosed {
            return [named(DNSCauses.serverClosed, first(.closed) ?? words[0], assessment)]
        }
        let silence = assessment.failures.first { $0.reason == .timeout } ?? words[0]
        if let one = unansweredName(silence, assessment) { return [one] }
        if let lost = IPv6ResolverRule.finding(assessment) { return [lost] }
        var finding = silent(silence, assessment)
        // The outage has passed, wherever it was.
        if isAnsweredAgain(assessment) { finding.side = nil }
        return [finding] + unqueriedServer(assessment.dns.problems)
    }

    /// The finding about an address that the server has, and that did not arrive in time; `nil` if there is none.
    private static func lateAddress(beside found: Resolution.Failure, _ assessment: DNSAssessment) -> Finding? {
        let late = assessment.words.first { failure in
            failure.reason == .timeout && failure.server == found.server
                && assessment.followUp(.again, to: failure)?.addresses.isEmpty == false
        }
        guard let late else { return nil }
        return trial(assessment).flatMap { $0.trial.finding(at: $0.server, severity: .error) }
            ?? named(DNSCauses.serverUnreachable, late, assessment, confidence: 0.6)
    }

    static func followUpsOnFailure(_ assessment: DNSAssessment) -> [NameFollowUp] {
        // The system does not report which server failed, nor how.
        if assessment.failures.isEmpty, hasSystemFailed(assessment.dns) {
            return assessment.dns.servers.prefix(maxServersAsked).flatMap { server in
                assessment.types.map { .query(.written, name: assessment.question(of: nil), type: $0, server: server) }
            }
        }
        guard let word = assessment.words.min(by: { order($0) < order($1) }), let server = word.server,
            let type = word.recordType
        else { return [] }
        let name = assessment.question(of: word)
        switch word.reason {
        case .nxdomain:
            let others = assessment.others(than: server).flatMap { other in
                assessment.types.map { NameFollowUp.query(.other, name: name, type: $0, server: other) }
            }
            guard word.aliases == nil else { return others }
            return parents(of: name).map { .query(.parent, name: $0, type: .a, server: server) } + others
        case .servfail:
            return [
                .query(.unchecked, name: name, type: type, server: server),
                .query(.again, name: name, type: type, server: server), .aliases(name: name, server: server),
            ]
        case .noData:
            let dropped = assessment.words.filter { $0.reason == .timeout && $0.server == server }.compactMap(
                \.recordType)
            let again = dropped.map { NameFollowUp.query(.again, name: name, type: $0, server: server) }
            // The query may have been lost, and so may the next one.
            let losses =
                again.isEmpty ? [] : assessment.trialName.map { [NameFollowUp.losses(name: $0, server: server)] }
            let known = FilteredFamilyRule.server(assessment).map {
                NameFollowUp.query(.known, name: MachineNames.knownName, type: .aaaa, server: $0)
            }
            let more = again + [known].compactMap(\.self)
            guard let end = word.aliases?.last else { return more + (losses ?? []) }
            return more + [
                .query(.end, name: end, type: type, server: server), .aliases(name: end, server: server),
            ]
        case .timeout:
            return areSilentForOneName(assessment) ? [.query(.again, name: name, type: type, server: server)] : []
        case .refused, .closed, .malformed:
            return []
        }
    }

    /// The number of servers that glibc queries (resolv.conf(5)).
    private static let maxServersAsked = 3

    private static func order(_ failure: Resolution.Failure) -> Int {
        switch failure.reason {
        case .nxdomain: 0
        case .servfail: 1
        case .refused, .malformed: 2
        case .noData: 3
        case .timeout, .closed: 4
        }
    }

    /// The parent names of a name, nearest first, at most five.
    private static func parents(of name: String) -> [String] {
        var parents: [String] = []
        var rest = name[...]
        while parents.count < 5, let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if !rest.isEmpty { parents.append(String(rest)) }
        }
        return parents
    }

    // MARK: The causes

    static func named(
        _ entry: CauseEntry, _ failure: Resolution.Failure, _ assessment: DNSAssessment, confidence: Double = 0.98,
        severity: Severity? = nil, _ more: [String: String] = [:], isServerHeard: Bool = false
    ) -> Finding {
        var servers: [String] = []
        for server in assessment.failures.compactMap(\.server) where !servers.contains(server) {
            servers.append(server)
        }
        let facts = [
            "name": shown(assessment.question(of: failure)), "typed": shown(assessment.question(of: failure)),
            "server": shown(failure.server ?? "?"),
            "servers": shown(servers.joined(separator: ", ")), "lack": lack(failure, assessment),
            "why": why(failure.extendedErrors), "code": failure.isNotImplemented == true ? "NOTIMP" : "REFUSED",
        ]
        // A server that was heard need not be pinged.
        let host = isServerHeard ? nil : failure.server.flatMap(PathDestination.init(server:))?.address
        // Without a default route, the uplink is not examined, which would tell where the servers are.
        let areHere = GatewayRules.isOwnPortClosed(assessment.failures, assessment.evidence)
        var helpers = helpers(
            for: servers, assessment.evidence.uplink, areHere: areHere,
            isCutOff: assessment.evidence.gateway?.isLinksOnly == true)
        // The silence behind a server that is the gateway as well has another reason.
        if SourceRule.isShown(in: assessment.evidence) { (helpers["mute"], helpers["contested"]) = (nil, nil) }
        // Another server is not what was asked for, or does not know a name either that is to be corrected elsewhere.
        if assessment.isOfTarget || isServerHeard && RedirectRule.leadsInside(assessment.evidence) {
            helpers["configuration"] = nil
        }
        return ofOwnServers(
            Finding(
                entry, confidence: confidence, severity: severity,
                facts.merging(helpers) { $1 }
                    .merging(withoutLoopback(servers, assessment.evidence.link?.carriers ?? [])) { $1 }
                    .merging(host.map(assessment.evidence.unobserved) ?? [:]) { $1 }
                    .merging(more) { $1 }),
            servers, assessment.evidence.uplink, areHere: areHere)
    }

    /// The finding for NXDOMAIN: for the name, or for the end of its aliases.
    private static func missing(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Finding {
        let other = assessment.followUps(.other).first { !$0.addresses.isEmpty }
        if let other {
            return named(
                DNSCauses.serversDisagree, failure, assessment, confidence: 0.95, severity: .error,
                [
                    "other": shown(other.server), "here": FactPhrase.nameDoesNotExist.text,
                    "there": FactPhrase.hasAddresses.text(["addresses": list(other.addresses)]),
                ])
        }
        if let aliases = failure.aliases {
            return brokenAlias(failure, assessment, chain: aliases, end: .doesNotExist)
        }
        if let denial = denial(failure, assessment) { return denial }
        guard !assessment.name.contains("."), let search = assessment.dns.search, !search.isEmpty else {
            return unknown(failure, assessment, nearest(assessment, failure))
        }
        // A name without a dot is meant to be completed: the other side is not to blame.
        let completed = search.map { shown("\(assessment.name).\($0)") }.joined(separator: ", ")
        var facts = ["nearest": FactPhrase.norCompleted.text(["names": completed])]
        if !RedirectRule.leadsInside(assessment.evidence) { facts["completed"] = completed }
        var finding = named(DNSCauses.nxdomain, failure, assessment, confidence: 0.9, facts)
        finding.side = .machine
        return finding
    }

    // MARK: A server that denies every name

    /// Whether it is useful to test if the server also denies existing names: no parent of the name exists, or nothing has an
    /// address.
    static func mayBeDenied(_ assessment: DNSAssessment) -> Bool {
        guard assessment.answers.isEmpty, assessment.evidence.asked.question == nil else { return false }
        return assessment.words.contains { word in
            word.aliases == nil
                && (word.reason == .noData || word.reason == .nxdomain && areParentsMissing(assessment, word))
        } && assessment.words.allSatisfy { $0.reason == .nxdomain || $0.reason == .noData }
    }

    /// The finding that the server also denied existing names when the uplink was examined.
    private static func denial(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Finding? {
        guard ResolverSide.query(of: failure.server, assessment.evidence.uplink)?.isDenial == true,
            failure.aliases == nil, let server = failure.server
        else { return nil }
        let isEmpty = failure.reason == .noData
        let why =
            isEmpty
            ? FactPhrase.emptyForAll.text(["server": shown(server)])
            : FactPhrase.deniesEveryName.text
        var facts = [
            "name": shown(assessment.question(of: failure)), "server": shown(server), "nearest": "", "why": why,
            "lack": lack(failure, assessment),
        ]
        if assessment.mayReplaceServer { facts["denier"] = shown(server) }
        if ResolverDenial.isMeant(assessment.evidence.uplink) { facts["limited"] = shown(server) }
        var finding = Finding(
            isEmpty ? DNSCauses.noAddress : DNSCauses.nxdomain, confidence: 0.95, facts)
        finding.side = .network
        return finding
    }

    /// The nearest parent that exists, as far as known.
    private static func nearest(_ assessment: DNSAssessment, _ failure: Resolution.Failure) -> [String: String] {
        let parents = parents(of: assessment.question(of: failure))
        let known = assessment.followUps(.parent)
        for parent in parents {
            guard let answer = known.first(where: { $0.name == parent }) else { continue }
            if answer.failure == nil || answer.failure == .noData {
                return [
                    "parent": shown(parent), "nearest": FactPhrase.nearestName.text(["name": shown(parent)]),
                ]
            }
            // A name that is not known to be missing may exist.
            guard answer.failure == .nxdomain else { break }
        }
        return ["nearest": areParentsMissing(assessment, failure) ? FactPhrase.noNameAbove.text : ""]
    }

    private static func areParentsMissing(_ assessment: DNSAssessment, _ failure: Resolution.Failure) -> Bool {
        let (parents, known) = (parents(of: assessment.question(of: failure)), assessment.followUps(.parent))
        return !parents.isEmpty
            && parents.allSatisfy { parent in known.contains { $0.name == parent && $0.failure == .nxdomain } }
    }

    private enum AliasEnd {
        case goesRound, doesNotExist, isLeftOut

        var phrase: FactPhrase {
            switch self {
            case .goesRound: .whichGoesRound
            case .doesNotExist: .whichDoesNotExist
            case .isLeftOut: .whichIsLeftOut
            }
        }
    }

    private static func brokenAlias(
        _ failure: Resolution.Failure, _ assessment: DNSAssessment, chain aliases: [String], end: AliasEnd
    ) -> Finding {
        let names = [assessment.question(of: failure)] + aliases
        return named(
            DNSCauses.cnameBroken, failure, assessment,
            ["chain": chain(names), "end": shown(names.last ?? "?"), "what": end.phrase.text])
    }

    /// The finding for SERVFAIL: because of signatures, because the aliases form a loop, or for reasons of the server.
    private static func failed(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Finding {
        if let broken = brokenSteps(failure, assessment, after: []) { return broken }
        let again = assessment.followUp(.again, to: failure)
        if let unchecked = assessment.followUp(.unchecked, to: failure),
            unchecked.failure == nil || unchecked.failure == .noData || unchecked.failure == .nxdomain,
            again?.failure == .servfail
        {
            let query = ResolverSide.query(of: failure.server, assessment.evidence.uplink)
            var facts = ["why": ResolverSide.why(query, failure.extendedErrors ?? again?.extendedErrors)]
            if query?.hasSignatures != true { facts["zone"] = shown(assessment.question(of: failure)) }
            return ResolverSide.located(
                named(DNSCauses.dnssecBogus, failure, assessment, confidence: 0.95, facts), by: query)
        }
        let isOfSignatures = (failure.extendedErrors ?? again?.extendedErrors ?? []).contains(where: \.isOfSignatures)
        let finding = located(DNSCauses.servfail, failure, assessment)
        guard isOfSignatures, finding.id == DNSCauses.servfail.id else { return finding }
        let question = shown(assessment.question(of: failure))
        var named = Finding(DNSCauses.servfail, like: finding, adding: ["signed": question])
        named.side = finding.side
        return named
    }

    /// The finding on the side of the server's operator, if the server fails for everything.
    private static func located(
        _ entry: CauseEntry, _ failure: Resolution.Failure, _ assessment: DNSAssessment
    ) -> Finding {
        if let redirected = RedirectedQueryRule.finding(entry, failure, assessment) { return redirected }
        let query = ResolverSide.query(of: failure.server, assessment.evidence.uplink)
        return ResolverSide.located(named(entry, failure, assessment), by: query)
    }

    /// The finding if aliases that were queried one by one lead nowhere.
    ///
    /// - Parameter aliases: The aliases before them.
    private static func brokenSteps(
        _ failure: Resolution.Failure, _ assessment: DNSAssessment, after aliases: [String]
    ) -> Finding? {
        let steps = assessment.followUps(.alias).filter { $0.server == failure.server }
        let links = steps.compactMap { step in step.aliases?.first.map { (from: step.name, to: $0) } }
        let chain = aliases + links.map(\.to)
        let earlier = [assessment.question(of: failure)] + aliases.dropLast() + links.map(\.from)
        if let last = links.last, earlier.contains(where: { $0.lowercased() == last.to.lowercased() }) {
            return brokenAlias(failure, assessment, chain: chain, end: .goesRound)
        }
        guard !chain.isEmpty, steps.last?.failure == .nxdomain else { return nil }
        return brokenAlias(failure, assessment, chain: chain, end: .doesNotExist)
    }

    private static func malformed(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Finding {
        let what =
            failure.repliedFrom.map(repliesFrom)
            ?? failure.ignoredReplies.map { FactPhrase.repliesToOthers.text(["count": "\($0)"]) }
            ?? FactPhrase.cannotBeParsed.text
        let facts = ["what": what].merging(otherSource(failure.repliedFrom)) { $1 }
        return named(DNSCauses.malformed, failure, assessment, facts)
    }

    /// What is wrong with replies from another address than the server's.
    static func repliesFrom(_ address: IPAddress) -> String {
        FactPhrase.repliesFromElsewhere.text(["address": "\(address)"])
    }

    /// The address from which replies come instead of from the server, as a fact of the advice.
    static func otherSource(_ address: IPAddress?) -> [String: String] {
        address.map { ["elsewhere": "\($0)"] } ?? [:]
    }

    private static func withoutAddress(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Finding {
        if let blocked = blocked(failure, assessment) { return blocked }
        if let aliases = failure.aliases {
            let ends = assessment.followUps(.end)
            if ends.contains(where: { $0.failure == .nxdomain }) {
                return brokenAlias(failure, assessment, chain: aliases, end: .doesNotExist)
            }
            if let broken = brokenSteps(failure, assessment, after: aliases) { return broken }
            // Programs do not follow aliases themselves: that is the task of the server (RFC 1034 section 4.3.1).
            if ends.contains(where: { !$0.addresses.isEmpty }) {
                return brokenAlias(failure, assessment, chain: aliases, end: .isLeftOut)
            }
        }
        if let denial = denial(failure, assessment) ?? FilteredFamilyRule.finding(failure, assessment) { return denial }
        guard let aliases = failure.aliases, let end = aliases.last else {
            return named(DNSCauses.noAddress, failure, assessment)
        }
        let names = chain([assessment.question(of: failure)] + aliases)
        let why = FactPhrase.aliasWithoutAddress.text(["end": shown(end), "chain": names])
        return named(
            DNSCauses.noAddress, failure, assessment,
            ["typed": shown(end), "why": why + Self.why(failure.extendedErrors)])
    }

    /// The finding about a name that a server blocks, as it says itself (RFC 8914), for example since its address is private
    /// (rebind protection of a router); `nil` if it does not say so.
    private static func blocked(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Finding? {
        guard let errors = failure.extendedErrors, errors.contains(where: \.isBlocking) else { return nil }
        let name = shown(assessment.question(of: failure))
        return Finding(
            DNSCauses.blockedAnswer, confidence: 0.9,
            [
                "name": name, "server": shown(failure.server ?? "?"), "addresses": FactPhrase.noAddress.text,
                "other": "", "why": why(errors), "rebound": name, "filtered": name,
            ])
    }

    // MARK: A type that is dropped

    /// The type of dropped queries, as a fact of the advice that programs do without them, which the system resolver can for
    /// IPv6 alone (`no-aaaa` of resolv.conf(5)).
    static func withoutSixth(_ type: String?) -> String? { type == "AAAA" ? type : nil }

    /// Whether a query had no response when it was repeated, as far as it was.
    static func isStillSilent(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Bool {
        assessment.followUp(.again, to: failure).map { $0.failure == .timeout } ?? true
    }

    static func familyDropped(
        _ dropped: Resolution.Failure, other: String?, _ assessment: DNSAssessment, severity: Severity? = nil
    ) -> Finding {
        var facts = [
            "type": shown(dropped.type ?? "?"), "other": shown(other ?? "?"),
            "delay": assessment.dns.patience.map { waitForDropped($0.duration) } ?? milliseconds(dropped.duration),
        ]
        facts["dropped"] = withoutSixth(dropped.type)
        return named(DNSCauses.familyDropped, dropped, assessment, confidence: 0.9, severity: severity, facts)
    }
}
