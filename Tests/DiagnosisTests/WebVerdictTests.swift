import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@Suite("Verdicts on clocks, portals, unused proxies and certificates")
struct WebVerdictTests {
    private static let second: Int64 = 1_700_000_000
    private static let year: Int64 = 31_556_952

    private static func moment(_ offset: Int64 = 0) -> Timestamp {
        Timestamp(millisecondsSince1970: (second + offset) * 1_000)
    }

    private func certificate(
        _ subject: String = "CN=www.example", issuer: String = "CN=Root", from: Int64 = -1_000, to: Int64 = 10_000_000
    ) -> TLSEvidence.Certificate {
        .init(
            subject: subject, issuer: issuer, names: ["www.example"], notBefore: Self.moment(from),
            notAfter: Self.moment(to))
    }

    private func failing(
        _ problem: TLSEvidence.CertificateProblem, _ chain: [TLSEvidence.Certificate]
    ) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .certificate, problem: problem, chain: chain)
        evidence.http = nil
        return evidence
    }

    /// The questions about the web.
    private func web(_ verdict: Verdict) -> [WebFollowUp] {
        verdict.followUps.compactMap { if case .web(let question) = $0 { question } else { nil } }
    }

    @Test(
        "a chain in which a certificate does not allow the others is explained, with what to have changed",
        arguments: [
            (TLSEvidence.CertificateProblem.wrongPurpose, "is not for servers", "extended key usage serverAuth"),
            (.tooManyIssuers, "more authorities than one of them allows", "a higher authority than CN=Root"),
            (.nameNotPermitted, "may not issue certificates for www.example", "issue certificates for www.example"),
            (.notByAuthority, "that is not an authority's", "which CN=Root or an issuer above it is not"),
        ])
    func constraints(_ problem: TLSEvidence.CertificateProblem, says: String, advises: String) throws {
        let finding = try #require(Verdict(on: try failing(problem, [certificate()])).findings.first)
        #expect(finding.id == "tls.failed" && finding.severity == .error && finding.confidence > 0.9, "\(finding)")
        #expect(finding.summary.contains(says), "\(finding.summary)")
        #expect(finding.advice.first?.contains(advises) == true && finding.advice.count == 2, "\(finding.advice)")
    }

    // MARK: - Clocks

    private func clock(
        here: Int64 = 0, there: Int64?, built: Int64? = -5 * year, isSynchronized: Bool? = false,
        from: Int64 = -1_000, to: Int64 = -100, _ problem: TLSEvidence.CertificateProblem = .expired
    ) throws -> Verdict {
        var evidence = try failing(problem, [certificate(from: from, to: to)])
        var clock = LocalEvidence.Clock(
            here: Self.moment(here), there: there.map { Self.moment($0) }, source: there == nil ? nil : "the Date of it"
        )
        clock.built = built.map { Self.moment($0) }
        clock.isSynchronized = isSynchronized
        clock.keeper = "chrony"
        evidence.local = LocalEvidence(clock: clock)
        return Verdict(on: evidence)
    }

    @Test("a certificate that is not valid leads to a comparison of clocks, and no other failure does")
    func asksForClock() throws {
        let chain = [certificate(to: -100)]
        #expect(Verdict(on: try failing(.expired, chain)).followUps.contains(.web(.clock)))
        #expect(Verdict(on: try failing(.notYetValid, chain)).followUps.contains(.web(.clock)))
        #expect(!Verdict(on: try failing(.wrongHost, chain)).followUps.contains(.web(.clock)))
        #expect(web(Verdict(on: try Facts.healthy())) == [])
    }

    @Test("the clock is blamed if the certificate is valid at the time of another clock")
    func wrongClock() throws {
        let verdict = try clock(there: -700)
        #expect(verdict.findings.map(\.id) == ["local.clock"] && verdict.status == .connectionDown)
        let finding = try #require(verdict.findings.first)
        #expect(finding.summary.contains("12 minutes ahead of the Date of it"))
        #expect(finding.advice.first?.contains("chronyc tracking") == true)
        #expect(!finding.advice.contains { $0.contains("{") })
    }

    @Test("the certificate is blamed if the other clock agrees or is wrong itself, or if this one is synchronised")
    func rightClock() throws {
        #expect(try clock(there: -200).findings.first?.id == "tls.expired")
        #expect(try clock(there: nil).findings.first?.id == "tls.expired")
        // The certificate is valid by neither clock.
        #expect(try clock(there: -3 * Self.year).findings.first?.id == "tls.expired")
        // A server that lost its time reports one before the build of this program.
        let lost = try clock(there: -700, built: -500)
        #expect(lost.findings.first?.id == "tls.expired")
        #expect(try clock(there: -700, isSynchronized: true).findings.first?.id == "tls.expired")
    }

    @Test("a clock that nothing synchronizes may be ahead, if there is no other one to compare it with")
    func doubtfulClock() throws {
        func isDoubted(_ verdict: Verdict) throws -> Bool {
            let finding = try #require(verdict.findings.first { $0.id == "tls.expired" })
            return finding.advice.contains { $0.contains("is not synchronised: timedatectl") }
        }
        #expect(try isDoubted(try clock(there: nil)))
        #expect(try !isDoubted(try clock(there: nil, isSynchronized: true)))
        #expect(try !isDoubted(try clock(there: nil, isSynchronized: nil)))
        // Another clock agrees with this one.
        #expect(try !isDoubted(try clock(there: -200)))
    }

    @Test("of several servers with the name, the one with the expired certificate is named")
    func oneOfSeveral() throws {
        var evidence = try failing(.expired, [certificate(to: -100)])
        #expect(Verdict(on: evidence).findings.first?.summary.contains("(198.51.100.1)") == false)
        evidence.dns?.resolution.answers += [
            .init(address: Facts.address("198.51.100.2"), source: .dns, server: "192.0.2.53", ttl: 60, duration: .zero)
        ]
        #expect(Verdict(on: evidence).findings.first?.summary.contains(" (198.51.100.1) (") == true)
        // It is named once, also if another address of the name works.
        evidence.tcp?.attempts.append(Facts.attempt(.connected, "198.51.100.2"))
        evidence.tcp?.attempts[0].failure = .init(cause: "tls.expired")
        let joined = try #require(Verdict(on: evidence).findings.first)
        #expect(joined.summary.hasSuffix(" (1 of the 2 addresses of the name: 198.51.100.1)"), "\(joined)")
        #expect(joined.summary.split(separator: "198.51.100.1").count == 2, "\(joined)")
    }

    @Test("a clock before the build date is wrong, whatever other clocks say")
    func impossibleClock() throws {
        let year = Self.year
        let verdict = try clock(
            here: -10 * year, there: nil, built: -year, isSynchronized: true, from: -1_000, to: 1_000, .notYetValid)
        #expect(verdict.findings.map(\.id) == ["local.clock"])
        #expect(verdict.findings[0].summary.contains("at least 9 years behind"))
        // A clock that is behind does not make a certificate expire.
        let expired = try clock(here: -10 * year, there: nil, built: -year, from: -12 * year, to: -11 * year)
        #expect(expired.findings.first?.id == "tls.expired")
    }

    // MARK: - Portals

    private func portal(_ portal: PortalEvidence, _ change: (inout Evidence) -> Void) throws -> Verdict {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.gateway?.portal = portal
        change(&evidence)
        return Verdict(on: evidence)
    }

    private func look(_ status: Int, _ location: String? = nil, bytes: Int = 0, leadsTo: [String] = [])
        -> PortalEvidence.PageResponse
    {
        .init(
            url: "http://check.example/", status: status, location: location, address: Facts.address("203.0.113.9"),
            leadsTo: leadsTo.map(Facts.address), bodyBytes: bytes)
    }

    private func redirect(_ location: String, _ status: Int = 302) -> HTTPEvidence {
        HTTPEvidence(
            url: location, outcome: .response, status: 200,
            redirects: [
                .init(
                    url: "http://www.example/", status: status, location: location,
                    address: Facts.address("198.51.100.1"))
            ])
    }

    @Test("a connectivity URL with any answer other than 204 shows a portal if the target was redirected")
    func knownURL() throws {
        for (look, isPortal) in [
            (look(302, "http://portal.example/"), true), (look(200, bytes: 5), true), (look(511), true),
            (look(204), false), (look(200), false), (look(404), false), (look(500, bytes: 9), false),
        ] {
            let verdict = try portal(.init(known: look)) { $0.http = redirect("http://login.other/") }
            #expect((verdict.findings.first?.id == "http.captive-portal") == isPortal, "\(look)")
            #expect(verdict.status == (isPortal ? .connectionDown : .connectionUp))
            // A correct page over plain HTTP may be the portal's; one over TLS may not.
            let healthy = try portal(.init(known: look)) { _ in }
            #expect(healthy.findings.map(\.severity) == (isPortal ? [.warning] : []), "\(look)")
            let secure = try portal(.init(known: look)) { $0.tls = .init(serverName: "a", outcome: .established) }
            #expect(secure.findings.isEmpty)
        }
    }

    @Test("ordinary redirects are not portals")
    func everyday() throws {
        for location in ["http://sso.other/", "https://www.example/", "http://cdn.www.example/", "http://example/"] {
            let verdict = try portal(.init()) { $0.http = redirect(location) }
            #expect(verdict.findings.isEmpty, "\(location)")
        }
        // A permanent redirect into this network, and one from within it.
        for (status, far) in [(301, "198.51.100.1"), (302, "192.0.2.7")] {
            let verdict = try portal(.init()) {
                $0.http = redirect("http://box.other/", status)
                $0.http?.redirects[0].address = Facts.address(far)
                $0.http?.address = Facts.address("192.0.2.1")
            }
            #expect(verdict.findings.isEmpty)
        }
    }

    @Test(
        "a redirect from outside into this network may be a portal's, unless the network announces that there is none")
    func intoThisNetwork() throws {
        func lead(_ evidence: inout Evidence) {
            evidence.http = redirect("http://box.other/login")
            evidence.http?.address = Facts.address("192.0.2.1")
        }
        let verdict = try portal(.init(), lead)
        #expect(verdict.findings.map(\.id) == ["http.captive-portal"])
        #expect(verdict.findings[0].facts["portal"] == "http://box.other/login")
        #expect(try portal(.init(known: look(204)), lead).findings.isEmpty)
        let api = PortalEvidence.API(url: "https://192.0.2.1/api", isCaptive: false)
        #expect(try portal(.init(api: api), lead).findings.isEmpty)
    }

    @Test("failures that a portal causes are not blamed")
    func below() throws {
        let api = PortalEvidence.API(url: "https://192.0.2.1/api", isCaptive: true, portal: "https://in.example/")
        var evidence = try failing(.selfSigned, [certificate("CN=portal", issuer: "CN=portal")])
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tls.self-signed"])
        #expect(web(Verdict(on: evidence)) == [.portal])
        evidence.gateway?.portal = .init(api: api)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
        #expect(Verdict(on: evidence).findings[0].facts["portal"] == "https://in.example/")
        evidence.tls = nil
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused)])
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
    }

    @Test("status 511 alone indicates a portal")
    func status511() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.http?.status = 511
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.captive-portal"])
    }

    // MARK: - Proxies that are not used

    @Test("a request that a proxy takes and does not answer is not the target's silence alone")
    func silentProxy() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .noAnswer)
        #expect(Verdict(on: evidence).findings.first?.summary.hasPrefix("http://www.example/ accepts") == true)
        var proxy = ProxyEvidence(url: "http://10.1.2.3:3128", origin: "http_proxy", outcome: .passed)
        proxy.attempts = [Facts.attempt(.connected, "10.1.2.3")]
        (evidence.proxy, evidence.tcp) = (proxy, nil)
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "http.no-answer" && found.side == .network)
        #expect(found.summary.hasPrefix("the proxy http://10.1.2.3:3128, asked for http://www.example/, accepts"))
        #expect(found.advice.contains { $0.contains("--no-proxy http://www.example/") }, "\(found.advice)")
    }

    @Test(
        "the software of a server is named in prose, unless a shell would interpret it",
        arguments: [("nginx/1.22.1", " (nginx/1.22.1)"), ("Apache/2.4 (Unix)", " (Apache/2.4)"), ("$(id)", "")])
    func software(_ header: String, _ words: String) throws {
        var evidence = try Facts.healthy()
        var http = HTTPEvidence(url: "https://www.example/", outcome: .response, status: 502)
        http.server = header
        evidence.http = http
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.advice.first == "Check the service behind the proxy, and the proxy's error log\(words)")
    }

    @Test("a proxy that cannot reach the WebSocket's server does not refuse the upgrade", arguments: [502, 503, 426])
    func upgradeBehindProxy(_ status: Int) throws {
        var evidence = try Facts.healthy("ws://www.example/")
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.observed[WebSocketEvidence.self] = WebSocketEvidence(
            url: "ws://www.example/", outcome: .refused, status: status)
        let cause = Verdict(on: evidence).findings.first?.id
        #expect(cause == (status == 426 ? "ws.upgrade-refused" : "http.gateway-error"))
    }

    @Test("a proxy that reaches the target is required; one that does not changes nothing", arguments: [true, false])
    func detour(works: Bool) throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        #expect(Verdict(on: evidence).followUps.contains(.web(.detour)))
        evidence.tcp?.detour = .init(
            proxy: "http://proxy.example:3128", origin: "https_proxy", reason: "no_proxy excepts it", works: works)
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == [works ? "proxy.required" : "tcp.timeout"])
        #expect(verdict.layers[.proxy] == (works ? .connectionDown : nil))
    }

    // MARK: - Certificates

    @Test("a missing intermediate certificate, and a root that is not trusted")
    func gaps() throws {
        let leaf = certificate(issuer: "CN=Middle"), middle = certificate("CN=Middle", issuer: "CN=Root")
        func named(_ chain: [TLSEvidence.Certificate], isIssuerKnown: Bool? = false) throws -> CauseID? {
            var evidence = try failing(.incompleteChain, chain)
            evidence.tls?.isIssuerKnown = isIssuerKnown
            return Verdict(on: evidence).findings.first?.id
        }
        #expect(try named([leaf]) == "tls.untrusted-issuer")
        // The issuer may be an intermediate authority all the same, and is a root if the server sent it.
        func mayBeIntermediate(_ chain: [TLSEvidence.Certificate]) throws -> Bool? {
            let finding = Verdict(on: try failing(.incompleteChain, chain)).findings.first
            return finding?.advice.contains { $0.contains("is an intermediate authority") }
        }
        #expect(try mayBeIntermediate([leaf]) == true)
        #expect(
            try mayBeIntermediate([certificate(issuer: "CN=Root"), certificate("CN=Root", issuer: "CN=Root")]) == false)
        var linked = leaf
        linked.hasIssuerURL = true
        #expect(try named([linked]) == "tls.incomplete-chain")
        #expect(try named([leaf, middle]) == "tls.untrusted-issuer")
        #expect(try named([leaf], isIssuerKnown: true) == "tls.untrusted-issuer")
        #expect(try named([leaf, certificate("CN=Other", issuer: "CN=Root")]) == "tls.incomplete-chain")
        var told = leaf
        told.authorityIssuer = "CN=Middle"
        #expect(try named([told]) == "tls.untrusted-issuer")
        told.authorityIssuer = "CN=Root"
        #expect(try named([told]) == "tls.incomplete-chain")
        // Certificates may be sent in any order, and issuers may form a circle.
        let root = certificate("CN=Root", issuer: "CN=Root")
        #expect(try named([leaf, root, middle]) == "tls.untrusted-issuer")
        let circle = certificate("CN=Middle", issuer: "CN=www.example")
        #expect(try named([leaf, circle]) != nil)
        #expect(try named([]) == "tls.incomplete-chain")
    }

    @Test("a certificate that is trusted, but not the expected one")
    func intercepted() throws {
        var leaf = certificate(issuer: "CN=Company Box")
        leaf.pin = "sha256//right"
        func named(_ expectation: TLSEvidence.Expectation?) throws -> [CauseID] {
            var evidence = try Facts.healthy()
            evidence.tls?.chain = [
                leaf, certificate("CN=Company Box", issuer: "O=Good Trust"), certificate("CN=Stray"),
            ]
            evidence.tls?.expectation = expectation
            return Verdict(on: evidence).findings.map(\.id).filter { $0 == "tls.intercepted" }
        }
        #expect(try named(nil) == [])
        #expect(try named(.init(issuer: "good trust")) == [])
        #expect(try named(.init(issuer: "Example Trust")) == ["tls.intercepted"])
        // Certificates that are not part of the chain prove nothing.
        #expect(try named(.init(issuer: "Stray")) == ["tls.intercepted"])
        #expect(try named(.init(pins: ["sha256//other", "sha256//right"])) == [])
        #expect(try named(.init(pins: ["sha256//other"])) == ["tls.intercepted"])
        #expect(try named(.init(issuer: "Good", pins: ["sha256//other"])) == ["tls.intercepted"])
    }

    // MARK: - Slow connections

    @Test("slow connections and slow pages are reported, each with the lowest phase that is to blame")
    func slow() throws {
        func named(connect: Int, firstByte: Int) throws -> [CauseID] {
            var evidence = try Facts.healthy("http://www.example/")
            evidence.tls = nil
            evidence.tcp = TCPEvidence(attempts: [
                .init(
                    address: Facts.address("198.51.100.1"), port: 80, outcome: .connected,
                    duration: .milliseconds(connect))
            ])
            evidence.http?.phases = .init(
                resolve: .milliseconds(2), connect: .milliseconds(connect), request: .zero,
                firstByte: .milliseconds(firstByte), body: .milliseconds(1))
            return Verdict(on: evidence).findings.map(\.id)
        }
        #expect(try named(connect: 900, firstByte: 2_000) == [])
        #expect(try named(connect: 901, firstByte: 10) == ["tcp.slow"])
        #expect(try named(connect: 3_100, firstByte: 10) == ["tcp.slow"])
        #expect(try named(connect: 10, firstByte: 3_000) == ["http.slow"])
        #expect(try named(connect: 1_000, firstByte: 2_500) == ["tcp.slow", "http.slow"])
    }

    @Test("of the time that this process was busy, no more counts than can have delayed one response")
    func busy() throws {
        func named(stall: Int?, firstByte: Int, body: Int = 1) throws -> [CauseID] {
            var evidence = try Facts.healthy("http://www.example/")
            evidence.tls = nil
            evidence.http?.phases = .init(
                resolve: .milliseconds(2), connect: .milliseconds(2), request: .zero,
                firstByte: .milliseconds(firstByte), body: .milliseconds(body))
            evidence.ownDelay = .milliseconds(900)
            evidence.ownStall = stall.map { .milliseconds($0) }
            return Verdict(on: evidence).findings.map(\.id)
        }
        // In 3.5 s of waiting, the process did other work for 0.9 s, in short pieces.
        #expect(try named(stall: 20, firstByte: 3_500) == ["http.slow"])
        #expect(try named(stall: 400, firstByte: 3_500) == ["http.slow"])
        #expect(try named(stall: 20, firstByte: 3_010) == [])
        #expect(try named(stall: 600, firstByte: 3_500) == [])
        // A report of an earlier version does not say how long the pieces were.
        #expect(try named(stall: nil, firstByte: 3_500) == [])
        // A body arrives in many parts, each of which may have waited.
        #expect(try named(stall: 20, firstByte: 100, body: 3_400) == [])
    }
}
