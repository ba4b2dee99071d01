import NetworkModel

/// What programs on this machine get for a name, beside what DNS servers say on the wire.
extension DNSRules {
    /// Programs find no address, or one that is no good, where a server has a good one.
    static func systemDiffers(_ reading: DNSReading) -> Finding? {
        guard let lookup = reading.dns.resolution.system, !reading.answersOnWire.isEmpty else { return nil }
        let there = reading.answersOnWire.compactMap(\.address)
        guard lookup.addresses.isEmpty else {
            let others = there.filter { !lookup.addresses.contains($0) }
            guard reading.hasNoConnection, let working = works(others, reading),
                !reading.answers.contains(where: { $0.source == .hosts })
            else { return nil }
            return differing(
                reading, FactPhrase.getAddresses.text(["addresses": list(lookup.addresses)]),
                there: FactPhrase.hasWhichWorks.text(["address": "\(working)"]), confidence: 0.95)
        }
        guard let failure = lookup.failure else { return nil }
        if let again = reading.dns.systemAgain {
            // A packet was lost, or a module of nsswitch.conf(5) has come or gone since this process started.
            guard let second = again.failure else { return nil }
            // Of two that fail, programs have nothing from either, whatever the one and the other say of it.
            let isSilent = failure == .timeout && second == .timeout
            let hasTimedOut = failure == .timeout || second == .timeout
            // Servers that are slow, or a busy machine, make one of them late.
            let waited = max(lookup.duration, again.duration)
            let isImpatient = failure != .timeout && patience(of: reading) != nil
            guard isImpatient || !hasTimedOut || !isSlow(reading, beside: waited) else { return nil }
            if let lost = answersLost(reading) { return lost }
            let here =
                isSilent
                ? FactPhrase.waitForAnswer.text(["time": spoken(waited)]) : FactPhrase.findNoAddress.text
            return differing(
                reading, here, there: FactPhrase.hasAddresses.text(["addresses": list(there)]), confidence: 0.97)
        }
        // Not asked again: what is temporary may have passed, and a call that takes long may return.
        switch failure {
        case .nxdomain, .noData:
            return differing(
                reading, FactPhrase.findNoAddress.text, there: FactPhrase.hasAddresses.text(["addresses": list(there)]),
                confidence: 0.9)
        case .servfail, .refused, .closed, .malformed:
            return differing(
                reading, FactPhrase.findNoAddress.text, there: FactPhrase.hasAddresses.text(["addresses": list(there)]),
                confidence: 0.7, severity: .warning)
        case .timeout: return nil
        }
    }

    /// Whether the system's resolver could not find out, which is not to say that the name does not exist.
    static func hasSystemFailed(_ dns: DNSEvidence) -> Bool {
        switch dns.resolution.system?.failure {
        case .timeout, .closed, .servfail, .refused, .malformed: true
        case .nxdomain, .noData, nil: false
        }
    }

    /// What is said of a name without a dot, which is left to the system's resolver alone, where that has failed.
    static func unansweredBySystem(_ reading: DNSReading) -> Finding? {
        let servers = shown(reading.dns.servers.joined(separator: ", "))
        let entry: CauseEntry? =
            switch reading.dns.resolution.system?.failure {
            case .timeout, .closed, .servfail, .malformed: DNSCauses.serverUnreachable
            case .refused: DNSCauses.refused
            case .nxdomain, .noData, nil: nil
            }
        guard let entry, let server = reading.dns.servers.first else { return nil }
        let name = shown(reading.name)
        return Finding(
            entry, confidence: 0.6,
            [
                "name": name, "typed": name, "server": shown(server), "servers": servers, "why": "", "code": "REFUSED",
            ])
    }

    /// A name that the system's resolver knows nothing of, and no server was asked for. One without a dot is meant to be completed: where this
    /// machine has no domain for that, nobody else need be wrong.
    static func unknownToSystem(_ reading: DNSReading) -> Finding {
        let name = shown(reading.name)
        var facts = ["name": name, "server": FactPhrase.systemResolver.text, "nearest": "", "why": ""]
        guard !reading.name.contains("."), reading.dns.search?.isEmpty ?? true else {
            facts["typed"] = name
            return Finding(DNSCauses.nxdomain, facts)
        }
        facts["why"] = FactPhrase.noDomainToComplete.text
        facts["short"] = name
        var finding = Finding(DNSCauses.nxdomain, confidence: 0.9, facts)
        finding.side = .machine
        return finding
    }

    /// The search list leads programs to another host than the name says.
    static func searchedElsewhere(_ reading: DNSReading) -> Finding? {
        guard let searched = reading.dns.resolution.searched else { return nil }
        let here = reading.answersOnWire.compactMap(\.address)
        let written = reading.followUps(.written).flatMap(\.addresses)
        guard !written.isEmpty, Set(here).isDisjoint(with: written) else { return nil }
        let working = reading.hasNoConnection ? works(written, reading) : nil
        let there =
            working.map { FactPhrase.hasWhichWorks.text(["address": "\($0)"]) }
            ?? FactPhrase.hasAddresses.text(["addresses": list(written)])
        return Finding(
            DNSCauses.systemDiffers, confidence: 0.95, severity: working == nil ? .warning : .error,
            searchFacts(reading.dns.optionLine).merging([
                "name": shown(reading.name), "here": misled(to: shown(searched), here), "there": there,
                "server": shown(reading.answersOnWire.first?.server ?? "?"),
            ]) { $1 })
    }

    /// That programs get addresses of another name, as the predicate of a sentence.
    static func misled(to name: String, _ addresses: [IPAddress]) -> String {
        FactPhrase.areLedTo.text(["name": name, "addresses": list(addresses)])
    }

    /// Why it is so, and what can be changed.
    ///
    /// - Parameter lines: Those of resolv.conf(5) that have the search list asked first.
    static func searchFacts(_ lines: String?) -> [String: String] {
        guard let lines, !lines.isEmpty else {
            return ["why": FactPhrase.searchListFirst.text, "search": "/etc/resolv.conf"]
        }
        return ["why": FactPhrase.searchListFirstBy.text(["lines": shown(lines)]), "search": shown(lines)]
    }

    /// Programs of other users ask others than this machine is set up for.
    static func unreadable(_ reading: DNSReading) -> Finding? {
        guard let files = reading.dns.unreadable, !files.isEmpty else { return nil }
        return differing(
            reading, FactPhrase.cannotReadFiles.text(["files": shown(files.joined(separator: ", "))]),
            there: FactPhrase.answersAtAll.text, confidence: 0.95, severity: .warning)
    }

    static func questionsOnSystem(_ reading: DNSReading) -> [NameQuestion] {
        guard let lookup = reading.dns.resolution.system, let answer = reading.answersOnWire.first,
            let server = answer.server
        else { return [] }
        if lookup.failure != nil {
            // Silent servers let every program wait, and are a cause of their own.
            let isExplained =
                lookup.failure == .timeout
                && (isSlow(reading, beside: lookup.duration) || reading.failures.contains(where: \.hasNoAnswer))
            guard !isExplained else { return [] }
            // Both at once: a look-up that has waited for an answer has used up the time for one after the other.
            let again = reading.dns.systemAgain.map { [$0] } ?? []
            let hasWaited = again.allSatisfy { $0.failure != nil } && AnswerTrial.isDue(after: [lookup] + again)
            let name = reading.question(of: nil)
            return [.system(name: reading.name)] + (hasWaited ? [.losses(name: name, server: server)] : [])
        }
        guard reading.dns.resolution.searched != nil, reading.name.contains(".") else { return [] }
        let questions = reading.types.map {
            NameQuestion.query(.written, name: reading.name, type: $0, server: server)
        }
        let written = reading.followUps(.written).flatMap(\.addresses)
        guard reading.hasNoConnection, let port = reading.evidence.asked.port, !written.isEmpty else {
            return questions
        }
        return questions + [.connect(written.prefix(4).map { SocketAddress($0, port: port) })]
    }

    /// What became of names made up below the target's, which ask whether the one answer on the wire was a lucky one.
    private static func answersLost(_ reading: DNSReading) -> Finding? {
        let asked = reading.followUps(.control).filter(reading.isTrial)
        let trial = AnswerTrial(asked.map { $0.failure == .timeout ? nil : $0.duration.duration })
        return asked.first.flatMap { trial.finding(at: $0.server, severity: .error) }
    }

    /// Whether a server took so long that programs, which have waited for this long, wait for it as well.
    private static func isSlow(_ reading: DNSReading, beside waited: Milliseconds) -> Bool {
        reading.answersOnWire.contains { $0.duration.value * 3 > waited.value }
    }

    private static func differing(
        _ reading: DNSReading, _ here: String, there: String, confidence: Double,
        severity: Severity? = nil
    ) -> Finding {
        let services = reading.dns.nameServiceLine.map { "; \(shown($0))" }
        return Finding(
            DNSCauses.systemDiffers, confidence: confidence, severity: severity,
            [
                "name": shown(reading.name), "here": here, "there": there,
                "server": shown(reading.answersOnWire.first?.server ?? "?"),
                "why": patience(of: reading) ?? services ?? "", "database": "hosts",
            ])
    }

    /// Why programs give up before a server answers, or ask none; `nil` if they do not.
    private static func patience(of reading: DNSReading) -> String? {
        guard let line = reading.dns.optionLine, let attempts = reading.dns.attempts, let timeout = reading.dns.patience
        else { return nil }
        let times = reading.dns.resolution.answers.filter { $0.source == .dns }.map(\.duration)
        return ResolverPatience(timeout: Int(timeout.value / 1_000), attempts: attempts, line: line)
            .reason(beside: times.max { $0.value < $1.value })
    }
}
