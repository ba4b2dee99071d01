import NetworkModel

/// Rules for queries to a DNS server, and responses of it, that are lost now and then.
extension DNSRules {
    /// The queries that measure the loss, if anything suggests one.
    static func followUpsOnLoss(_ assessment: DNSAssessment) -> [NameFollowUp] {
        guard let server = lossy(assessment), let name = assessment.trialName,
            PathDestination(server: server)?.address.isLoopback == false
        else { return [] }
        return [.losses(name: name, server: server)]
            + (mayDropPairs(assessment) ? [.pairs(name: assessment.question(of: nil), server: server)] : [])
    }

    /// Whether queries of a check whose name was resolved may be lost, or are known to be lost, on whatever part of the path.
    static func mayLoseQueries(in evidence: Evidence) -> Bool {
        guard !evidence.hasHealthyLowerLayers else { return false }
        return evidence.observed.read(DNSEvidence.self) { dns -> Bool in
            let assessment = DNSAssessment(dns, evidence)
            guard !assessment.answers.isEmpty else { return false }
            return trial(assessment).map { $0.trial.isTelling } ?? !followUpsOnLoss(assessment).isEmpty
        } ?? false
    }

    /// Whether programs, which send two queries from one socket, waited for a server that answers each of them.
    private static func mayDropPairs(_ assessment: DNSAssessment) -> Bool {
        assessment.evidence.asked.question == nil && assessment.types.count == 2 && hasSystemWaited(assessment)
            && isPrompt(assessment)
    }

    /// Whether each query had a result long before one of a pair counts as unanswered.
    private static func isPrompt(_ assessment: DNSAssessment) -> Bool {
        let answers = assessment.answers.filter { $0.source == .dns }.map(\.duration)
        return (answers + assessment.failures.map(\.duration)).allSatisfy { $0.duration <= QueryPairs.limit / 2 }
    }

    /// The finding about a server that answers only one of two queries from a socket.
    static func oneAnswer(_ assessment: DNSAssessment) -> Finding? {
        let asked = assessment.followUps(.pair)
        // A server that never answers one type answers half of each pair as well.
        guard let server = asked.first?.server, asked.count.isMultiple(of: 2),
            !assessment.failures.contains(where: \.hasNoAnswer), isPrompt(assessment)
        else { return nil }
        let isFound = assessment.dns.resolution.system?.addresses.isEmpty == false
        // If single queries are lost as well, it is chance that one of each pair was answered. Without a
        // trial, programs that got no address must at least have waited for an answer.
        guard trial(assessment).map({ $0.trial.lost == 0 }) ?? (isFound || hasSystemWaited(assessment)) else {
            return nil
        }
        let pairs = stride(from: 0, to: asked.count, by: 2).map { place in
            (first: asked[place].failure != .timeout, second: asked[place + 1].failure != .timeout)
        }
        return QueryPairs(pairs).finding(
            of: shown(assessment.question(of: nil)), at: server, severity: isFound ? .warning : nil)
    }

    /// The warning that queries are lost, although the name was resolved.
    static func lost(_ assessment: DNSAssessment) -> [Finding] {
        guard let (server, trial) = trial(assessment), trial.isTelling,
            let destination = PathDestination(server: server),
            !LossRule.isLostBefore(trial.lost, of: trial.sent, to: destination.address, assessment.evidence)
        else { return [] }
        return trial.finding(at: server).map { [$0] } ?? []
    }

    /// The finding about a server that loses queries, in place of that about a type that it does not answer: that is chance.
    static func loss(
        insteadOf dropped: Resolution.Failure, _ assessment: DNSAssessment, severity: Severity? = nil
    ) -> Finding? {
        guard let (server, trial) = trial(assessment), server == dropped.server, trial.isTelling else { return nil }
        return trial.finding(at: server, severity: severity)
    }

    /// The result of queries for random names below the target's; `nil` if there were none.
    static func trial(_ assessment: DNSAssessment) -> (server: String, trial: ResponseLossTrial)? {
        let asked = assessment.followUps(.control).filter { assessment.isTrial($0) }
        let times: [Duration?] = asked.map { $0.failure == .timeout ? nil : $0.duration.duration }
        let slowly = times.dropFirst(ResponseLossTrial.size)
        return asked.first.map { first in
            (first.server, ResponseLossTrial(Array(times.prefix(ResponseLossTrial.size)), slowly: Array(slowly)))
        }
    }

    /// Whether a late response shows lost packets, or the end of an outage, and not a slow server: it is one to a repeated query, and
    /// the server answers others at once.
    static func isLossShown(by answer: Resolution.Answer, _ assessment: DNSAssessment) -> Bool {
        guard answer.isRepeated == true, let (server, trial) = trial(assessment) else { return false }
        return server == answer.server && trial.isPrompt && trial.lost < trial.sent
    }

    /// The server that may lose queries; `nil` if nothing suggests that.
    private static func lossy(_ assessment: DNSAssessment) -> String? {
        let answers = assessment.answers.filter { $0.source == .dns }
        if let repeated = answers.first(where: { $0.isRepeated == true })?.server { return repeated }
        guard assessment.evidence.asked.question == nil else { return nil }
        // A query for one type stayed without a response, and got one later.
        let late = droppedTypes(assessment).first { !isStillSilent($0, assessment) }
        if let server = late?.server { return server }
        return hasSystemWaited(assessment) ? answers.first?.server : nil
    }

    /// Whether programs waited for a response, while the server had one on the wire at once.
    private static func hasSystemWaited(_ assessment: DNSAssessment) -> Bool {
        guard let lookup = assessment.dns.resolution.system, !isSystemExplained(lookup, assessment) else {
            return false
        }
        let again = assessment.dns.systemAgain.map { [$0] } ?? []
        return ResponseLossTrial.isDue(after: [lookup] + again)
    }
}

extension DNSAssessment {
    /// The name below which the server is queried for random names; `nil` for the root.
    var trialName: String? {
        let name = question(of: nil)
        return name == "." || name.isEmpty ? nil : name
    }
}
