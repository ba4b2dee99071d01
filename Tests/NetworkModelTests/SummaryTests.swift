import NetworkModel
import Testing

@Suite("The rows of layers")
struct SummaryTests {
    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test("an error of this machine itself names this machine, and not one of its addresses")
    func ownRefusal() throws {
        let (target, own) = (try #require(IPAddress("192.168.1.2")), try #require(IPAddress("192.168.1.10")))
        for isOwn in [true, false] {
            let error = ICMPError(family: .ipv4, type: 3, code: 1, reporter: own, isOwn: isOwn)
            var path = PathEvidence()
            path.traces = [.init(address: target, port: 53, transport: .udp, outcome: .refused, error: error)]
            #expect(path.summary == "192.168.1.2 udp refused by " + (isOwn ? "this machine" : "192.168.1.10"))
        }
    }

    @Test("a host that answers was reached, whatever it answers, and a row without observations says so")
    func reached() throws {
        let target = try Self.address("192.168.1.50")
        var path = PathEvidence()
        #expect(path.summary == "nothing was observed" && !path.isObserved)
        path.smallSegments = .init(address: target, port: 443, size: 1_240, isAnswered: true)
        #expect(path.summary == "192.168.1.50 answers in segments of 1240 bytes" && path.isObserved)
        path.smallSegments = nil
        path.traces = [.init(address: target, port: 81, transport: .tcp, outcome: .answered)]
        #expect(path.summary == "192.168.1.50 reached over tcp")
        path.traces[0].hops = [.init(limit: 1, address: try Self.address("192.168.1.1"))]
        #expect(path.summary == "192.168.1.50 reached over tcp, seen at 1 hop")
        path.traces.append(.init(address: target, port: 53, transport: .udp, outcome: .silent))
        #expect(path.summary == "192.168.1.50 reached over tcp, seen at 1 hop; 192.168.1.50 udp silent")
    }

    @Test("a burst of echo requests is in the row if any of them was answered in time")
    func burst() throws {
        var path = PathEvidence()
        for (received, row) in [(0, "nothing was observed"), (3, "192.168.1.50 answers 3 of 20 at once")] {
            path.burst = .init(
                address: try Self.address("192.168.1.50"), calm: .init(sent: 4, received: 4),
                burst: .init(sent: 20, received: received))
            #expect(path.summary == row)
        }
    }

    @Test("what proves that the uplink works precedes what does not answer")
    func uplink() throws {
        let dead = UplinkEvidence.Query(server: try Self.address("192.168.1.1"), at: .gateway, outcome: .timeout)
        let live = UplinkEvidence.Query(server: try Self.address("192.0.2.53"), at: .beyond, outcome: .nxdomain)
        var evidence = UplinkEvidence(
            gateway: nil, interface: "eth0", queries: [dead, live],
            connections: .init(total: 3, heard: 2, stuck: 1))
        #expect(
            evidence.summary
                == "DNS server 192.0.2.53 reaches the Internet; 2 of this machine's connections receive data, 1 gets no answer; "
                + "DNS server 192.168.1.1 does not answer"
        )
        evidence.connections = .init(total: 3, heard: 0, stuck: 3)
        #expect(
            evidence.summary
                == "DNS server 192.0.2.53 reaches the Internet; DNS server 192.168.1.1 does not answer; "
                + "none of this machine's connections receives data, 3 get no answer"
        )
    }

    @Test("the system resolver is not said to time out where the servers say why there is no answer")
    func systemTimeout() {
        func summary(_ reasons: Resolution.FailureReason...) -> String {
            var failures = reasons.map { reason in
                Resolution.Failure(
                    source: .dns, server: "192.0.2.53", type: "A", reason: reason, duration: .milliseconds(1))
            }
            failures.append(.init(source: .system, reason: .timeout, duration: .seconds(5)))
            let resolution = Resolution(name: "www.example", answers: [], failures: failures)
            return DNSEvidence(resolution: resolution, servers: ["192.0.2.53"]).summary
        }
        #expect(summary(.closed) == "192.0.2.53 A closed")
        #expect(summary(.nxdomain, .servfail) == "192.0.2.53 A nxdomain, 192.0.2.53 A servfail")
        #expect(summary(.closed, .timeout).hasSuffix("192.0.2.53 A timeout, system timeout"))
        #expect(summary() == "system timeout")
    }

    @Test("the gateway is that of the target, not that of its resolver")
    func gateway() throws {
        let near = GatewayEvidence.Hop(
            route: Route(
                family: .ipv4, destination: try Self.address("192.168.1.0"), prefixLength: 24, interface: "eth0"),
            nextHop: try Self.address("192.168.1.1"))
        let far = GatewayEvidence.Hop(
            route: Route(family: .ipv4, gateway: try Self.address("192.168.1.254"), interface: "eth0"))
        #expect(GatewayEvidence(hops: [near, far], isOnLink: false).summary == "192.168.1.254 on eth0")
        #expect(GatewayEvidence(hops: [near], isOnLink: false).summary == "none needed: 192.168.1.1 is on eth0")
        #expect(
            GatewayEvidence(hops: [near, far], isOnLink: true).summary
                == "none needed: 192.168.1.1 is on eth0; 192.168.1.254 on eth0")
    }

    @Test("a gateway that does not answer ARP is not called reachable, as the kernel still does")
    func silentGateway() throws {
        let address = try Self.address("192.168.1.254")
        var hop = GatewayEvidence.Hop(
            route: Route(family: .ipv4, gateway: address, interface: "eth0"),
            neighbour: Neighbour(address: address, interface: "eth0", state: .reachable))
        func summary() -> String { GatewayEvidence(hops: [hop], isOnLink: false).summary }
        #expect(summary() == "192.168.1.254 on eth0 reachable")
        hop.neighbour?.state = .delay
        #expect(summary() == "192.168.1.254 on eth0 stale")
        hop.echo = EchoEvidence(address: address, outcome: .reply, sent: 1, received: 1, roundTrip: .milliseconds(1))
        #expect(summary() == "192.168.1.254 on eth0 reachable, ping 1.0 ms")
        hop.neighbour?.state = .stale
        #expect(summary() == "192.168.1.254 on eth0 reachable, ping 1.0 ms")
        hop.echo = EchoEvidence(
            address: address, outcome: .unreachable, sent: 0, received: 0, detail: "Operation not permitted",
            failure: "EPERM")
        #expect(summary() == "192.168.1.254 on eth0 stale, this machine blocks pings")
        hop.echo = nil
        hop.route = Route(family: .ipv4, interface: "tun7")
        hop.nextHop = address
        #expect(summary() == "none needed: tun7 leads to 192.168.1.254")
        hop.route = Route(family: .ipv4, gateway: address, interface: "eth0")
        hop.arp = .silent
        #expect(summary() == "192.168.1.254 on eth0: no answer")
        hop.isOwn = true
        #expect(summary() == "192.168.1.254 on eth0: an address of this machine itself")
    }

    @Test("one is not plural, and a revoked certificate is said to be revoked")
    func words() {
        let one = HTTPEvidence(url: "http://h/", outcome: .response, status: 200, bodyBytes: 1)
        let two = HTTPEvidence(url: "http://h/", outcome: .response, status: 200, bodyBytes: 2)
        #expect(one.summary == "200, 1 byte" && two.summary == "200, 2 bytes")
        var tls = TLSEvidence(serverName: "h", outcome: .established)
        #expect(tls.summary == "handshake completed")
        tls.stapledStatus = .revoked
        #expect(tls.summary == "handshake completed, revoked")
        // The rules find out which of the two it is.
        let unknown = TLSEvidence(serverName: "a.example", outcome: .certificate, problem: .incompleteChain)
        #expect(unknown.summary == "certificate unknown-issuer")
    }

    @Test("nothing is said twice")
    func unique() throws {
        let hop = GatewayEvidence.Hop(route: Route(family: .ipv4, kind: .blackhole))
        #expect(GatewayEvidence(hops: [hop, hop], isOnLink: false).summary == "blackhole")
        let link = Link(index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        #expect(LinkEvidence(carriers: [link, link], others: []).summary == "eth0 up")
    }
}
