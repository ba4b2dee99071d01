import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The uplink: both families")
struct UplinkFamilyTests {
    private static let sixthGateway = Facts.address("2001:db8:1::1")
    private static let secondAddress = Facts.address("2001:db8:1::2")

    static func sixth(
        _ reporter: String? = nil, _ type: UInt8 = 3, _ code: UInt8 = 0, limit: Int
    ) -> UplinkEvidence.Packet {
        let error = reporter.map { ICMPError(family: .ipv6, type: type, code: code, reporter: Facts.address($0)) }
        return .init(destination: Facts.address("2001:db8:9::9"), transport: .tcp, limit: limit, error: error)
    }

    /// Both families; IPv4 over a forwarder on the gateway.
    static func uplink(_ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
        uplink.gateways += [sixthGateway, secondAddress]
        return uplink
    }

    static let fourthHeard = [
        UplinkAssessmentTests.packet("198.51.100.1", as: .tcp),
        UplinkAssessmentTests.packet("198.51.100.2", 3, 0, limit: 3, as: .tcp),
    ]
    private static let sixthHeard = [
        sixth("2001:db8:91::1", limit: 2), sixth("2001:db8:92::1", limit: 3), sixth("2001:db8:92::1", limit: 4),
    ]

    @Test("connections over IPv4 that end where datagrams pass are a warning if several routers report those over IPv6")
    func fourthWithoutTCP() throws {
        let round = [
            UplinkAssessmentTests.packet("100.70.0.1", as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
            UplinkAssessmentTests.packet(limit: 4, as: .tcp), UplinkAssessmentTests.packet("100.70.0.1", as: .udp),
            UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .udp),
        ]
        let reading = UplinkAssessment(Self.uplink(round + round + Self.sixthHeard))
        let found = try #require(reading.findings.first)
        #expect(reading.status == .connectionUp && found.id == "path.ipv4-down", "\(reading)")
        #expect(found.severity == .warning && found.facts["last"] == "100.70.0.1")
        // One round is in doubt, and is repeated. It is no filter of addresses.
        let once = Self.uplink(round + Self.sixthHeard)
        #expect(UplinkAssessment(once).findings.isEmpty && once.familiesToTryElsewhere.isEmpty)
        #expect(once.doubtfulFamilies(isFamilyAlone: true) == [.ipv4])
        // A single router over IPv6 shows no path, and port 443 may be dropped alone.
        let near = Self.uplink(round + round + [Self.sixthHeard[0]])
        #expect(UplinkAssessment(near).status == .connectionIndeterminate)
        var web = Self.uplink(round + round + Self.sixthHeard)
        web.interception = .init(
            destination: Facts.address("203.0.113.9"), isAccepted: false, error: round[4].error)
        #expect(UplinkAssessment(web).status == .connectionIndeterminate)
        // A host accepted a connection over IPv4.
        var connected = Self.uplink(round + round + Self.sixthHeard)
        connected.packets.append(
            .init(destination: Facts.address("9.9.9.9"), transport: .tcp, limit: nil, answer: .accepted))
        #expect(UplinkAssessment(connected).findings.isEmpty)
    }

    @Test("another IPv6 router on the link is named, over which IPv6 may work")
    func otherRouter() throws {
        let refused = (2...4).map { Self.sixth("fe80::66%eth0", 1, 0, limit: $0) }
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: Self.fourthHeard + refused)
        uplink.gateways.append(Facts.address("fe80::66%eth0"))
        let alone = try #require(UplinkAssessment(uplink).findings.first)
        #expect(alone.id == "path.ipv6-down" && alone.side == .upstream, "\(alone)")
        // That of another link is no way out of this one.
        uplink.gateways.append(Facts.address("fe80::1%eth1"))
        #expect(UplinkAssessment(uplink).findings.first?.side == .upstream)
        uplink.gateways.append(Facts.address("fe80::1%eth0"))
        let found = try #require(UplinkAssessment(uplink).findings.first)
        #expect(found.id == "path.ipv6-down" && found.side == nil, "\(found)")
        let command = "ip -6 route del default via fe80::66 dev eth0"
        #expect(found.advice.contains { $0.contains("fe80::1 is an") && $0.contains(command) }, "\(found.advice)")
    }

    @Test("several routers with prefixes of their own are named in place of the IPv6 of one of them")
    func severalRouters() {
        let refused = (2...4).map { Self.sixth("2001:db8:1::1", 1, 0, limit: $0) }
        var uplink = Self.uplink(Self.fourthHeard + refused)
        uplink.gateways += AlternativeRouteTests.routers.map(Facts.address)
        for (routers, cause) in [(1, "path.ipv6-down"), (2, "address.rogue-router")] {
            uplink.prefixes = AlternativeRouteTests.trial(routers: routers)
            let findings = UplinkAssessment(uplink).findings
            #expect(findings.map(\.id.rawValue) == [cause] && findings[0].severity == .warning, "\(findings)")
        }
    }

    @Test("a gateway that reports no IPv6 route, from any of its addresses, has no IPv6")
    func toldBySecondAddress() {
        let refused = (2...4).map { Self.sixth("2001:db8:1::2", 1, 0, limit: $0) }
        let uplink = Self.uplink(Self.fourthHeard + refused)
        let reading = UplinkAssessment(uplink)
        #expect(reading.status == .connectionUp && reading.findings.map(\.id) == ["path.ipv6-down"])
        #expect(reading.findings.first?.facts["gateway"] == "\(Self.sixthGateway)")
        // A single error suffices if it is from the gateway itself.
        #expect(uplink.doubtfulFamilies(isFamilyAlone: true).isEmpty)
    }

    @Test("with IPv6 only, a gateway without a route means that the uplink is down, whatever its resolver reaches")
    func cutOff() {
        var uplink = UplinkAssessmentTests.uplink(packets: (2...4).map { Self.sixth("2001:db8:1::2", 1, 0, limit: $0) })
        (uplink.gateway, uplink.gateways) = (Self.sixthGateway, [Self.sixthGateway, Self.secondAddress])
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .link, server: Self.secondAddress)]
        let findings = UplinkAssessment(uplink).findings
        #expect(findings.map(\.id) == ["path.upstream-down"])
        #expect(findings.first?.summary.contains("network unreachable") == true)
        #expect(findings.first?.summary.contains("reaches the Internet") == false)
        // An earlier error counts until there is other evidence.
        var earlier = uplink
        for place in earlier.packets.indices { earlier.packets[place].isEarlier = true }
        #expect(UplinkAssessment(earlier).findings.first?.summary.contains("network unreachable") == true)
        // A resolver beyond the gateway, or a host to which a check has connected, was reached.
        var beyond = uplink
        beyond.queries[0].place = .beyond
        #expect(UplinkAssessment(beyond).findings.map(\.id) != ["path.upstream-down"])
        uplink.hasConnected = true
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }

    @Test("IPv6 of which one router alone is heard is no fault, and is said, unless anything else was heard over IPv6")
    func sixthBehindOneRouter() {
        let ends = [Self.sixth("2001:db8:91::1", limit: 2), Self.sixth(limit: 3), Self.sixth(limit: 4)]
        var uplink = Self.uplink(Self.fourthHeard + ends)
        uplink.hasConnected = true
        let reading = UplinkAssessment(uplink)
        #expect(reading.status == .connectionUp && reading.findings.isEmpty)
        #expect(reading.caveat == "no reply from beyond 2001:db8:91::1 over IPv6")
        // Where one router alone is heard over IPv4, too, that is the usual extent.
        var alike = Self.uplink([Self.fourthHeard[0]] + ends)
        alike.hasConnected = true
        #expect(UplinkAssessment(alike).caveat == nil)
        var further = Self.uplink(Self.fourthHeard + Self.sixthHeard)
        further.hasConnected = true
        #expect(UplinkAssessment(further).caveat == nil)
        uplink.connections = .init()
        uplink.connections?.familiesHeardLately = [.ipv4]
        #expect(UplinkAssessment(uplink).caveat != nil)
        uplink.connections?.familiesHeardLately = [.ipv4, .ipv6]
        #expect(UplinkAssessment(uplink).caveat == nil)
    }

    @Test("IPv6 that ends at one router is a fault if hosts of several networks are not reached over it")
    func sixthEnding() {
        let ends = [Self.sixth("2001:db8:91::1", limit: 2), Self.sixth(limit: 3), Self.sixth(limit: 4)]
        var uplink = Self.uplink(Self.fourthHeard + ends + ends)
        (uplink.familiesUnreached, uplink.failedNetworksOverIPv6) = ([.ipv6], 1)
        #expect(UplinkAssessment(uplink).findings.isEmpty)
        var checked = uplink
        checked.failedNetworksOverIPv6 = 2
        // Those of programs leave the state of the uplink as it is, however many they are.
        var hanging = uplink
        hanging.connections = .init(total: 4, heard: 0, stuck: 4, stuckPeers: 4)
        #expect(UplinkAssessment(hanging).status == .connectionIndeterminate)
        hanging.connections?.stuckPeersOverIPv6 = 4
        for lost in [checked, hanging] {
            let reading = UplinkAssessment(lost)
            #expect(reading.status == .connectionUp && reading.findings.map(\.id) == ["path.ipv6-down"])
            #expect(reading.findings.first?.severity == .warning)
            #expect(reading.caveat?.contains("over IPv6") != true)
            #expect(lost.isIPv6Dead && lost.mayIPv6BeLost)
            // Anything that was heard over IPv6 outweighs it.
            var heard = lost
            heard.connections = lost.connections ?? UplinkEvidence.Connections()
            heard.connections?.familiesHeardLately = [.ipv6]
            #expect(!UplinkAssessment(heard).findings.contains { $0.id == "path.ipv6-down" })
            // Routers may drop packets to documentation addresses alone.
            var untried = lost
            (untried.familiesUnreached, untried.hasConnected) = (nil, true)
            #expect(UplinkAssessment(untried).findings.isEmpty && untried.familiesToTryElsewhere == [.ipv6])
            #expect(untried.replacingPackets(by: ends) == nil)
            #expect(untried.replacingPackets(by: Self.sixthHeard) != nil)
        }
    }

    @Test("IPv4 that ends at the provider's first router twice, while IPv6 works, is named")
    func fourth() {
        let ends = [
            UplinkAssessmentTests.packet("198.51.100.1", as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
            UplinkAssessmentTests.packet(limit: 4, as: .tcp),
        ]
        let once = Self.uplink(Self.sixthHeard + ends)
        #expect(UplinkAssessment(once).findings.isEmpty)
        #expect(once.doubtfulFamilies(isFamilyAlone: true) == [.ipv4])
        var twice = Self.uplink(Self.sixthHeard + ends + ends)
        let reading = UplinkAssessment(twice)
        #expect(reading.status == .connectionUp && reading.findings.map(\.id) == ["path.ipv4-down"])
        #expect(reading.findings.first?.facts["last"] == "198.51.100.1")
        // A failure of the provider affects both families. The evidence of IPv6 is slightly older.
        var lost = twice
        lost.queries[0].outcome = .timeout
        lost.connections = .init(total: 1, heard: 1)
        #expect(UplinkAssessment(lost).findings.isEmpty)
        // Routers whose rate limit for errors was exhausted report again a second later.
        #expect(UplinkAssessment(Self.uplink(Self.sixthHeard + ends + Self.fourthHeard)).findings.isEmpty)
        // A check that has connected over IPv4.
        var connection = UplinkAssessmentTests.packet(limit: nil, as: .tcp, answer: .accepted)
        connection.isEarlier = true
        twice.packets.append(connection)
        #expect(UplinkAssessment(twice).findings.isEmpty)
    }

    /// IPv6 alone, with two routers that report packets.
    static func sixthAlone(_ translation: UplinkEvidence.Translation) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(packets: sixthHeard)
        (uplink.gateway, uplink.gateways) = (sixthGateway, [sixthGateway])
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("2001:db8:53::1"))]
        uplink.translation = translation
        return uplink
    }

    @Test("an IPv4 host is not to blame if nothing from behind NAT64 was ever heard, not even its routers")
    func untranslated() throws {
        let prefix = try #require(NAT64Prefix(fromKnownName: Facts.address("64:ff9b::c000:aa")))
        func cause(
            _ hops: [String?], echo: PathEvidence.Trace.Outcome = .silent, beside fourth: TCPEvidence.Outcome? = nil
        ) throws -> CauseID? {
            let target = "64:ff9b::c633:6401"
            var evidence = try PathVerdictTests.failed(.timeout)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, target)])
            evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "fe80::1")], isOnLink: false)
            if let fourth {
                evidence.tcp?.attempts.append(Facts.attempt(fourth, "198.51.100.1"))
                evidence.gateway?.hops.append(.init(route: Route(family: .ipv4, interface: "clat")))
            }
            evidence.uplink = Self.sixthAlone(
                .init(prefix: prefix, packets: (2...4).map { Self.sixth("2001:db8:91::1", limit: $0) }))
            evidence.path = PathVerdictTests.path(
                PathVerdictTests.trace(.silent, target, hops: hops),
                PathVerdictTests.trace(echo, target, .icmp, hops: hops))
            return Verdict(on: evidence).findings.first?.id
        }
        #expect(try cause(["fe80::1", "2001:db8:91::1"]) == "path.ipv4-down")
        // A translator on this machine sends packets over IPv4 there as well.
        #expect(try cause(["fe80::1", "2001:db8:91::1"], beside: .timeout) == "path.ipv4-down")
        #expect(try cause(["fe80::1", "2001:db8:91::1"], beside: .refused) != "path.ipv4-down")
        // A router of the IPv4 network answers; the host answers pings; or nothing was heard on the way at all.
        #expect(try cause(["fe80::1", "2001:db8:91::1", "64:ff9b::c633:6402"]) == "tcp.timeout")
        #expect(try cause(["fe80::1", "2001:db8:91::1"], echo: .answered) != "path.ipv4-down")
        #expect(try cause([]) != "path.ipv4-down")
    }

    @Test("a NAT64 is dead if neither documentation addresses nor a second address answer")
    func translation() throws {
        let prefix = try #require(NAT64Prefix(fromKnownName: Facts.address("64:ff9b::c000:aa")))
        func packets(_ reporter: String? = nil, _ type: UInt8 = 3, _ code: UInt8 = 0) -> [UplinkEvidence.Packet] {
            (2...4).map { Self.sixth(reporter, type, code, limit: $0) }
        }
        func reading(_ packets: [UplinkEvidence.Packet], _ own: UplinkEvidence.Connections? = nil) -> UplinkAssessment {
            var translation = UplinkEvidence.Translation(prefix: prefix, packets: packets)
            translation.connections = own
            return UplinkAssessment(Self.sixthAlone(translation))
        }
        let silent = reading(packets() + packets())
        #expect(silent.findings.map(\.id) == ["path.ipv4-down"] && silent.status == .connectionUp)
        #expect(reading(packets()).findings.isEmpty)
        // A router that knows no route to the prefix is not proof that it works; one of IPv4, or one that forwards, is.
        let noRoute = reading(packets("2001:db8:91::1", 1, 0) + packets("2001:db8:91::1", 1, 0))
        #expect(noRoute.findings.map(\.id) == ["path.ipv4-down"])
        #expect(reading(packets() + packets("64:ff9b::c633:6401", 1, 0)).findings.isEmpty)
        let forwarded = reading(packets() + packets("2001:db8:91::1"))
        #expect(forwarded.findings.isEmpty && forwarded.caveat?.contains("64:ff9b::/96") == true)
        #expect(reading(packets("64:ff9b::c633:6401")).caveat?.contains("64:ff9b::/96") != true)
        // Connections of programs say more than packets to nobody.
        let stuck = UplinkEvidence.Connections(total: 3, heard: 0, stuck: 3, stuckPeers: 3)
        #expect(reading(packets("2001:db8:91::1"), stuck).findings.map(\.id) == ["path.ipv4-down"])
        let one = UplinkEvidence.Connections(total: 1, heard: 0, stuck: 1, stuckPeers: 1)
        #expect(reading(packets("2001:db8:91::1"), one).findings.isEmpty)
        let heard = UplinkEvidence.Connections(total: 3, heard: 1, stuck: 2, stuckPeers: 2)
        #expect(reading(packets() + packets(), heard).findings.isEmpty)
    }

    @Test("the gateway that rejects IPv4 by a rule is named, and not the provider")
    func rejectedFourth() throws {
        let rejected = (0..<6).map { UplinkAssessmentTests.packet("192.0.2.1", 3, 13, limit: $0 % 3 + 2, as: .tcp) }
        let found = try #require(UplinkAssessment(Self.uplink(Self.sixthHeard + rejected)).findings.first)
        #expect(found.id == "path.ipv4-down" && found.side == .network && found.severity == .warning, "\(found)")
        #expect(found.summary.contains("192.0.2.1 rejects"), "\(found.summary)")
        #expect(!found.advice.contains { $0.contains("provider") } && !found.advice.isEmpty, "\(found.advice)")
    }

    @Test("a router behind the gateway that rejects IPv4 is named if it rejects packets to a host as well")
    func rejectedFourthBehindGateway() throws {
        func packets(_ reporter: String, from first: Int) -> [UplinkEvidence.Packet] {
            [UplinkAssessmentTests.packet(reporter, as: .tcp)]
                + (first...4).map { UplinkAssessmentTests.packet(reporter, 3, 13, limit: $0, as: .tcp) }
        }
        let uplink = Self.uplink(Self.sixthHeard + packets("198.51.100.1", from: 3))
        // It may reject addresses alone that nobody has.
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
        #expect(uplink.familiesToTryElsewhere == AddressFamily.allCases)
        let hosts = packets("198.51.100.1", from: 3).dropLast()
        let known = uplink.recording(toHosts: Array(hosts))
        #expect(known.familiesProhibited == [.ipv4])
        let reading = UplinkAssessment(known)
        let found = try #require(reading.findings.first)
        #expect(reading.status == .connectionUp && reading.findings.count == 1, "\(reading.findings)")
        #expect(found.id == "path.ipv4-down" && found.severity == .warning, "\(found)")
        #expect(found.summary.contains("beyond 198.51.100.1") && found.summary.contains("198.51.100.1 rejects"))
        // No second round is needed. A check that has connected over IPv4 shows more.
        #expect(known.doubtfulFamilies(isFamilyAlone: true).isEmpty && known.silentFamilies.isEmpty)
        var connected = known
        connected.packets.append(UplinkAssessmentTests.packet(limit: nil, as: .tcp, answer: .accepted))
        #expect(!UplinkAssessment(connected).findings.contains { $0.id == "path.ipv4-down" })
        // Packets to a host that get as far as those that are rejected show that hosts are reached.
        let passing = [UplinkAssessmentTests.packet("198.51.100.2", limit: 3, as: .tcp)] + hosts
        #expect(uplink.recording(toHosts: passing).familiesProhibited == nil)
    }

    @Test("packets to hosts show whether a router rejects IPv4, also if the uplink is proven to work over IPv6")
    func mayBeRejected() {
        let rejected = (3...4).map { UplinkAssessmentTests.packet("198.51.100.1", 3, 13, limit: $0, as: .tcp) }
        var uplink = Self.uplink(Self.sixthHeard + [UplinkAssessmentTests.packet("198.51.100.1", as: .tcp)] + rejected)
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("2001:db8:53::1"))]
        uplink.hasConnected = true
        #expect(UplinkProof(uplink) == .works && uplink.familiesToTryElsewhere == [.ipv4])
        // A resolver was reached over IPv4.
        uplink.queries.append(
            UplinkAssessmentTests.query(.nxdomain, at: .beyond, server: Facts.address("198.51.100.53")))
        #expect(uplink.familiesToTryElsewhere.isEmpty)
    }

    @Test("a target with IPv4 only follows from it, and a target with both families adds nothing to it")
    func targets() throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        evidence.path = PathEvidence()
        evidence.path?.traces = [
            .init(address: Facts.address("198.51.100.1"), port: 443, transport: .tcp, outcome: .silent)
        ]
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        evidence.uplink = Self.uplink(Self.sixthHeard + silent + silent)
        let cause = Verdict(on: evidence).findings.first
        #expect(cause?.id == "path.ipv4-down" && cause?.severity == .error)
        #expect(LostFamilyRule.perTarget["path.ipv4-down"] == "tcp.ipv4-broken")
        // An address that DNS64 made is one of IPv4, whose NAT64 is silent as well; one of the target's own is not.
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.gateway?.hops.append(Facts.hop(gateway: "fe80::1"))
        evidence.tcp?.attempts.append(Facts.attempt(.timeout, "64:ff9b::c633:6401"))
        let translated = Verdict(on: evidence).findings.first
        #expect(translated?.id == "path.ipv4-down" && translated?.severity == .error, "\(translated as Any)")
        evidence.tcp?.attempts[1] = Facts.attempt(.timeout, "2001:db8:5::1")
        #expect(Verdict(on: evidence).findings.first?.id != "path.ipv4-down")
    }

    @Test(
        "IPv4 that leads nowhere is no fault of a machine whose programs have a proxy, by which they reach hosts with IPv4 only"
    )
    func proxy() {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        for isReached in [false, true] {
            var observation = MachineDiagnosisTests.healthy()
            var uplink = Self.uplink(Self.sixthHeard + silent + silent)
            uplink.familiesUnreached = [.ipv4]
            if isReached {
                uplink.proxy = .init(
                    variable: "https_proxy", url: "http://proxy.example:3128", address: Facts.address("203.0.113.5"))
            }
            observation.uplink = uplink
            let found = MachineDiagnosis.verdict(on: observation).findings
            #expect(found.contains { $0.id == "path.ipv4-down" } != isReached, "\(found)")
        }
    }

    @Test("a resolver that rejects signatures has reached some server; one that lacks a key need not have")
    func signatures() {
        let far = [UplinkAssessmentTests.packet("100.64.3.1", as: .tcp)]
        for (code, isProof) in [(6, true), (7, true), (8, true), (9, false), (22, false), (23, false)]
            as [(UInt16, Bool)]
        {
            var uplink = UplinkAssessmentTests.uplink(packets: far + [UplinkAssessmentTests.packet(limit: 3, as: .tcp)])
            uplink.queries = [UplinkAssessmentTests.query(.servfail, reasons: [ExtendedDNSError(code: code)])]
            #expect(uplink.isRootReached == isProof, "\(code)")
            #expect(UplinkAssessment(uplink).findings.isEmpty == isProof, "\(code)")
            // A router that has responded is not called silent.
            let summary = UplinkAssessment(uplink).findings.first?.summary ?? ""
            #expect(isProof || summary.contains("100.64.3.1") && !summary.contains("no router"))
        }
    }

    @Test("names that all resolve to a router of this network indicate a portal, although it forwards packets")
    func everyName() {
        var uplink = UplinkAssessmentTests.uplink(packets: Self.fourthHeard)
        uplink.queries = [UplinkAssessmentTests.query(.address, addresses: ["10.0.0.1"])]
        uplink.queries[0].control = .denied
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["http.captive-portal"])
        // Existing names resolve correctly, or connections of programs get responses.
        var known = uplink
        known.queries[0].control = .known
        #expect(UplinkAssessment(known).findings.map(\.id) == ["dns.hijacked"])
        uplink.connections = .init(total: 1, heard: 1)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }
}
