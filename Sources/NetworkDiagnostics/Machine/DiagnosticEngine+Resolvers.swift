import Diagnosis
import EventLoopKit
import HostResolution
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// The time for DNS queries that depend on earlier responses, in addition to the limit of a response. What is not known by then stays
    /// open, so that an observation with the default limit takes about five seconds at most.
    static let timeForQuestions = Duration.milliseconds(2_800)
    /// The share of that time for observations that need names (``supplemented(_:_:beside:until:)``), which may take a little longer.
    static let timeAfterNames = Duration.milliseconds(400)
    /// The least time limit for slow resolvers, for which programs wait (resolv.conf(5), `timeout`), as long as that is possible.
    private static let leastForSlow = Duration.milliseconds(4_500)

    /// After this time without a response over UDP, a connection shows whether the host of a resolver responds at all. Its first SYN
    /// is repeated within the usual time limit.
    private static let leadOfConnection = Duration.milliseconds(900)

    /// The time for the response of a server that answers another query of the same observation, and of one that programs query
    /// only if others do not answer: enough to repeat lost packets.
    static let timeBesideAnswers = Duration.seconds(1)

    private enum ResolverStep: Sendable {
        case state(Int, StatusDocument.ResolverStatus)
        case connection(Int, isSilent: Bool)
        case timeBesideAnswersIsOver
        case usualTimeIsOver
    }

    /// Whether the host of a resolver does not respond to SYNs either. However slow its programs are, its kernel is not.
    func isSilent(_ resolver: Resolver, until deadline: ContinuousClock.Instant) async throws -> Bool {
        let server = SocketAddress(resolver.address, port: resolver.port)
        let attempts = try await TCPProbe(addresses: [server], loop: loop).observe(until: deadline) { _ in }.evidence
            .attempts
        return attempts.allSatisfy { $0.outcome == .timeout || $0.outcome == .hostUnreachable }
    }

    /// Queries the resolvers. If none responds although another host beyond the gateway does, or one that programs query later,
    /// it waits for a silent one longer: it may be slow, and programs wait for it, unless its host is silent over TCP as well.
    func queryResolvers(
        _ configuration: ResolverConfiguration, within limit: Duration
    ) async throws -> [StatusDocument.ResolverStatus] {
        // The number of servers is limited; glibc itself uses three.
        if configuration.servers.isEmpty {
            guard let unconfigured = Self.unconfigured else { return [] }
            let found = try await state(of: unconfigured, in: configuration, within: limit)
            return found.status == .connectionUp ? [found] : []
        }
        let servers = Array(configuration.servers.prefix(8))
        let hasStub = servers.contains { $0.source == .resolvConf && $0.address.isLoopback }
        let begun = ContinuousClock.now
        let ofPrograms = HostResolver.patience(of: configuration)
        let patience = min(max(ofPrograms, Self.leastForSlow), limit + Self.timeForQuestions)
        return try await withThrowingTaskGroup(of: ResolverStep.self) { group in
            for (index, resolver) in servers.enumerated() {
                group.addTask { [self] in
                    // A server that must be queried over TLS is not queried by plain DNS, but by the stub.
                    if resolver.tls == .strict, hasStub {
                        return .state(index, .init(resolver: resolver, status: .noErr))
                    }
                    return .state(
                        index, try await state(of: resolver, in: configuration, within: max(limit, patience)))
                }
                if limit > Self.leadOfConnection * 2 {
                    group.addTask { [self] in
                        try await loop.sleep(until: begun + Self.leadOfConnection)
                        return .connection(index, isSilent: try await isSilent(resolver, until: begun + limit))
                    }
                }
            }
            group.addTask { [loop] in
                try await loop.sleep(until: begun + Self.timeBesideAnswers)
                return .timeBesideAnswersIsOver
            }
            group.addTask { [loop] in
                try await loop.sleep(until: .now + limit + Self.graceForUplink)
                return .usualTimeIsOver
            }
            var results: [Int: StatusDocument.ResolverStatus] = [:]
            var silent: Set<Int> = []
            /// The servers that are waited for after the usual time.
            var awaited: Set<Int> = []
            var isUsualTime = true
            while results.count < servers.count, isUsualTime || !awaited.isSubset(of: results.keys),
                let step = try await group.next()
            {
                switch step {
                case .state(let index, let status): results[index] = status
                case .connection(let index, let isSilent): if isSilent { silent.insert(index) }
                case .timeBesideAnswersIsOver:
                    let open = servers.indices.filter { results[$0] == nil }
                    let heard = open.filter { uplink.hasAnswered(servers[$0].address, since: begun) }
                    let answering = heard + results.filter { $0.value.status == .connectionUp }.keys
                    let standby = configuration.standbyServers(servers, answering: answering)
                    for index in open where heard.contains(index) || standby.contains(index) {
                        results[index] = StatusDocument.ResolverStatus(
                            resolver: servers[index], status: .connectionDown,
                            duration: Milliseconds(Self.timeBesideAnswers), failure: .timeout)
                    }
                case .usualTimeIsOver:
                    isUsualTime = false
                    let open = servers.indices.filter { index in
                        results[index] == nil && !silent.contains(index)
                            && !uplink.hasAnswered(servers[index].address, since: begun)
                    }
                    if let first = results.filter({ $0.value.status == .connectionUp }).keys.min() {
                        // Programs wait for those before it, and for longer than this observation.
                        let isKnown = limit > Self.leadOfConnection * 2
                        awaited = isKnown && ofPrograms > limit ? Set(open.filter { $0 < first }) : []
                    } else if isWorthWaiting(since: begun) {
                        awaited = Set(open)
                    }
                }
            }
            group.cancelAll()
            return servers.enumerated().map { index, resolver in
                results[index]
                    ?? .init(
                        resolver: resolver, status: .connectionDown, duration: Milliseconds(limit), failure: .timeout)
            }
        }
    }

    /// A name of the Internet below the root, and the time without a response about the root after which it is asked for: enough to
    /// repeat a lost packet.
    private static let secondName = "com."
    private static let leadOfSecondName = Duration.milliseconds(600)

    /// The server that programs query if none is configured (resolv.conf(5)), such as a local dnsmasq.
    private static let unconfigured = IPAddress("127.0.0.1").map { Resolver(address: $0, source: .resolvConf) }

    /// The uplink is examined for as long as the limit, at the same time.
    private static let graceForUplink = Duration.milliseconds(60)

    private func isWorthWaiting(since begun: ContinuousClock.Instant) -> Bool {
        uplink.hasSign(since: begun)
            || uplink.earlier().packets.contains { $0.error?.meaning == .timeExceeded }
    }

    /// The response of a server about the root, or about the first of its domains. A filter may drop queries about the root, so that
    /// a server which is silent for it is also asked about a domain that always exists. A forwarder without a server to ask is
    /// silent for that one as well.
    private func firstAnswer(
        of resolver: Resolver, in configuration: ResolverConfiguration, within limit: Duration
    ) async throws -> DNSAnswer {
        let begun = ContinuousClock.now
        let client = self.resolver.client
        let hasAlternative = configuration.hasAlternative(to: resolver)
        let domain = configuration.domains(of: resolver).first
        return try await withThrowingTaskGroup(of: (isSecond: Bool, answer: DNSAnswer).self) { group in
            group.addTask {
                let answer = try await client.query(
                    domain.map { $0 + "." } ?? ".", type: .ns, of: resolver, hasAlternative: hasAlternative,
                    timeout: limit)
                return (false, answer)
            }
            if domain == nil, limit > Self.leadOfSecondName * 2 {
                group.addTask { [loop] in
                    try await loop.sleep(until: begun + Self.leadOfSecondName)
                    let answer = try await client.query(
                        Self.secondName, type: .a, of: resolver, hasAlternative: hasAlternative,
                        timeout: limit - Self.leadOfSecondName)
                    return (true, answer)
                }
            }
            defer { group.cancelAll() }
            while let (isSecond, answer) = try await group.next() {
                // The name exists but has no address: the server found it and says so.
                if !isSecond || answer.failure == nil || answer.failure == .noData { return answer }
            }
            throw CancellationError()
        }
    }

    private func state(
        of resolver: Resolver, in configuration: ResolverConfiguration, within limit: Duration
    ) async throws -> StatusDocument.ResolverStatus {
        let begun = ContinuousClock.now
        let answer = try await firstAnswer(of: resolver, in: configuration, within: limit)
        if answer.failure == .closed, !answer.isTruncated { uplink.recordClosedPort(of: resolver.address) }
        let isDown = answer.failure.map { $0 != .noData && $0 != .nxdomain } ?? false
        var state = StatusDocument.ResolverStatus(
            resolver: resolver, status: isDown ? .connectionDown : .connectionUp,
            duration: Milliseconds(begun.duration(to: .now)), failure: isDown ? answer.failure : nil)
        state.isUnsent = answer.isUnsent ? true : nil
        state.refusal = answer.rejection
        state.repliedFrom = answer.repliedFrom
        return state
    }
}

extension ResolverConfiguration {
    /// Whether programs go on to another server at once if a router reports that this one is unreachable. They do so with the
    /// list of resolv.conf(5).
    func hasAlternative(to resolver: Resolver) -> Bool {
        resolver.source == .resolvConf && servers.contains { $0 != resolver && $0.source == .resolvConf }
    }

    /// The positions of the servers that programs query only after an earlier one in resolv.conf(5) has not answered, if an
    /// earlier one does answer.
    func standbyServers(_ servers: [Resolver], answering: [Int]) -> [Int] {
        guard rotationLine == nil, let first = answering.min(), servers[first].source == .resolvConf else { return [] }
        return servers.indices.filter { place in
            place > first && servers[place].source == .resolvConf && !answering.contains(place)
        }
    }
}
