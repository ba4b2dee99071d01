public import NetworkModel

/// How one name that always exists is resolved: by programs on this machine, and by its DNS servers.
public struct MachineNames: Sendable, Hashable {
    /// The name's resolution: by the system's resolver, and by DNS servers on the wire.
    public var resolution: Resolution
    /// What came of a second try after the system's resolver had failed: of a program that was started for it where a server
    /// has addresses, else of another call; `nil` if there was none.
    public var again: SystemLookup?
    /// The services of the line `hosts` of nsswitch.conf(5) that such a name is looked up in, in order.
    public var nameServices: [String]
    /// The line itself, with its place; `nil` if there is none.
    public var nameServiceLine: String?
    /// How long programs wait for the servers; `nil` if that is not known.
    public var patience: ResolverPatience?
    /// What the search list makes of the name as programs write it, without the final dot, where it comes first and leads somewhere;
    /// `nil`: nothing, or it was not asked.
    public var searched: Resolution?
    /// The lines of resolv.conf(5) that have the search list asked first, each with its place.
    public var searchLines: [String] = []

    /// What became of further questions to the server, where programs had no answer from it; `nil` if none were put.
    public var trial: AnswerTrial?

    /// A name that every resolver of the Internet knows.
    public static let knownName = "a.root-servers.net"

    /// Creates what was observed of the name.
    public init(resolution: Resolution, again: SystemLookup? = nil, nameServices: [String]) {
        self.resolution = resolution
        self.again = again
        self.nameServices = nameServices
    }

    /// Whether a server has given an address.
    public var hasAddress: Bool { answersOnWire.contains { $0.address != nil } }

    /// Whether the system's resolver failed although a server has answered, so that it is worth a second question.
    public var isDoubtful: Bool {
        guard let failure = resolution.system?.failure else { return false }
        return hasAddress || failure == .timeout && !server.isEmpty && !hasSilence
            || isTemporary(failure) && isDeniedAlone
    }

    var answersOnWire: [Resolution.Answer] { resolution.answers.filter { $0.source == .dns } }

    /// The name, without the final dot that keeps the search list out.
    var name: String { shown(resolution.name.hasSuffix(".") ? String(resolution.name.dropLast()) : resolution.name) }

    /// Programs that find no names, or wait for them, while a DNS server answers.
    var findings: [Finding] {
        guard !server.isEmpty else { return [] }
        let there = answersOnWire.compactMap(\.address)
        let answer =
            there.isEmpty
            ? FactPhrase.answersAtAll.text : FactPhrase.hasAddresses.text(["addresses": DNSRules.list(there)])
        if !nameServices.isEmpty, nameServices.allSatisfy(Self.isLocal) {
            return [differing(FactPhrase.findNoAddress.text, there: answer, confidence: 0.97)]
        }
        let misled = searchFindings
        return (misled.isEmpty ? differences(answer) : misled) + familyFindings
    }

    /// Programs that are led elsewhere by the search list, as by a domain that has an address for whatever name.
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
                    "here": DNSRules.misled(to: shown(other), here), "name": name, "server": shown(server),
                    "there": there.isEmpty
                        ? FactPhrase.saysNoSuchName.text
                        : FactPhrase.hasAddresses.text(["addresses": DNSRules.list(there)]),
                ]) { $1 })
        ]
    }

    /// Whether the system's resolver had no answer in time, which the loss of packets explains as well as what it is set up for.
    package var mayHaveLostAnswers: Bool {
        guard hasAddress, let lookup = resolution.system, lookup.failure != nil, let again, again.failure != nil else {
            return false
        }
        return AnswerTrial.isDue(after: [lookup, again])
    }

    private func differences(_ answer: String) -> [Finding] {
        if let lost = trial?.finding(at: server) { return [lost] }
        guard let lookup = resolution.system, let failure = lookup.failure, let again, let second = again.failure else {
            return []
        }
        if failure == .timeout || second == .timeout {
            let waited = max(lookup.duration, again.duration)
            guard !hasSilence, !isSlow(beside: waited) else { return [] }
            let isSilent = failure == second
            // One of them has come to an end: a program that has waited for it finds nothing, where a server has the name.
            guard isSilent || hasAddress else { return [] }
            let here =
                isSilent
                ? FactPhrase.waitForAnswer.text(["time": spoken(waited)])
                : FactPhrase.findNoAddress.text
            return [differing(here, there: answer, confidence: 0.95)]
        }
        let isFound = hasAddress || isTemporary(failure) && isTemporary(second) && isDeniedAlone
        return isFound ? [differing(FactPhrase.findNoAddress.text, there: answer, confidence: 0.95)] : []
    }

    private func differing(_ here: String, there: String, confidence: Double) -> Finding {
        let services = nameServiceLine.map { "; \(shown($0))" }
        return Finding(
            DNSCauses.systemDiffers, confidence: confidence,
            [
                "here": here, "name": name, "server": shown(server), "there": there,
                "why": patience?.reason(beside: slowest) ?? services ?? "", "database": "hosts",
            ])
    }

    /// The server that answered, whatever it said; empty where none has.
    package var server: String {
        if let server = resolution.answers.lazy.compactMap(\.server).first { return server }
        return resolution.failures.first { $0.source == .dns && !$0.hasNoAnswer }?.server ?? ""
    }

    /// Whether servers say that there is no such name, and no more than that: programs are told the same, and not to try again.
    private var isDeniedAlone: Bool {
        let wire = resolution.failures.filter { $0.source == .dns }
        return !wire.isEmpty && wire.allSatisfy { $0.reason == .nxdomain || $0.reason == .noData }
    }

    private func isTemporary(_ failure: Resolution.FailureReason) -> Bool {
        failure != .nxdomain && failure != .noData && failure != .timeout
    }

    /// The longest time that a server took to answer.
    private var slowest: Milliseconds? {
        let times =
            answersOnWire.map(\.duration) + resolution.failures.filter { $0.source == .dns }.map(\.duration)
        return times.max { $0.value < $1.value }
    }

    /// Whether a server took so long that programs, which have waited for this long, wait for it as well: the name is asked for as it
    /// is, and for both families at once.
    private func isSlow(beside waited: Milliseconds) -> Bool {
        slowest.map { $0.value * 1.3 > waited.value } ?? false
    }

    /// A silent server lets every program wait, and is a cause of its own.
    private var hasSilence: Bool { resolution.failures.contains { $0.source == .dns && $0.hasNoAnswer } }

    /// Services that know names of this machine and its links alone.
    private static func isLocal(_ service: String) -> Bool {
        ["files", "db", "compat", "myhostname", "mymachines"].contains(service) || service.hasPrefix("mdns")
    }
}
