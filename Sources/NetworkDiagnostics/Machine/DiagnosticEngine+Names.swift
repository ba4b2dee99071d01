import Diagnosis
import EventLoopKit
import HostResolution
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// The name is in the domain that is also used for the uplink. It is absolute, so that no search list applies.
    static let knownName = MachineNames.knownName + "."
    /// The time limits for a newly started program after the system resolver failed: it gets as much time as that took,
    /// within these limits.
    private static let limitsForProgram = (min: Duration.seconds(1), max: Duration.seconds(3))

    /// Observes how programs on this machine resolve names, compared with the responses of its DNS servers. What a server makes of further
    /// queries is found out while the system resolver is called again.
    ///
    /// - Parameters:
    ///   - limit: The time limit of each response.
    ///   - end: When the observation ends, whatever is still open.
    /// - Throws: `CancellationError`.
    func observeNames(
        _ configuration: ResolverConfiguration, within limit: Duration, until end: ContinuousClock.Instant
    ) async throws -> MachineNames? {
        guard !configuration.servers.isEmpty else { return nil }
        async let searched = searched(configuration, within: limit)
        let late = LateAnswers()
        defer { late.close() }
        let begun = ContinuousClock.now
        let early = EarlyTrial()
        let nearest = server(configuration, named: "")
        async let earlyTrial = trial(of: nearest, during: early, since: begun, until: end)
        let resolution: Resolution
        do {
            resolution = try await resolver.resolve(
                Self.knownName, families: .all, configuration: configuration, timeout: limit, late: late)
        } catch is HostResolutionError {
            return nil
        }
        let hasBegun = early.decide(false)
        var names = MachineNames(resolution: resolution, nameServices: resolver.reachedNameServices)
        names.nameServiceLine = resolver.nameServiceLine
        names.resolverVariables = resolver.resolverVariables
        names.patience = ResolverTimeouts(configuration)
        names.queryLine = configuration.queryLine
        names.searched = try await searched
        names.unreadable = resolver.unreadableFiles()
        names.hasCache = resolver.nameCache != nil
        if names.searched != nil { names.searchLines = SearchLines.system }
        if resolution.system?.failure != nil { names.missingLibrary = resolver.missingNameLibrary }
        let first = names
        let isMeasuring =
            hasBegun && first.mayLoseAnswers && server(configuration, named: first.server) == nearest
        async let again =
            first.isDoubtful ? secondLookup(after: first, configuration, within: limit, until: end) : nil
        async let losses = losses(beside: first, configuration, until: end, isMeasuring: isMeasuring)
        names.again = try await again
        if names.isFailing || names.mayBeWithheld, let server = server(configuration, named: names.server),
            ContinuousClock.now + QueryPairs.limit <= end, await !resolver.client.isPortClosed(of: server)
        {
            let found = try await pairs(of: Self.knownName, at: server, until: .now + QueryPairs.limit)
            if names.isFailing || found?.withheld == QueryPairs.size { names.pairs = found }
        }
        var found = try await losses
        if isMeasuring { found.trial = try await earlyTrial }
        names.add(late.answers)
        for confirmed in found.confirmed where !names.isLate(confirmed.failure) {
            if confirmed.mayBeChance {
                names.resolution.failures.remove(at: confirmed.place)
                names.trial = names.trial ?? confirmed.trial
            } else if let trial = confirmed.trial {
                names.apply(trial, toFailureAt: confirmed.place)
            }
        }
        // That the second look-up succeeded may be luck.
        names.trial = names.trial ?? found.trial
        if names.mayHaveLostAnswers, names.trial == nil, !found.confirmed.contains(where: { $0.trial != nil }) {
            // A call that failed quickly, and waited the second time.
            if !names.mayLoseAnswers, let server = server(configuration, named: names.server) {
                names.trial = try await trial(of: server, until: end)
            }
            // Whether this failure is due to lost responses is not known.
            if names.trial == nil { names.again = nil }
        }
        // The server is there, and programs wait for this response.
        let silent = names.familyFailures.map { $0.failure }.filter { $0.reason == .timeout && !names.isLate($0) }
        if !silent.isEmpty {
            let patience = HostResolver.patience(of: configuration)
            let found = names.resolution
            let answers = try await late.awaitedAnswers(until: min(begun + patience, end), on: loop) { answers in
                silent.allSatisfy { failure in answers.contains { $0.isOf(failure, in: found) } }
            }
            names.add(answers)
            names.hasEndedEarly = end < begun + patience
        }
        return names
    }

    /// The server that responded, or the first one.
    func server(_ configuration: ResolverConfiguration, named name: String) -> SocketAddress? {
        let servers = configuration.selected(for: Self.knownName).servers
        return (servers.first(where: { "\($0.address)" == name }) ?? servers.first).map {
            SocketAddress($0.address, port: $0.port)
        }
    }

    /// Queries for both address families of a name, two at a time from one socket.
    ///
    /// - Returns: `nil` if any of them could not be sent for another reason than a packet filter, if an error arrived, or if this process was busy.
    /// - Throws: `CancellationError`.
    func pairs(
        of name: String, at server: SocketAddress, until deadline: ContinuousClock.Instant
    ) async throws -> QueryPairs? {
        guard !server.address.isLoopback else { return nil }
        let mark = loop.loadMark()
        let answers = try await withThrowingTaskGroup(of: DatagramPairProbe.Answers?.self) { group in
            for _ in 0..<QueryPairs.size {
                guard let ipv4 = try? DNSQueryMessage(.init(name: name, type: DNSRecordType.a.code)),
                    let ipv6 = try? DNSQueryMessage(.init(name: name, type: DNSRecordType.aaaa.code))
                else { return [DatagramPairProbe.Answers?]() }
                let probe = DatagramPairProbe(server, loop: loop)
                group.addTask {
                    do {
                        return try await probe.observe(ipv4.bytes, ipv6.bytes, until: deadline) { reply, query in
                            query == ipv4.bytes ? ipv4.isAnswered(by: reply) : ipv6.isAnswered(by: reply)
                        }
                    } catch is ProbeError {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let known = answers.compactMap(\.self)
        guard known.count == QueryPairs.size, !wasBusy(for: .milliseconds(300), since: mark) else { return nil }
        return QueryPairs(known.map { ($0.first, $0.second) }, withheld: known.count(where: \.isWithheld))
    }

    /// The results of queries for names that no cache has, if the server that answers programs was late for single ones, as when
    /// these are repeated, or if a report of a router may have been lost; `nil` if not, or with `uplink: off`.
    ///
    /// - Throws: `CancellationError`.
    func trial(
        beside observation: MachineObservation, until end: ContinuousClock.Instant
    ) async throws -> ResponseLossTrial? {
        guard let names = observation.names, names.trial == nil,
            observation.hasUnevenAnswers || observation.hasLostReport,
            let server = self.server(observation.snapshot.resolvers, named: names.server),
            !server.address.isLoopback, uplink.begin(.losses)
        else { return nil }
        return try await trial(of: server, until: end)
    }

    /// The result of programs that use the name without a final dot, if the search list comes first (resolv.conf(5),
    /// `ndots`), and leads to an address or takes time.
    private func searched(_ configuration: ResolverConfiguration, within limit: Duration) async throws -> Resolution? {
        let dots = MachineNames.knownName.count { $0 == "." }
        guard !configuration.search.isEmpty, dots < configuration.ndots else { return nil }
        let found = try? await resolver.resolve(
            MachineNames.knownName, configuration: configuration, timeout: limit)
        try Task.checkCancellation()
        return found?.searched == nil && found?.searchDelay == nil ? nil : found
    }

    private func secondLookup(
        after names: MachineNames, _ configuration: ResolverConfiguration, within limit: Duration,
        until end: ContinuousClock.Instant
    ) async throws -> SystemLookup? {
        // Like getaddrinfo(3), getent(1) does not distinguish a missing name from servers that do not respond.
        guard names.hasAddress else {
            return try await resolver.resolve(Self.knownName, configuration: configuration, timeout: limit).system
        }
        let took = (names.resolution.system?.duration.duration ?? .zero) * 3 / 2
        let least = min(max(took, Self.limitsForProgram.min), Self.limitsForProgram.max)
        let latest = max(ContinuousClock.now + Self.limitsForProgram.min, end - QueryPairs.limit)
        return try await resolver.freshLookup(
            of: Self.knownName, families: [.ipv4, .ipv6], until: min(.now + least, latest))
    }
}

extension MachineNames {
    /// Adds responses that arrived late.
    fileprivate mutating func add(_ answers: [DNSAnswer]) {
        for answer in answers {
            guard let failure = familyFailures.map({ $0.failure }).first(where: { answer.isOf($0, in: resolution) }),
                !isLate(failure),
                failure.reason == .timeout, let server = failure.server, let type = failure.type
            else { continue }
            late.append(.init(server: server, type: type, duration: Milliseconds(answer.duration)))
        }
    }
}
