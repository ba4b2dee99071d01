import NetworkModel

/// Rules for names without an address.
extension DNSRules {
    static func unanswered(_ reading: DNSReading) -> [Finding] {
        let words = reading.words
        func first(_ reason: Resolution.FailureReason) -> Resolution.Failure? { words.first { $0.reason == reason } }
        if let found = words.first(where: { $0.isAliasLoop == true }) {
            return [brokenAlias(found, reading, chain: found.aliases ?? [], end: .goesRound)]
        }
        if let found = first(.nxdomain) { return [missing(found, reading)] }
        if let found = words.first(where: { $0.isTruncated == true && $0.hasNoAnswer }) {
            return [named(DNSCauses.tcpBlocked, found, reading, ["reason": found.reason.rawValue])]
        }
        if let found = first(.servfail) { return [failed(found, reading)] }
        if let found = first(.refused) { return [placed(DNSCauses.refused, found, reading)] }
        if let found = first(.malformed) { return [malformed(found, reading)] }
        if let found = first(.noData) {
            if let dropped = first(.timeout), dropped.server == found.server, isStillSilent(dropped, reading) {
                return [familyDropped(dropped, other: found.type, reading, severity: .error)]
            }
            if let late = lateAddress(beside: found, reading) { return [late] }
            return [withoutAddress(found, reading)]
        }
        if reading.failures.allSatisfy({ $0.reason == .closed }) {
            return [named(DNSCauses.serverClosed, words[0], reading)]
        }
        let silence = reading.failures.first { $0.reason == .timeout } ?? words[0]
        let connected = ResolverSide.connected(reading.failures.compactMap(\.server), reading.evidence.uplink)
        let silent = named(DNSCauses.serverUnreachable, silence, reading, confidence: 0.95, connected)
        return [silent] + unaskedServer(reading.dns.problems)
    }

    /// The finding about an address that the server has, and that did not arrive in time; `nil` if there is none.
    private static func lateAddress(beside found: Resolution.Failure, _ reading: DNSReading) -> Finding? {
        let late = reading.words.first { failure in
            failure.reason == .timeout && failure.server == found.server
                && reading.followUp(.again, to: failure)?.addresses.isEmpty == false
        }
        guard let late else { return nil }
        return trial(reading).flatMap { $0.trial.finding(at: $0.server, severity: .error) }
            ?? named(DNSCauses.serverUnreachable, late, reading, confidence: 0.6)
    }

    /// The finding about a server in resolv.conf(5) that is never queried, since it is not an address, or the fourth. If the
    /// others are silent, it may be the one that would respond.
    static func unaskedServer(_ problems: [String]) -> [Finding] {
        let problem = problems.first { $0.contains("is not an IP address") || $0.contains("is not asked") }
        return problem.map { [Finding(DNSCauses.misconfigured, severity: .warning, facts(of: $0))] } ?? []
    }

    static func questionsOnFailure(_ reading: DNSReading) -> [NameQuestion] {
        // The system does not report which server failed, nor how.
        if reading.failures.isEmpty, hasSystemFailed(reading.dns) {
            return reading.dns.servers.prefix(maxServersAsked).flatMap { server in
                reading.types.map { .query(.written, name: reading.question(of: nil), type: $0, server: server) }
            }
        }
        guard let word = reading.words.min(by: { order($0) < order($1) }), let server = word.server,
            let type = word.recordType
        else { return [] }
        let name = reading.question(of: word)
        switch word.reason {
        case .nxdomain:
            let others = reading.others(than: server).flatMap { other in
                reading.types.map { NameQuestion.query(.other, name: name, type: $0, server: other) }
            }
            guard word.aliases == nil else { return others }
            return parents(of: name).map { .query(.parent, name: $0, type: .a, server: server) } + others
        case .servfail:
            return [
                .query(.unchecked, name: name, type: type, server: server),
                .query(.again, name: name, type: type, server: server), .aliases(name: name, server: server),
            ]
        case .noData:
            let dropped = reading.words.filter { $0.reason == .timeout && $0.server == server }.compactMap(\.recordType)
            let again = dropped.map { NameQuestion.query(.again, name: name, type: $0, server: server) }
            // The query may have been lost, and so may the next one.
            let losses = again.isEmpty ? [] : reading.trialName.map { [NameQuestion.losses(name: $0, server: server)] }
            guard let end = word.aliases?.last else { return again + (losses ?? []) }
            return again + [
                .query(.end, name: end, type: type, server: server), .aliases(name: end, server: server),
            ]
        case .refused, .timeout, .closed, .malformed:
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
        _ entry: CauseEntry, _ failure: Resolution.Failure, _ reading: DNSReading, confidence: Double = 0.98,
        severity: Severity? = nil, _ more: [String: String] = [:]
    ) -> Finding {
        var servers: [String] = []
        for server in reading.failures.compactMap(\.server) where !servers.contains(server) { servers.append(server) }
        let facts = [
            "name": shown(reading.question(of: failure)), "typed": shown(reading.question(of: failure)),
            "server": shown(failure.server ?? "?"),
            "servers": shown(servers.joined(separator: ", ")), "families": families(of: reading),
            "why": why(failure.extendedErrors), "code": failure.isNotImplemented == true ? "NOTIMP" : "REFUSED",
        ]
        let host = failure.server.flatMap(PathDestination.init(server:))?.address
        return ofOwnServers(
            Finding(
                entry, confidence: confidence, severity: severity,
                facts.merging(helpers(for: servers)) { $1 }.merging(host.map(reading.evidence.unobserved) ?? [:]) { $1 }
                    .merging(more) { $1 }),
            servers)
    }

    private static func families(of reading: DNSReading) -> String {
        let families = reading.evidence.families
        guard families.count == 1, let one = families.first else { return FactPhrase.bothFamilies.text }
        return one == .ipv4 ? "IPv4" : "IPv6"
    }

    /// The finding for NXDOMAIN: for the name, or for the end of its aliases.
    private static func missing(_ failure: Resolution.Failure, _ reading: DNSReading) -> Finding {
        let other = reading.followUps(.other).first { !$0.addresses.isEmpty }
        if let other {
            return named(
                DNSCauses.serversDisagree, failure, reading, confidence: 0.95, severity: .error,
                [
                    "other": shown(other.server), "here": FactPhrase.nameDoesNotExist.text,
                    "there": FactPhrase.hasAddresses.text(["addresses": list(other.addresses)]),
                ])
        }
        if let aliases = failure.aliases {
            return brokenAlias(failure, reading, chain: aliases, end: .doesNotExist)
        }
        if let denial = denial(failure, reading) { return denial }
        guard !reading.name.contains("."), let search = reading.dns.search, !search.isEmpty else {
            return named(DNSCauses.nxdomain, failure, reading, nearest(reading, failure))
        }
        // A name without a dot is meant to be completed: the other side is not to blame.
        let completed = search.map { shown("\(reading.name).\($0)") }.joined(separator: ", ")
        var finding = named(
            DNSCauses.nxdomain, failure, reading, confidence: 0.9,
            ["nearest": FactPhrase.norCompleted.text(["names": completed]), "completed": completed])
        finding.side = .machine
        return finding
    }

    // MARK: A server that denies every name

    /// Whether it is useful to test if the server also denies existing names: no parent of the name exists, or nothing has an
    /// address.
    static func mayBeDenied(_ reading: DNSReading) -> Bool {
        guard reading.answers.isEmpty, reading.evidence.asked.question == nil else { return false }
        return reading.words.contains { word in
            word.aliases == nil
                && (word.reason == .noData || word.reason == .nxdomain && areParentsMissing(reading, word))
        } && reading.words.allSatisfy { $0.reason == .nxdomain || $0.reason == .noData }
    }

    /// The finding that the server also denied existing names when the uplink was examined.
    private static func denial(_ failure: Resolution.Failure, _ reading: DNSReading) -> Finding? {
        let isDenying = reading.evidence.uplink?.allQueries.contains { query in
            query.isDenial && "\(query.server)" == failure.server
        }
        guard isDenying == true, failure.aliases == nil, let server = failure.server else { return nil }
        let isEmpty = failure.reason == .noData
        let why =
            isEmpty
            ? FactPhrase.emptyForEveryName.text(["server": shown(server)])
            : FactPhrase.deniesEveryName.text
        var finding = Finding(
            isEmpty ? DNSCauses.noAddress : DNSCauses.nxdomain, confidence: 0.95,
            [
                "name": shown(reading.question(of: failure)), "server": shown(server), "nearest": "", "why": why,
                "denier": shown(server), "families": families(of: reading),
            ])
        finding.side = .network
        return finding
    }

    /// The nearest parent that exists, as far as known.
    private static func nearest(_ reading: DNSReading, _ failure: Resolution.Failure) -> [String: String] {
        let parents = parents(of: reading.question(of: failure))
        let known = reading.followUps(.parent)
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
        return ["nearest": areParentsMissing(reading, failure) ? FactPhrase.noNameAbove.text : ""]
    }

    private static func areParentsMissing(_ reading: DNSReading, _ failure: Resolution.Failure) -> Bool {
        let (parents, known) = (parents(of: reading.question(of: failure)), reading.followUps(.parent))
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
        _ failure: Resolution.Failure, _ reading: DNSReading, chain aliases: [String], end: AliasEnd
    ) -> Finding {
        let names = [reading.question(of: failure)] + aliases
        return named(
            DNSCauses.cnameBroken, failure, reading,
            ["chain": chain(names), "end": shown(names.last ?? "?"), "what": end.phrase.text])
    }

    /// The finding for SERVFAIL: because of signatures, because the aliases form a loop, or for reasons of the server.
    private static func failed(_ failure: Resolution.Failure, _ reading: DNSReading) -> Finding {
        if let broken = brokenSteps(failure, reading, after: []) { return broken }
        let again = reading.followUp(.again, to: failure)
        if let unchecked = reading.followUp(.unchecked, to: failure),
            unchecked.failure == nil || unchecked.failure == .noData || unchecked.failure == .nxdomain,
            again?.failure == .servfail
        {
            let query = ResolverSide.query(of: failure.server, reading.evidence.uplink)
            var facts = ["why": ResolverSide.why(query, failure.extendedErrors ?? again?.extendedErrors)]
            if query?.hasSignatures != true { facts["zone"] = shown(reading.question(of: failure)) }
            return ResolverSide.placed(
                named(DNSCauses.dnssecBogus, failure, reading, confidence: 0.95, facts), by: query)
        }
        return placed(DNSCauses.servfail, failure, reading)
    }

    /// The finding on the side of the server's operator, if the server fails for everything.
    private static func placed(
        _ entry: CauseEntry, _ failure: Resolution.Failure, _ reading: DNSReading
    ) -> Finding {
        let query = ResolverSide.query(of: failure.server, reading.evidence.uplink)
        return ResolverSide.placed(named(entry, failure, reading), by: query)
    }

    /// The finding if aliases that were queried one by one lead nowhere.
    ///
    /// - Parameter aliases: The aliases before them.
    private static func brokenSteps(
        _ failure: Resolution.Failure, _ reading: DNSReading, after aliases: [String]
    ) -> Finding? {
        let steps = reading.followUps(.alias).filter { $0.server == failure.server }
        let links = steps.compactMap { step in step.aliases?.first.map { (from: step.name, to: $0) } }
        let chain = aliases + links.map(\.to)
        let earlier = [reading.question(of: failure)] + aliases.dropLast() + links.map(\.from)
        if let last = links.last, earlier.contains(where: { $0.lowercased() == last.to.lowercased() }) {
            return brokenAlias(failure, reading, chain: chain, end: .goesRound)
        }
        guard !chain.isEmpty, steps.last?.failure == .nxdomain else { return nil }
        return brokenAlias(failure, reading, chain: chain, end: .doesNotExist)
    }

    private static func malformed(_ failure: Resolution.Failure, _ reading: DNSReading) -> Finding {
        let what =
            failure.ignoredReplies.map { FactPhrase.repliesToOthers.text(["count": "\($0)"]) }
            ?? FactPhrase.cannotBeParsed.text
        return named(DNSCauses.malformed, failure, reading, ["what": what])
    }

    private static func withoutAddress(_ failure: Resolution.Failure, _ reading: DNSReading) -> Finding {
        if let aliases = failure.aliases {
            let ends = reading.followUps(.end)
            if ends.contains(where: { $0.failure == .nxdomain }) {
                return brokenAlias(failure, reading, chain: aliases, end: .doesNotExist)
            }
            if let broken = brokenSteps(failure, reading, after: aliases) { return broken }
            // Programs do not follow aliases themselves: that is the task of the server (RFC 1034 section 4.3.1).
            if ends.contains(where: { !$0.addresses.isEmpty }) {
                return brokenAlias(failure, reading, chain: aliases, end: .isLeftOut)
            }
        }
        if let denial = denial(failure, reading) { return denial }
        guard let aliases = failure.aliases, let end = aliases.last else {
            return named(DNSCauses.noAddress, failure, reading)
        }
        let names = chain([reading.question(of: failure)] + aliases)
        let why = FactPhrase.aliasWithoutAddress.text(["end": shown(end), "chain": names])
        return named(
            DNSCauses.noAddress, failure, reading,
            ["typed": shown(end), "why": why + Self.why(failure.extendedErrors)])
    }

    // MARK: A type that is dropped

    /// Whether a query had no response when it was repeated, as far as it was.
    static func isStillSilent(_ failure: Resolution.Failure, _ reading: DNSReading) -> Bool {
        reading.followUp(.again, to: failure).map { $0.failure == .timeout } ?? true
    }

    static func familyDropped(
        _ dropped: Resolution.Failure, other: String?, _ reading: DNSReading, severity: Severity? = nil
    ) -> Finding {
        named(
            DNSCauses.familyDropped, dropped, reading, confidence: 0.9, severity: severity,
            [
                "type": shown(dropped.type ?? "?"), "other": shown(other ?? "?"),
                "delay": milliseconds(reading.dns.patience ?? dropped.duration),
            ])
    }
}
