import Diagnosis
import EventLoopKit
import HostResolution
import NetworkModel

/// DNS servers that respond after the time that a check gives them, and while programs still wait for them (resolv.conf(5),
/// `timeout`). They are slow, and not dead.
extension CheckRun {
    /// The time for the response of a server's host to a SYN. However slow its programs are, its kernel is not.
    private static let limitOfHosts = Duration.milliseconds(250)
    /// The time for the response about the other address family, once there is one.
    private static let grace = Duration.milliseconds(200)
    /// The time to wait beside an error, which the user is to know soon.
    private static let timeBesideError = Duration.seconds(1)
    private static let maxServers = 3

    /// Until when late responses are waited for. A server that needs longer is silent, as in a status, so that a check ends in its time.
    private func endOfAnswers(before deadline: ContinuousClock.Instant) -> ContinuousClock.Instant {
        deadline - timeToConclude
    }

    /// Whether the name of a place is known from late responses, or from the place that redirects to it.
    func isKnown(_ place: Place) -> Bool {
        guard let resolution, place.proxy == nil else { return false }
        return resolution.name == place.host.description
    }

    /// The time until the last response about that name.
    var timeOfLateResponses: Duration {
        let times = (resolution?.answers.map(\.duration) ?? []) + (resolution?.failures.map(\.duration) ?? [])
        return times.map(\.duration).max() ?? .zero
    }

    /// Answers the questions of the rules. Meanwhile, late responses are waited for, which change the evidence.
    func concluded(_ gathered: inout CheckObservations, _ limit: Limit) async throws -> Verdict {
        guard let early = unansweredResolution(in: gathered.evidence) else {
            let answers = late.answers
            if !answers.isEmpty { gathered.evidence.dns?.add(answers) }
            let verdict = try await followUp(into: &gathered, until: limit.deadline)
            // Most checks wait for no response, and need none of the memory for that.
            guard late.isOpen || !late.answers.isEmpty else { return verdict }
            return try await settled(verdict, in: &gathered, until: limit.deadline)
        }
        let failed = gathered
        switch try await conclusion(of: failed, early, until: limit.deadline) {
        case .failed(let observations, let verdict):
            gathered = observations
            return verdict
        case .resolved(let resolution):
            var again = self
            again.resolution = resolution
            gathered = CheckObservations(
                evidence: Evidence(target: target, terms: options.terms, now: failed.evidence.now))
            var limit = limit
            // As long as is added to find out why a check fails.
            limit.deadline = limit.deadline + min(options.timeout / 5, .seconds(1))
            try await again.observe(into: &gathered, limit)
            return try await again.followUp(into: &gathered, until: limit.deadline)
        }
    }

    // MARK: A name without an address

    private enum Conclusion: Sendable {
        case failed(CheckObservations, Verdict)
        case resolved(Resolution)
    }

    private enum Step: Sendable {
        case failed(CheckObservations, Verdict)
        case answers([DNSAnswer])
        case hosts(areSilent: Bool)
    }

    /// The resolution of the target's name, if it has no address since servers are silent; `nil` if it does not.
    private func unansweredResolution(in evidence: Evidence) -> Resolution? {
        guard resolution == nil, !evidence.observed.has(ProxyEvidence.self),
            // Most checks have answers, and copy nothing.
            evidence.observed.read(DNSEvidence.self, { $0.resolution.answers.isEmpty }) == true,
            let early = evidence.dns?.resolution,
            early.name == target.host.description, late.isOpen || !late.answers.isEmpty
        else { return nil }
        let failures = early.failures.filter { $0.source == .dns }
        let areSilent = failures.allSatisfy { $0.reason == .timeout || $0.reason == .noData }
        return areSilent && failures.contains { $0.reason == .timeout } ? early : nil
    }

    /// Finds out why the name has no address, unless it has one after all.
    private func conclusion(
        of failed: CheckObservations, _ early: Resolution, until deadline: ContinuousClock.Instant
    ) async throws -> Conclusion {
        let resolver = engine.resolver
        let servers = try await silentResolvers(early)
        return try await withThrowingTaskGroup(of: Step.self) { group in
            group.addTask { [self] in
                var observations = failed
                let verdict = try await followUp(into: &observations, until: deadline)
                return .failed(observations, verdict)
            }
            group.addTask { [self] in
                .answers(
                    try await late.awaitedAnswers(until: endOfAnswers(before: deadline), on: engine.loop) {
                        resolver.resolution(after: early, $0) != nil
                    })
            }
            // A server that has answered for one address family is there.
            var areSilent: Bool? = servers.isEmpty ? false : nil
            if areSilent == nil {
                // A host that drops SYNs may have a slow server as well, which has the usual time.
                let rest = timeLeft(after: failed.durations[.dns] ?? .zero)
                group.addTask { [self] in
                    let areSilent = try await areHostsSilent(servers)
                    if areSilent { try await engine.loop.sleep(until: rest) }
                    return .hosts(areSilent: areSilent)
                }
            }
            var result: (observations: CheckObservations, verdict: Verdict)?
            var isOver = false
            while let step = try await group.next() {
                switch step {
                case .failed(let observations, let verdict): result = (observations, verdict)
                case .hosts(let found): areSilent = found
                case .answers(let answers):
                    isOver = true
                    guard resolver.resolution(after: early, answers) != nil else { break }
                    group.cancelAll()
                    let all = try await late.awaitedAnswers(until: .now + Self.grace, on: engine.loop) { _ in false }
                    if let resolution = resolver.resolution(after: early, all) { return .resolved(resolution) }
                }
                if let result, isOver || areSilent == true {
                    group.cancelAll()
                    return .failed(result.observations, result.verdict)
                }
            }
            throw CancellationError()
        }
    }

    /// Until when servers may respond that were silent, if nothing else ended the resolution of the name before.
    private func timeLeft(after time: Duration) -> ContinuousClock.Instant {
        time < timeOfSilence ? .now : .now + max(.zero, timeOfNames - time)
    }

    /// The configured servers of a resolution without any response; empty if one of them has responded.
    private func silentResolvers(_ early: Resolution) async throws -> [Resolver] {
        guard !early.failures.contains(where: { $0.source == .dns && $0.reason != .timeout }) else { return [] }
        return try await resolvers(named: Set(early.failures.compactMap(\.server)))
    }

    private func resolvers(named names: Set<String>) async throws -> [Resolver] {
        let configured = try await engine.routedSnapshot().snapshot.resolvers.servers
        return Array(configured.filter { names.contains(Self.shown($0)) }.prefix(Self.maxServers))
    }

    private func areHostsSilent(_ servers: [Resolver]) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for server in servers {
                group.addTask { [engine] in
                    try await engine.hosts.isSilent(SocketAddress(server.address, port: server.port)) {
                        try await engine.isSilent(server, until: .now + Self.limitOfHosts)
                    }
                }
            }
            for try await isSilent in group where !isSilent {
                group.cancelAll()
                return false
            }
            return true
        }
    }

    // MARK: A name with an address

    /// The verdict after late responses, which are waited for if only they are missing.
    @inline(never)
    private func settled(
        _ verdict: Verdict, in gathered: inout CheckObservations, until deadline: ContinuousClock.Instant
    ) async throws -> Verdict {
        guard let resolution = gathered.evidence.dns?.resolution else { return verdict }
        let silent = gathered.evidence.silenceBesideAnswers
        guard !silent.failures.isEmpty else { return verdict }
        let hasError = verdict.findings.contains { $0.severity == .error }
        let last = endOfAnswers(before: deadline)
        let end = hasError ? min(last, .now + Self.timeBesideError) : last
        let isEnough = { @Sendable (answers: [DNSAnswer]) in
            silent.failures.allSatisfy { failure in answers.contains { $0.isOf(failure, in: resolution) } }
        }
        var servers: [Resolver] = []
        if !silent.areHeard { servers = try await resolvers(named: Set(silent.failures.compactMap(\.server))) }
        let answers: [DNSAnswer] = try await withThrowingTaskGroup(of: Step.self) { group in
            group.addTask { [self] in .answers(try await late.awaitedAnswers(until: end, on: engine.loop, isEnough)) }
            if !servers.isEmpty {
                group.addTask { [self, servers] in .hosts(areSilent: try await areHostsSilent(servers)) }
            }
            defer { group.cancelAll() }
            while let step = try await group.next() {
                switch step {
                case .answers(let answers): return answers
                case .hosts(let areSilent): if areSilent { return late.answers }
                case .failed: break
                }
            }
            return late.answers
        }
        guard !answers.isEmpty else { return verdict }
        gathered.evidence.dns?.add(answers)
        return Verdict(on: gathered.evidence)
    }
}

extension DNSEvidence {
    /// Adds late responses to queries that count as unanswered.
    fileprivate mutating func add(_ answers: [DNSAnswer]) {
        for answer in answers {
            guard
                let failure = resolution.failures.first(where: {
                    $0.reason == .timeout && answer.isOf($0, in: resolution)
                }),
                let server = failure.server
            else { continue }
            let isKnown = (followUps ?? []).contains { followUp in
                followUp.purpose == .late && followUp.server == server && followUp.type == answer.type.rawValue
            }
            guard !isKnown else { continue }
            let late = FollowUp(
                .late, name: answer.name, type: answer.type.rawValue, server: server,
                addresses: Array(answer.addresses.prefix(16)), failure: answer.failure, duration: answer.duration)
            followUps = (followUps ?? []) + [late]
        }
    }
}
