import NetworkModel

/// Rules for queries to a DNS server, and responses of it, that are lost now and then.
extension DNSRules {
    /// The queries that measure the loss, if anything suggests one.
    static func questionsOnLoss(_ reading: DNSReading) -> [NameQuestion] {
        guard let server = lossy(reading), let name = reading.trialName,
            PathDestination(server: server)?.address.isLoopback == false
        else { return [] }
        return [.losses(name: name, server: server)]
            + (mayDropPairs(reading) ? [.pairs(name: reading.question(of: nil), server: server)] : [])
    }

    /// Whether programs, which send two queries from one socket, waited for a server that answers each of them.
    private static func mayDropPairs(_ reading: DNSReading) -> Bool {
        reading.evidence.asked.question == nil && reading.types.count == 2 && hasSystemWaited(reading)
            && isPrompt(reading)
    }

    /// Whether each query had a result long before one of a pair counts as unanswered.
    private static func isPrompt(_ reading: DNSReading) -> Bool {
        let answers = reading.answers.filter { $0.source == .dns }.map(\.duration)
        return (answers + reading.failures.map(\.duration)).allSatisfy { $0.duration <= QueryPairs.limit / 2 }
    }

    /// The finding about a server that answers only one of two queries from a socket.
    static func oneAnswer(_ reading: DNSReading) -> Finding? {
        let asked = reading.followUps(.pair)
        // A server that never answers one type answers half of each pair as well.
        guard let server = asked.first?.server, asked.count.isMultiple(of: 2),
            !reading.failures.contains(where: \.hasNoAnswer), isPrompt(reading)
        else { return nil }
        let isFound = reading.dns.resolution.system?.addresses.isEmpty == false
        // If single queries are lost as well, it is chance that one of each pair was answered. Without a
        // trial, programs that got no address must at least have waited for an answer.
        guard trial(reading).map({ $0.trial.lost == 0 }) ?? (isFound || hasSystemWaited(reading)) else { return nil }
        let pairs = stride(from: 0, to: asked.count, by: 2).map { place in
            (first: asked[place].failure != .timeout, second: asked[place + 1].failure != .timeout)
        }
        return QueryPairs(pairs).finding(
            of: shown(reading.question(of: nil)), at: server, severity: isFound ? .warning : nil)
    }

    /// The warning that queries are lost, although the name was resolved.
    static func lost(_ reading: DNSReading) -> [Finding] {
        guard let (server, trial) = trial(reading), trial.lost >= LossRule.least, trial.isPrompt,
            let destination = PathDestination(server: server),
            !LossRule.isLostBefore(trial.lost, of: trial.sent, to: destination.address, reading.evidence)
        else { return [] }
        return trial.finding(at: server).map { [$0] } ?? []
    }

    /// The result of queries for random names below the target's; `nil` if there were none.
    static func trial(_ reading: DNSReading) -> (server: String, trial: AnswerTrial)? {
        let asked = reading.followUps(.control).filter(reading.isTrial)
        return asked.first.map { first in
            (first.server, AnswerTrial(asked.map { $0.failure == .timeout ? nil : $0.duration.duration }))
        }
    }

    /// The server that may lose queries; `nil` if nothing suggests that.
    private static func lossy(_ reading: DNSReading) -> String? {
        let answers = reading.answers.filter { $0.source == .dns }
        if let repeated = answers.first(where: { $0.isRepeated == true })?.server { return repeated }
        guard reading.evidence.asked.question == nil else { return nil }
        // A query for one type stayed without a response, and got one later.
        let late = droppedTypes(reading).first { !isStillSilent($0, reading) }
        if let server = late?.server { return server }
        return hasSystemWaited(reading) ? answers.first?.server : nil
    }

    /// Whether programs waited for a response, while the server had one on the wire at once.
    private static func hasSystemWaited(_ reading: DNSReading) -> Bool {
        guard let lookup = reading.dns.resolution.system, !isSystemExplained(lookup, reading) else { return false }
        let again = reading.dns.systemAgain.map { [$0] } ?? []
        return AnswerTrial.isDue(after: [lookup] + again)
    }
}

extension DNSReading {
    /// The name below which the server is queried for random names; `nil` for the root.
    var trialName: String? {
        let name = question(of: nil)
        return name == "." || name.isEmpty ? nil : name
    }
}
