import Diagnosis
import EventLoopKit
import HostResolution
import NetworkModel

/// Queries that are lost, and types that a server does not answer.
extension DiagnosticEngine {
    /// The time limit for a type whose query a server has not answered, or not properly, while it answers another.
    private static let limitForType = Duration.milliseconds(700)

    /// The results of further queries to the servers that were queried for a name.
    struct Losses: Sendable {
        /// A failure of one address family.
        struct Confirmed: Sendable {
            /// Its place among the failures of the resolution; later ones come first.
            let place: Int
            let failure: Resolution.Failure
            /// Whether it may be chance: the server has answered the same query now, or too few others in the time that was left.
            let mayBeChance: Bool
            /// The result of queries of this type; `nil` if none were sent, or if they leave open what it means.
            let trial: ResponseLossTrial?
        }

        var confirmed: [Confirmed] = []
        /// The result of queries to the server that answers programs, if they may have waited in vain; `nil` as above.
        var trial: ResponseLossTrial?
    }

    /// Finds out whether the failures of a resolution are chance. If a type got no response, queries of that type show losses as well.
    ///
    /// - Parameter isMeasuring: Whether queries to the server that answers programs are sent already.
    /// - Throws: `CancellationError`.
    func losses(
        beside names: MachineNames, _ configuration: ResolverConfiguration, until end: ContinuousClock.Instant,
        isMeasuring: Bool
    ) async throws -> Losses {
        var losses = Losses()
        for (place, failure) in names.familyFailures {
            async let isAnswered = hasAnswer(failure, configuration)
            let silent = failure.reason == .timeout ? self.server(of: failure, configuration) : nil
            guard let silent, let type = failure.type.flatMap(DNSRecordType.init) else {
                losses.confirmed.append(
                    .init(place: place, failure: failure, mayBeChance: try await isAnswered, trial: nil))
                continue
            }
            let address = SocketAddress(silent.address, port: silent.port)
            let found = try await trial(of: address, type: type, until: end)
            let mayBeChance = try await isAnswered || found == nil
            losses.confirmed.append(
                .init(place: place, failure: failure, mayBeChance: mayBeChance, trial: found))
        }
        let isMeasured = losses.confirmed.contains { $0.failure.reason == .timeout }
        if !isMeasured, !isMeasuring, names.mayLoseAnswers, let server = server(configuration, named: names.server) {
            losses.trial = try await trial(of: server, until: end)
        }
        return losses
    }

    /// The results of such queries, which begin while a look-up takes as long as one that waits for a response that was lost, if the
    /// server has answered another query meanwhile. After the look-up, there may be too little time to tell losses from a limit of the rate.
    ///
    /// - Parameters:
    ///   - lookup: Decides whether they begin.
    ///   - begun: When the look-up began.
    /// - Returns: `nil` if they do not begin, or as ``trial(of:type:until:)``.
    /// - Throws: `CancellationError`.
    func trial(
        of server: SocketAddress?, during lookup: EarlyTrial, since begun: ContinuousClock.Instant,
        until end: ContinuousClock.Instant
    ) async throws -> ResponseLossTrial? {
        guard let server else { return nil }
        try await loop.sleep(until: begun + ResponseLossTrial.leastWait)
        guard uplink.hasAnswered(server.address, since: begun), lookup.decide(true) else { return nil }
        return try await trial(of: server, until: end)
    }

    /// Queries for names that no cache has. Those that show a limit of the rate follow as soon as so many are missing.
    ///
    /// - Returns: `nil` if there is too little time, also to tell such a limit from losses.
    /// - Throws: `CancellationError`.
    func trial(
        of server: SocketAddress, type: DNSRecordType = .a, until end: ContinuousClock.Instant
    ) async throws -> ResponseLossTrial? {
        let begun = ContinuousClock.now
        let deadline = min(end, begun + ResponseLossTrial.limit)
        guard let interval = ResponseLossTrial.interval(within: begun.duration(to: deadline)) else { return nil }
        let run = LossTrialRun<Duration?>(loop: loop, begin: begun, interval: interval) { $0 }
        let outcome = try await run.outcome {
            try await self.time(ofAnswerBy: server, type, within: ContinuousClock.now.duration(to: deadline))
        } slowly: {
            try await self.slowTrial(of: server, type, until: end)
        }
        guard outcome.mayBeLimited else { return ResponseLossTrial(outcome.responses) }
        return outcome.slowly.map { ResponseLossTrial(outcome.responses, slowly: $0) }
    }

    /// Queries that a limit of the rate lets pass, one after the other, up to the first one without a response.
    ///
    /// - Returns: `nil` if there is too little time.
    private func slowTrial(
        of server: SocketAddress, _ type: DNSRecordType, until end: ContinuousClock.Instant
    ) async throws -> [Duration?]? {
        var slowly: [Duration?] = []
        for _ in 0..<ResponseLossTrial.slowSize {
            let begun = ContinuousClock.now
            guard begun + ResponseLossTrial.slowInterval + ResponseLossTrial.slowPatience <= end else { return nil }
            try await loop.sleep(until: begun + ResponseLossTrial.slowInterval)
            let found = try await time(ofAnswerBy: server, type, within: ResponseLossTrial.slowPatience)
            guard let answered = found else { break }
            slowly.append(answered)
            if answered == nil { break }
        }
        return slowly
    }

    /// The time until a server responds to a query for a name that no cache has.
    ///
    /// - Returns: No time if there was no response; `nil` if the query could not be sent, so that it was not lost.
    /// - Throws: `CancellationError`.
    private func time(
        ofAnswerBy server: SocketAddress, _ type: DNSRecordType, within limit: Duration
    ) async throws -> Duration?? {
        let answer = try? await resolver.client.query(
            UplinkRun.label() + ".", type: type, server: server, options: .init(repetition: .none), timeout: limit)
        try Task.checkCancellation()
        return answer.map { $0.failure == .timeout ? nil : $0.duration }
    }

    /// The configured server that a failure names; `nil` if there is none.
    private func server(of failure: Resolution.Failure, _ configuration: ResolverConfiguration) -> Resolver? {
        configuration.servers.first { SocketAddress($0.address, port: $0.port).shownServer == failure.server }
    }

    /// Whether a server responds now to a query to which it did not respond before.
    private func hasAnswer(_ failure: Resolution.Failure, _ configuration: ResolverConfiguration) async throws -> Bool {
        guard let type = failure.type.flatMap(DNSRecordType.init),
            let server = server(of: failure, configuration)
        else { return false }
        let answer = try? await resolver.client.query(
            Self.knownName, type: type, of: server, timeout: Self.limitForType)
        try Task.checkCancellation()
        return answer.map { $0.failure != failure.reason } ?? false
    }
}
