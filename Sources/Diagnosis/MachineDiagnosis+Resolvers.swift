import NetworkModel

/// Findings about the configured resolvers, if nothing below them is broken.
extension MachineDiagnosis {
    /// The configured resolvers in an unknown state, since something below them is broken, or since they were not queried
    /// yet.
    static func unqueried(_ observation: MachineObservation) -> [StatusDocument.ResolverStatus] {
        guard observation.resolvers.isEmpty else { return observation.resolvers.map(\.unknown) }
        return observation.snapshot.resolvers.servers.map { .init(resolver: $0, status: .noErr) }
    }

    /// Whether a finding says that a server answers, but not for names of the Internet, where programs have a proxy that
    /// resolves those. Such a server may be for the company's own names.
    private static func isForProxy(_ finding: Finding, _ uplink: UplinkEvidence?) -> Bool {
        let answers = [DNSCauses.refused, DNSCauses.servfail, DNSCauses.nxdomain, DNSCauses.noAddress].map(\.id)
        return uplink?.proxy != nil && answers.contains(finding.id)
    }

    /// Whether a finding says that no server answers, where programs have a proxy that resolves names, and accepts connections.
    private static func isDeadBesideProxy(_ finding: Finding, _ uplink: UplinkEvidence?) -> Bool {
        uplink?.proxy != nil && [DNSCauses.serverUnreachable.id, DNSCauses.serverClosed.id].contains(finding.id)
    }

    /// Whether a finding says that a server answers, but not for names of the Internet, as in a network without a way out.
    private static func isWithoutInternet(_ finding: Finding) -> Bool {
        finding.id == DNSCauses.servfail.id || finding.id == DNSCauses.refused.id
    }

    /// Adds the information that there is no default route, before the findings that follow from it.
    static func addLackOfUplink(to findings: inout [Finding]) {
        let lack = Finding(GatewayCauses.none, severity: .info, ["destination": FactPhrase.theInternet.text])
        let place = findings.firstIndex { isWithoutInternet($0) || $0.id == DNSCauses.noServer.id }
        findings.insert(lack, at: place ?? findings.endIndex)
    }

    /// The same as ``DNSRules/lackOfServer(beside:in:)``, of the machine.
    static func lackOfServer(beside known: [Finding], _ observation: MachineObservation) -> [Finding] {
        let errors = known.filter { $0.severity == .error }
        guard !errors.isEmpty, errors.allSatisfy({ $0.layer == .gateway }), observation.hasDefaultRoute,
            observation.snapshot.resolvers.servers.isEmpty
        else { return [] }
        return resolverFindings(observation).map(\.asWarning)
    }

    static func resolverFindings(_ observation: MachineObservation) -> [Finding] {
        let configuration = observation.snapshot.resolvers
        guard !configuration.servers.isEmpty else {
            if let problem = DNSRules.gravest(of: configuration.problems) {
                return [Finding(DNSCauses.misconfigured, DNSRules.facts(of: problem))]
            }
            // The server that programs query without a configured one (resolv.conf(5)) was queried, and answers.
            if observation.resolvers.contains(where: { $0.status == .connectionUp }) { return [] }
            // A machine for its own networks alone is configured without a server; a target with a name fails by itself.
            let isMeant = observation.isWithoutUplink
            return [
                Finding(
                    DNSCauses.noServer, severity: isMeant ? .info : nil,
                    ["consequence": FactPhrase.noNameCanBeLookedUp.text])
            ]
        }
        if let encrypted = EncryptedDNSRules.finding(in: observation.encrypted) { return [encrypted] }
        let split = observation.resolvers.filter { !configuration.isForEveryName($0.resolver) }
        let asked = observation.queriedResolvers.filter { !split.contains($0) }
        let found = resolverFindings(of: asked, observation).filter { !isForProxy($0, observation.uplink) }
            .map { isDeadBesideProxy($0, observation.uplink) ? $0.asWarning : $0 }
            .map { observation.isWithoutUplink && isWithoutInternet($0) ? $0.asInformation : $0 }
        return deadSplitServers(split, configuration) + found + uselessLine(observation, found)
    }

    /// The information about a line of resolv.conf(5) that names no server, and is skipped, while others answer.
    private static func uselessLine(_ observation: MachineObservation, _ found: [Finding]) -> [Finding] {
        guard !found.contains(where: { $0.id == DNSCauses.misconfigured.id }) else { return [] }
        // A fourth server is common, and no mistake.
        let problems = observation.snapshot.resolvers.problems.filter { problem in
            if case .beyondMax = problem.kind { false } else { true }
        }
        return DNSRules.unqueriedServer(problems).map(\.asInformation)
    }

    /// The finding about servers of some domains only, as of a VPN, that do not respond.
    private static func deadSplitServers(
        _ servers: [StatusDocument.ResolverStatus], _ configuration: ResolverConfiguration
    ) -> [Finding] {
        servers.filter { $0.status == .connectionDown }.map { server in
            let domains = configuration.domains(of: server.resolver)
            return Finding(
                DNSCauses.splitServerDead, confidence: 0.9,
                [
                    "server": "\(server.resolver.address)", "interface": shown(server.resolver.interface ?? "?"),
                    "domain": shown(domains.first ?? "."),
                    "domains": shown(domains.prefix(4).joined(separator: ", ")),
                    "reason": server.failure?.rawValue ?? "timeout",
                ])
        }
    }

    private static func resolverFindings(
        of asked: [StatusDocument.ResolverStatus], _ observation: MachineObservation
    ) -> [Finding] {
        let configuration = observation.snapshot.resolvers
        let dead = asked.filter { $0.status == .connectionDown }
        func text(_ status: StatusDocument.ResolverStatus) -> String { "\(status.resolver.address)" }
        guard let first = dead.first else { return slowResolvers(asked, observation.ownDelay) }
        if let denial = ResolverDenial(among: asked, observation) {
            let query = ResolverSide.query(of: text(first), observation.uplink)
            let isMeant = dead.count == asked.count && isClosed(query, observation.uplink)
            return [isMeant ? denial.finding.asWarning : denial.finding]
        }
        if dead.count < asked.count {
            if !isRejected(first.resolver.address, observation.snapshot),
                let own = observation.output.finding(aboutQueriesTo: first.resolver.address)
            {
                return [own.asWarning]
            }
            let facts = ServerLinks.facts(ServerLinks.found(for: first.resolver.address, in: observation.snapshot))
                .merging(DNSRules.factsOfUnsent(text(first), first.isUnsent)) { $1 }
            // Programs only query a later one once the others do not answer, unless they are told to take turns.
            let isSpare = configuration.rotationLine == nil && asked.first?.status == .connectionUp
            // Programs wait for each silent server before the one that responds.
            let others = asked.prefix { $0.status == .connectionDown }.dropFirst().filter {
                $0.failure == .timeout && $0.isUnsent != true && $0.resolver.source == .resolvConf
                    && !($0.refusal != nil && DNSRules.isPrompt($0.duration))
            }
            let finding = DNSRules.deadServer(
                text(first), first.failure ?? .timeout, isUnsent: first.isUnsent,
                refusal: DNSRules.isPrompt(first.duration) ? first.refusal : nil,
                beside: asked.first { $0.status == .connectionUp }.map(text) ?? "another one",
                delay: asked.first == first ? delay(of: first, configuration) : nil, others: others.map(text),
                patience: Milliseconds(.seconds(configuration.timeout)), isSpare: isSpare, facts)
            // Programs that take turns waited in vain, and it explains that.
            let isBlamed =
                first.failure != .timeout && configuration.rotationLine != nil
                && observation.names?.resolution.system?.failure == .timeout
            return [isBlamed ? finding.asWarning : finding]
        }
        if let lost = unrouted(dead, observation) { return [lost] }
        if let refused = Self.refused(dead, observation.uplink) { return [refused] }
        if let prohibited = Self.prohibited(dead, observation) { return [prohibited] }
        if dead.allSatisfy({ $0.failure == .timeout }),
            let lost = IPv6ResolverRule.finding(dead.map(\.resolver.address), observation.uplink)
        {
            return [lost]
        }
        if let (server, reason) = truncated(dead, observation) {
            return [
                DNSRules.ofOwnServers(
                    Finding(
                        DNSCauses.tcpBlocked, confidence: 0.95,
                        ["name": MachineNames.knownName, "server": server, "reason": reason]), [server],
                    observation.uplink)
            ]
        }
        // The most informative reasons come first: a closed port says more than silence.
        let byReason: [(reason: Resolution.FailureReason?, entry: CauseEntry)] = [
            (.closed, DNSCauses.serverClosed), (.servfail, signatures(of: dead, observation.uplink)),
            (.refused, DNSCauses.refused),
            (.malformed, DNSCauses.malformed), (.timeout, DNSCauses.serverUnreachable),
        ]
        // Programs that use TCP (resolv.conf(5), `use-vc`) resolve names nevertheless.
        let isHelped = observation.names?.resolution.system?.addresses.isEmpty == false
        // A network without Internet access, configured by `uplink: off`, may have a resolver for its own names only. A target whose
        // name it refuses fails by itself.
        let isMeant = observation.uplink?.isOff == true
        let sent = dead.filter { !isWithoutIPv6($0, observation) }
        var findings = byReason.compactMap { reason, entry -> Finding? in
            let servers = (sent.isEmpty ? dead : sent).filter { $0.failure == reason }.map(text)
            guard let first = servers.first else { return nil }
            let query = ResolverSide.query(of: first, observation.uplink)
            let elsewhere = dead.first { $0.failure == reason }?.repliedFrom
            let facts = [
                "name": MachineNames.knownName, "server": first, "servers": servers.joined(separator: ", "),
                "why": query?.hasSignatures == true ? ResolverSide.why(query, query?.reasons) : "",
                "code": query?.refusal ?? "REFUSED",
                "what": elsewhere.map(DNSRules.repliesFrom) ?? FactPhrase.notToThisQuestion.text,
            ]
            let snapshot = observation.snapshot
            let areHere = servers.allSatisfy { IPAddress($0).map { snapshot.isOwn($0) } == true }
            let helpers = DNSRules.helpers(
                for: servers, observation.uplink, areHere: areHere, isCutOff: snapshot.defaultRoutes.isEmpty)
            let overTCP = ResolverSide.overTCP(servers, observation.uplink)
            let isForeign = reason == .timeout && overTCP.isEmpty
            let foreign =
                isForeign ? PrivateNetworkRule.factsOfServers(servers.compactMap { IPAddress($0) }, observation) : [:]
            let router = RedirectedQueryRule.responder(to: first, entry, observation)
            let isRefusalMeant = reason == .refused && router == nil && isClosed(query, observation.uplink)
            let isWarning = isRefusalMeant || isHelped && query?.isOverTCPAlone == true
            let finding = DNSRules.ofOwnServers(
                Finding(
                    entry, confidence: 0.95,
                    severity: reason == .refused && isMeant ? .info : isWarning ? .warning : nil,
                    facts.merging(helpers) { $1 }.merging(DNSRules.otherSource(elsewhere)) { $1 }
                        .merging(DNSRules.withoutLoopback(servers, observation.snapshot.links)) { $1 }
                        .merging(overTCP.isEmpty ? foreign : overTCP) { $1 }),
                servers, observation.uplink, areHere: areHere)
            return router.map { RedirectedQueryRule.corrected(finding, entry, query, by: $0) }
                ?? ResolverSide.located(finding, by: query)
        }
        if findings.isEmpty {
            let facts = [
                "name": MachineNames.knownName, "server": text(first),
                "servers": dead.map(text).joined(separator: ", "), "configuration": DNSRules.configurationFile,
            ]
            findings = [Finding(DNSCauses.serverUnreachable, confidence: 0.7, facts)]
        }
        return findings + DNSRules.unqueriedServer(configuration.problems)
    }

    /// Whether a finding is about a dead gateway that is a DNS server as well, and no other server answers: whatever works over the
    /// other address family, programs resolve no names because of it.
    static func isOnlyDNS(_ finding: Finding, _ observation: MachineObservation) -> Bool {
        guard finding.id == GatewayCauses.unreachable.id, let gateway = finding.facts["gateway"] else { return false }
        let asked = observation.queriedResolvers
        return asked.allSatisfy { $0.status == .connectionDown }
            && asked.contains { $0.failure == .timeout && "\($0.resolver.address)" == gateway }
    }

    /// Whether a route or a rule of policy routing rejects packets to an address: for one of type `prohibit`, the kernel fails with the
    /// same error as for a security policy (EACCES).
    private static func isRejected(_ address: IPAddress, _ snapshot: NetworkSnapshot) -> Bool {
        snapshot.route(to: address)?.rejects == true
            || snapshot.refusals?.contains { $0.rejects && $0.covers(address) } == true
    }

    /// The finding about a missing route to all resolvers, if the uplink is not proven to work: that of the other address
    /// family says nothing about them.
    static func lostRoute(_ observation: MachineObservation, _ assessment: UplinkAssessment?) -> Finding? {
        guard let assessment, assessment.status != .connectionUp else { return nil }
        let asked = observation.queriedResolvers
        return asked.allSatisfy { $0.status == .connectionDown } ? unrouted(asked, observation) : nil
    }

    /// Whether programs differ from a server only since they query each server in turn (`rotate`), one of which is dead and is
    /// reported.
    static func isOfRotation(_ finding: Finding, _ observation: MachineObservation) -> Bool {
        finding.id == DNSCauses.systemDiffers.id && finding.facts["search"] == nil && finding.facts["unreadable"] == nil
            && observation.names?.resolution.system?.failure == .timeout
            && observation.snapshot.resolvers.rotationLine != nil
            && observation.resolvers.contains { $0.status == .connectionDown }
    }

    /// The findings about programs that cannot resolve names. If the first server does not answer their queries with EDNS, and
    /// another one does, they get an answer, and wait for it.
    static func findingsOnNames(_ observation: MachineObservation) -> [Finding] {
        (observation.names?.findings ?? []).filter { !isOfRotation($0, observation) }.map { finding in
            goingOn(finding, observation) ?? finding
        }
    }

    private static func goingOn(_ finding: Finding, _ observation: MachineObservation) -> Finding? {
        guard finding.id == DNSCauses.systemDiffers.id, let line = finding.facts["queries"],
            finding.facts["patience"] == nil, let names = observation.names, let again = names.again
        else { return nil }
        let next = observation.resolvers.first { server in
            server.status == .connectionUp && server.resolver.source == .resolvConf
                && "\(server.resolver.address)" != names.server
                && server.duration.map { $0.duration - observation.ownDelay < DNSRules.withoutEDNS } == true
        }
        let timeout = Milliseconds(.seconds(observation.snapshot.resolvers.timeout))
        let lookups = [names.resolution.system, again].compactMap(\.self)
        let why = next.flatMap { DNSRules.goingOn(from: line, to: "\($0.resolver.address)", after: timeout, lookups) }
        return why.map { Finding(DNSCauses.systemDiffers, like: finding, adding: ["why": $0]).asWarning }
    }

    /// The finding about a default route without a gateway on a link with ARP or NDP, where the kernel looks for every host of the
    /// Internet on the link, and finds none.
    static func withoutGateway(_ observation: MachineObservation, _ assessment: UplinkAssessment?) -> Finding? {
        let snapshot = observation.snapshot
        guard let assessment, assessment.status != .connectionUp, let uplink = observation.uplink,
            let route = snapshot.preferredDefaultRoutes.first(where: { $0.kind == .unicast && $0.gateway == nil }),
            let interface = route.interface, snapshot.link(named: interface)?.hardwareAddress != nil
        else { return nil }
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil && $0.isEarlier != true }
        let isNobodyFound = sent.allSatisfy { packet in
            snapshot.neighbour(packet.destination, on: interface)?.state.isUnanswered == true
        }
        guard !sent.isEmpty, isNobodyFound else { return nil }
        return Finding(
            GatewayCauses.none, confidence: 0.9,
            [
                "destination": FactPhrase.internetWithoutGateway.text(["interface": shown(interface)]),
                "interface": shown(interface),
            ])
    }

    /// The finding about servers without a route, which were not queried: the missing route is the cause, not the servers' silence.
    private static func unrouted(
        _ dead: [StatusDocument.ResolverStatus], _ observation: MachineObservation
    ) -> Finding? {
        let isUnrouted = dead.allSatisfy { server in
            let address = server.resolver.address
            return !address.isLoopback && !address.isUnspecified && !observation.snapshot.isOwn(address)
                && observation.snapshot.route(to: address) == nil
        }
        guard isUnrouted, !dead.isEmpty else { return nil }
        let servers = dead.map { "\($0.resolver.address)" }.joined(separator: ", ")
        let names = FactPhrase.destinationServer.text(["server": servers])
        let interface = observation.uplink?.interface.map { ["interface": shown($0)] } ?? [:]
        return Finding(GatewayCauses.none, confidence: 0.95, interface.merging(["destination": names]) { $1 })
    }

    /// The finding about a router that has no route to a server, as it reports for a connection to it, while no server
    /// answers; or that rejects queries and the connection in its place. Of a check, it is the same.
    private static func refused(
        _ dead: [StatusDocument.ResolverStatus], _ uplink: UplinkEvidence?
    ) -> Finding? {
        guard let uplink, let reason = dead.first?.failure, reason == .timeout || reason == .closed,
            dead.allSatisfy({ $0.failure == reason })
        else { return nil }
        return dead.lazy.compactMap { server -> Finding? in
            let address = server.resolver.address
            let ofConnection = uplink.packets.lazy.filter {
                $0.limit == nil && $0.isEarlier != true && $0.destination.bytes == address.bytes
            }.compactMap(\.error).first
            let query = ResolverSide.query(of: "\(address)", uplink)
            guard let error = ofConnection ?? (query?.outcome == .closed ? query?.rejection : nil), !error.isOwn,
                let router = error.reporter, router.bytes != address.bytes
            else { return nil }
            let isGateway = uplink.gateways.contains { $0.bytes == router.bytes }
            let facts = [
                "destination": SocketAddress(address, port: server.resolver.port).description,
                "address": "\(address)", "router": "\(router)",
                "who": (isGateway ? FactPhrase.theGateway : .theRouter).text(["router": "\(router)"]),
                "answer": PathRules.meaningText(error.meaning), "code": "type \(error.type), code \(error.code)",
            ]
            let filtered = PathRules.filtered(on: isGateway ? .network : nil, confidence: 0.9, facts)
            switch error.meaning {
            case .networkUnreachable where reason == .timeout:
                return Finding(PathCauses.noRoute, confidence: 0.95, facts)
            case .prohibited: return filtered
            case .portUnreachable where reason == .closed: return filtered
            case .networkUnreachable, .hostUnreachable, .portUnreachable, .timeExceeded, .tooBig, .other: return nil
            }
        }.first
    }

    /// Whether a server refuses or denies names of the Internet in a network where nothing else shows the Internet either: it may serve
    /// a closed network's own names only.
    private static func isClosed(_ query: UplinkEvidence.Query?, _ uplink: UplinkEvidence?) -> Bool {
        guard let query, let uplink else { return false }
        return UplinkIndications(uplink).mayBeForOwnNames(query)
            && UplinkAssessment(uplink).status == .connectionIndeterminate
    }

    /// The server that truncates its response over UDP, to one query or another, and does not respond over TCP, and how that ended.
    private static func truncated(
        _ dead: [StatusDocument.ResolverStatus], _ observation: MachineObservation
    ) -> (server: String, reason: String)? {
        let failures = observation.names?.resolution.failures ?? []
        for server in dead.map({ "\($0.resolver.address)" }) {
            if let query = ResolverSide.query(of: server, observation.uplink), query.isTruncated == true {
                return (server, query.outcome.rawValue)
            }
            if let failure = failures.first(where: { $0.server == server && $0.lacksStream }) {
                return (server, failure.reason.rawValue)
            }
        }
        return nil
    }

    /// The finding about invalid signatures, if a server responds SERVFAIL with such a reason, and succeeds with checking
    /// disabled.
    private static func signatures(
        of dead: [StatusDocument.ResolverStatus], _ uplink: UplinkEvidence?
    ) -> CauseEntry {
        let failing = dead.filter { $0.failure == .servfail }.map {
            ResolverSide.query(of: "\($0.resolver.address)", uplink)
        }
        let isChecked = !failing.isEmpty && failing.allSatisfy { $0?.hasSignatures == true && $0?.control == .known }
        return isChecked ? DNSCauses.dnssecBogus : DNSCauses.servfail
    }

    /// The time that a dead server costs programs. If it is silent, that is the timeout of the system resolver.
    private static func delay(
        of server: StatusDocument.ResolverStatus, _ configuration: ResolverConfiguration
    ) -> Milliseconds {
        // Programs ignore replies that are not to their query, and wait for one that is.
        let isIgnored = server.failure == .malformed && server.duration.map { $0.duration >= .seconds(1) } == true
        let waits = (server.failure == .timeout || isIgnored) && server.resolver.source == .resolvConf
        return waits ? Milliseconds(.seconds(configuration.timeout)) : server.duration ?? Milliseconds(.zero)
    }

    private static func slowResolvers(_ asked: [StatusDocument.ResolverStatus], _ ownDelay: Duration) -> [Finding] {
        let limit = Thresholds().resolve
        let slow = asked.first {
            $0.status == .connectionUp && ($0.duration?.duration ?? .zero) - ownDelay > limit.duration
        }
        guard let slow, let took = slow.duration else { return [] }
        return [
            Finding(
                DNSCauses.slow, confidence: 0.9,
                [
                    "name": FactPhrase.rootServers.text, "typed": MachineNames.knownName,
                    "server": "\(slow.resolver.address)", "took": DNSRules.milliseconds(took),
                    "limit": DNSRules.milliseconds(limit),
                ])
        ]
    }
}
