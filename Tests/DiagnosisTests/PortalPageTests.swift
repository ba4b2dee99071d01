import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Pages that may come from a portal")
struct PortalPageTests {
    private static func met(_ status: Int) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink()
        uplink.interception = .init(destination: Facts.address("192.0.2.9"), isAccepted: true, status: status)
        return uplink
    }

    @Test("a plain HTTP page proves nothing if some host answers for an unassigned address")
    func everybodysPage() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        #expect(Verdict(on: evidence).status == .connectionUp)
        evidence.uplink = Self.met(200)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionIndeterminate)
        #expect(verdict.findings.map(\.id) == ["http.captive-portal"] && verdict.findings[0].severity == .warning)
        #expect(verdict.findings[0].facts["portal"] == "http://192.0.2.1/")
        // A page of another length may be one that the portal lets through.
        evidence.http?.bodyBytes = 139
        evidence.uplink?.interception?.contentLength = 138
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        evidence.uplink?.interception?.contentLength = 139
        #expect(Verdict(on: evidence).status == .connectionDown)
        // A transparent proxy responds that it cannot reach that address; with TLS, the responding host is known.
        evidence.uplink = Self.met(503)
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
        evidence.uplink = Self.met(200)
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .established)
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
    }

    @Test("a connection to port 80 proves nothing if a portal accepts it for an unassigned address, too")
    func everybodysPort() throws {
        var evidence = try Facts.healthy("tcp://www.example:80")
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp?.attempts[0].port = 80
        #expect(Verdict(on: evidence).status == .connectionUp)
        evidence.uplink = Self.met(200)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionIndeterminate)
        #expect(verdict.findings.map(\.id) == ["http.captive-portal"] && verdict.findings[0].severity == .warning)
    }

    @Test(
        "a DNS server that resolves every name to a host of this network belongs to a portal, as in the machine status")
    func everyName() throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "192.0.2.1")])
        var answer = Facts.answer
        answer.address = Facts.address("192.0.2.1")
        evidence.dns = Facts.dns(answers: [answer])
        func made(_ address: String) -> DNSEvidence.FollowUp {
            DNSVerdictTests.followUp(.control, "abcdefgh.invalid", [address])
        }
        evidence.dns?.followUps = [made("192.0.2.1")]
        #expect(Verdict(on: evidence).findings.first?.id == "http.captive-portal")
        #expect(Verdict(on: evidence).findings.first?.facts["portal"] == "http://192.0.2.1/")
        // Where the page would be, nothing listens.
        var plain = try Facts.healthy("http://www.example/")
        (plain.tls, plain.http, plain.tcp, plain.dns) = (nil, nil, evidence.tcp, evidence.dns)
        #expect(Verdict(on: plain).findings.first?.id != "http.captive-portal")
        // The controller of a hotspot may be behind routers.
        var far = evidence
        far.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "10.1.0.1")])
        answer.address = Facts.address("10.1.0.1")
        far.dns = Facts.dns(answers: [answer])
        far.dns?.followUps = [made("10.1.0.1")]
        #expect(Verdict(on: far).findings.first?.facts["portal"] == "http://10.1.0.1/")
        // Another address is that of a search page with advertisements.
        evidence.dns?.followUps = [made("203.0.113.7")]
        #expect(Verdict(on: evidence).findings.first?.id != "http.captive-portal")
    }

    /// An uplink of which nothing but a page that forbids everything is heard, beside the gateway's DNS server.
    private static func forbidden() -> UplinkEvidence {
        let syns = [2, 3].map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: syns + [UplinkAssessmentTests.packet(), UplinkAssessmentTests.packet(limit: 3)])
        uplink.interception = .init(destination: Facts.address("192.0.2.9"), isAccepted: true, status: 403)
        return uplink
    }

    @Test(
        "a page that forbids everything is a portal's if port 443 of the target is silent as well, and a proxy's if not"
    )
    func forbiddenPages() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.tcp?.attempts[0].port = 80
        evidence.http?.status = 403
        evidence.uplink = Self.met(403)
        let packet = PathFollowUp.packet(PathDestination(Facts.address("198.51.100.1"), port: 443, .tcp))
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == ["proxy.transparent"])
        #expect(verdict.followUps.contains(.path(.uplink)) && verdict.followUps.contains(.path(packet)))
        evidence.uplink = Self.forbidden()
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent))
        let portal = Verdict(on: evidence)
        #expect(portal.status == .connectionDown && portal.findings.map(\.id) == ["http.captive-portal"])
        #expect(portal.findings.first?.facts["portal"] == "http://192.0.2.1/")
        // Something else is heard: the host itself, a router, or the port of TLS at any address.
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.answered))
        #expect(Verdict(on: evidence).findings.first?.id == "proxy.transparent")
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent))
        evidence.uplink?.packets.append(UplinkAssessmentTests.packet("203.0.114.1"))
        #expect(Verdict(on: evidence).findings.first?.id == "proxy.transparent")
        evidence.uplink = Self.forbidden()
        evidence.uplink?.interception?.isTLSAccepted = true
        #expect(Verdict(on: evidence).findings.first?.id == "proxy.transparent")
    }

    @Test("beside such a page, a silent host of the Internet shows the portal, and the machine's status stays open")
    func forbiddenNetwork() throws {
        let assessment = UplinkAssessment(Self.forbidden())
        #expect(assessment.status == .connectionIndeterminate)
        #expect(assessment.findings.map(\.id) == ["http.captive-portal"])
        #expect(assessment.findings.first?.severity == .warning)
        var evidence = try PathVerdictTests.failed(.timeout)
        evidence.uplink = Self.forbidden()
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, hops: ["192.0.2.1"]),
            PathVerdictTests.trace(.silent, "198.51.100.1", .icmp))
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == ["http.captive-portal"], "\(verdict.findings)")
        #expect(verdict.status == .connectionDown && verdict.layers[.uplink] == .connectionDown)
        // A host that refuses the connection was reached.
        evidence = try PathVerdictTests.failed(.refused)
        evidence.uplink = Self.forbidden()
        #expect(Verdict(on: evidence).findings.allSatisfy { $0.id != "http.captive-portal" })
    }

    @Test("if the address of every name redirects to another page, that is a portal's; otherwise the DNS server lies")
    func pageOfEveryName() {
        let address = Facts.address("203.0.113.1")
        var query = UplinkAssessmentTests.query(.address, at: .beyond, server: address)
        (query.addresses, query.control) = ([address], .denied)
        var uplink = UplinkAssessmentTests.uplink()
        uplink.queries = [query]
        func cause() -> String? { UplinkAssessment(uplink).findings.first?.id.rawValue }
        #expect(cause() == "dns.hijacked")
        let pages: [(Int, String?, String)] = [
            (302, "http://bill.example/?of=7", "http.captive-portal"), (200, nil, "dns.hijacked"),
            (301, "http://bill.example/", "dns.hijacked"), (302, "https://abc.root-servers.net/", "dns.hijacked"),
        ]
        for (status, location, expected) in pages {
            uplink.pageOfEveryName = PortalEvidence.PageResponse(
                url: "http://abc.root-servers.net/", status: status, location: location, address: address)
            #expect(cause() == expected, "\(status) \(location ?? "")")
        }
        uplink.pageOfEveryName?.location = "http://bill.example/?of=7"
        let finding = UplinkAssessment(uplink).findings.first
        #expect(finding?.facts["portal"] == "http://bill.example/", "\(finding?.summary ?? "")")
        // Names that exist get their own addresses.
        uplink.queries[0].control = .known
        #expect(cause() == "dns.hijacked")
    }

    @Test("beside such a page, a host to which the gateway prohibits packets shows the portal, too")
    func prohibitedTarget() throws {
        func cause(
            _ packets: [UplinkEvidence.Packet], ownFailure: Bool? = true, by router: String = "192.0.2.1"
        ) throws -> CauseID? {
            var evidence = try PathVerdictTests.failed(.hostUnreachable)
            evidence.tcp?.attempts[0].refusal = ICMPError(
                family: .ipv4, type: 3, code: 13, reporter: Facts.address(router))
            evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent))
            evidence.uplink = Self.forbidden()
            evidence.uplink?.packets = packets
            evidence.uplink?.interception?.isOwnFailure = ownFailure
            return Verdict(on: evidence).findings.first?.id
        }
        let told = [UplinkAssessmentTests.packet("192.0.2.1", 3, 13, as: .tcp)]
        for packets in [Self.forbidden().packets, told] {
            #expect(try cause(packets) == "http.captive-portal")
            // A proxy that forbids hosts without a name, and a router behind the gateway.
            #expect(try cause(packets, ownFailure: nil) == "path.filtered")
            #expect(try cause(packets, by: "203.0.114.1") == "path.filtered")
        }
    }

    @Test("a device that forbids every page is certainly a portal if a name and a host show that it stops everything")
    func certainQuarantine() throws {
        let kept: [[UplinkEvidence.Packet]] = [
            Self.forbidden().packets, (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp, answer: .reset) },
            (2...4).map { UplinkAssessmentTests.packet("192.0.2.1", 3, 13, limit: $0, as: .tcp) },
        ]
        for packets in kept {
            var uplink = Self.forbidden()
            uplink.packets = packets
            uplink.familiesUnreached = [.ipv4]
            uplink.interception?.isOwnFailure = true
            let assessment = UplinkAssessment(uplink)
            #expect(assessment.status == .connectionDown && assessment.findings.map(\.id) == ["http.captive-portal"])
            // A target with TLS whose connection is refused, and a page.
            var evidence = try PathVerdictTests.failed(.refused)
            evidence.uplink = uplink
            #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
            var page = try Facts.healthy("http://www.example/")
            (page.tls, page.uplink) = (nil, uplink)
            page.tcp?.attempts[0].port = 80
            page.http?.status = 403
            #expect(Verdict(on: page).findings.map(\.id) == ["http.captive-portal"])
            // A proxy forbids hosts without a name alone, hosts are reached, a program or a check heard from one, or TLS passes.
            var others = [UplinkEvidence](repeating: uplink, count: 5)
            others[0].interception?.isOwnFailure = nil
            others[1].familiesUnreached = nil
            others[2].connections = .init()
            others[2].connections?.familiesHeardLately = [.ipv4]
            others[3].hasConnected = true
            others[4].interception?.isTLSAccepted = true
            for other in others { #expect(UplinkAssessment(other).status != .connectionDown) }
        }
    }

    @Test("a device that forbids the pages of unknown hosts, and lets everything else pass, is no fault")
    func filterOfUnknownHosts() {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: [UplinkAssessmentTests.passing])
        uplink.interception = Self.forbidden().interception
        uplink.interception?.isOwnFailure = true
        #expect(UplinkAssessment(uplink).status == .connectionUp && UplinkAssessment(uplink).findings.isEmpty)
    }

    @Test("a host on the link that answers every name with its own address is no portal beside a truthful server")
    func rogueResolver() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        let rogue = "192.0.2.66"
        var answer = Facts.answer
        (answer.address, answer.server) = (Facts.address(rogue), rogue)
        evidence.dns = Facts.dns(answers: [answer], servers: [rogue, "192.0.2.1"])
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, rogue)])
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: true)
        let made = DNSVerdictTests.followUp(.control, "abcdefgh.invalid", server: rogue, [rogue])
        evidence.dns?.followUps = [made]
        let asked = NameFollowUp.query(.other, name: "www.example", type: .a, server: "192.0.2.1")
        #expect(Verdict(on: evidence).followUps.contains(.names(asked)))
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
        evidence.dns?.followUps = [made, DNSVerdictTests.followUp(.other, server: "192.0.2.1", ["198.51.100.1"])]
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionDown && verdict.findings.map(\.id) == ["dns.hijacked"])
        #expect(verdict.findings.first?.side == .network)
        #expect(verdict.findings.first?.advice.contains { $0.contains("192.0.2.1 answers truthfully") } == true)
        // It returns the same, or is so far away that the portal may answer in its place.
        for (server, address) in [("192.0.2.1", rogue), ("203.0.113.53", "198.51.100.1")] {
            evidence.dns?.followUps = [made, DNSVerdictTests.followUp(.other, server: server, [address])]
            #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
        }
    }

    @Test("the machine's status calls such a host an error as well, if programs query it first")
    func rogueResolverOfMachine() {
        let rogue = Facts.address("192.0.2.66")
        let lie = UplinkAssessmentTests.query(.address, at: .link, server: rogue, addresses: ["192.0.2.66"])
        var uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.passing])
        uplink.queries = [lie, UplinkAssessmentTests.query(.nxdomain)]
        let assessment = UplinkAssessment(uplink)
        #expect(assessment.status == .connectionDown)
        #expect(assessment.findings.map(\.id) == ["dns.hijacked"] && assessment.findings.first?.side == .network)
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain), lie]
        #expect(UplinkAssessment(uplink).findings.allSatisfy { $0.severity == .warning })
    }

    @Test("a page over the second address family is doubted until nothing responds there for an unassigned address")
    func pageOfOtherFamily() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.tcp?.attempts[0].port = 80
        #expect(!Verdict(on: evidence).followUps.contains(.web(.portal)))
        var first = try #require(evidence.tcp?.attempts.first)
        (first.address, first.outcome) = (Facts.address("2001:db8::1"), .refused)
        evidence.tcp?.attempts.insert(first, at: 0)
        #expect(Verdict(on: evidence).followUps.contains(.web(.portal)))
        evidence.http?.bodyBytes = 139
        evidence.uplink = Self.met(200)
        evidence.uplink?.interception?.contentLength = 139
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionDown && verdict.findings.contains { $0.id == "http.captive-portal" })
    }

    /// A page of a host of the Internet that leads into this network with a temporary redirect.
    private static func leadingHere() throws -> Evidence {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.tcp?.attempts[0].port = 80
        var http = HTTPEvidence(url: "http://wiki.other/", outcome: .response, status: 200)
        http.redirects = [
            .init(
                url: "http://www.example/", status: 302, location: "http://wiki.other/",
                address: Facts.address("198.51.100.1"))
        ]
        http.address = Facts.address("192.0.2.50")
        evidence.http = http
        return evidence
    }

    @Test("a redirect into this network is the host's own if nothing responds for an unassigned address")
    func redirectOfHost() throws {
        var evidence = try Self.leadingHere()
        let origin = PathFollowUp.origin(PathDestination(Facts.address("198.51.100.1"), port: 80, .tcp))
        // Nothing shows yet who sent it.
        let open = Verdict(on: evidence)
        #expect(open.status == .connectionIndeterminate && open.findings.map(\.severity) == [.warning])
        #expect(open.followUps.contains(.web(.portal)) && open.followUps.contains(.path(origin)))
        let silent = UplinkEvidence.Interception(destination: Facts.address("192.0.2.9"), isAccepted: false)
        evidence.gateway?.portal = PortalEvidence()
        evidence.gateway?.portal?.unintercepted = silent
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
        // A transparent proxy responds for that address, and passes on the page of the host.
        evidence.gateway?.portal?.unintercepted = .init(
            destination: Facts.address("192.0.2.9"), isAccepted: true, status: 503)
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
        // Without such a packet, the gateway that does not accept the connection shows the same.
        evidence.gateway?.portal = nil
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.answered, port: 80, hops: ["192.0.2.1"]))
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
    }

    @Test("the same redirect is a portal's if a device responds for everybody, or the gateway accepts the connection")
    func redirectOfPortal() throws {
        var evidence = try Self.leadingHere()
        evidence.uplink = Self.met(302)
        evidence.uplink?.interception?.location = "http://wiki.other/"
        var verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionDown && verdict.findings.map(\.id) == ["http.captive-portal"])
        #expect(verdict.findings.first?.facts["portal"] == "http://wiki.other/")
        // A web filter redirects some pages only.
        evidence.uplink = nil
        evidence.gateway?.portal = PortalEvidence()
        evidence.gateway?.portal?.unintercepted = .init(destination: Facts.address("192.0.2.9"), isAccepted: false)
        var accepted = PathVerdictTests.trace(.answered, port: 80)
        accepted.answeredAt = 1
        let echo = PathVerdictTests.trace(.answered, "198.51.100.1", .icmp, hops: ["192.0.2.1"])
        evidence.path = PathVerdictTests.path(accepted, echo)
        verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionDown && verdict.findings.map(\.id) == ["http.captive-portal"])
    }

    @Test("an error for an unassigned address is a device's own if it returns it for what no proxy passes on as well")
    func failingFilter() {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: [UplinkAssessmentTests.passing])
        uplink.interception = Self.met(503).interception
        // A proxy that works does not reach that address, either.
        #expect(UplinkAssessment(uplink).findings.isEmpty)
        uplink.interception?.isOwnFailure = true
        let finding = UplinkAssessment(uplink).findings.first
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        #expect(finding?.id == "proxy.transparent" && finding?.severity == .warning)
        #expect(finding?.summary.contains("503") == true)
        uplink.isURLAnswered = true
        #expect(UplinkAssessment(uplink).findings.isEmpty)
    }
}
