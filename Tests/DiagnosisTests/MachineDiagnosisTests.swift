import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The machine status")
struct MachineDiagnosisTests {
    static let resolver = Resolver(address: Facts.address("192.0.2.53"), source: .resolvConf)

    static func healthy() -> MachineObservation {
        MachineObservation(
            snapshot: NetworkSnapshot(
                links: [Facts.loopback, Facts.link()], routes: [Facts.onLink, Facts.route()],
                neighbours: [Facts.neighbour(.reachable)], resolvers: .init(servers: [resolver])),
            gateways: [Facts.hop()], resolvers: [.init(resolver: resolver, status: .connectionUp)],
            uplink: UplinkAssessmentTests.uplink(.nxdomain, packets: [UplinkAssessmentTests.passing]))
    }

    @Test("a healthy machine has no findings")
    func healthy() {
        let verdict = MachineDiagnosis.verdict(on: Self.healthy())
        #expect(verdict.status == .connectionUp)
        #expect(verdict.findings.isEmpty)
        #expect(verdict.gateways.map(\.status) == [.connectionUp])
    }

    @Test("without a configured server, one that answers at 127.0.0.1 is used")
    func unconfiguredServer() {
        var observation = Self.healthy()
        observation.snapshot.resolvers.servers = []
        let local = Resolver(address: Facts.address("127.0.0.1"), source: .resolvConf)
        observation.resolvers = [.init(resolver: local, status: .connectionUp)]
        #expect(MachineDiagnosis.verdict(on: observation).findings.isEmpty)
        observation.resolvers = []
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.no-server"])
    }

    @Test("with rotate, programs that wait for a dead server are explained by that server")
    func rotation() {
        var observation = Self.healthy()
        let dead = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        observation.snapshot.resolvers.servers.append(dead)
        observation.resolvers.append(.init(resolver: dead, status: .connectionDown, failure: .timeout))
        let lookup = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        var resolution = Resolution(name: MachineNames.knownName + ".", answers: [Facts.answer], failures: [])
        resolution.system = lookup
        observation.names = MachineNames(resolution: resolution, nameServices: ["files", "dns"])
        observation.names?.again = lookup
        let differing = MachineDiagnosis.verdict(on: observation).findings.map(\.id)
        #expect(differing == ["dns.system-differs", "dns.some-servers-dead"], "\(differing)")
        observation.snapshot.resolvers.rotationLine = "/etc/resolv.conf:3: options rotate"
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.some-servers-dead"])
    }

    @Test("an IPv6 route without a global IPv6 address delays no program")
    func linkLocalAlone() throws {
        let known = Finding(
            PathCauses.ipv6Down,
            ["interface": "eth0", "gateway": "fe80::1%eth0", "contrast": "", "effect": "?", "last": "?"])
        func assessed(_ addresses: [String]) -> Finding {
            let link = Facts.link(
                addresses: addresses.map { .init(address: Facts.address($0), prefixLength: 64, scope: .global) })
            return LocalPrefixRule.assessment(known, in: NetworkSnapshot(links: [link], routes: []))
        }
        #expect(assessed(["192.0.2.2", "fe80::2%eth0"]).severity == .info)
        #expect(assessed(["192.0.2.2", "fe80::2%eth0", "fd00::2"]).severity == .info)
        let transition = assessed(["192.0.2.2", "2002:c000:202::2", "2001:0:c000:201::2"])
        #expect(transition.severity == .info && transition.summary.contains("6to4"), "\(transition.summary)")
        #expect(assessed(["192.0.2.2", "fe80::2%eth0", "2001:db8::2"]).severity == .warning)
        #expect(assessed(["192.0.2.2"]).severity == .warning)
    }

    @Test("a silent gateway forwards only if something was heard over its own address family")
    func silentOfOtherFamily() {
        var observation = Self.healthy()
        let other = "2001:db8:1::1"
        observation.snapshot.links[1].addresses.append(
            .init(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global))
        observation.snapshot.routes.append(Facts.route(other))
        observation.gateways.append(Facts.hop(.reachable, .timeout, gateway: other))
        observation.snapshot.neighbours.append(Facts.neighbour(.reachable, other))
        observation.uplink?.gateways.append(Facts.address(other))
        let before = MachineDiagnosis.verdict(on: observation)
        #expect(before.findings.isEmpty && before.status == .connectionUp, "\(before.findings)")
        #expect(before.gateways.map(\.status) == [.connectionUp, .connectionIndeterminate])
        observation.uplink?.packets.append(
            .init(
                destination: Facts.address("2001:db8:9::9"), limit: 2,
                error: ICMPError(family: .ipv6, type: 3, code: 0, reporter: Facts.address("2001:db8:91::1"))))
        let after = MachineDiagnosis.verdict(on: observation)
        #expect(after.findings.map(\.id) == ["gateway.no-icmp"], "\(after.findings)")
        #expect(after.gateways.map(\.status) == [.connectionUp, .connectionUp])
    }

    @Test("a dead gateway is the cause if nothing gets out through a silent one of the other family either")
    func deadEnd() {
        var observation = Self.healthy()
        let other = "fe80::1%eth0"
        observation.snapshot.routes.append(Facts.route(other))
        observation.snapshot.neighbours = [Facts.neighbour(.failed), Facts.neighbour(.stale, other)]
        observation.gateways = [Facts.hop(.failed, .timeout), Facts.hop(.stale, .timeout, gateway: other)]
        observation.resolvers = [.init(resolver: Self.resolver, status: .connectionDown, failure: .timeout)]
        var uplink = UplinkAssessmentTests.uplink(.servfail, packets: [UplinkAssessmentTests.packet()])
        uplink.gateway = Facts.address("192.0.2.1")
        observation.uplink = uplink
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.first?.id == "gateway.unreachable" && verdict.status == .connectionDown, "\(verdict)")
        #expect(verdict.findings.allSatisfy { $0.id != "path.upstream-down" }, "\(verdict.findings)")
    }

    @Test("a dead IPv6 gateway is one warning while IPv4 works", arguments: [true, false])
    func deadOtherFamily(isOffLink: Bool) {
        var observation = Self.healthy()
        let (own, other) = (Facts.address("192.0.2.1"), isOffLink ? "2001:db8:1::1" : "fe80::1%eth0")
        observation.snapshot.routes.append(Facts.route(other))
        observation.snapshot.neighbours.append(Facts.neighbour(.failed, other))
        observation.gateways.append(Facts.hop(.failed, .timeout, gateway: other))
        observation.uplink?.gateway = own
        // Without an address in the Internet, programs use no IPv6.
        let unused = MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "gateway.unreachable" }
        #expect(isOffLink || unused?.severity == .info)
        if !isOffLink { observation.snapshot.links[1].addresses.append(Facts.sixthSource.address) }
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionUp, "\(verdict.findings)")
        let expected = isOffLink ? "address.gateway-off-link" : "gateway.unreachable"
        #expect(verdict.findings.map { "\($0.severity.rawValue) \($0.id)" } == ["warning \(expected)"])
        // The link works, so that it is plugged in.
        let advice = verdict.findings.first?.advice ?? []
        #expect(isOffLink || advice.contains { $0.contains("eth0 works over IPv4") && $0.contains("MLD snooping") })
        #expect(isOffLink || !advice.contains { $0.contains("on the same network as eth0") })
        // It is an error if the gateway of the observed family is dead as well.
        observation.snapshot.neighbours[0] = Facts.neighbour(.failed)
        observation.gateways[0] = Facts.hop(.failed, .timeout)
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionDown)
    }

    @Test(
        "replies of the first resolver that programs ignore cost them the timeout of resolv.conf",
        arguments: [(1_500, "up to 1 s"), (60, "up to 60 ms")])
    func ignoredReplies(took: Int, cost: String) {
        var observation = Self.healthy()
        let second = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [Self.resolver, second])
        observation.snapshot.resolvers.timeout = 1
        var first = StatusDocument.ResolverStatus(
            resolver: Self.resolver, status: .connectionDown, failure: .malformed)
        first.duration = Milliseconds(.milliseconds(took))
        observation.resolvers = [first, .init(resolver: second, status: .connectionUp)]
        let found = MachineDiagnosis.verdict(on: observation).findings.first
        #expect(found?.id == "dns.some-servers-dead" && found?.facts["cost"]?.contains(cost) == true)
    }

    @Test("a resolver whose replies come from another address is named with that address")
    func repliesFromElsewhere() {
        var observation = Self.healthy()
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: UplinkAssessmentTests.far)
        observation.resolvers = [.init(resolver: Self.resolver, status: .connectionDown, failure: .malformed)]
        observation.resolvers[0].repliedFrom = Facts.address("192.0.2.77")
        let verdict = MachineDiagnosis.verdict(on: observation)
        let found = verdict.findings.first { $0.id == "dns.malformed" }
        #expect(found?.summary.contains("come from 192.0.2.77 instead") == true, "\(verdict.findings)")
        #expect(found?.advice.first?.contains("192.0.2.77 replies in place of 192.0.2.53") == true)
    }

    @Test("a first resolver to which there is no route delays no program", arguments: [true, false])
    func unsentQuery(isUnsent: Bool) throws {
        var observation = Self.healthy()
        let second = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [Self.resolver, second])
        var first = StatusDocument.ResolverStatus(
            resolver: Self.resolver, status: .connectionDown, duration: Milliseconds(.milliseconds(3)),
            failure: .timeout)
        first.isUnsent = isUnsent ? true : nil
        observation.resolvers = [first, .init(resolver: second, status: .connectionUp)]
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == "dns.some-servers-dead" && found.severity == (isUnsent ? .info : .warning), "\(found)")
        #expect(found.summary.contains("notice at once") == isUnsent, "\(found.summary)")
        #expect(found.facts["cost"]?.isEmpty == isUnsent, "\(found.facts)")
    }

    @Test(
        "the interface that is switched off is named if a dead resolver belongs to its network",
        arguments: [("100.100.1.2", 32, true), ("100.100.100.1", 24, true), ("10.8.0.2", 24, false)])
    func resolverOfSleepingInterface(own: String, length: Int, isNamed: Bool) {
        var observation = Self.healthy()
        let second = Resolver(address: Facts.address("100.100.100.100"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [Self.resolver, second])
        var link = Facts.link()
        (link.name, link.index, link.isAdminUp, link.hasCarrier) = ("tailscale0", 9, false, false)
        link.addresses = [.init(address: Facts.address(own), prefixLength: length, scope: .global)]
        observation.snapshot.links.append(link)
        observation.resolvers = [
            .init(resolver: Self.resolver, status: .connectionUp),
            .init(resolver: second, status: .connectionDown, failure: .timeout),
        ]
        let found = MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "dns.some-servers-dead" }
        #expect(found?.advice.contains { $0.contains("tailscale0") } == isNamed, "\(found as Any)")
    }

    @Test("a server that answers one of two queries from a port is named, unless it never answers one of the types")
    func oneAnswer() {
        let answer = Resolution.Answer(
            address: Facts.address("198.41.0.4"), source: .dns, server: "192.0.2.53", ttl: 60,
            duration: .milliseconds(2))
        let lookup = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        func cause(_ failures: [Resolution.Failure]) -> CauseID? {
            var observation = Self.healthy()
            var names = MachineNames(
                resolution: Resolution(name: MachineNames.knownName + ".", answers: [answer], failures: failures),
                again: lookup, nameServices: ["files", "dns"])
            names.resolution.system = lookup
            names.pairs = QueryPairs(Array(repeating: (first: true, second: false), count: QueryPairs.size))
            observation.names = names
            return MachineDiagnosis.verdict(on: observation).findings.first?.id
        }
        #expect(cause([]) == "dns.one-answer")
        #expect(cause([Facts.failure(.timeout, type: "AAAA")]) != "dns.one-answer")
    }

    @Test("a pulled cable is named, not the DNS failure that follows from it")
    func pulledCable() {
        var observation = Self.healthy()
        observation.snapshot.links[1] = Facts.link(carrier: false)
        observation.resolvers = [.init(resolver: Self.resolver, status: .connectionDown, failure: .timeout)]
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionDown)
        #expect(verdict.findings.map(\.id) == ["link.no-carrier"])
        // Nobody asked the gateway.
        #expect(verdict.gateways.map(\.status) == [.noErr] && verdict.gateways.first?.neighbour == nil)
    }

    @Test("an interface that is switched off loses its routes, and is named nevertheless")
    func switchedOff() {
        var observation = Self.healthy()
        observation.snapshot.links = [
            Facts.loopback, Facts.link(up: false, carrier: false, addresses: []), Facts.link("veth7", addresses: []),
        ]
        observation.snapshot.routes = []
        observation.remembered = ["eth0"]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["link.admin-down"])
    }

    @Test("an unrelated link that is up does not hide one that is switched off, unless a resolver is on it")
    func switchedOffBeside() {
        var observation = Self.healthy()
        let beside = LinkAddress(address: Facts.address("10.200.0.1"), prefixLength: 24, scope: .global)
        observation.snapshot.links = [
            Facts.loopback, Facts.link(up: false, carrier: false), Facts.link("eth7", addresses: [beside]),
        ]
        observation.snapshot.routes = [
            Route(family: .ipv4, destination: Facts.address("10.200.0.0"), prefixLength: 24, interface: "eth7")
        ]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["link.admin-down"])
        observation.snapshot.resolvers = .init(servers: [
            .init(address: Facts.address("10.200.0.53"), source: .resolvConf)
        ])
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionIndeterminate)
    }

    @Test("resolvers that were not queried are listed as not checked")
    func unaskedResolvers() {
        var observation = MachineObservation(snapshot: Self.healthy().snapshot)
        observation.snapshot.links[1] = Facts.link(carrier: false)
        let resolvers = MachineDiagnosis.verdict(on: observation).resolvers
        #expect(resolvers.map(\.status) == [.noErr])
        #expect(resolvers.map(\.resolver) == observation.snapshot.resolvers.servers)
    }

    @Test("no default route", arguments: [true, false])
    func noDefaultRoute(hasRemembered: Bool) {
        var observation = Self.healthy()
        observation.snapshot.routes = [Facts.onLink]
        observation.remembered = hasRemembered ? ["eth0"] : []
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["gateway.none"])
    }

    @Test(
        "without a default route, a server that has no answer for names of the Internet is no fault of its own",
        arguments: [(Resolution.FailureReason.servfail, "dns.servfail"), (.refused, "dns.refused")])
    func serverWithoutInternet(_ reason: Resolution.FailureReason, _ id: String) {
        var observation = Self.healthy()
        observation.snapshot.routes = [Facts.onLink]
        observation.uplink = nil
        observation.resolvers = [.init(resolver: Self.resolver, status: .connectionDown, failure: reason)]
        var verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map { "\($0.severity.rawValue) \($0.id)" } == ["info gateway.none", "info \(id)"])
        #expect(verdict.status == .connectionIndeterminate)
        // One that does not answer at all is a fault, whatever the machine is meant for.
        observation.resolvers[0].failure = .timeout
        verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["dns.server-unreachable"])
        // A machine that had a default route has lost it.
        observation.resolvers[0].failure = reason
        observation.remembered = ["eth0"]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "gateway.none")
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionDown)
    }

    @Test("a dead gateway is named, and the resolvers behind it are not")
    func deadGateway() {
        var observation = Self.healthy()
        observation.snapshot.neighbours = [Facts.neighbour(.failed)]
        observation.gateways = [Facts.hop(.failed, .timeout)]
        observation.resolvers = [.init(resolver: Self.resolver, status: .connectionDown, failure: .timeout)]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["gateway.unreachable"])
    }

    @Test("the state of a gateway that does not answer pings is unknown if nothing beyond it was checked")
    func silentGateway() {
        var observation = Self.healthy()
        observation.gateways = [Facts.hop(.reachable, .timeout)]
        observation.resolvers = []
        observation.uplink = nil
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionIndeterminate)
    }

    @Test(
        "resolvers",
        arguments: [
            ([Resolution.FailureReason.timeout], "dns.server-unreachable"), ([.closed], "dns.server-closed"),
            ([.servfail], "dns.servfail"),
        ] as [([Resolution.FailureReason], CauseID)])
    func resolvers(reasons: [Resolution.FailureReason], id: CauseID) {
        var observation = Self.healthy()
        observation.resolvers = reasons.map { .init(resolver: Self.resolver, status: .connectionDown, failure: $0) }
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == [id])
    }

    @Test("a gateway that reports a closed DNS port once is not silent, whatever other queries got")
    func closedOnce() {
        var observation = Self.healthy()
        let resolver = Resolver(address: UplinkAssessmentTests.gateway, source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [resolver])
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .closed)]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["path.upstream-down"])
        observation.markClosed()
        #expect(observation.uplink?.queries.map(\.outcome) == [.closed])
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["dns.server-closed"] && verdict.findings[0].side == .network)
        func isGatewayDoubted(_ verdict: MachineVerdict) -> Bool {
            verdict.findings[0].advice.filter { $0.contains("default gateway") || $0.contains("arping") }.count == 2
        }
        #expect(isGatewayDoubted(verdict))
        // A router behind it was heard.
        observation.uplink?.packets = UplinkAssessmentTests.far
        #expect(!isGatewayDoubted(MachineDiagnosis.verdict(on: observation)))
        // The other way round.
        observation.resolvers[0].failure = .timeout
        observation.markClosed()
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.server-closed"])
    }

    @Test("a resolver without a route is not blamed for its silence")
    func resolverWithoutRoute() {
        var observation = Self.healthy()
        observation.resolvers = [.init(resolver: Self.resolver, status: .connectionDown, failure: .timeout)]
        // The default route of the other family still exists.
        observation.snapshot.routes = [
            Route(family: .ipv6, gateway: IPAddress("fe80::1"), interface: "eth0")
        ]
        observation.gateways = []
        let findings = MachineDiagnosis.verdict(on: observation).findings
        #expect(findings.first?.id == "gateway.none")
        #expect(findings.first?.summary == "no route leads to the DNS server \(Self.resolver.address)")
    }

    @Test("no resolver at all")
    func noResolver() {
        var observation = Self.healthy()
        observation.snapshot.resolvers.servers = []
        observation.resolvers = []
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.no-server"])
    }

    @Test("only loopback")
    func onlyLoopback() {
        let observation = MachineObservation(snapshot: NetworkSnapshot(links: [Facts.loopback]))
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["link.none"])
    }
}
