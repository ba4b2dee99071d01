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
    private static let limitsForProgram = (least: Duration.seconds(1), most: Duration.seconds(3))
    /// The time limit for a type whose query a server has not answered, or not properly, while it answers another.
    private static let limitForType = Duration.milliseconds(700)

    /// Observes how programs on this machine resolve names, compared with the responses of its DNS servers.
    ///
    /// - Parameter limit: The time limit of each response.
    /// - Throws: `CancellationError`.
    func observeNames(_ configuration: ResolverConfiguration, within limit: Duration) async throws -> MachineNames? {
        guard !configuration.servers.isEmpty else { return nil }
        async let searched = searched(configuration, within: limit)
        let late = LateAnswers()
        defer { late.close() }
        let begun = ContinuousClock.now
        let resolution: Resolution
        do {
            resolution = try await resolver.resolve(
                Self.knownName, families: .all, configuration: configuration, timeout: limit, late: late)
        } catch is HostResolutionError {
            return nil
        }
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
        if names.isDoubtful { names.again = try await secondLookup(after: names, configuration, within: limit) }
        if names.isFailing || names.mayBeWithheld, let server = server(configuration, named: names.server) {
            async let pairs = pairs(of: Self.knownName, at: server, until: .now + QueryPairs.limit)
            if names.mayHaveLostAnswers { names.trial = try await trial(of: server) }
            let found = try await pairs
            if names.isFailing || found?.withheld == QueryPairs.size { names.pairs = found }
        }
        // A single failure may be chance.
        for (place, failure) in names.familyFailures {
            names.add(late.answers)
            if names.isLate(failure) {
                continue
            } else if try await hasAnswer(failure, configuration) {
                names.resolution.failures.remove(at: place)
            } else if failure.reason == .timeout, let type = failure.type.flatMap(DNSRecordType.init),
                let server = server(of: failure, configuration),
                let trial = try await trial(of: SocketAddress(server.address, port: server.port), type: type)
            {
                names.apply(trial, toFailureAt: place)
            }
        }
        // The server is there, and programs wait for this response.
        let silent = names.familyFailures.map { $0.failure }.filter { $0.reason == .timeout && !names.isLate($0) }
        if !silent.isEmpty {
            let patience = HostResolver.patience(of: configuration)
            let found = names.resolution
            let answers = try await late.awaitedAnswers(until: begun + patience, on: loop) { answers in
                silent.allSatisfy { failure in answers.contains { $0.isOf(failure, in: found) } }
            }
            names.add(answers)
        }
        return names
    }

    /// The server that responded, or the first one.
    private func server(_ configuration: ResolverConfiguration, named name: String) -> SocketAddress? {
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
    /// these are repeated; `nil` if not, or with `uplink: off`.
    ///
    /// - Throws: `CancellationError`.
    func trial(beside observation: MachineObservation) async throws -> ResponseLossTrial? {
        guard let names = observation.names, names.trial == nil, observation.hasUnevenAnswers,
            let server = self.server(observation.snapshot.resolvers, named: names.server),
            !server.address.isLoopback, uplink.begin(.losses)
        else { return nil }
        return try await trial(of: server)
    }

    /// Queries for names that no cache has.
    private func trial(of server: SocketAddress, type: DNSRecordType = .a) async throws -> ResponseLossTrial? {
        let begun = ContinuousClock.now
        guard let interval = ResponseLossTrial.interval(within: ResponseLossTrial.limit) else { return nil }
        let times = try await withThrowingTaskGroup(of: Duration??.self) { [loop] group in
            for index in 0..<ResponseLossTrial.size {
                group.addTask {
                    try await loop.sleep(until: begun + interval * index)
                    let left = ContinuousClock.now.duration(to: begun + ResponseLossTrial.limit)
                    return try await self.time(ofAnswerBy: server, type, within: left)
                }
            }
            return try await group.reduce(into: [Duration?]()) { times, time in
                if let time { times.append(time) }
            }
        }
        var slowly: [Duration?] = []
        if ResponseLossTrial.mayBeLimited(times) {
            for _ in 0..<ResponseLossTrial.slowSize {
                try await loop.sleep(until: .now + ResponseLossTrial.slowInterval)
                let found = try await time(ofAnswerBy: server, type, within: ResponseLossTrial.slowPatience)
                guard let answered = found else { break }
                slowly.append(answered)
                if answered == nil { break }
            }
        }
        return ResponseLossTrial(times, slowly: slowly)
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
        after names: MachineNames, _ configuration: ResolverConfiguration, within limit: Duration
    ) async throws -> SystemLookup? {
        // Like getaddrinfo(3), getent(1) does not distinguish a missing name from servers that do not respond.
        guard names.hasAddress else {
            return try await resolver.resolve(Self.knownName, configuration: configuration, timeout: limit).system
        }
        let took = (names.resolution.system?.duration.duration ?? .zero) * 3 / 2
        let least = min(max(took, Self.limitsForProgram.least), Self.limitsForProgram.most)
        return try await resolver.freshLookup(of: Self.knownName, families: [.ipv4, .ipv6], until: .now + least)
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
