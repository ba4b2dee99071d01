import NetworkModel
import TargetKinds

/// Evidence of the layers that all targets share, in all variants that their rows have.
enum RowSamples {
    static let address = IPAddress(bytes: [192, 0, 2, 1])!
    static let other = IPAddress(bytes: [198, 51, 100, 7])!
    static let time = Duration.microseconds(12_300)

    static var all: [any LayerEvidence] {
        links + addresses + gateways + uplinks + paths + names + multicast + tcp + tls + proxies + local
    }

    private static var links: [any LayerEvidence] {
        var samples: [Link] = []
        for (isUp, hasCarrier) in [(false, false), (true, false), (true, true)] {
            samples.append(
                Link(
                    index: 2, name: "eth0", isAdminUp: isUp, hasCarrier: hasCarrier, operationalState: .up, mtu: 1_500))
        }
        for speed in [nil, 1_000, 2_500] {
            for state in [Link.OperationalState.up, .dormant] {
                samples.append(
                    Link(
                        index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: state, mtu: 1_500,
                        speed: speed))
            }
        }
        for changes in [1, 3] {
            samples.append(
                Link(
                    index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
                    recentCarrierChanges: changes, isIPv6Disabled: true,
                    losses: LinkLosses(
                        period: .seconds(60), packets: 20_000, receiveErrors: changes,
                        receiveDrops: changes == 1 ? 0 : 4)))
        }
        for security in WirelessLink.Security.allCases {
            samples.append(
                Link(
                    index: 3, name: "wlan0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
                    wireless: WirelessLink(ssid: "Café 5", frequency: 5_180, signal: -60, security: security)))
        }
        samples.append(
            Link(
                index: 3, name: "wlan0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
                wireless: WirelessLink(), losses: LinkLosses(period: .seconds(60), packets: 9, transmitDrops: 1)))
        return samples.map { LinkEvidence(carriers: [$0], others: []) } + [LinkEvidence(carriers: [], others: [])]
    }

    private static var addresses: [any LayerEvidence] {
        let source = AddressEvidence.Source(
            interface: "eth0",
            address: LinkAddress(address: address, prefixLength: 24, scope: .global, flags: [.tentative]))
        return [
            AddressEvidence(usable: [], unusable: []), AddressEvidence(usable: [source], unusable: [source]),
        ]
    }

    private static var gateways: [any LayerEvidence] {
        let routed = Route(family: .ipv4, gateway: address, interface: "eth0")
        let direct = Route(family: .ipv4, destination: address, prefixLength: 24, interface: "eth0")
        var hops = Neighbour.State.allCases.map { state in
            GatewayEvidence.Hop(
                route: routed, neighbour: Neighbour(address: address, interface: "eth0", state: state))
        }
        hops += echoes.map { GatewayEvidence.Hop(route: routed, series: $0) }
        hops.append(GatewayEvidence.Hop(route: Route(family: .ipv4, gateway: address), arp: .silent))
        hops.append(GatewayEvidence.Hop(route: Route(family: .ipv4, gateway: address)))
        var own = GatewayEvidence.Hop(route: routed)
        own.isOwn = true
        hops.append(own)
        hops.append(GatewayEvidence.Hop(route: direct))
        hops.append(GatewayEvidence.Hop(route: direct, nextHop: address))
        hops.append(GatewayEvidence.Hop(route: Route(family: .ipv4, interface: "tun0"), nextHop: address))
        hops.append(GatewayEvidence.Hop(route: Route(family: .ipv4, interface: "tun0")))
        hops.append(
            GatewayEvidence.Hop(
                route: Route(family: .ipv4, interface: "eth0"), nextHop: address,
                neighbour: Neighbour(address: address, interface: "eth0", state: .failed)))
        for interface in [nil, "eth0"] {
            hops.append(GatewayEvidence.Hop(route: Route(family: .ipv6, kind: .blackhole, interface: interface)))
        }
        var linksOnly = GatewayEvidence(hops: [], isOnLink: true)
        linksOnly.isLinksOnly = true
        return hops.map { GatewayEvidence(hops: [$0], isOnLink: true) }
            + [
                linksOnly,
                GatewayEvidence(hops: [], isOnLink: true),
                GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: AddressFamily.allCases),
                GatewayEvidence(hops: [], isOnLink: false),
            ]
    }

    /// Pings, which rows of gateways have as well.
    static var echoes: [EchoEvidence] {
        var answered: [EchoEvidence] = []
        for isLimited in [nil, true] {
            for sent in [1, 20] {
                var echo = EchoEvidence(
                    address: address, outcome: .reply, sent: sent, received: sent, roundTrip: sent == 1 ? time : nil)
                echo.isLimited = isLimited
                echo.meanRoundTrip = Milliseconds(time)
                echo.jitter = Milliseconds(time)
                answered.append(echo)
            }
        }
        var several = EchoEvidence(
            address: address, outcome: .reply, sent: 20, received: 19, roundTrip: .microseconds(100))
        several.meanRoundTrip = Milliseconds(time)
        let failures = [nil, "EPERM", "EHOSTUNREACH"].flatMap { failure in
            EchoEvidence.Outcome.allCases.map {
                EchoEvidence(address: address, outcome: $0, sent: 1, received: 0, failure: failure)
            }
        }
        return answered + [several] + failures
            + [
                EchoEvidence(
                    address: address, outcome: .unreachable, sent: 1, received: 0, reporter: other,
                    detail: "No route to host")
            ]
    }

    private static var uplinks: [any LayerEvidence] {
        var queries: [UplinkEvidence.Query] = []
        for outcome in UplinkEvidence.Query.Outcome.allCases {
            queries.append(.init(server: address, at: .beyond, outcome: outcome))
            var late = UplinkEvidence.Query(server: address, at: .beyond, outcome: outcome)
            late.isLate = true
            queries.append(late)
            var cut = UplinkEvidence.Query(server: address, at: .beyond, outcome: outcome)
            cut.isTruncated = true
            queries.append(cut)
            var denied = UplinkEvidence.Query(server: address, at: .beyond, outcome: outcome)
            denied.control = .denied
            queries.append(denied)
        }
        let error = ICMPError(family: .ipv4, type: 11, code: 0, reporter: other)
        let farther = ICMPError(family: .ipv4, type: 11, code: 0, reporter: IPAddress(bytes: [198, 51, 100, 9]))
        let packets: [UplinkEvidence.Packet] = [error, farther].map { .init(destination: address, limit: 2, error: $0) }
        var portal = UplinkEvidence(gateway: nil, interface: "eth0")
        portal.known = .init(url: "http://check.example/", status: 302, address: other)
        let counts = [(3, 2, 1), (3, 3, 0), (3, 0, 2), (1, 1, 0), (3, 0, 3)]
        return queries.map { UplinkEvidence(gateway: nil, interface: "eth0", queries: [$0]) }
            + counts.map { counts in
                UplinkEvidence(
                    gateway: nil, interface: "eth0",
                    connections: .init(total: counts.0, heard: counts.1, stuck: counts.2))
            }
            + [
                portal, UplinkEvidence(gateway: nil, interface: "eth0", packets: packets),
                UplinkEvidence(
                    gateway: nil, interface: "eth0", queries: Array(queries.prefix(3)),
                    packets: [.init(destination: address, limit: 2)],
                    interception: .init(destination: address, isAccepted: true)),
                UplinkEvidence(gateway: nil, interface: nil),
            ]
    }

    private static var paths: [any LayerEvidence] {
        var evidence = PathEvidence()
        let error = ICMPError(family: .ipv4, type: 11, code: 0, reporter: other)
        for transport in [PathEvidence.Transport.tcp, .udp, .icmp] {
            for outcome in PathEvidence.Trace.Outcome.allCases {
                for (error, hops) in [(nil, 0), (error, 1), (nil, 3)] {
                    evidence.traces.append(
                        .init(
                            address: address, port: 80, transport: transport, outcome: outcome, error: error,
                            hops: (0..<hops).map { .init(limit: $0 + 1, address: other) }))
                }
            }
        }
        let own = ICMPError(family: .ipv4, type: 3, code: 1, reporter: other, isOwn: true)
        evidence.traces.append(.init(address: address, port: 53, transport: .udp, outcome: .refused, error: own))
        evidence.sizes = [.init(address: address, answered: [1_200, 1_400])]
        evidence.burst = .init(address: address, calm: .init(sent: 5, received: 5), burst: .init(sent: 20, received: 9))
        evidence.smallSegments = .init(address: address, port: 80, size: 536, isAnswered: true)
        var silent = PathEvidence()
        silent.smallSegments = .init(address: address, port: 80, size: 536, isAnswered: false)
        return [evidence, silent, PathEvidence()]
    }

    private static var names: [any LayerEvidence] {
        let failures = Resolution.FailureReason.allCases.map {
            Resolution.Failure(source: .dns, server: "192.0.2.53", type: "AAAA", reason: $0, duration: time)
        }
        let answers: [Resolution.Answer] = [
            .init(address: address, source: .dns, server: "192.0.2.53", duration: time),
            .init(address: other, source: .hosts, duration: time),
        ]
        let resolutions =
            failures.map { Resolution(name: "www.example", answers: [], failures: [$0]) }
            + [
                Resolution(name: "www.example", answers: answers, failures: []),
                Resolution(name: "www.example", answers: [], failures: []),
            ]
        var searched = Resolution(name: "www", answers: answers, failures: [])
        searched.searched = "www.example"
        let unasked = Resolution.Failure(source: .system, reason: .servfail, duration: time)
        return (resolutions + [searched, Resolution(name: "www.example", answers: [], failures: [unasked])])
            .map { DNSEvidence(resolution: $0, servers: []) }
    }

    private static var multicast: [any LayerEvidence] {
        var views = ["eth0", "eth1"].map { MulticastObservation(interface: $0, family: .ipv4, sending: .sent) }
        let silent = views
        views[0].heard = [address]
        let heard = views
        views[0].answeredForTarget = [address]
        return [
            MulticastEvidence(announcement: .init(host: "a.local", port: 80, addresses: [])),
            MulticastEvidence(announcement: .init(host: "a.local", port: 80, addresses: [], interface: "eth0")),
            MulticastEvidence(unavailable: "it does not run"), MulticastEvidence(), MulticastEvidence(views: silent),
            MulticastEvidence(views: heard), MulticastEvidence(views: views),
        ]
    }

    private static var tcp: [any LayerEvidence] {
        var attempts = TCPEvidence.Outcome.allCases.map {
            TCPEvidence.Attempt(address: address, port: 443, outcome: $0, duration: time)
        }
        var failed = attempts[0]
        failed.failure = .init(cause: "http.status", status: 503)
        attempts.append(failed)
        var evidence = TCPEvidence(attempts: attempts)
        evidence.script = ["send", "starttls", "expect ^220 ", "expect 12 bytes"].flatMap { step in
            [true, false].map { .init(step: step, hasSucceeded: $0, duration: time) }
        }
        return [evidence, TCPEvidence(attempts: [])]
    }

    private static var tls: [any LayerEvidence] {
        let chain = [
            TLSEvidence.Certificate(
                subject: "CN=www.example, O=Example", issuer: "CN=ca", names: [], notBefore: nil, notAfter: nil)
        ]
        var samples = TLSEvidence.Outcome.allCases.map {
            TLSEvidence(serverName: "www.example", outcome: $0, detail: "Connection reset by peer")
        }
        samples += TLSEvidence.CertificateProblem.allCases.map {
            TLSEvidence(serverName: "www.example", outcome: .certificate, problem: $0, chain: chain)
        }
        for days in [-1, 0, 1, 299] {
            var evidence = TLSEvidence(serverName: "www.example", outcome: .established, chain: chain)
            evidence.version = "TLSv1.3"
            evidence.alpn = "H2"
            evidence.daysLeft = days
            evidence.stapledStatus = .revoked
            samples.append(evidence)
        }
        return samples
    }

    private static var proxies: [any LayerEvidence] {
        ProxyEvidence.Outcome.allCases.map {
            ProxyEvidence(url: "http://proxy:3128", origin: "https_proxy", outcome: $0, status: 407)
        }
    }

    private static var local: [any LayerEvidence] {
        let (here, there) = (Timestamp(millisecondsSince1970: 0), Timestamp(millisecondsSince1970: 90_000))
        return [
            LocalEvidence(), LocalEvidence(clock: .init(here: here)),
            LocalEvidence(clock: .init(here: here, there: there, source: "the Date of http://192.0.2.1/")),
        ]
    }
}
