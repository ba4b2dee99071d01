import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The uplink: evidence for and against it")
struct UplinkAssessmentTests {
    static let gateway = Facts.address("192.0.2.1")

    static func query(
        _ outcome: UplinkEvidence.Query.Outcome, at place: UplinkEvidence.Query.Place = .gateway,
        server: IPAddress = gateway, addresses: [String] = [], reasons: [ExtendedDNSError]? = nil
    ) -> UplinkEvidence.Query {
        .init(
            server: server, at: place, outcome: outcome, name: "random.root-servers.net",
            addresses: addresses.map(Facts.address), reasons: reasons)
    }

    static func uplink(
        _ outcomes: UplinkEvidence.Query.Outcome..., packets: [UplinkEvidence.Packet] = [],
        connections: UplinkEvidence.Connections? = nil
    ) -> UplinkEvidence {
        UplinkEvidence(
            gateway: gateway, interface: "eth0", queries: outcomes.map { query($0) }, packets: packets,
            connections: connections)
    }

    /// A packet to an unassigned address, with the type and code of the ICMP error, and the address of the router that
    /// sent it.
    static func packet(
        _ reporter: String? = nil, _ type: UInt8 = 11, _ code: UInt8 = 0, limit: Int? = 2,
        as transport: PathEvidence.Transport? = nil, answer: UplinkEvidence.Packet.SYNResponse? = nil
    ) -> UplinkEvidence.Packet {
        let error = reporter.map { ICMPError(family: .ipv4, type: type, code: code, reporter: Facts.address($0)) }
        return .init(
            destination: Facts.address("203.0.113.9"), transport: transport, limit: limit, error: error, answer: answer)
    }

    private func cause(_ uplink: UplinkEvidence) -> String {
        let reading = UplinkAssessment(uplink)
        switch reading.state {
        case .proven: return "proven"
        case .unknown: return "unknown"
        case .broken(let finding): return finding.id.rawValue
        }
    }

    /// A SYN that was reported by the second router of the home.
    static let passing = packet("192.168.100.1", as: .tcp)

    /// Errors from two routers behind the gateway, of which one is the provider's.
    static let far = [packet("192.168.100.1"), packet("100.64.3.1", limit: 3)]

    @Test(
        "a check that has connected since the resolvers became silent is evidence for the uplink; an earlier one is not"
    )
    func connected() {
        var uplink = Self.uplink(
            .timeout, packets: [Self.packet("192.168.100.1"), Self.packet("192.168.101.1", limit: 3)])
        for (hasConnected, state) in [
            (nil, "path.upstream-down"), (false, "path.upstream-down"), (true, "unknown"),
        ] as [(Bool?, String)] {
            uplink.hasConnected = hasConnected
            #expect(cause(uplink) == state, "\(hasConnected as Any)")
        }
    }

    @Test("the provider's first router proves nothing about the network behind it")
    func firstRouter() {
        let alone = [Self.packet("100.64.3.1", as: .tcp), Self.packet("100.64.3.1", 3, 0, limit: 3, as: .tcp)]
        for outcome in [UplinkEvidence.Query.Outcome.servfail, .timeout] {
            #expect(cause(Self.uplink(outcome, packets: alone)) == "path.upstream-down")
        }
        // The provider's router has no route itself, whether it looks at the hop limit first or not.
        #expect(cause(Self.uplink(.refused, packets: alone)) == "path.upstream-down")
        let cut = (2...3).map { Self.packet("100.64.3.1", 3, 0, limit: $0, as: .tcp) }
        #expect(cause(Self.uplink(.refused, packets: cut)) == "path.upstream-down")
        #expect(cause(Self.uplink(.nxdomain, packets: cut)) != "path.upstream-down")
        // It has used up its limit of errors for the first SYN.
        var seldom = Self.uplink(.refused, packets: [Self.packet(as: .tcp)])
        seldom.interception = .init(destination: Facts.address("203.0.113.9"), isAccepted: false, error: cut[0].error)
        #expect(cause(seldom) == "path.upstream-down")
        #expect(cause(Self.uplink(.nxdomain, packets: alone)) == "proven")
        // A resolver in the Internet was reached, and may itself be broken.
        var beyond = Self.uplink(packets: alone)
        for outcome in [UplinkEvidence.Query.Outcome.refused, .servfail] {
            beyond.queries = [Self.query(outcome, at: .beyond, server: Facts.address("198.51.100.53"))]
            #expect(cause(beyond) == "proven")
        }
        beyond.packets = [Self.packet()]
        #expect(cause(beyond) == "unknown")
    }

    @Test("packets that end at one router, whatever their hop limit, had it lowered on the way")
    func lowered() {
        let ends = (2...4).map { Self.packet("10.66.2.1", limit: $0, as: .tcp) }
        #expect(cause(Self.uplink(.nxdomain, packets: ends)) == "unknown")
        let stuck = UplinkEvidence.Connections(total: 1, heard: 0, stuck: 1, stuckPeers: 1)
        #expect(cause(Self.uplink(.nxdomain, packets: ends, connections: stuck)) == "path.hop-limit")
        // In a loop, two routers alternate; behind the last router with a route, one rejects the packets.
        let loop = [ends[0], Self.packet("10.66.3.1", limit: 3, as: .tcp), ends[2]]
        #expect(cause(Self.uplink(.nxdomain, packets: loop)) == "proven")
        let end = [ends[0], Self.packet("10.66.2.1", 3, 0, limit: 3, as: .tcp), Self.packet(limit: 4, as: .tcp)]
        #expect(cause(Self.uplink(.nxdomain, packets: end)) == "proven")
        // Connections of programs work nevertheless.
        let heard = UplinkEvidence.Connections(total: 1, heard: 1, stuck: 0, stuckPeers: 0)
        #expect(cause(Self.uplink(.nxdomain, packets: ends, connections: heard)) == "proven")
    }

    @Test("DNS that works while connections to the same server do not is no proof", arguments: [13, 1, 0])
    func namesAlone(_ code: UInt8) {
        let server = Facts.address("198.51.100.53")
        var uplink = Self.uplink(packets: [Self.packet("100.64.3.1", as: .tcp)])
        uplink.queries = [Self.query(.nxdomain, at: .beyond, server: server)]
        func connection(_ error: ICMPError?, _ answer: UplinkEvidence.Packet.SYNResponse? = nil)
            -> UplinkEvidence.Packet
        {
            .init(destination: server, transport: .tcp, limit: nil, error: error, answer: answer)
        }
        let refusal = ICMPError(family: .ipv4, type: 3, code: code, reporter: Facts.address("100.64.3.1"))
        let nobody = Self.packet("100.64.3.1", 3, code, limit: 3, as: .tcp)
        #expect(cause(uplink) == "proven")
        uplink.packets.append(nobody)
        for error in [refusal, nil] {
            var refused = uplink
            refused.packets.append(connection(error))
            #expect(cause(refused) == "unknown")
        }
        // A filter for unassigned addresses.
        uplink.packets.append(connection(nil, .accepted))
        #expect(cause(uplink) == "proven")
    }

    @Test("NXDOMAIN proves the uplink together with outgoing packets, a router in the Internet or a live connection")
    func proofs() {
        #expect(cause(Self.uplink(.nxdomain, packets: [Self.passing])) == "proven")
        #expect(cause(Self.uplink(.refused, .nxdomain, packets: [Self.packet("192.168.100.1")])) == "proven")
        #expect(cause(Self.uplink(.servfail, packets: Self.far)) == "proven")
        #expect(cause(Self.uplink(.timeout, packets: Self.far)) == "proven")
        #expect(
            cause(Self.uplink(.timeout, connections: .init(total: 3, heard: 1, stuck: 2, stuckPeers: 2))) == "proven")
    }

    @Test(
        "a resolver that denies names that exist proves nothing; refusing a single name is no sign of a dead uplink")
    func controls() {
        func uplink(
            _ outcome: UplinkEvidence.Query.Outcome, _ control: UplinkEvidence.Query.Control,
            at place: UplinkEvidence.Query.Place = .gateway
        ) -> UplinkEvidence {
            var uplink = Self.uplink(packets: [Self.packet()])
            uplink.queries = [Self.query(outcome, at: place)]
            uplink.queries[0].control = control
            return uplink
        }
        var known = uplink(.nxdomain, .known)
        known.packets = [Self.passing]
        #expect(cause(known) == "proven")
        // This may be a home router without its provider, or one whose DNS server knows names of its own alone.
        #expect(cause(uplink(.nxdomain, .denied)) == "unknown" && cause(uplink(.noData, .denied)) == "unknown")
        // A resolver beyond it has at least responded.
        #expect(cause(uplink(.nxdomain, .denied, at: .beyond)) == "unknown")
        #expect(cause(uplink(.refused, .known, at: .beyond)) == "unknown")
        #expect(cause(uplink(.refused, .denied, at: .beyond)) == "unknown")
        #expect(cause(uplink(.refused, .denied, at: .own)) == "path.upstream-down")
        // Other evidence contradicts it.
        var stuck = uplink(.refused, .known, at: .beyond)
        stuck.connections = .init(total: 3, heard: 0, stuck: 3, stuckPeers: 3)
        #expect(cause(stuck) == "path.upstream-down")
    }

    @Test("resolvers that reach no server, together with silent routers, show that the uplink is down")
    func down() {
        for outcome in [UplinkEvidence.Query.Outcome.refused, .servfail, .timeout] {
            #expect(cause(Self.uplink(outcome, packets: [Self.packet()])) == "path.upstream-down")
            #expect(cause(Self.uplink(outcome, packets: [Self.packet("192.0.2.1", 3, 0)])) == "path.upstream-down")
            // Neither of two resolvers reaches others.
            #expect(cause(Self.uplink(.refused, outcome, packets: [Self.packet()])) == "path.upstream-down")
        }
        let stuck = UplinkEvidence.Connections(total: 4, heard: 0, stuck: 4, stuckPeers: 2)
        #expect(cause(Self.uplink(connections: stuck)) == "path.upstream-down")
    }

    @Test("a router in the home network is no proof, and the last one that answers is named")
    func secondRouter() {
        var uplink = Self.uplink(.servfail, packets: [Self.packet("192.168.100.1"), Self.packet(limit: 3)])
        uplink.queries[0].reasons = [ExtendedDNSError(code: 23, text: "a\u{1b}b")]
        #expect(cause(uplink) == "path.upstream-down")
        let summary = UplinkAssessment(uplink).findings.first?.summary ?? ""
        #expect(summary.contains("192.168.100.1") && summary.contains("SERVFAIL") && summary.contains("Network Error"))
        #expect(!summary.contains("\u{1b}"))
    }

    @Test("silence alone, and failures of the resolver itself, prove nothing")
    func unknown() {
        #expect(cause(Self.uplink()) == "unknown")
        #expect(cause(Self.uplink(packets: [Self.packet()])) == "unknown")
        #expect(cause(Self.uplink(.closed, packets: [Self.packet()])) == "unknown")
        #expect(cause(Self.uplink(.malformed, packets: [Self.packet()])) == "unknown")
        // Without packets (`uplink: off`), a resolver may have refused for its own reasons.
        #expect(cause(Self.uplink(.refused)) == "unknown")
        var dead = Self.uplink(packets: [Self.packet()])
        dead.queries = [Self.query(.timeout, at: .link, server: Facts.address("192.0.2.53"))]
        #expect(cause(dead) == "unknown")
        #expect(UplinkAssessment(dead).doubt?.contains("192.0.2.53") == true)
    }

    @Test("a resolver that reaches the Internet proves nothing about this machine's own packets")
    func resolverAlone() {
        #expect(cause(Self.uplink(.nxdomain)) == "unknown")
        let silent = Self.uplink(.nxdomain, packets: [Self.packet(as: .tcp), Self.packet()])
        #expect(cause(silent) == "unknown")
        #expect(UplinkAssessment(silent).doubt?.contains("nothing beyond the gateway answers") == true)
        // Earlier errors count in addition to a current response, but not on their own.
        var earlier = Self.packet("198.51.100.1", as: .tcp)
        earlier.isEarlier = true
        #expect(cause(Self.uplink(.nxdomain, packets: [earlier])) == "proven")
        #expect(cause(Self.uplink(.servfail, packets: [earlier])) == "unknown")
        #expect(cause(Self.uplink(.servfail, packets: [earlier, Self.packet()])) == "path.upstream-down")
        // That a router had no route a short while ago is no sign that packets got any further.
        var undeliverable = Self.packet("198.51.100.1", 3, 0, as: .tcp)
        undeliverable.isEarlier = true
        #expect(cause(Self.uplink(.servfail, packets: [undeliverable])) == "path.upstream-down")
        #expect(cause(Self.uplink(.servfail, packets: [undeliverable, earlier])) == "unknown")
    }

    @Test("datagrams that get out prove nothing about connections")
    func datagramsAlone() {
        let uplink = Self.uplink(.nxdomain, packets: [Self.packet(as: .tcp), Self.packet("198.51.100.1")])
        #expect(cause(uplink) == "unknown")
        #expect(UplinkAssessment(uplink).doubt?.contains("while UDP does") == true)
        let reset = Self.uplink(.nxdomain, packets: [Self.packet(as: .tcp, answer: .reset)])
        #expect(UplinkAssessment(reset).doubt?.contains("resets") == true)
        // A connection to a resolver behind the gateway shows that connections do get out.
        for answer in [UplinkEvidence.Packet.SYNResponse.accepted, .reset] {
            let resolver = Self.packet(limit: nil, as: .tcp, answer: answer)
            #expect(cause(Self.uplink(.nxdomain, packets: [Self.packet(as: .tcp), resolver])) == "proven")
        }
    }

    @Test("contradictory evidence proves neither")
    func contradictions() {
        let stuck = UplinkEvidence.Connections(total: 9, heard: 0, stuck: 9, stuckPeers: 5)
        #expect(cause(Self.uplink(.nxdomain, packets: [Self.passing], connections: stuck)) == "unknown")
        #expect(cause(Self.uplink(.nxdomain, packets: [Self.packet("192.0.2.1", 3, 13)])) == "unknown")
        #expect(cause(Self.uplink(.nxdomain, packets: [Self.packet("198.51.100.1", 3, 13)])) == "unknown")
        var url = Self.uplink(.nxdomain, packets: [Self.passing])
        url.isURLAnswered = false
        #expect(cause(url) == "unknown")
        // Some connections to dead servers are not a contradiction, nor is a router without a route to an unassigned
        // address.
        let some = UplinkEvidence.Connections(total: 9, heard: 0, stuck: 2, stuckPeers: 2)
        #expect(cause(Self.uplink(.nxdomain, packets: [Self.passing], connections: some)) == "proven")
        #expect(cause(Self.uplink(.nxdomain, packets: [Self.passing, Self.packet("192.0.2.1", 3, 0)])) == "proven")
    }

    @Test("a gateway that prohibits everything is named as such")
    func prohibited() {
        let uplink = Self.uplink(.timeout, packets: [Self.packet("192.0.2.1", 3, 13)])
        #expect(cause(uplink) == "path.filtered")
        #expect(UplinkAssessment(uplink).findings.first?.facts["router"] == "192.0.2.1")
        let provider = Self.uplink(.timeout, packets: [Self.packet("198.51.100.1", 3, 13)])
        #expect(cause(provider) == "path.filtered")
        #expect(UplinkAssessment(provider).findings.first?.facts["router"] == "198.51.100.1")
    }

    @Test(
        "a portal is recognised by the address of nonexistent names, by a host that answers for unassigned addresses, or by the URL"
    )
    func portals() {
        var names = Self.uplink()
        names.queries = [Self.query(.address, addresses: ["10.0.0.1"])]
        #expect(cause(names) == "http.captive-portal")
        var web = Self.uplink(.nxdomain)
        web.interception = .init(
            destination: Facts.address("203.0.113.9"), isAccepted: true, status: 302, location: "http://10.0.0.1/in")
        #expect(cause(web) == "http.captive-portal")
        let summary = UplinkAssessment(web).findings.first?.summary
        let words = "http://10.0.0.1/in (an address that nobody has answers with status 302)"
        #expect(summary?.contains(words) == true, "\(summary ?? "")")
        // A filter for web pages that permits other connections.
        web.connections = .init(total: 1, heard: 1)
        #expect(cause(web) == "proven")
        // It also responds to programs: the responses are the portal's.
        web.interception?.isTLSAccepted = true
        #expect(cause(web) == "http.captive-portal")
        web.isURLAnswered = true
        #expect(cause(web) == "proven")
        var url = Self.uplink(.nxdomain)
        url.known = .init(
            url: "http://check.example/", status: 302, location: "http://p.example/", address: Self.gateway)
        url.isURLAnswered = false
        #expect(cause(url) == "http.captive-portal")
    }

    @Test("a transparent proxy that reaches no server is not a portal")
    func transparentProxy() {
        var uplink = Self.uplink(.nxdomain, packets: [Self.passing])
        uplink.interception = .init(destination: Facts.address("203.0.113.9"), isAccepted: true, status: 503)
        #expect(cause(uplink) == "proven")
        uplink.interception?.status = nil
        #expect(cause(uplink) == "proven")
    }

    @Test(
        "a transparent proxy that fails for the connectivity URL and for unassigned addresses is a warning, and contradicts nothing"
    )
    func failingProxy() {
        var uplink = Self.uplink(.nxdomain, packets: [Self.passing])
        uplink.interception = .init(destination: Facts.address("203.0.113.9"), isAccepted: true, status: 502)
        uplink.known = .init(url: "http://check.example/", status: 502, location: nil, address: Self.gateway)
        uplink.isURLAnswered = false
        let finding = UplinkAssessment(uplink).findings.first
        #expect(cause(uplink) == "proven" && finding?.id == "proxy.transparent" && finding?.severity == .warning)
        #expect(finding?.summary.contains("http://check.example/") == true)
        // With nobody who answers for nobody, the server of the URL fails itself.
        var own = uplink
        own.interception?.isAccepted = false
        #expect(cause(own) == "unknown" && UplinkAssessment(own).findings.isEmpty)
        var works = uplink
        works.isURLAnswered = true
        #expect(cause(works) == "proven" && UplinkAssessment(works).findings.isEmpty)
        // The proxy is not asked over TLS.
        uplink.known?.url = "https://check.example/"
        #expect(cause(uplink) == "unknown")
    }

    @Test("if only routers and resolvers answer, it is stated that no connection was observed")
    func caveat() {
        var uplink = Self.uplink(.nxdomain, packets: [Self.passing])
        #expect(cause(uplink) == "proven")
        #expect(UplinkAssessment(uplink).caveat == "no TCP connection beyond the gateway has been observed")
        var resolver = uplink
        resolver.packets.append(Self.packet(limit: nil, as: .tcp, answer: .accepted))
        #expect(UplinkAssessment(resolver).caveat == nil)
        var reset = uplink
        reset.packets.append(Self.packet(limit: nil, as: .tcp, answer: .reset))
        #expect(UplinkAssessment(reset).caveat != nil)
        var heard = uplink
        heard.connections = .init(total: 1, heard: 1)
        #expect(UplinkAssessment(heard).caveat == nil)
        // One that ended a short while ago was seen as well.
        heard.connections = .init()
        #expect(UplinkAssessment(heard).caveat != nil)
        heard.connections?.familiesHeardLately = [.ipv4]
        #expect(UplinkAssessment(heard).caveat == nil)
        uplink.hasConnected = true
        #expect(UplinkAssessment(uplink).caveat == nil)
        // What is not proven has a doubt instead.
        let open = Self.uplink(.nxdomain)
        #expect(UplinkAssessment(open).caveat == nil && UplinkAssessment(open).doubt != nil)
        var observation = MachineDiagnosisTests.healthy()
        #expect(MachineDiagnosis.verdict(on: observation).uplink?.unproven != nil)
        observation.uplink?.hasConnected = true
        #expect(MachineDiagnosis.verdict(on: observation).uplink?.unproven == nil)
    }

    @Test("forged addresses are a warning if the rest works, and no proof by themselves")
    func hijacked() {
        var uplink = Self.uplink(packets: [Self.packet("198.51.100.1")])
        uplink.queries = [Self.query(.address, addresses: ["198.51.100.7"])]
        #expect(cause(uplink) == "unknown")
        // Existing names have other addresses: a server has reported that this one does not exist.
        uplink.queries[0].control = .known
        #expect(cause(uplink) == "proven")
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["dns.hijacked"])
        uplink.packets = []
        #expect(cause(uplink) == "unknown")
    }

    @Test("the machine works only if its uplink is proven to", arguments: [true, false])
    func machine(isKnown: Bool) {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = isKnown ? Self.uplink(.refused, packets: [Self.packet()]) : nil
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == (isKnown ? .connectionDown : .connectionIndeterminate))
        #expect(verdict.findings.map(\.id) == (isKnown ? ["path.upstream-down"] : []))
    }

    @Test("the uplink is not mentioned above an unplugged cable, nor are resolvers")
    func unplugged() {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.links[1] = Facts.link(carrier: false)
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.uplink?.status == .noErr && verdict.resolvers.map(\.status) == [.noErr])
    }

    @Test("a saved report leads to the same result")
    func coding() throws {
        var uplink = Self.uplink(.servfail, packets: [Self.packet("192.0.2.1", 3, 0), Self.packet()])
        uplink.connections = .init(total: 2, heard: 1)
        uplink.interception = .init(destination: Self.gateway, isAccepted: false)
        let document = StatusDocument.Uplink(status: .connectionDown, detail: "why", evidence: uplink)
        let again = try JSON.decode(StatusDocument.Uplink.self, from: try JSON.line(document))
        #expect(again == document)
    }
}
