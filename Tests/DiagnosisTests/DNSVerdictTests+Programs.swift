import Diagnosis
import NetworkModel
import Testing

/// Verdicts on what programs of this machine get, which differs from the answer of the server.
extension DNSVerdictTests {
    @Test("a resolv.conf that is missing, or a link to nothing, has no line to be corrected")
    func missingFile() throws {
        func advice(_ problem: String) throws -> [String] {
            var evidence = try Facts.healthy("http://web.example/")
            (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
            evidence.dns = Facts.dns()
            evidence.dns?.servers = []
            evidence.dns?.problems = [ResolverProblem(problem)]
            #expect(ids(evidence) == ["error dns.misconfigured"])
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.summary.hasSuffix(problem))
            return finding.advice
        }
        #expect(
            try advice("/etc/resolv.conf: there is no such file")
                == ["Write the file, with the address of a DNS server: echo 'nameserver ADDRESS' > /etc/resolv.conf"])
        let link = try advice("/etc/resolv.conf: it is a link to ../run/a.conf, where there is no file")
        #expect(link.count == 1 && link[0].hasPrefix("Start the service that writes ../run/a.conf, as in"), "\(link)")
        #expect(link[0].contains("rm /etc/resolv.conf; echo"))
        #expect(
            try advice("/etc/resolv.conf:2: x")[0].contains("Correct this line"))
    }

    @Test("a name of the hosts file that programs do not find, without the service that reads it")
    func unreadHostsFile() throws {
        var evidence = try Facts.healthy("http://printer/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns()
        evidence.dns?.resolution.name = "printer"
        evidence.dns?.resolution.system = SystemLookup(addresses: [], failure: .nxdomain, duration: .zero)
        evidence.dns?.nameServices = ["dns"]
        evidence.dns?.nameServiceLine = "/etc/nsswitch.conf:7: hosts: dns"
        #expect(ids(evidence) == ["error dns.nxdomain"])
        evidence.dns?.hostsFile = [Facts.address("192.0.2.9")]
        #expect(ids(evidence) == ["error dns.misconfigured"])
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.side == .machine && finding.summary.contains("/etc/nsswitch.conf:7: hosts: dns"))
        #expect(finding.advice == ["Add files to this line, before dns: /etc/nsswitch.conf:7; see nsswitch.conf(5)"])
        evidence.dns?.resolution.answers = [Self.answer("192.0.2.9", source: .hosts)]
        #expect(ids(evidence) == [])
        evidence.dns?.resolution.name = "localhost"
        #expect(ids(evidence) == ["warning dns.misconfigured"])
        // The hosts file lacks it, too.
        let listed = evidence.dns?.hostsFile
        evidence.dns?.hostsFile = nil
        evidence.dns?.resolution.answers = [Self.answer("127.0.0.1", source: .system)]
        #expect(ids(evidence) == ["warning dns.misconfigured"])
        let missing = try #require(Verdict(on: evidence).findings.first)
        #expect(missing.advice.contains { $0.contains("127.0.0.1 localhost") }, "\(missing.advice)")
        evidence.dns?.hostsFile = listed
        evidence.dns?.resolution.name = "printer"
        evidence.dns?.resolution.answers = []
        for services in [["files", "dns"], ["resolve", "dns"]] {
            evidence.dns?.nameServices = services
            #expect(ids(evidence) == ["error dns.nxdomain"], "\(services)")
        }
    }

    @Test("the hosts file is blamed if the address from DNS works, but never for this machine's own name")
    func hostsFile() throws {
        let answers = [Self.answer("127.0.1.1", source: .hosts), Self.answer("198.51.100.1")]
        var evidence = try Self.page(answers)
        #expect(ids(evidence) == ["warning dns.hosts-override"])
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "127.0.1.1")])
        #expect(ids(evidence) == ["error tcp.refused", "warning dns.hosts-override"])
        #expect(names(evidence).contains(.connect([SocketAddress(Facts.address("198.51.100.1"), port: 443)])))
        evidence.dns?.connections = [Facts.attempt(.connected)]
        #expect(ids(evidence) == ["error dns.hosts-override"])
        evidence.dns?.isOwnName = true
        #expect(ids(evidence) == ["error tcp.refused"])
        // Addresses of two families do not contradict each other.
        #expect(ids(try Self.page([Self.answer("127.0.0.1", source: .hosts), Self.answer("2001:db8::1")])) == [])
    }

    @Test("a hosts file with addresses of the other family is blamed where only the address of DNS works")
    func hostsFileOfOtherFamily() throws {
        var evidence = try Self.page([Self.answer("::1", source: .hosts), Self.answer("198.51.100.1")])
        #expect(ids(evidence) == [])
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "::1")])
        #expect(ids(evidence) == ["error tcp.refused"])
        #expect(names(evidence).contains(.connect([SocketAddress(Facts.address("198.51.100.1"), port: 443)])))
        evidence.dns?.connections = [Facts.attempt(.connected)]
        #expect(ids(evidence) == ["error dns.hosts-override"])
        let finding = Verdict(on: evidence).findings.first
        #expect(finding?.facts["hosts"] == "::1" && finding?.facts["dns"] == "198.51.100.1")
    }

    @Test(
        "a hosts file that maps the name to 0.0.0.0 is the cause, not the closed port of this machine",
        arguments: ["0.0.0.0", "::"])
    func voidHosts(address: String) throws {
        var evidence = try Self.page([Self.answer(address, source: .hosts)]) {
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, address)])
            ($0.tls, $0.http) = (nil, nil)
            $0.dns?.resolution.failures = [Facts.failure(.nxdomain)]
        }
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "dns.hosts-override" && found.severity == .error && found.side == .machine, "\(found)")
        #expect(found.facts["hosts"] == address && found.facts["dns"] == "no address")
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, address)])
        #expect(!ids(evidence).contains("error dns.hosts-override"))
    }

    @Test("a hosts entry that leads to another server is the cause: by its certificate, or by its error")
    func hostsFileOfOtherServer() throws {
        let answers = [Self.answer("198.51.100.44", source: .hosts), Self.answer("198.51.100.1")]
        var evidence = try Self.page(answers)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "198.51.100.44")])
        // With a valid certificate for the name, it is meant.
        #expect(ids(evidence) == ["info dns.hosts-override"])
        var failing = evidence
        failing.http?.status = 404
        #expect(ids(failing) == ["error http.not-found", "warning dns.hosts-override"])
        let first = try #require(Verdict(on: failing).findings.first?.advice.first)
        #expect(first.hasSuffix("grep -n \(failing.asked.host.description) /etc/hosts"), "\(first)")
        failing.http?.status = 421
        #expect(ids(failing) == ["error dns.hosts-override"])
        #expect(Verdict(on: failing).findings.first?.side == .machine)
        for (problem, isReason) in [
            (TLSEvidence.CertificateProblem.wrongHost, true), (.selfSigned, false), (.expired, false),
        ] {
            evidence.tls = TLSEvidence(serverName: "www.example", outcome: .certificate, problem: problem)
            evidence.http = nil
            #expect((ids(evidence) == ["error dns.hosts-override"]) == isReason, "\(problem): \(ids(evidence))")
        }
        // The address from DNS was used.
        failing.tcp = TCPEvidence(attempts: [Facts.attempt(.connected)])
        #expect(ids(failing).contains("warning dns.hosts-override"))
    }

    @Test(
        "a hosts entry for a server of this machine or its link that serves the name is information",
        arguments: ["127.0.0.1", "192.0.2.50"])
    func meantHosts(address: String) throws {
        let answers = [Self.answer(address, source: .hosts), Self.answer("198.51.100.1")]
        var evidence = try Self.page(answers)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, address)])
        #expect(ids(evidence) == ["info dns.hosts-override"])
        #expect(Verdict(on: evidence).status == .connectionUp)
        var plain = evidence
        plain.tls = nil
        #expect(ids(plain) == ["info dns.hosts-override"])
        // It does not serve the site, or proves nothing.
        plain.http?.status = 404
        #expect(ids(plain) == ["error http.not-found", "warning dns.hosts-override"])
        // Elsewhere, a valid certificate for the name is needed.
        var elsewhere = try Self.page([Self.answer("10.77.8.8", source: .hosts), Self.answer("198.51.100.1")])
        elsewhere.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "10.77.8.8")])
        #expect(ids(elsewhere) == ["info dns.hosts-override"])
        elsewhere.tls = nil
        #expect(ids(elsewhere) == ["warning dns.hosts-override"])
        var other = evidence
        other.tls = TLSEvidence(serverName: "www.example", outcome: .certificate, problem: .wrongHost)
        other.http = nil
        #expect(ids(other) == ["error dns.hosts-override"])
        other.tls = nil
        #expect(ids(other) == ["warning dns.hosts-override"])
    }

    @Test("a dead address of the hosts file is removed there, and not from the name")
    func deadHostsEntry() throws {
        var evidence = try Self.page([Self.answer("198.51.100.9", source: .hosts), Self.answer("198.51.100.1")])
        evidence.dns?.resolution.answers.append(Self.answer("198.51.100.1", source: .hosts))
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "198.51.100.9"), Facts.attempt(.connected)])
        func dead() -> Finding? { Verdict(on: evidence).findings.first { $0.id == "tcp.some-addresses-dead" } }
        let listed = try #require(dead())
        #expect(listed.side == .machine && listed.advice.count == 1 && listed.advice[0].contains("/etc/hosts"))
        evidence.dns?.resolution.answers[0].source = .dns
        let named = try #require(dead())
        #expect(named.side != .machine && !named.advice.contains { $0.contains("/etc/hosts") }, "\(named)")
    }

    @Test("a server that is silent for one name, and answers for others, is not unreachable", arguments: [true, false])
    func unansweredName(isForwarder: Bool) throws {
        let server = isForwarder ? "127.0.0.1" : "192.0.2.53"
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout, server: server)], servers: [server])
        func finding() -> Finding? { Verdict(on: evidence).findings.first { $0.id == "dns.server-unreachable" } }
        let silent = try #require(finding())
        #expect(silent.summary == "no DNS server answers in time: \(server)")
        #expect(silent.advice.contains { $0.contains("ping") } == !isForwarder, "\(silent.advice)")
        let query = UplinkAssessmentTests.query(
            .nxdomain, at: isForwarder ? .own : .beyond, server: Facts.address(server))
        evidence.uplink = UplinkEvidence(gateway: nil, gateways: [], interface: nil, queries: [query])
        let one = try #require(finding())
        #expect(
            one.summary == "no DNS server answers in time: \(server), for www.example only (other names are answered)")
        #expect(one.side == .remote && !one.advice.contains { $0.contains("ping") }, "\(one.advice)")
        #expect(one.advice.contains { $0.contains("dnsmasq") } == isForwarder)
        // The outage may have passed before the other name was queried.
        #expect(
            Verdict(on: evidence).followUps.contains {
                if case .names(.query(.again, _, _, _)) = $0 { true } else { false }
            })
        evidence.dns?.followUps = [Self.followUp(.again, server: server, ["198.51.100.1"])]
        let passed = try #require(finding())
        #expect(passed.summary == silent.summary && passed.side == nil, "\(passed)")
        evidence.dns?.followUps = [Self.followUp(.again, server: server, failure: .timeout)]
        #expect(try #require(finding()).side == .remote)
        evidence.dns?.search = ["corp.example"]
        evidence.dns?.resolution.name = "intra.corp.example"
        #expect(try #require(finding()).side == (isForwarder ? .machine : .remote))
    }

    @Test("with rotate, another server that is silent or denies the name is the cause, and not the system's resolver")
    func rotation() throws {
        func page(_ failure: Resolution.FailureReason?) throws -> Evidence {
            let lookup = SystemLookup(
                addresses: [], failure: failure == .nxdomain ? .nxdomain : .timeout, duration: .seconds(2))
            return try Self.page([Self.answer("198.51.100.1")]) {
                $0.dns?.resolution.system = lookup
                $0.dns?.systemAgain = lookup
                $0.dns?.nameServices = ["files", "dns"]
                $0.dns?.rotationLine = "/etc/resolv.conf:3: options rotate"
                $0.dns?.followUps = [
                    Self.followUp(
                        .other, server: "192.0.2.54", failure == nil ? ["198.51.100.1"] : [], failure: failure)
                ]
            }
        }
        #expect(ids(try page(.timeout)) == ["warning dns.some-servers-dead"])
        #expect(ids(try page(.closed)) == ["warning dns.some-servers-dead"])
        #expect(ids(try page(.nxdomain)) == ["error dns.servers-disagree"])
        #expect(ids(try page(nil)) == ["error dns.system-differs"])
        // A name without IPv6 addresses is not denied, and a dead server explains only a look-up that took too long.
        var plain = try page(nil)
        plain.dns?.followUps?.append(Self.followUp(.other, server: "192.0.2.54", failure: .noData))
        #expect(ids(plain) == ["error dns.system-differs"])
        var broken = try page(.timeout)
        broken.dns?.resolution.system?.failure = .nxdomain
        broken.dns?.systemAgain?.failure = .nxdomain
        #expect(ids(broken).contains("error dns.system-differs"))
        var asking = try page(nil)
        asking.dns?.followUps = nil
        asking.dns?.systemAgain = nil
        let question = NameFollowUp.query(.other, name: "www.example", type: .a, server: "192.0.2.54")
        #expect(names(asking).contains(question))
        asking.dns?.rotationLine = nil
        #expect(!names(asking).contains(question))
    }

    @Test("a server that answers one of two queries from a port is named, and not the system's configuration")
    func oneAnswer() throws {
        let lookup = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        var evidence = try Self.page([Self.answer("198.51.100.1")]) {
            $0.dns?.resolution.system = lookup
            $0.dns?.systemAgain = lookup
            $0.dns?.nameServices = ["files", "dns"]
        }
        #expect(names(evidence).contains(.pairs(name: "www.example", server: "192.0.2.53")))
        func pair(_ failures: [Resolution.FailureReason?]) -> [DNSEvidence.FollowUp] {
            zip(["A", "AAAA"], failures).map { type, failure in
                DNSEvidence.FollowUp(
                    .pair, name: "www.example", type: type, server: "192.0.2.53", addresses: [], failure: failure,
                    duration: .milliseconds(600))
            }
        }
        evidence.dns?.followUps = pair([nil, .timeout]) + pair([nil, .timeout]) + pair([.timeout, nil])
        #expect(ids(evidence) == ["error dns.one-answer"])
        // A server that takes as long as a pair may is only slow.
        evidence.dns?.resolution.answers.append(Self.answer("2001:db8::1", took: 900))
        #expect(!ids(evidence).contains { $0.hasSuffix("dns.one-answer") })
        evidence.dns?.resolution.answers.removeLast()
        // The server never answers one of the types.
        evidence.dns?.resolution = Resolution(
            name: "www.example", answers: [Self.answer("198.51.100.1")],
            failures: [Facts.failure(.timeout, type: "AAAA")])
        evidence.dns?.resolution.system = lookup
        #expect(!ids(evidence).contains { $0.hasSuffix("dns.one-answer") })
        evidence.dns?.resolution = Resolution(
            name: "www.example", answers: [Self.answer("198.51.100.1")], failures: [])
        evidence.dns?.resolution.system = lookup
        // One of the pairs was answered in full, or not at all.
        evidence.dns?.followUps = pair([nil, .timeout]) + pair([nil, nil]) + pair([nil, .timeout])
        #expect(ids(evidence) == ["error dns.system-differs"])
        evidence.dns?.followUps = pair([.timeout, .timeout]) + pair([nil, .timeout]) + pair([nil, .timeout])
        #expect(ids(evidence) == ["error dns.system-differs"])
    }

    @Test("the option because of which programs do not query IPv6 addresses is quoted")
    func hiddenAddresses() throws {
        let lookup = SystemLookup(addresses: [], failure: .noData, duration: .milliseconds(2))
        let line = "/etc/resolv.conf:2: options no-aaaa"
        func finding(_ address: String) throws -> Finding? {
            let evidence = try Self.page([Self.answer(address)]) {
                $0.dns?.resolution.system = lookup
                $0.dns?.systemAgain = lookup
                $0.dns?.nameServices = ["files", "dns"]
                $0.dns?.nameServiceLine = "/etc/nsswitch.conf:3: hosts: files dns"
                $0.dns?.hidingLine = line
            }
            return Verdict(on: evidence).findings.first { $0.id == "dns.system-differs" }
        }
        let hidden = try #require(try finding("2001:db8::1"))
        #expect(hidden.summary.hasSuffix("; " + line))
        #expect(hidden.advice.contains { $0.contains("no-aaaa") } && !hidden.advice.contains { $0.contains("grep") })
        let other = try #require(try finding("198.51.100.1"))
        #expect(!other.summary.contains(line) && !other.advice.contains { $0.contains("no-aaaa") })
    }

    @Test("programs whose queries with EDNS one server does not answer go on to the next one, for which no check waits")
    func nextServer() throws {
        func page(
            _ other: DNSEvidence.FollowUp?, line: String = "options edns0", waited: Duration = .seconds(2)
        ) throws -> Evidence {
            let lookup = SystemLookup(addresses: [], failure: .timeout, duration: waited)
            return try Self.page([Self.answer("198.51.100.1", took: 510)]) {
                $0.dns?.resolution.system = lookup
                $0.dns?.systemAgain = lookup
                $0.dns?.nameServices = ["files", "dns"]
                $0.dns?.patience = Milliseconds(.seconds(5))
                $0.dns?.queryLine = "/etc/resolv.conf:3: \(line)"
                $0.dns?.followUps = other.map { [$0] }
            }
        }
        let good = Self.followUp(.other, server: "192.0.2.54", ["198.51.100.1"])
        let late = try page(good)
        #expect(ids(late) == ["warning dns.system-differs"])
        #expect(
            Verdict(on: late).findings.first?.summary
                .hasSuffix("; /etc/resolv.conf:3: options edns0; after 5 s, they query 192.0.2.54, which answers")
                == true)
        #expect(names(late).contains(.query(.other, name: "www.example", type: .a, server: "192.0.2.54")))
        // It does not answer queries with EDNS, either; or programs have waited for the other server as well.
        var same = good
        same.duration = Milliseconds(.milliseconds(506))
        #expect(ids(try page(same)) == ["error dns.system-differs"])
        #expect(ids(try page(good, waited: .seconds(6))) == ["error dns.system-differs"])
        // Over TCP, nothing is known about it.
        #expect(ids(try page(good, line: "options use-vc edns0")) == ["error dns.system-differs"])
        #expect(ids(try page(nil)) == ["error dns.system-differs"])
    }
}
