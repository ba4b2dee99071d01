import Diagnosis
import EventLoopKit
import HostResolution
import NetworkModel
import Probes

extension FollowUpProbes {
    /// The time limit for the response to a further query, with a repetition after a lost packet.
    private static let limit = Duration.milliseconds(600)
    /// The time limit for a connection to an address.
    private static let limitToConnect = Duration.milliseconds(900)
    /// The maximum number of aliases that are followed one by one.
    private static let maxAliases = 8
    private static let maxAddresses = 16

    func perform(_ followUp: NameFollowUp) async throws -> Amendment {
        switch followUp {
        case .query(let purpose, let name, let type, let server):
            let followUp = try await query(purpose, name, type, of: server)
            return { $0.dns?.add([followUp].compactMap(\.self)) }
        case .aliases(let name, let server):
            let followUps = try await aliases(of: name, server)
            return { $0.dns?.add(followUps) }
        case .system(let name):
            let lookup = try await engine.resolver.freshLookup(of: name, families: options.families, until: deadline)
            return { $0.dns?.systemAgain = lookup }
        case .losses(let name, let server):
            let followUps = try await trial(below: name, of: server)
            return { $0.dns?.add(followUps) }
        case .pairs(let name, let server):
            return try await pairs(of: name, server)
        case .encrypted(let server): return try await encrypted(server)
        case .connect(let addresses):
            let (evidence, _) = try await TCPProbe(addresses: addresses, loop: engine.loop)
                .observe(until: min(deadline, .now + Self.limitToConnect)) { _ in }
            return { $0.dns?.connections = evidence.attempts }
        }
    }

    private func query(
        _ purpose: DNSEvidence.FollowUp.Purpose, _ name: String, _ type: DNSRecordType, of server: String,
        repetition: DNSQueryOptions.Repetition = .asNeeded, within limit: Duration = Self.limit
    ) async throws -> DNSEvidence.FollowUp? {
        guard let address = Self.address(of: server) else { return nil }
        let asked = purpose == .control ? Self.randomLabel + "." + name : name
        let answer = try await engine.resolver.client.query(
            asked, type: type, server: address,
            options: .init(checking: purpose == .unchecked ? .disabled : .byServer, repetition: repetition),
            timeout: min(limit, ContinuousClock.now.duration(to: deadline)))
        var followUp = DNSEvidence.FollowUp(
            purpose, name: asked, type: type.rawValue, server: server,
            addresses: Array(answer.addresses.prefix(Self.maxAddresses)), failure: answer.failure,
            duration: answer.duration)
        var aliases = answer.aliases
        if type == .cname, case .name(let target) = answer.records.first?.value { aliases = [target] }
        followUp.aliases = aliases.isEmpty ? nil : aliases
        followUp.isAliasLoop = answer.isAliasLoop ? true : nil
        followUp.extendedErrors = answer.extendedErrors.isEmpty ? nil : answer.extendedErrors
        followUp.isWithheld = answer.isWithheld ? true : nil
        return followUp
    }

    /// The responses of a server for a name that cannot exist (RFC 6761 section 6.4); `nil` if it has no address. Concurrent
    /// checks share them.
    func nonexistentNameResponse(by server: String, _ families: [AddressFamily]) async throws -> Amendment? {
        var found: [DNSEvidence.FollowUp] = []
        for family in families {
            let type: DNSRecordType = family == .ipv4 ? .a : .aaaa
            let followUp = try await engine.uplink.nonexistentNameResponse(by: server, type) {
                // Later checks use the response, so that the deadline of this one does not matter.
                try await FollowUpProbes(
                    engine: engine, options: options, evidence: evidence, deadline: .now + Self.limit
                ).query(.control, "invalid", type, of: server)
            }
            if let followUp, !followUp.addresses.isEmpty { found.append(followUp) }
        }
        guard !found.isEmpty else { return nil }
        return { [found] in $0.dns?.add(found) }
    }

    /// Queries for names that no cache has. Those that show a limit of the rate follow as soon as so many are missing.
    private func trial(below name: String, of server: String) async throws -> [DNSEvidence.FollowUp] {
        let begun = ContinuousClock.now
        let end = begun + min(begun.duration(to: deadline), ResponseLossTrial.limit)
        // With less time, slow responses would count as lost.
        guard let interval = ResponseLossTrial.interval(within: begun.duration(to: end)) else { return [] }
        let mark = engine.loop.loadMark()
        let run = LossTrialRun<DNSEvidence.FollowUp>(loop: engine.loop, begin: begun, interval: interval) {
            $0.failure == .timeout ? nil : $0.duration.duration
        }
        let outcome = try await run.outcome {
            try await query(
                .control, name, .a, of: server, repetition: .none, within: ContinuousClock.now.duration(to: end))
        } slowly: {
            try await slowTrial(below: name, of: server)
        }
        let isBusy = engine.wasBusy(for: .milliseconds(800), since: mark)
        return isBusy ? [] : outcome.responses + (outcome.slowly ?? [])
    }

    /// Sends queries slowly enough to pass a rate limit, one after the other, up to the first one without a response.
    /// They only delay a check if packets are lost or such a limit exists.
    private func slowTrial(below name: String, of server: String) async throws -> [DNSEvidence.FollowUp] {
        let time = ResponseLossTrial.slowInterval * ResponseLossTrial.slowSize + ResponseLossTrial.slowPatience
        let patient = FollowUpProbes(engine: engine, options: options, evidence: evidence, deadline: .now + time)
        var followUps: [DNSEvidence.FollowUp] = []
        for _ in 0..<ResponseLossTrial.slowSize {
            try await engine.loop.sleep(until: .now + ResponseLossTrial.slowInterval)
            let followUp = try await patient.query(
                .control, name, .a, of: server, repetition: .none, within: ResponseLossTrial.slowPatience)
            guard let followUp else { break }
            followUps.append(followUp)
            if followUp.failure == .timeout { break }
        }
        return followUps
    }

    /// For each pair, two follow-ups next to each other: the one for IPv4 addresses, and the one for IPv6 addresses. If only one
    /// was answered, it does not matter which.
    private func pairs(of name: String, _ server: String) async throws -> Amendment {
        guard let address = Self.address(of: server) else { return { _ in } }
        let begun = ContinuousClock.now
        let end = min(deadline, begun + QueryPairs.limit)
        // With less time, slow responses would count as lost.
        guard begun.duration(to: end) >= QueryPairs.limit * 2 / 3,
            let pairs = try await engine.pairs(of: name, at: address, until: end)
        else { return { _ in } }
        guard pairs.withheld == 0 || pairs.withheld == pairs.sent else { return { _ in } }
        guard pairs.withheld == 0 else {
            let trace = PathEvidence.Trace(
                address: address.address, port: address.port, transport: .udp, outcome: .unsent, failure: "EPERM")
            return { $0.observedPath.add(trace) }
        }
        let took = begun.duration(to: .now)
        let followUps = (0..<pairs.sent).flatMap { place in
            [DNSRecordType.a, .aaaa].map { type in
                let isSilent =
                    place >= pairs.sent - pairs.silent || type == .aaaa && place < pairs.halves
                return DNSEvidence.FollowUp(
                    .pair, name: name, type: type.rawValue, server: server, addresses: [],
                    failure: isSilent ? .timeout : nil, duration: took)
            }
        }
        return { $0.dns?.add(followUps) }
    }

    private func aliases(of name: String, _ server: String) async throws -> [DNSEvidence.FollowUp] {
        var (found, next): ([DNSEvidence.FollowUp], String?) = ([], name)
        var seen: Set<String> = []
        while let name = next, found.count < Self.maxAliases, seen.insert(name.lowercased()).inserted,
            ContinuousClock.now < deadline, let followUp = try await query(.alias, name, .cname, of: server)
        {
            found.append(followUp)
            next = followUp.failure == nil ? followUp.aliases?.first : nil
        }
        return found
    }

    /// A label of 20 random letters, which no name has.
    private static var randomLabel: String {
        String((0..<20).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "x" })
    }

    /// The address of a server as named in answers: with its port unless that is 53.
    private static func address(of server: String) -> SocketAddress? {
        if let address = IPAddress(server) { return SocketAddress(address, port: 53) }
        guard let colon = server.lastIndex(of: ":"), let port = UInt16(server[server.index(after: colon)...]),
            let address = IPAddress(server[..<colon].filter { $0 != "[" && $0 != "]" })
        else { return nil }
        return SocketAddress(address, port: port)
    }
}

extension DNSEvidence {
    fileprivate mutating func add(_ more: [FollowUp]) {
        guard !more.isEmpty else { return }
        followUps = (followUps ?? []) + more
    }
}
