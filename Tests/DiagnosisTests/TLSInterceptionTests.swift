import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A device that presents its certificate in place of all hosts")
struct TLSInterceptionTests {
    private static let nobody = Facts.address("203.0.113.9")

    private static func certificate(_ fingerprint: String, by issuer: String) -> TLSEvidence.Certificate {
        .init(
            subject: "CN=box", issuer: issuer, names: ["box"], notBefore: nil, notAfter: nil, fingerprint: fingerprint)
    }

    @Test("it is recognised by the same certificate, or by the same untrusted issuer")
    func origin() {
        let same = TLSInterception(destination: Self.nobody, problem: .wrongHost, issuer: "CN=CA", fingerprint: "aa")
        #expect(same.isOrigin(of: Self.certificate("aa", by: "CN=CA")))
        #expect(!same.isOrigin(of: Self.certificate("bb", by: "CN=CA")))
        let box = TLSInterception(
            destination: Self.nobody, problem: .untrustedIssuer, issuer: "CN=Box", fingerprint: "aa")
        #expect(box.isOrigin(of: Self.certificate("bb", by: "CN=Box")))
        #expect(!box.isOrigin(of: Self.certificate("bb", by: "CN=Other")))
    }

    @Test("a server's certificate that is the device's is not the server's fault")
    func target() throws {
        var evidence = try Facts.healthy()
        evidence.tls = TLSEvidence(
            serverName: "www.example", outcome: .certificate, problem: .selfSigned,
            chain: [Self.certificate("aa", by: "CN=box")])
        evidence.http = nil
        var portal = PortalEvidence()
        for (fingerprint, cause) in [("bb", "tls.self-signed"), ("aa", "tls.intercepted")] {
            portal.secure = .init(
                destination: Self.nobody, problem: .selfSigned, issuer: "CN=box", fingerprint: fingerprint)
            evidence.gateway?.portal = portal
            let verdict = Verdict(on: evidence)
            #expect(verdict.findings.map(\.id.rawValue) == [cause] && verdict.findings[0].severity == .error)
        }
        #expect(Verdict(on: evidence).findings[0].side == .network)
    }

    @Test("a certificate of this network's own router, to which the name leads, is not the other side's")
    func ownRouter() throws {
        func finding(at limit: Int?, _ problem: TLSEvidence.CertificateProblem) throws -> Finding {
            var evidence = try Facts.healthy()
            evidence.tls = TLSEvidence(
                serverName: "www.example", outcome: .certificate, problem: problem,
                chain: [Self.certificate("aa", by: "CN=box")])
            evidence.http = nil
            let origin = PathDestination(Facts.address("198.51.100.1"), port: 443, .tcp)
            #expect(Verdict(on: evidence).followUps.contains(.path(.origin(origin))))
            var (connection, echo) = (
                PathVerdictTests.trace(.answered), PathVerdictTests.trace(.answered, "198.51.100.1", .icmp)
            )
            (connection.answeredAt, echo.answeredAt) = (limit, 1)
            evidence.path = PathVerdictTests.path(connection, echo)
            return try #require(Verdict(on: evidence).findings.first)
        }
        for problem in [TLSEvidence.CertificateProblem.selfSigned, .wrongHost, .untrustedIssuer] {
            let found = try finding(at: 1, problem)
            #expect(found.layer == .tls && found.side == .network, "\(found)")
            let words = "198.51.100.1 is an address of the router 192.0.2.1 itself"
            #expect(found.advice.first?.hasPrefix(words) == true, "\(found.advice)")
            // The router forwards connections to the host that is meant.
            for limit in [2, nil] {
                let other = try finding(at: limit, problem)
                #expect(other.side == .remote && other.advice.first?.hasPrefix(words) == false, "\(other)")
            }
        }
    }

    @Test(
        "an untrusted certificate may not be the server's behind a proxy, or at a private address of another network",
        arguments: [.selfSigned, .untrustedIssuer, .expired] as [TLSEvidence.CertificateProblem])
    func doubtful(problem: TLSEvidence.CertificateProblem) throws {
        var evidence = try Facts.healthy()
        evidence.tls = TLSEvidence(
            serverName: "www.example", outcome: .certificate, problem: problem,
            chain: [Self.certificate("aa", by: "CN=box")])
        evidence.http = nil
        func finding(_ evidence: Evidence) throws -> Finding { try #require(Verdict(on: evidence).findings.first) }
        // The dates of a certificate are those of the server, or else that of this machine.
        let isOfServer = problem == .expired
        var proxied = evidence
        (proxied.dns, proxied.tcp) = (nil, nil)
        proxied.proxy = ProxyEvidence(url: "http://192.0.2.8:3128", origin: "https_proxy", outcome: .passed)
        let behind = try finding(proxied)
        #expect(behind.layer == .tls && (behind.side == .remote) == isOfServer, "\(behind)")
        #expect((behind.advice.first?.contains("the proxy http://192.0.2.8:3128,") == true) == !isOfServer)

        func led(to text: String, own: String = "192.168.7.2", gateway: String = "192.168.7.1") throws -> Finding {
            var there = evidence
            let source = LinkAddress(address: Facts.address(own), prefixLength: 24, scope: .global)
            there.link = LinkEvidence(carriers: [Facts.link(addresses: [source])], others: [])
            there.address = AddressEvidence(usable: [.init(interface: "eth0", address: source)], unusable: [])
            there.gateway = GatewayEvidence(hops: [Facts.hop(gateway: gateway)], isOnLink: false)
            there.dns = Facts.dns(answers: [
                .init(
                    address: Facts.address(text), source: .dns, server: "192.0.2.53", ttl: 60,
                    duration: .milliseconds(2))
            ])
            there.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, text)])
            return try finding(there)
        }
        let away = try led(to: "10.99.0.1")
        #expect((away.side == .remote) == isOfServer, "\(away)")
        #expect((away.advice.first?.hasPrefix("www.example has the private address 10.99.0.1") == true) == !isOfServer)
        // Servers of the same company, and hosts of the Internet.
        for known in [
            try led(to: "10.1.9.9", own: "10.1.2.3", gateway: "10.1.2.1"), try led(to: "198.51.100.1"),
        ] {
            #expect(known.side == .remote && !known.advice.contains { $0.contains("private address") }, "\(known)")
        }
        // The page of a filter, to which its DNS server leads the names that it blocks.
        evidence.tls?.chain = [Self.certificate("aa", by: "CN=Cisco Umbrella Primary SubCA; O=Cisco")]
        let blocked = try led(to: "198.51.100.1")
        #expect((blocked.side == .remote) == isOfServer, "\(blocked)")
        #expect(blocked.advice.first?.hasPrefix("The certificate is of Cisco Umbrella,") == !isOfServer, "\(blocked)")
    }

    @Test("a program of this machine to which its own rules lead connections is on this machine")
    func here() throws {
        var met = TLSInterception(
            destination: Self.nobody, problem: .selfSigned, issuer: "CN=box", fingerprint: "aa")
        met.isOfThisMachine = true
        var evidence = try Facts.healthy()
        evidence.tls = TLSEvidence(
            serverName: "www.example", outcome: .certificate, problem: .selfSigned,
            chain: [Self.certificate("aa", by: "CN=box")])
        evidence.http = nil
        var portal = PortalEvidence()
        portal.secure = met
        evidence.gateway?.portal = portal
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink?.secureInterception = met
        for finding in Verdict(on: evidence).findings + MachineDiagnosis.verdict(on: observation).findings {
            #expect(finding.id == "tls.intercepted" && finding.side == .machine && finding.severity == .error)
            #expect(finding.summary.contains("a program here"), "\(finding.summary)")
            #expect(
                finding.advice.contains { $0.contains("redirects port 443: nft list ruleset") }, "\(finding.advice)")
            #expect(!finding.advice.contains { $0.contains("update-ca-certificates") }, "\(finding.advice)")
        }
        #expect(Verdict(on: evidence).findings.count == 1)
    }

    @Test("an untrusted certificate is a warning about the uplink, and one that this machine trusts is not mentioned")
    func uplink() throws {
        let syns = [
            UplinkAssessmentTests.packet("192.168.100.1"), UplinkAssessmentTests.packet("100.64.3.1", limit: 3),
            UplinkAssessmentTests.packet(as: .tcp, answer: .accepted),
        ]
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: syns)
        #expect(UplinkAssessment(uplink).findings.isEmpty)
        for problem in [nil, .wrongHost] as [TLSEvidence.CertificateProblem?] {
            uplink.secureInterception = .init(destination: Self.nobody, problem: problem, issuer: "CN=Office")
            #expect(UplinkAssessment(uplink).findings.isEmpty)
        }
        uplink.secureInterception = .init(destination: Self.nobody, problem: .selfSigned, issuer: "CN=box")
        let reading = UplinkAssessment(uplink)
        let finding = try #require(reading.findings.first)
        #expect(reading.status == .connectionUp && finding.id == "tls.intercepted" && finding.severity == .warning)
        #expect(finding.summary.contains("CN=box") && finding.summary.contains("203.0.113.9"), "\(finding.summary)")
        #expect(finding.summary.contains("does not accept it"), "\(finding.summary)")
        #expect(finding.advice.contains { $0.contains("update-ca-certificates") }, "\(finding.advice)")
    }

    @Test("a device that resets every handshake leaves the uplink open, unless a connection to port 443 works")
    func reset() {
        let syns = [
            UplinkAssessmentTests.packet("192.168.100.1"), UplinkAssessmentTests.packet("100.64.3.1", limit: 3),
            UplinkAssessmentTests.packet(as: .tcp, answer: .accepted),
        ]
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: syns)
        uplink.secureInterception = TLSInterception(destination: Self.nobody, problem: nil)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        uplink.secureInterception?.isReset = true
        let open = UplinkAssessment(uplink)
        #expect(open.status == .connectionIndeterminate && open.findings.isEmpty)
        #expect(open.doubt?.contains("resets this machine's TCP connections") == true, "\(open.doubt ?? "")")
        // Such as that of a filter of names, which passes the handshakes of other hosts.
        uplink.hasConnectedSecurely = true
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }

    @Test("a machine on which no program accepts the certificates of HTTPS does not work, except through a proxy")
    func machine() throws {
        var observation = MachineDiagnosisTests.healthy()
        for (problem, status) in [
            (TLSEvidence.CertificateProblem.wrongHost, ConnectionStatus.connectionUp),
            (.untrustedIssuer, .connectionDown), (.selfSigned, .connectionDown),
        ] {
            observation.uplink?.secureInterception = .init(
                destination: Self.nobody, problem: problem, issuer: "CN=Office")
            let verdict = MachineDiagnosis.verdict(on: observation)
            #expect(verdict.status == status, "\(problem) \(verdict.findings)")
            #expect(verdict.findings.map(\.severity) == (status == .connectionDown ? [.error] : []))
        }
    }
}

@Suite("The uplink: answers from a copy of a zone")
struct CopiedZoneTests {
    @Test("another name is queried if the provider's only router has no route, and nothing else proves the uplink")
    func doubt() {
        let cut = (2...3).map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0, as: .tcp) }
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: cut)
        #expect(uplink.mayRootBeCopied && uplink.queries.allSatisfy(\.mayBeOfCopy))
        // Earlier packets are a reason as well.
        for index in uplink.packets.indices { uplink.packets[index].isEarlier = true }
        #expect(uplink.mayRootBeCopied)
        uplink.hasConnected = true
        #expect(!uplink.mayRootBeCopied)
        let healthy = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [cut[0], UplinkAssessmentTests.packet("198.51.100.7", limit: 3, as: .tcp)])
        #expect(!healthy.mayRootBeCopied)
        #expect(!UplinkAssessmentTests.uplink(.nxdomain).mayRootBeCopied)
        // The second answer replaces the first one.
        for outcome in [UplinkEvidence.Query.Outcome.timeout, .servfail] {
            #expect(UplinkAssessment(UplinkAssessmentTests.uplink(outcome, packets: cut)).status == .connectionDown)
        }
    }

    @Test("resets over IPv6 alone leave no doubt if SYNs over IPv4 pass")
    func resetOverIPv6() {
        let syns = [
            UplinkAssessmentTests.packet("192.168.100.1", as: .tcp),
            UplinkAssessmentTests.packet("100.64.3.1", limit: 3, as: .tcp),
        ]
        let reset = UplinkEvidence.Packet(
            destination: Facts.address("2001:db8::9"), transport: .tcp, limit: 2, answer: .reset)
        #expect(
            UplinkAssessment(UplinkAssessmentTests.uplink(.nxdomain, packets: syns + [reset])).status == .connectionUp)
        #expect(
            UplinkAssessment(UplinkAssessmentTests.uplink(.nxdomain, packets: [reset])).status
                == .connectionIndeterminate)
    }
}
