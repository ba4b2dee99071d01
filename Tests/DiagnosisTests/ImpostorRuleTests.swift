import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("Another host in place of the gateway, the target or its DNS server, and lost packets")
struct ImpostorRuleTests {
    private static func page(_ addresses: [String] = ["198.51.100.1"]) throws -> Evidence {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.dns = Facts.dns(
            answers: addresses.map { address in
                var answer = Facts.answer
                answer.address = Facts.address(address)
                return answer
            })
        return evidence
    }

    @Test("a plain HTTP page proves nothing if the DNS server returns the same address for a name that cannot exist")
    func madeUpName() throws {
        var evidence = try Self.page()
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, "abcdefgh.invalid", ["198.51.100.1"])]
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["dns.hijacked"])
        // If the server returns another false address, that of this name is correct.
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, "abcdefgh.invalid", ["203.0.113.7"])]
        #expect(Verdict(on: evidence).status == .connectionUp)
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, "abcdefgh.invalid", ["198.51.100.1"])]
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .established)
        #expect(Verdict(on: evidence).status == .connectionUp)
    }

    /// A target without TLS, whose name resolves to the address.
    private static func open(_ target: String, _ address: String = "198.51.100.1") throws -> Evidence {
        var evidence = try page([address])
        evidence.target = try Target(target)
        evidence.http = nil
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, address)])
        return evidence
    }

    @Test("a connection proves nothing if the DNS server returns the same address for a name that cannot exist")
    func madeUpHost() throws {
        var evidence = try Self.open("tcp://www.example:22")
        #expect(Verdict(on: evidence).status == .connectionUp)
        for name in ["abcdefgh.invalid", "abcdefgh.root-servers.net"] {
            evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, name, ["198.51.100.1"])]
            let verdict = Verdict(on: evidence)
            #expect(verdict.status == .connectionIndeterminate && verdict.layers[.tcp] == .connectionIndeterminate)
            #expect(verdict.findings.map(\.id) == ["dns.hijacked"])
        }
        // The address that accepted the connection decides, and not another one of the name.
        var other = Facts.answer
        other.address = Facts.address("2001:db8::1")
        evidence.dns?.resolution.answers.append(other)
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "2001:db8::1")])
        #expect(Verdict(on: evidence).status == .connectionUp)
        evidence.dns?.resolution.answers.removeLast()
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused)])
        #expect(Verdict(on: evidence).status == .connectionDown)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["dns.hijacked"])
    }

    @Test("a server that makes up other addresses than the one that responded is not a matter of the target")
    func otherMadeUpHost() throws {
        let control = DNSVerdictTests.followUp(.control, "abcdefgh.invalid", ["203.0.113.7"])
        var connected = try Self.open("tcp://www.example:22")
        connected.dns?.followUps = [control]
        var pinged = try Self.open("icmp://www.example")
        pinged.tcp = nil
        pinged.observed.set(AnyLayerEvidence(Facts.echo(.reply, of: "198.51.100.1")))
        pinged.dns?.followUps = [control]
        for evidence in [connected, pinged] {
            let verdict = Verdict(on: evidence)
            #expect(verdict.status == .connectionUp && verdict.findings.isEmpty, "\(verdict.findings)")
        }
        connected.terms.depth = .thorough
        #expect(Verdict(on: connected).findings.contains { $0.id == "dns.hijacked" })
    }

    @Test("replies to pings prove nothing either")
    func madeUpEcho() throws {
        var evidence = try Self.open("icmp://www.example")
        evidence.tcp = nil
        evidence.observed.set(AnyLayerEvidence(Facts.echo(.reply, of: "198.51.100.1")))
        #expect(Verdict(on: evidence).status == .connectionUp)
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, "abcdefgh.invalid", ["198.51.100.1"])]
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["dns.hijacked"])
    }

    @Test("a gateway to which all names resolve is a portal, whatever port it accepts")
    func connectionToGateway() throws {
        var evidence = try Self.open("tcp://www.example:22", "192.0.2.1")
        evidence.gateway?.isOnLink = true
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, "abcdefgh.invalid", ["192.0.2.1"])]
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
    }

    @Test("a gateway to which all names resolve in both address families is a portal, whichever was asked first")
    func gatewayOfBothFamilies() throws {
        var evidence = try Self.page(["192.0.2.1", "fd00::1"])
        evidence.gateway?.hops.append(Facts.hop(gateway: "fd00::1"))
        evidence.gateway?.isOnLink = true
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "192.0.2.1")])
        let responses = ["192.0.2.1", "fd00::1"].map {
            DNSVerdictTests.followUp(.control, "abcdefgh.invalid", [$0])
        }
        for followUps in [responses, responses.reversed()] {
            evidence.dns?.followUps = followUps
            #expect(Verdict(on: evidence).findings.contains { $0.id == "http.captive-portal" })
        }
        evidence.dns?.followUps = [responses[0]]
        #expect(Verdict(on: evidence).findings.allSatisfy { $0.id != "http.captive-portal" })
    }

    @Test("the page of a gateway to which all names resolve is reported only as a portal")
    func pageOfGateway() throws {
        var evidence = try Self.page(["192.0.2.1"])
        evidence.gateway?.isOnLink = true
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "192.0.2.1")])
        #expect(
            Verdict(on: evidence).followUps.contains {
                if case .names(.query(.control, "invalid", _, _)) = $0 { true } else { false }
            })
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, "abcdefgh.invalid", ["192.0.2.1"])]
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
        evidence.dns?.followUps = [DNSVerdictTests.followUp(.control, "abcdefgh.invalid", [])]
        #expect(Verdict(on: evidence).status == .connectionUp && Verdict(on: evidence).findings.isEmpty)
    }

    @Test(
        "a proxy on the path is blamed only for the status that it returns for every address",
        arguments: [502, 503, 404, 403], [502, 403, 404])
    func transparentProxy(status: Int, toNobody: Int) throws {
        var evidence = try Self.page()
        evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .response, status: status)
        var uplink = UplinkEvidence(gateway: Facts.address("192.0.2.1"), interface: "eth0")
        uplink.interception = .init(destination: Facts.address("192.0.2.9"), isAccepted: true, status: toNobody)
        evidence.uplink = uplink
        let cause = Verdict(on: evidence).findings.first?.id
        let isToBlame = status == toNobody && status != 404
        #expect((cause == "proxy.transparent") == isToBlame, "\(Verdict(on: evidence).findings)")
        evidence.http?.server = "nginx"
        evidence.uplink?.interception?.server = "squid"
        #expect(Verdict(on: evidence).findings.first?.id != "proxy.transparent")
        evidence.uplink = nil
        #expect(Verdict(on: evidence).findings.first?.id != "proxy.transparent")
    }

    @Test("a proxy on the path that ends every connection is blamed, and the gateway only if it is the proxy")
    func endingProxy() throws {
        var evidence = try Self.page()
        evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .reset)
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.reset")
        var uplink = UplinkEvidence(gateway: Facts.address("192.0.2.1"), interface: "eth0")
        uplink.interception = .init(destination: Facts.address("192.0.2.9"), isAccepted: true)
        evidence.uplink = uplink
        // A device that accepts all connections in advance shows nothing by its silence.
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.reset")
        evidence.uplink?.interception?.isEnded = true
        for (limit, side) in [(1, Side.network), (2, .upstream)] {
            var trace = PathVerdictTests.trace(.answered)
            trace.answeredAt = limit
            evidence.path = PathVerdictTests.path(
                trace, PathVerdictTests.trace(.answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "203.0.113.9"]))
            let finding = Verdict(on: evidence).findings.first
            #expect(finding?.id == "proxy.transparent" && finding?.side == side, "\(limit): \(finding as Any)")
        }
    }

    @Test("a page that a proxy marks as its own is that of one on the path if a near device accepted the connection")
    func markedPage() throws {
        var evidence = try Self.page()
        evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .response, status: 403)
        evidence.http?.proxyMark = "X-Squid-Error: ERR_ACCESS_DENIED"
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.first?.id == "http.forbidden")
        #expect(verdict.findings.first?.advice.first?.contains("ERR_ACCESS_DENIED") == true)
        let destination = PathDestination(Facts.address("198.51.100.1"), port: 443, .tcp)
        #expect(verdict.followUps.contains(.path(.origin(destination))))
        var trace = PathVerdictTests.trace(.answered)
        trace.answeredAt = 1
        evidence.path = PathVerdictTests.path(
            trace, PathVerdictTests.trace(.answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "203.0.113.9"]))
        #expect(Verdict(on: evidence).findings.first?.id == "proxy.transparent")
    }

    @Test("an outdated hosts entry is the cause if its family has no route and DNS has the other one")
    func hostsOfOtherFamily() throws {
        var evidence = try Self.page(["198.51.100.1", "2001:db8::1"])
        var answer = Facts.answer
        (answer.address, answer.source, answer.server) = (Facts.address("2001:db8::9"), .hosts, nil)
        evidence.dns?.resolution.answers.append(answer)
        (evidence.tcp, evidence.http) = (nil, nil)
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [.ipv6])
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == ["dns.hosts-override"] && verdict.status == .connectionDown, "\(verdict)")
        #expect(verdict.findings.first?.facts["dns"] == "198.51.100.1")
        evidence.dns?.resolution.answers.removeAll { $0.source == .hosts }
        #expect(Verdict(on: evidence).findings.first?.id == "gateway.none")
    }

    @Test("two hosts with the gateway's address are the cause only if nothing beyond the gateway answers")
    func twoGateways() {
        var observation = MachineDiagnosisTests.healthy()
        var hop = Facts.hop()
        hop.neighbour?.hardwareAddress = "02:00:00:00:00:01"
        hop.rival = "02:00:00:00:00:02"
        observation.snapshot.neighbours[0].hardwareAddress = "02:00:00:00:00:01"
        observation.gateways = [hop]
        #expect(MachineDiagnosis.verdict(on: observation).findings.isEmpty)
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .timeout
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        let found = MachineDiagnosis.verdict(on: observation).findings
        #expect(found.map(\.id) == ["address.duplicate"], "\(found)")
        #expect(found.first?.summary.contains("02:00:00:00:00:02") == true)
    }

    @Test(
        "another host with this machine's IPv4 address is the cause if all resolvers are silent, whatever works over IPv6"
    )
    func ownAddressTaken() {
        var observation = MachineDiagnosisTests.healthy()
        var hop = Facts.hop(.reachable, .timeout)
        (hop.arp, hop.arpAddress, hop.holder) = (.answered, "02:00:00:00:00:01", "02:00:00:00:00:02")
        hop.own = Facts.address("192.0.2.2")
        observation.gateways = [hop]
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: Self.heardOverIPv6)
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .timeout
        var found = MachineDiagnosis.verdict(on: observation).findings
        #expect(found.map(\.id) == ["address.duplicate"] && found.first?.severity == .error, "\(found)")
        // If responses arrive over IPv4, the other one replies to ARP requests for every address.
        observation.resolvers[0].status = .connectionUp
        observation.resolvers[0].failure = nil
        observation.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        found = MachineDiagnosis.verdict(on: observation).findings
        #expect(!found.contains { $0.id == "address.duplicate" }, "\(found)")
        Self.moveToIPv6(&observation)
        found = MachineDiagnosis.verdict(on: observation).findings
        #expect(found.contains { $0.id == "address.duplicate" && $0.severity == .warning }, "\(found)")
        observation.gateways[0].holder = nil
        #expect(!MachineDiagnosis.verdict(on: observation).findings.contains { $0.id == "address.duplicate" })
    }

    private static let heardOverIPv6: [UplinkEvidence.Packet] = (2...3).map { (limit: Int) in
        UplinkEvidence.Packet(
            destination: Facts.address("2001:db8:9::9"), limit: limit,
            error: ICMPError(
                family: .ipv6, type: 3, code: 0, reporter: Facts.address("2001:db8:9\(limit)::1")))
    }

    /// Adds IPv6, over which alone something is heard.
    private static func moveToIPv6(_ observation: inout MachineObservation) {
        let gateway = "2001:db8:1::1"
        observation.snapshot.links[1].addresses.append(
            .init(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global))
        observation.snapshot.routes.append(Facts.route(gateway))
        observation.snapshot.neighbours.append(Facts.neighbour(.reachable, gateway))
        observation.gateways.append(Facts.hop(gateway: gateway))
        let server = Resolver(address: Facts.address("2001:db8:53::53"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [server])
        observation.resolvers = [.init(resolver: server, status: .connectionUp)]
        observation.uplink?.packets = Self.heardOverIPv6
        observation.uplink?.gateways.append(Facts.address(gateway))
    }

    @Test(
        "a gateway with an address of this machine itself is the cause, and not the DNS server that does not run there")
    func ownGateway() {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.links[1].addresses.append(
            .init(address: Facts.address("192.0.2.1"), prefixLength: 24, scope: .global))
        observation.gateways = []
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .closed
        observation.uplink = UplinkAssessmentTests.uplink(.closed, packets: [UplinkAssessmentTests.packet()])
        let found = MachineDiagnosis.verdict(on: observation).findings
        #expect(found.map(\.id) == ["address.duplicate"] && found.first?.side == .machine, "\(found)")
        #expect(found.first?.summary.contains("this machine itself") == true)
        #expect(MachineDiagnosis.verdict(on: observation).gateways.map(\.status) == [.connectionDown])
    }

    @Test(
        "a bridge that has the gateway's address is named, also if packets pass the gateway", arguments: [true, false])
    func gatewayOnBridge(isForwarding: Bool) {
        var observation = MachineDiagnosisTests.healthy()
        var bridge = Facts.link(
            "br-5f2a", addresses: [.init(address: Facts.address("192.0.2.1"), prefixLength: 24, scope: .global)])
        (bridge.index, bridge.kind) = (9, "bridge")
        observation.snapshot.links.append(bridge)
        observation.gateways = []
        observation.uplink = UplinkAssessmentTests.uplink(
            packets: isForwarding ? UplinkAssessmentTests.far : [UplinkAssessmentTests.packet()])
        observation.snapshot.resolvers.servers[0].address = Facts.address("192.0.2.1")
        observation.resolvers = [
            .init(resolver: observation.snapshot.resolvers.servers[0], status: .connectionDown, failure: .closed)
        ]
        let found = MachineDiagnosis.verdict(on: observation).findings
        #expect(found.map(\.id) == ["address.overlap"] && found.first?.side == .machine, "\(found)")
        #expect(found.first?.severity == .error && found.first?.facts["interface"] == "br-5f2a")
        #expect(found.first?.advice.contains { $0.contains("ip route add") } == false)
    }

    @Test("a server that truncates everything and refuses TCP is also reported in the machine status")
    func truncated() {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers[0].status = .connectionDown
        observation.resolvers[0].failure = .closed
        observation.uplink = UplinkAssessmentTests.uplink(.closed, packets: [UplinkAssessmentTests.passing])
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.server-closed"])
        observation.uplink?.queries[0].server = observation.resolvers[0].resolver.address
        observation.uplink?.queries[0].isTruncated = true
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["dns.tcp-blocked"])
        // The response to the other query was lost.
        observation.uplink?.queries[0].isTruncated = nil
        var failure = Facts.failure(.malformed, server: "\(observation.resolvers[0].resolver.address)")
        failure.isTruncated = true
        observation.names = MachineNames(
            resolution: Resolution(name: MachineNames.knownName + ".", answers: [], failures: [failure]),
            nameServices: ["files", "dns"])
        #expect(MachineDiagnosis.verdict(on: observation).findings.contains { $0.id == "dns.tcp-blocked" })
    }

    @Test("pings decide whether a retransmission was chance")
    func losses() throws {
        var evidence = try Self.page()
        #expect(Verdict(on: evidence).followUps.isEmpty)
        evidence.tcp?.attempts[0].isRepeated = true
        #expect(Verdict(on: evidence).followUps.contains(.path(.losses(Facts.address("198.51.100.1")))))
        func echoes(_ received: Int) -> EchoEvidence {
            EchoEvidence(
                address: Facts.address("198.51.100.1"), outcome: received > 0 ? .reply : .timeout, sent: 20,
                received: received)
        }
        // A host that does not reply to pings shows nothing, and a single lost packet may be chance.
        for (received, isLoss) in [(0, false), (10, true), (18, true), (19, false), (20, false)] {
            evidence.path = PathEvidence()
            evidence.path?.echoes = echoes(received)
            let verdict = Verdict(on: evidence)
            #expect(verdict.findings.map(\.id) == (isLoss ? ["path.loss"] : []), "\(received): \(verdict.findings)")
            #expect(verdict.status == .connectionUp)
        }
    }

    @Test("a port that accepts only a later SYN has lost the first ones if pings are lost too")
    func lostConnection() throws {
        var evidence = try PathVerdictTests.failed(.timeout)
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.answered))
        #expect(Verdict(on: evidence).followUps.contains(.path(.losses(Facts.address("198.51.100.1")))))
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
        evidence.path?.echoes = EchoEvidence(
            address: Facts.address("198.51.100.1"), outcome: .reply, sent: 20, received: 9)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["path.loss"])
        #expect(Verdict(on: evidence).status == .connectionDown)
    }

    @Test(
        "a DNS server that the last router cannot find is dead; one in a network that it does not know has no route")
    func resolverNotFound() throws {
        for (code, cause) in [(UInt8(1), "dns.server-unreachable"), (0, "path.no-route")] {
            var evidence = try Facts.healthy("http://www.example/")
            (evidence.tls, evidence.http, evidence.tcp) = (nil, nil, nil)
            evidence.dns = Facts.dns([Facts.failure(.timeout, server: "10.9.9.9")], servers: ["10.9.9.9"])
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(
                    .refused, "10.9.9.9", port: 53, .udp, error: PathVerdictTests.error(3, code, by: "192.0.2.1")))
            #expect(Verdict(on: evidence).findings.first?.id.rawValue == cause)
        }
    }

    @Test("a router that rejects queries and connections to a DNS server is named in the machine status as in a check")
    func rejectedQueries() {
        let server = Facts.address("10.96.0.10")
        func ids(by reporter: String?) -> [CauseID] {
            var observation = MachineDiagnosisTests.healthy()
            let resolver = Resolver(address: server, source: .resolvConf)
            observation.snapshot.resolvers = .init(servers: [resolver])
            observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .closed)]
            var packet = UplinkAssessmentTests.packet(reporter, 3, 3, limit: nil, as: .tcp)
            packet.destination = server
            observation.uplink?.packets = UplinkAssessmentTests.far + [packet]
            observation.uplink?.queries = [UplinkAssessmentTests.query(.closed, at: .beyond, server: server)]
            return MachineDiagnosis.verdict(on: observation).findings.map(\.id)
        }
        #expect(ids(by: "100.70.0.2") == ["path.filtered"])
        #expect(ids(by: nil) == ["dns.server-closed"])
        #expect(ids(by: "10.96.0.10") == ["dns.server-closed"])
    }
}
