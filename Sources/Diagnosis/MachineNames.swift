public import NetworkModel

/// How a name that always exists is resolved: by programs on this machine, and by its DNS servers.
public struct MachineNames: Sendable, Hashable {
    /// The resolution of the name: by the system resolver, and by DNS servers on the wire.
    public var resolution: Resolution
    /// The result of a second attempt after the system resolver had failed; `nil` if there was none. If a server has
    /// addresses, a program was started for it, otherwise the call was repeated.
    public var again: SystemLookup?
    /// The services in the line `hosts` of nsswitch.conf(5) that resolve such a name, in order.
    public var nameServices: [String]
    /// The line with its place; `nil` if there is none.
    public var nameServiceLine: String?
    /// The resolver variables of the environment that ``nameServiceLine`` consists of; empty if it is the line.
    public var resolverVariables: [String] = []
    /// The library of a service that is not installed, because of which the search ends; `nil` if there is none.
    public var missingLibrary: String?
    /// How long programs wait for the servers; `nil` if not known.
    public var patience: ResolverTimeouts?
    /// The line of resolv.conf(5) that changes how programs query servers; `nil` if there is none.
    public var queryLine: String?
    /// The result of the search list for the name without the final dot, as programs use it, if the search list comes first
    /// and leads to an address or takes time; `nil` if it does not, or was not tried.
    public var searched: Resolution?
    /// The lines of resolv.conf(5) because of which the search list comes first, with their places.
    public var searchLines: [String] = []

    /// The files that programs read to resolve names, and that not every user can read.
    public var unreadable: [String] = []

    /// Whether nscd(8) runs, which answers programs from its cache.
    public var hasCache = false

    /// The results of further queries to the server, if programs got no response from it; `nil` if there were none.
    public var trial: ResponseLossTrial?

    /// The results of pairs of queries to the server, if programs got no response from it; `nil` if there were none.
    public var pairs: QueryPairs?

    /// The time of a response that arrived late, while programs still waited for it.
    package struct LateResponse: Sendable, Hashable {
        /// The server, as in ``Resolution/Failure/server``.
        package var server: String
        /// The record type in the query.
        package var type: String
        /// The time until the response.
        package var duration: Milliseconds

        /// Creates the time of a response.
        package init(server: String, type: String, duration: Milliseconds) {
            (self.server, self.type, self.duration) = (server, type, duration)
        }
    }

    /// The responses that arrived late. Their queries are still listed as unanswered in ``resolution``.
    package var late: [LateResponse] = []

    /// Whether the observation ended while programs still wait for the responses that are missing.
    package var hasEndedEarly = false

    /// A name that every resolver of the Internet can resolve.
    public static let knownName = "a.root-servers.net"

    /// Creates the observations of a name.
    public init(resolution: Resolution, again: SystemLookup? = nil, nameServices: [String]) {
        self.resolution = resolution
        self.again = again
        self.nameServices = nameServices
    }

    /// Whether a server returned an address.
    public var hasAddress: Bool { answersOnWire.contains { $0.address != nil } }

    /// Whether the system resolver failed although a server responded, so that a second attempt is useful.
    public var isDoubtful: Bool {
        guard let failure = resolution.system?.failure else { return false }
        return hasAddress || failure == .timeout && !server.isEmpty && !hasSilence
            || isTemporary(failure) && isDeniedAlone
    }

    var answersOnWire: [Resolution.Answer] { resolution.answers.filter { $0.source == .dns } }

    /// The name without the final dot that disables the search list.
    var name: String { shown(resolution.name.hasSuffix(".") ? String(resolution.name.dropLast()) : resolution.name) }

    /// The findings about programs that cannot resolve names, or wait for them, while a DNS server responds.
    var findings: [Finding] {
        guard !server.isEmpty else {
            // If the uplink's query was the only one that a limit of the rate let pass, no server answers for the name.
            return unansweredServer.flatMap { pairs?.withholding(at: $0) }.map { [$0] } ?? []
        }
        let there = answersOnWire.compactMap(\.address)
        let answer =
            there.isEmpty
            ? FactPhrase.answersAtAll.text : FactPhrase.hasAddresses.text(["addresses": DNSRules.list(there)])
        if !nameServices.isEmpty, nameServices.allSatisfy(Self.isLocal) {
            return [differing(FactPhrase.findNoAddress.text, there: answer, confidence: 0.97)]
        }
        // It withholds queries for one address family as well.
        if let withheld = pairs?.withholding(at: server) { return [withheld] }
        let wrongSearchResult = searchFindings
        let found = (wrongSearchResult.isEmpty ? differences(answer) : wrongSearchResult) + familyFindings
        return found + (found.isEmpty ? unreadableFindings : [])
    }

    /// The findings about programs of other users, if this process can read what they cannot.
    private var unreadableFindings: [Finding] {
        guard !unreadable.isEmpty else { return [] }
        return [
            Finding(
                DNSCauses.systemDiffers, confidence: 0.95, severity: .warning,
                [
                    "here": FactPhrase.cannotReadFiles.text(["files": shown(unreadable.joined(separator: ", "))]),
                    "name": name, "server": shown(server), "there": FactPhrase.answersAtAll.text, "why": "",
                    "unreadable": shown(unreadable.joined(separator: " ")),
                ])
        ]
    }

    /// The findings about programs that the search list leads elsewhere, for example to a domain that has an address for
    /// every name.
    private var searchFindings: [Finding] {
        guard let searched, let other = searched.searched else { return [] }
        let system = searched.system?.addresses ?? []
        let here = system.isEmpty ? searched.answers.filter { $0.source == .dns }.compactMap(\.address) : system
        let there = answersOnWire.compactMap(\.address)
        guard !here.isEmpty, Set(here).isDisjoint(with: there), !there.isEmpty || isDeniedAlone else { return [] }
        let lines = DNSRules.searchFacts(searchLines.joined(separator: ", "))
        return [
            Finding(
                DNSCauses.systemDiffers, confidence: 0.95, severity: there.isEmpty ? .warning : nil,
                lines.merging([
                    "here": DNSRules.wrongSearchResult(to: shown(other), here), "name": name, "server": shown(server),
                    "there": there.isEmpty
                        ? FactPhrase.saysNoSuchName.text
                        : FactPhrase.hasAddresses.text(["addresses": DNSRules.list(there)]),
                ]) { $1 })
        ]
    }

    /// Whether the system resolver got nothing, twice, although a server has an address.
    package var isFailing: Bool { hasAddress && resolution.system?.failure != nil && again?.failure != nil }

    /// Whether the system resolver got no response in time, which the loss of packets explains as well as its configuration.
    package var mayHaveLostAnswers: Bool {
        guard isFailing, let lookup = resolution.system, let again else { return false }
        return ResponseLossTrial.isDue(after: [lookup, again])
    }

    /// Whether a call of the system resolver may have waited for a response that was lost, so that the loss is measured while it is
    /// called again.
    package var mayLoseAnswers: Bool {
        guard hasAddress, let lookup = resolution.system, lookup.failure != nil else { return false }
        return ResponseLossTrial.isDue(after: [lookup])
    }

    private func differences(_ answer: String) -> [Finding] {
        // Half of each pair is also answered by a server that never answers one type.
        // If single queries are lost as well, it is chance that one of each pair was answered. Without a trial, programs must
        // at least have waited for an answer.
        if !hasSilence, trial.map({ $0.lost == 0 }) ?? mayHaveLostAnswers,
            let half = pairs?.finding(of: name, at: server)
        {
            return [half]
        }
        if let trial, isFailing || trial.isTelling, let lost = trial.finding(at: server) { return [lost] }
        // The queries of this process exceeded a limit of the rate.
        if trial?.isLimited == true { return [] }
        guard let lookup = resolution.system, let failure = lookup.failure, let again, let second = again.failure else {
            return []
        }
        if failure == .timeout || second == .timeout {
            let waited = max(lookup.duration, again.duration)
            guard !hasSilence, !isSlow(beside: waited) else { return [] }
            let isSilent = failure == second
            // If one of them ended, a program that waited for it gets nothing although a server has the name.
            guard isSilent || hasAddress else { return [] }
            let here =
                isSilent
                ? FactPhrase.waitForAnswer.text(["time": durationText(waited)])
                : FactPhrase.findNoAddress.text
            return [differing(here, there: answer, confidence: 0.95)]
        }
        let isFound = hasAddress || isTemporary(failure) && isTemporary(second) && isDeniedAlone
        return isFound ? [differing(FactPhrase.findNoAddress.text, there: answer, confidence: 0.95)] : []
    }

    private func differing(_ here: String, there: String, confidence: Double) -> Finding {
        let services = NameServiceFacts(
            line: nameServiceLine, services: nameServices, missingLibrary: missingLibrary,
            isSilent: resolution.system?.failure == .timeout && again?.failure == .timeout,
            variables: resolverVariables)
        let asksServers = nameServices.isEmpty || !nameServices.allSatisfy(Self.isLocal)
        let isRejected = answersOnWire.contains { $0.isEDNSRejected == true }
        let queries =
            asksServers
            ? DNSRules.otherQueries(queryLine, to: server, after: slowest, isRejected: isRejected) : nil
        let impatience = patience?.facts(beside: slowest)
        let lookups = [resolution.system, again].compactMap(\.self)
        let timeout = patience.map { Milliseconds(.seconds($0.timeout)) }
        let isLoss =
            impatience == nil && queries == nil && lookups.count == 2
            && services.isLossLikely(answersOnWire, lookups, after: timeout)
        let loss = isLoss ? FactPhrase.queryRepeated.text : nil
        let reason = impatience?["why"] ?? loss ?? queries.map { "; \($0)" }
        let facts = services.facts(beside: reason).merging(
            [
                "here": here, "name": name, "server": shown(server), "there": there, "queries": queries,
                "unreadable": unreadable.isEmpty ? nil : shown(unreadable.joined(separator: " ")),
                "patience": impatience?["patience"],
            ].compactMapValues(\.self)
        ) { $1 }
        return Finding(
            DNSCauses.systemDiffers, confidence: confidence, severity: isLoss ? .warning : nil,
            NameServiceFacts.adding(cache: hasCache, to: facts))
    }

    /// The server that responded, with whatever result; empty if none did.
    package var server: String {
        if let server = resolution.answers.lazy.compactMap(\.server).first { return server }
        return resolution.failures.first { $0.source == .dns && !$0.hasNoAnswer && !$0.lacksStream }?.server ?? ""
    }

    private var unansweredServer: String? {
        resolution.failures.lazy.filter { $0.source == .dns }.compactMap(\.server).first
    }

    /// Whether programs find no address, and no server has one, since queries failed before an answer could arrive: this
    /// machine's own packet filter may have refused to send them.
    package var mayBeWithheld: Bool {
        guard !hasAddress, resolution.system?.failure != nil else { return false }
        return resolution.failures.contains {
            $0.source == .dns && $0.hasNoAnswer && $0.duration.duration < Self.atOnce
        }
    }

    /// Within this time, only a query that was not sent fails without an answer.
    private static let atOnce = Duration.milliseconds(100)

    /// Whether servers only report that the name does not exist. Programs get the same result, and do not try again.
    private var isDeniedAlone: Bool {
        let wire = resolution.failures.filter { $0.source == .dns }
        return !wire.isEmpty && wire.allSatisfy { $0.reason == .nxdomain || $0.reason == .noData }
    }

    private func isTemporary(_ failure: Resolution.FailureReason) -> Bool {
        failure != .nxdomain && failure != .noData && failure != .timeout
    }

    /// The longest time until a server's response.
    private var slowest: Milliseconds? {
        let times =
            answersOnWire.map(\.duration) + resolution.failures.filter { $0.source == .dns }.map(\.duration)
        return times.max { $0.value < $1.value }
    }

    /// Whether a server is so slow that programs, which waited for this long, wait for it as well: the name is queried as it
    /// is, and for both address families at once.
    private func isSlow(beside waited: Milliseconds) -> Bool {
        slowest.map { $0.value * 1.3 > waited.value } ?? false
    }

    /// Whether a server is silent. Every program waits for it, and it is a cause of its own.
    private var hasSilence: Bool { resolution.failures.contains { $0.source == .dns && $0.hasNoAnswer } }

    /// Whether a service only resolves names of this machine and its links.
    private static func isLocal(_ service: String) -> Bool {
        ["files", "db", "compat", "myhostname", "mymachines"].contains(service) || service.hasPrefix("mdns")
    }
}
