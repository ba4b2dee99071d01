import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@Suite("Verdicts on multicast DNS")
struct MulticastVerdictTests {
    private static let peer = Facts.address("192.0.2.9")

    /// A name or a service without any response.
    private func silent(_ target: String = "http://printer.local/") throws -> Evidence {
        var evidence = Evidence(target: try Target(target))
        evidence.link = LinkEvidence(carriers: [Facts.link()], others: [])
        evidence.address = AddressEvidence(
            usable: Facts.link().addresses.map { .init(interface: "eth0", address: $0) }, unusable: [])
        let failure = Resolution.Failure(source: .mdns, reason: .timeout, duration: .seconds(2))
        evidence.dns = DNSEvidence(
            resolution: Resolution(name: "printer.local", answers: [], failures: [failure]), servers: [])
        return evidence
    }

    @Test("a name that only a DNS server has is not missing, if nsswitch.conf ends the search before it is asked")
    func unicastName() throws {
        var evidence = try silent("http://printer.local/")
        evidence.dns?.servers = ["10.0.0.53", "198.51.100.53"]
        evidence.dns?.multicast = .init(responder: .silent, nameServices: ["files", "mdns4_minimal", "dns"])
        let line = "/etc/nsswitch.conf:1: hosts: files mdns4_minimal [NOTFOUND=return] dns"
        let question = FollowUp.names(.query(.other, name: "printer.local", type: .a, server: "10.0.0.53"))
        for (text, isAsked) in [
            (line, true), ("/etc/nsswitch.conf:1: hosts: files mdns4_minimal dns", false),
            ("/etc/nsswitch.conf:1: hosts: files dns mdns4_minimal [NOTFOUND=return]", false),
        ] {
            evidence.dns?.nameServiceLine = text
            let followUps = Verdict(on: evidence).followUps
            #expect(followUps.contains(question) == isAsked)
            let questions = followUps.filter { followUp in
                if case .names = followUp { return true }
                return false
            }
            #expect(questions.count == (isAsked ? 1 : 0), "\(questions)")
        }
        evidence.dns?.nameServiceLine = line
        evidence.dns?.followUps = [
            .init(.other, name: "printer.local", type: "A", server: "10.0.0.53", failure: .nxdomain, duration: .zero)
        ]
        #expect(Verdict(on: evidence).findings.map(\.id) == ["mdns.not-found"])
        evidence.dns?.followUps?[0].failure = nil
        evidence.dns?.followUps?[0].addresses = [Facts.address("10.0.0.9")]
        let found = Verdict(on: evidence).findings
        #expect(found.map(\.id) == ["dns.system-differs"] && found.first?.side == .machine, "\(found)")
        #expect(found.first?.advice.contains { $0.contains("[NOTFOUND=return]") } == true, "\(found)")
    }

    private func service(port outcomes: [TCPEvidence.Outcome]) throws -> Evidence {
        var evidence = try silent("Web._http._tcp.local")
        let answer = Resolution.Answer(address: Self.peer, source: .mdns, duration: .zero)
        evidence.dns?.resolution = Resolution(name: "Web._http._tcp.local", answers: [answer], failures: [])
        evidence.mdns = MulticastEvidence(
            announcement: .init(host: "h1.local", port: 80, addresses: [Self.peer], interface: "eth0"))
        evidence.gateway = GatewayEvidence(hops: [.init(route: Facts.onLink, nextHop: Self.peer)], isOnLink: true)
        evidence.tcp = TCPEvidence(attempts: outcomes.map { Facts.attempt($0, "192.0.2.9") })
        return evidence
    }

    private func view(
        _ family: AddressFamily = .ipv4, _ sending: MulticastObservation.Sending = .sent, on interface: String = "eth0",
        _ change: (inout MulticastObservation) -> Void = { _ in }
    ) -> MulticastObservation {
        var view = MulticastObservation(interface: interface, family: family, sending: sending)
        view.heardItself = sending == .sent ? true : nil
        view.listened = Milliseconds(.milliseconds(1_250))
        change(&view)
        return view
    }

    private func verdict(_ views: [MulticastObservation], _ target: String = "http://printer.local/") throws -> Verdict
    {
        var evidence = try silent(target)
        evidence.mdns = MulticastEvidence(views: views)
        return Verdict(on: evidence)
    }

    @Test("a missing host is queried on the link, and named")
    func missing() throws {
        let verdict = Verdict(on: try silent())
        #expect(verdict.findings.map(\.id) == ["mdns.not-found"] && verdict.layers[.mdns] == .connectionDown)
        #expect(verdict.multicastQuestions == [.multicast(.query(["printer", "local"], types: [.a, .aaaa]))])
        let service = Verdict(on: try silent("Büro, 2. Stock._http._tcp.local"))
        let labels = ["Büro, 2. Stock", "_http", "_tcp", "local"]
        #expect(service.multicastQuestions == [.multicast(.query(labels, types: [.srv]))])
        let sure = try self.verdict([view(), view(.ipv6)])
        #expect(sure.findings.map(\.id) == ["mdns.not-found"])
        #expect(sure.findings[0].confidence > verdict.findings[0].confidence)
    }

    @Test("packages are to be installed only where nsswitch.conf shows that they are missing")
    func stoppedResponder() throws {
        func advice(_ services: [String]) throws -> [String] {
            var evidence = try silent()
            evidence.dns?.multicast = .init(responder: .absent, nameServices: services)
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "dns.mdns-unavailable")
            return finding.advice
        }
        let start = "Start avahi-daemon: systemctl start avahi-daemon"
        #expect(try advice(["files", "mdns4_minimal", "dns"]) == [start])
        #expect(
            try advice(["files", "dns"])
                == ["Install what is missing: apt-get install avahi-daemon libnss-mdns", start])
    }

    @Test("a name below .local that DNS servers were queried for is an ordinary name")
    func unicastDomain() throws {
        var evidence = try silent("http://printer.corp.local/")
        evidence.dns?.resolution = Resolution(
            name: "printer.corp.local", answers: [],
            failures: [
                .init(source: .dns, server: "192.0.2.53", type: "A", reason: .nxdomain, duration: .milliseconds(2))
            ])
        evidence.dns?.servers = ["192.0.2.53"]
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == ["dns.nxdomain"] && verdict.multicastQuestions.isEmpty, "\(verdict)")
    }

    @Test("a target that is found causes no follow-up, except in a thorough check")
    func healthy() throws {
        var evidence = try service(port: [.connected])
        #expect(Verdict(on: evidence).multicastQuestions.isEmpty && Verdict(on: evidence).findings.isEmpty)
        evidence.terms.depth = .thorough
        #expect(Verdict(on: evidence).multicastQuestions.count == 1)
        evidence.mdns?.views = [view { $0.heard = [Self.peer] }, view(.ipv6)]
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
    }

    @Test("if nothing gets through at all, that is the cause; if one of two links is affected, it is a warning")
    func blocked() throws {
        let deaf = view { $0.heardItself = false }
        let refused = view(.ipv6, .refused) { $0.error = "EPERM" }
        let both = try verdict([deaf, refused])
        #expect(both.findings.map(\.id) == ["mdns.blocked"] && both.status == .connectionDown)
        #expect(both.findings[0].facts["interface"] == "eth0")
        let one = try verdict([deaf, refused, view(on: "eth1")])
        #expect(one.findings.map(\.id) == ["mdns.not-found", "mdns.blocked"])
        #expect(one.findings[1].severity == .warning)
        let half = try verdict([deaf, view(.ipv6)])
        #expect(half.findings.map(\.id) == ["mdns.not-found", "mdns.blocked"])
        #expect(half.findings[1].summary.contains("IPv4"))
        let off = try verdict([view(.ipv4, .switchedOff), view(.ipv6, .switchedOff)])
        #expect(off.findings.first?.advice.first == "Switch multicast on: ip link set eth0 multicast on")
    }

    @Test("a host that answers unicast queries shows that multicast is lost, once it had a second chance")
    func oneWay() throws {
        func look(_ listened: Duration, heard: [IPAddress] = []) throws -> [CauseID] {
            try verdict([
                view {
                    $0.answeredDirectly = [Self.peer]
                    $0.heard = heard
                    $0.listened = Milliseconds(listened)
                }
            ]).findings.map(\.id)
        }
        #expect(try look(.milliseconds(1_250)) == ["mdns.blocked"])
        #expect(try look(.milliseconds(500)) == ["mdns.not-found"])
        #expect(try look(.milliseconds(1_250), heard: [Facts.address("192.0.2.8")]) == ["mdns.not-found"])
    }

    @Test("what could not be examined does not count as blocked", arguments: [nil, true] as [Bool?])
    func nothingToTell(heardItself: Bool?) throws {
        let verdict = try verdict([view(.ipv4, .failed), view { $0.heardItself = heardItself }])
        #expect(verdict.findings.map(\.id) == ["mdns.not-found"])
        let failed = try self.verdict([view(.ipv4, .failed)])
        #expect(failed.findings.map(\.id) == ["mdns.not-found"])
    }

    @Test("if hosts answer netdiag but not this machine's programs, no host is reported as missing")
    func contradiction() throws {
        let verdict = try verdict([
            view {
                $0.heard = [Self.peer]
                $0.answeredForTarget = [Self.peer]
            }
        ])
        #expect(verdict.findings.isEmpty && verdict.status == .connectionIndeterminate)
    }

    @Test("a host that sends malformed packets is named once, and is the cause if they concern the target")
    func malformed() throws {
        let peer = MulticastObservation.Malformed(sender: Self.peer, problem: "bad\u{202e}", count: 3)
        let beside = try verdict([view { $0.malformed = [peer] }, view(.ipv6) { $0.malformed = [peer] }])
        #expect(beside.findings.map(\.id) == ["mdns.not-found", "mdns.malformed-peer"])
        #expect(beside.findings[1].severity == .warning && !beside.findings[1].summary.contains("\u{202e}"))
        var about = peer
        about.isAboutTarget = true
        let reason = try verdict([view { $0.malformed = [about] }])
        #expect(reason.findings.map(\.id) == ["mdns.malformed-peer"] && reason.status == .connectionDown)
        var evidence = try service(port: [.connected])
        evidence.mdns?.views = [view { $0.malformed = [about] }]
        #expect(Verdict(on: evidence).status == .connectionUp)
        #expect(Verdict(on: evidence).findings.map(\.severity) == [.warning])
    }

    @Test(
        "an announced service that is missing is stale, unless the fault may be elsewhere",
        arguments: [
            ([.refused], "mdns.stale"), ([.timeout], "mdns.stale"), ([.refused, .timeout], "mdns.stale"),
            ([.hostUnreachable], "mdns.stale"), ([.hostUnreachable, .timeout], "mdns.stale"),
            ([.notPermitted], "local.firewall"), ([.noResources], "local.resource"),
            ([.refused, .notPermitted], "tcp.refused"),
        ] as [([TCPEvidence.Outcome], CauseID)])
    func stale(outcomes: [TCPEvidence.Outcome], cause: CauseID) throws {
        let verdict = Verdict(on: try service(port: outcomes))
        #expect(verdict.findings.first?.id == cause && verdict.status == .connectionDown)
        if cause == "mdns.stale" {
            #expect(verdict.findings[0].facts["instance"] == "Web" && verdict.findings[0].facts["host"] == "h1.local")
        }
    }

    @Test("port 0 means that there is no server, for any transport", arguments: ["_http._tcp", "_sip._udp"])
    func noServer(type: String) throws {
        var evidence = try silent("Web.\(type).local")
        let answer = Resolution.Answer(address: Self.peer, source: .mdns, duration: .zero)
        evidence.dns?.resolution = Resolution(name: "Web.\(type).local", answers: [answer], failures: [])
        evidence.mdns = MulticastEvidence(
            announcement: .init(host: "h1.local", port: 0, addresses: [Self.peer], interface: "eth0"))
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == ["mdns.stale"] && verdict.status == .connectionDown)
        #expect(verdict.findings[0].summary.hasSuffix("port 0 means that there is no server (RFC 6763 section 8)"))
        #expect(!verdict.findings[0].advice.contains { $0.contains("ss -ltn") || $0.contains("switch") })
        // With another port, nothing is known yet.
        evidence.mdns?.announcement?.port = 80
        #expect(Verdict(on: evidence).findings.isEmpty)
    }

    @Test("faults below an announced service take precedence, and one of its addresses is enough")
    func below() throws {
        var cut = try service(port: [.timeout])
        cut.link = LinkEvidence(carriers: [Facts.link(carrier: false)], others: [])
        #expect(Verdict(on: cut).findings.map(\.id) == ["link.no-carrier"])
        var behind = try service(port: [.timeout])
        behind.gateway = GatewayEvidence(hops: [Facts.hop(.failed, .timeout)], isOnLink: false)
        #expect(Verdict(on: behind).findings.map(\.id) == ["gateway.unreachable"])
        // If the host is not on the link, a router's error does not come from the host.
        behind.gateway = GatewayEvidence(hops: [Facts.hop()], isOnLink: false)
        behind.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, "198.51.100.7")])
        #expect(Verdict(on: behind).findings.first?.id != "mdns.stale")
        #expect(!Verdict(on: try service(port: [.refused, .connected])).findings.map(\.id).contains("mdns.stale"))
    }

    @Test("a host without an address is stale, and nothing is queried without avahi-daemon")
    func without() throws {
        var evidence = try silent("Web._http._tcp.local")
        evidence.mdns = MulticastEvidence(announcement: .init(host: "ghost.local", port: 80, addresses: []))
        let stale = Verdict(on: evidence)
        #expect(stale.findings.map(\.id) == ["mdns.stale"] && stale.multicastQuestions.isEmpty)
        // No address of this machine is connected to because of an announcement.
        evidence.mdns = MulticastEvidence(
            announcement: .init(host: "trap.local", port: 80, addresses: [try #require(IPAddress("127.0.0.1"))]))
        let trap = Verdict(on: evidence)
        #expect(trap.findings.map(\.id) == ["mdns.stale"] && trap.multicastQuestions.isEmpty)
        #expect(trap.findings[0].summary.contains("127.0.0.1 leads to this machine"))
        evidence.mdns = MulticastEvidence(unavailable: "avahi-daemon does not run; start it")
        let down = Verdict(on: evidence)
        #expect(down.findings.map(\.id) == ["mdns.daemon-down"] && down.multicastQuestions.isEmpty)
        #expect(down.status == .connectionDown && down.findings[0].summary.contains("start it"))
    }
}

extension Verdict {
    /// The questions about multicast DNS.
    fileprivate var multicastQuestions: [FollowUp] {
        followUps.filter { if case .multicast = $0 { true } else { false } }
    }
}
