import NetworkModel

/// Rules for queries to a DNS server, and responses of it, that are lost now and then.
extension DNSRules {
    /// The queries that measure the loss, if anything suggests one.
    static func questionsOnLoss(_ reading: DNSReading) -> [NameQuestion] {
        guard let server = lossy(reading), let name = reading.trialName,
            PathDestination(server: server)?.address.isLoopback == false
        else { return [] }
        return [.losses(name: name, server: server)]
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
