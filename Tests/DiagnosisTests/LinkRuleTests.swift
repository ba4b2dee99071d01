import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@Suite("Rules of links, addresses and gateways")
struct LinkRuleTests {
    private typealias Change = (inout Evidence) -> Void

    private static func verdict(_ change: Change) throws -> Verdict {
        var evidence = try Facts.healthy()
        change(&evidence)
        return Verdict(on: evidence)
    }

    private static func ids(_ change: Change) throws -> [String] { try verdict(change).findings.map(\.id.rawValue) }

    private static func link(_ change: (inout Link) -> Void) -> LinkEvidence {
        var link = Facts.link()
        change(&link)
        return LinkEvidence(carriers: [link], others: [])
    }

    // MARK: Wireless links

    @Test(
        "a weak signal is named with its dBm, according to the threshold",
        arguments: [(-74, false), (-75, false), (-76, true)])
    func signal(dBm: Int, isWeak: Bool) throws {
        let verdict = try Self.verdict {
            $0.link = Self.link {
                $0.wireless = WirelessLink(ssid: "Café\u{1b}[2J", signal: dBm, security: .protected)
            }
        }
        #expect(verdict.findings.map(\.id) == (isWeak ? ["link.weak-signal"] : []))
        #expect(verdict.status == .connectionUp)
        if let finding = verdict.findings.first {
            #expect(finding.summary.contains("\(dBm) dBm") && !finding.summary.contains("\u{1b}"))
        }
    }

    @Test("an open wireless network is information", arguments: WirelessLink.Security.allCases)
    func security(_ security: WirelessLink.Security) throws {
        let verdict = try Self.verdict {
            $0.link = Self.link { $0.wireless = WirelessLink(ssid: "Guests", signal: -50, security: security) }
        }
        let isInsecure = [.open, .wep, .tkip].contains(security)
        #expect(verdict.findings.map(\.id) == (isInsecure ? ["link.insecure"] : []))
        #expect(verdict.findings.allSatisfy { $0.severity == .info && $0.summary.contains("Guests") })
    }

    // MARK: Carriers and loss

    @Test("a carrier that changes often", arguments: [(nil, false), (0, false), (3, false), (4, true), (60, true)])
    func flapping(changes: Int?, isNamed: Bool) throws {
        let ids = try Self.ids { $0.link = Self.link { $0.recentCarrierChanges = changes } }
        #expect(ids == (isNamed ? ["link.flapping"] : []))
    }

    @Test("flapping is not reported for a link that is down")
    func flappingAndDown() throws {
        let ids = try Self.ids {
            $0.link = Self.link {
                $0.recentCarrierChanges = 9
                $0.hasCarrier = false
            }
        }
        #expect(ids == ["link.no-carrier"])
    }

    static let lossCases: [(LinkLosses, Bool)] = [
        (LinkLosses(period: .seconds(30), packets: 1_000, receiveErrors: 10), true),
        (LinkLosses(period: .seconds(30), packets: 1_001, receiveErrors: 10), false),
        (LinkLosses(period: .seconds(30), packets: 10, receiveErrors: 9), false),
        (LinkLosses(period: .seconds(30), packets: 1_000, transmitErrors: 500), true),
        // Spanning tree, LLDP and the like on a quiet link are a large share, but no fault.
        (LinkLosses(period: .seconds(30), packets: 60, receiveDrops: 45), false),
        (LinkLosses(period: .seconds(300), packets: 600, receiveDrops: 450), false),
        (LinkLosses(period: .seconds(30), packets: 10_000, receiveDrops: 200), true),
        (LinkLosses(period: .seconds(30), packets: 100_000, receiveDrops: 200), false),
        (LinkLosses(period: .seconds(2), packets: 0, transmitDrops: 4_000), true),
    ]

    @Test(
        "errors and drops are reported above a share of the packets and a minimum count", arguments: lossCases.indices)
    func losses(index: Int) throws {
        let (losses, isNamed) = Self.lossCases[index]
        let ids = try Self.ids { $0.link = Self.link { $0.losses = losses } }
        #expect(ids == (isNamed ? ["link.errors"] : []))
    }

    @Test("counters are read if something was slow or silent, and never in a healthy check")
    func lossQuestions() throws {
        #expect(try Self.verdict { _ in }.followUps.isEmpty)
        let slow = try Self.verdict {
            $0.tcp?.attempts[0].duration = Milliseconds(.milliseconds(1_050))
        }
        #expect(slow.followUps.contains(.link(.losses(interfaces: ["eth0"]))))
        #expect(slow.followUps.contains(.link(.series(gateway: Facts.address("192.0.2.1")))))
        let silent = try Self.verdict {
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
            $0.http = nil
            $0.tls = nil
        }
        #expect(silent.followUps.contains(.link(.losses(interfaces: ["eth0"]))))
        let thorough = try Self.verdict { $0.terms.depth = .thorough }
        #expect(thorough.followUps.contains(.link(.series(gateway: Facts.address("192.0.2.1")))))
    }

    private static func member(
        _ name: String, carrier: Bool, up: Bool = true, gains: Int? = 1, kind: String? = nil, of master: String = "eth0"
    ) -> LinkEvidence.Member {
        var link = Facts.link(name, up: up, carrier: carrier, addresses: [])
        link.carrierGains = gains
        link.kind = kind
        return LinkEvidence.Member(link, of: master)
    }

    static let memberCases: [(kind: String, lost: LinkEvidence.Member, isNamed: Bool)] = [
        ("bridge", member("eth1", carrier: false), true),
        ("bridge", member("eth1", carrier: false, gains: 0), false),
        ("bridge", member("eth1", carrier: false, gains: nil), false),
        ("bridge", member("eth1", carrier: false, up: false), false),
        ("bridge", member("vnet0", carrier: false, kind: "tun"), false),
        ("bridge", member("eth1", carrier: true), false),
        ("bridge", member("eth1", carrier: false, of: "br7"), false),
        ("bond", member("eth1", carrier: false, gains: 0), true),
    ]

    @Test(
        "a bridge member counts as lost only if it had a carrier, or belongs to a bond", arguments: memberCases.indices)
    func members(index: Int) throws {
        let (kind, lost, isNamed) = Self.memberCases[index]
        let ids = try Self.ids {
            $0.link = Self.link { $0.kind = kind }
            $0.link?.members = [Self.member("eth2", carrier: true), lost]
        }
        #expect(ids == (isNamed ? ["link.degraded"] : []))
    }

    // MARK: Addresses

    private static let lease = ExpiredLease(
        interface: "eth0", address: Facts.address("192.0.2.2"), source: .kernel,
        ended: Timestamp(millisecondsSince1970: 1_700_000_000_000))

    @Test("an expired lease is an error if its family is needed, and a warning if the other one works")
    func leases() throws {
        let alone = try Self.verdict {
            $0.address = AddressEvidence(usable: [], unusable: [], expired: [Self.lease])
        }
        #expect(alone.findings.map(\.id) == ["address.lease-expired"] && alone.status == .connectionDown)
        #expect(alone.findings.first?.summary.contains("2023-11-14T22:13:20Z") == true)
        let beside = try Self.verdict { $0.address?.expired = [Self.lease] }
        #expect(beside.findings.map(\.id) == ["address.lease-expired"] && beside.status == .connectionUp)
        let needed = try Self.verdict {
            $0.address?.expired = [Self.lease]
            $0.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [.ipv4])
        }
        #expect(needed.findings.map(\.id) == ["address.lease-expired"] && needed.status == .connectionDown)
    }

    @Test("IPv6 that is switched off matters only to targets with IPv6 only")
    func ipv6() throws {
        func evidence(hops: [GatewayEvidence.Hop], isDisabled: Bool?) throws -> Verdict {
            try Self.verdict {
                $0.link = Self.link { $0.isIPv6Disabled = isDisabled }
                $0.gateway = GatewayEvidence(hops: hops, isOnLink: false, familiesWithoutRoute: [.ipv6])
                if hops.isEmpty { ($0.tcp, $0.tls, $0.http) = (nil, nil, nil) }
            }
        }
        let only = try evidence(hops: [], isDisabled: true)
        #expect(only.findings.map(\.id) == ["address.ipv6-disabled"] && only.status == .connectionDown)
        let both = try evidence(hops: [Facts.hop()], isDisabled: true)
        #expect(both.findings.map(\.severity) == [.info] && both.status == .connectionUp)
        #expect(try evidence(hops: [], isDisabled: false).findings.map(\.id) == ["gateway.none"])
    }

    @Test("an MTU that is too small for IPv6 is named where the target needs IPv6, and else no fault")
    func smallMTU() throws {
        func verdict(mtu: Int, hops: [GatewayEvidence.Hop]) throws -> Verdict {
            try Self.verdict {
                $0.link = Self.link { $0.mtu = mtu }
                $0.gateway = GatewayEvidence(hops: hops, isOnLink: false, familiesWithoutRoute: [.ipv6])
                if hops.isEmpty { ($0.tcp, $0.tls, $0.http) = (nil, nil, nil) }
            }
        }
        let only = try verdict(mtu: 1_200, hops: [])
        #expect(only.findings.map(\.id) == ["address.ipv6-disabled"] && only.status == .connectionDown)
        #expect(
            only.findings[0].summary.contains("1200") && only.findings[0].advice.contains { $0.contains("mtu 1500") })
        #expect(!only.findings[0].advice.contains { $0.contains("disable_ipv6") })
        #expect(try verdict(mtu: 1_280, hops: []).findings.map(\.id) == ["gateway.none"])
        #expect(try verdict(mtu: 1_200, hops: [Facts.hop()]).findings == [])
    }

    @Test("where the IPv6 default route is missing, it is said that the kernel ignores router advertisements")
    func ignoredAdvertisements() throws {
        func advice(_ isIgnored: Bool?, missing: AddressFamily) throws -> [String] {
            let verdict = try Self.verdict {
                $0.link = Self.link { $0.isRAIgnored = isIgnored }
                $0.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [missing])
                ($0.tcp, $0.tls, $0.http) = (nil, nil, nil)
            }
            #expect(verdict.findings.map(\.id) == ["gateway.none"])
            return verdict.findings.first?.advice.filter { $0.contains("accept_ra") } ?? []
        }
        #expect(try advice(true, missing: .ipv6).first?.contains("net.ipv6.conf.eth0.accept_ra=2") == true)
        #expect(try advice(nil, missing: .ipv6) == [])
        #expect(try advice(true, missing: .ipv4) == [])
    }

    @Test("a gateway outside of all subnets is named where it is dead, and else no fault")
    func offLink() throws {
        func ids(_ hop: GatewayEvidence.Hop, works: Bool) throws -> [String] {
            var hop = hop
            hop.isOffLink = true
            return try Self.ids {
                $0.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
                if !works { ($0.tcp, $0.tls, $0.http) = (TCPEvidence(attempts: [Facts.attempt(.timeout)]), nil, nil) }
            }
        }
        #expect(try ids(Facts.hop(.failed, .timeout), works: false) == ["address.gateway-off-link"])
        #expect(try ids(Facts.hop(.reachable, .reply), works: true) == [])
        #expect(try ids(Facts.hop(.reachable, .reply), works: false).contains("address.gateway-off-link") == false)
    }

    private static func announced(
        _ gateway: String, _ state: Neighbour.State, _ echo: EchoEvidence.Outcome
    ) -> GatewayEvidence.Hop {
        var hop = Facts.hop(state, echo, gateway: gateway)
        hop.route.origin = "ra"
        return hop
    }

    @Test("a dead advertised router is named beside a live one; redundant ones are not")
    func rogueRouters() throws {
        func verdict(_ hops: [GatewayEvidence.Hop], rivals: [GatewayEvidence.Hop], works: Bool) throws -> Verdict {
            try Self.verdict {
                $0.gateway = GatewayEvidence(hops: hops, isOnLink: false, rivals: rivals)
                if !works { ($0.tcp, $0.tls, $0.http) = (TCPEvidence(attempts: [Facts.attempt(.timeout)]), nil, nil) }
            }
        }
        let good = Self.announced("fe80::1%eth0", .reachable, .reply)
        let bad = Self.announced("fe80::2%eth0", .failed, .timeout)
        #expect(
            try verdict([good], rivals: [Self.announced("fe80::3%eth0", .reachable, .reply)], works: true).findings
                == [])
        let working = try verdict([good], rivals: [bad], works: true)
        #expect(working.findings.map(\.id) == ["address.rogue-router"] && working.status == .connectionUp)
        let broken = try verdict([bad], rivals: [good], works: false)
        #expect(broken.findings.map(\.id) == ["address.rogue-router"] && broken.status == .connectionDown)
        // If both are dead, the link's routers have failed, and no announcement was wrong.
        let gone = try verdict([bad], rivals: [Self.announced("fe80::3%eth0", .failed, .timeout)], works: false)
        #expect(gone.findings.map(\.id) == ["gateway.unreachable"])
        // If the routers were not probed yet, the question comes first.
        let unasked = try verdict([bad], rivals: [.init(route: good.route)], works: false)
        #expect(unasked.followUps.contains(.link(.rivals)))
    }

    // MARK: Gateways

    @Test(
        "a router that has just disappeared is named, although its neighbour entry of the other family is still valid")
    func stillReachable() throws {
        func severities(ofOther echo: EchoEvidence.Outcome) throws -> [Severity] {
            let hops = [Facts.hop(.failed, .timeout), Self.announced("fe80::1%eth0", .reachable, echo)]
            return try Self.verdict {
                $0.gateway = GatewayEvidence(hops: hops, isOnLink: false)
                ($0.tcp, $0.tls, $0.http) = (TCPEvidence(attempts: [Facts.attempt(.timeout)]), nil, nil)
            }.findings.filter { $0.id == "gateway.unreachable" }.map(\.severity)
        }
        #expect(try severities(ofOther: .timeout) == [.error])
        #expect(try severities(ofOther: .reply) == [.warning])
    }

    private static func series(received: Int, median: Int) -> EchoEvidence {
        var series = EchoEvidence(
            address: Facts.address("192.0.2.1"), outcome: received > 0 ? .reply : .timeout, sent: 20,
            received: received,
            roundTrip: .milliseconds(median))
        series.medianRoundTrip = Milliseconds(.milliseconds(median))
        return series
    }

    @Test(
        "a series of pings distinguishes loss from slowness",
        arguments: [
            (20, 1, nil), (18, 1, nil), (17, 1, "gateway.loss"), (20, 200, nil), (20, 201, "gateway.slow"),
            (10, 300, "gateway.loss"), (0, 1, nil),
        ] as [(Int, Int, String?)])
    func quality(received: Int, median: Int, id: String?) throws {
        let verdict = try Self.verdict { $0.gateway?.hops[0].series = Self.series(received: received, median: median) }
        #expect(verdict.findings.map(\.id.rawValue) == (id.map { [$0] } ?? []))
        #expect(verdict.status == .connectionUp)
    }

    @Test("if nothing gets through any more, a gateway with the same loss is the cause")
    func ruin() throws {
        let verdict = try Self.verdict {
            $0.gateway?.hops[0].series = Self.series(received: 4, median: 1)
            ($0.tcp, $0.tls, $0.http) = (TCPEvidence(attempts: [Facts.attempt(.timeout)]), nil, nil)
        }
        #expect(verdict.findings.map(\.id) == ["gateway.loss"] && verdict.status == .connectionDown)
    }

    @Test(
        "a gateway that answers few pings, but forwards everything, limits them",
        arguments: [(10, "gateway.loss"), (9, "gateway.loss"), (8, nil), (1, nil)] as [(Int, String?)])
    func limitedReplies(received: Int, id: String?) throws {
        func causes(_ change: (inout Evidence) -> Void = { _ in }) throws -> [String] {
            try Self.verdict {
                $0.gateway?.hops[0].series = Self.series(received: received, median: 1)
                change(&$0)
            }.findings.map(\.id.rawValue)
        }
        #expect(try causes() == (id.map { [$0] } ?? []))
        // What had to be repeated is no proof.
        #expect(try causes { $0.tcp?.attempts[0].packets = .init(sent: 9, repeated: 1) } == ["gateway.loss"])
        // Without a page, an answer of a DNS server behind the gateway shows it, if nearly all pings are lost.
        func causesOfPings(isRepeated: Bool?) throws -> [String] {
            try causes {
                ($0.tcp, $0.tls, $0.http) = (nil, nil, nil)
                $0.dns = Facts.dns(
                    answers: [
                        .init(
                            address: Facts.address("198.51.100.1"), source: .dns, server: "203.0.113.53", ttl: 60,
                            duration: .milliseconds(2))
                    ], servers: ["203.0.113.53"])
                $0.dns?.resolution.answers[0].isRepeated = isRepeated
            }
        }
        #expect(try causesOfPings(isRepeated: nil).contains("gateway.loss") == (received > 5))
        #expect(try causesOfPings(isRepeated: true).contains("gateway.loss"))
    }

    @Test("a first ping that was lost or slow is repeated")
    func qualityQuestions() throws {
        func isAsked(_ change: (inout EchoEvidence) -> Void) throws -> Bool {
            try Self.verdict {
                var echo = Facts.echo(.reply)
                echo.sent = 1
                change(&echo)
                $0.gateway?.hops[0].echo = echo
            }.followUps.contains(.link(.series(gateway: Facts.address("192.0.2.1"))))
        }
        #expect(try !isAsked { _ in })
        #expect(try isAsked { $0.sent = 2 })
        #expect(try isAsked { $0.roundTrip = Milliseconds(.milliseconds(250)) })
        #expect(try !isAsked { $0.outcome = .notPermitted })
    }

    @Test("the kernel's old neighbour state of a gateway is not evidence for today")
    func staleNeighbour() throws {
        let verdict = try Self.verdict {
            $0.gateway = GatewayEvidence(hops: [Facts.hop(.failed, nil)], isOnLink: false)
            ($0.tcp, $0.tls, $0.http) = (nil, nil, nil)
        }
        #expect(verdict.findings.isEmpty)
    }

    @Test("every cause of these layers states its evidence and what is broken")
    func catalogue() {
        for entry in Catalogue.entries where [.link, .address, .gateway].contains(entry.id.layer) {
            #expect(!entry.evidence.isEmpty, "\(entry.id)")
            #expect(
                entry.incident.scope.fact != nil || ["link.none", "gateway.none"].contains(entry.id), "\(entry.id)")
        }
    }
}
