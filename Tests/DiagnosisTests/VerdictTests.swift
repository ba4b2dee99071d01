import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("Verdicts")
struct VerdictTests {
    @Test("advice quotes text that a shell would interpret: a server chooses the destination of its redirects")
    func quoted() {
        for (fact, word) in [
            ("http://a.example/x", "http://a.example/x"), ("http://a/?x=1&y=$(id)", "'http://a/?x=1&y=$(id)'"),
            ("http://a/';id;", #"'http://a/'\'';id;'"#), ("[2001:db8::1]:80", "[2001:db8::1]:80"),
            ("http://a/$\u{301}(id)", "'http://a/$\u{301}(id)'"), ("a'\u{301};id", #"'a'\''\#u{301};id'"#),
            ("ip route show table all", "ip route show table all"),
            ("a $(id).local", "'a $(id).local'"),
        ] { #expect(Template.shellWord(fact) == word) }
        let facts = Template.shellWords(["announcer": "a $(id)", "rules": "ip rule; ip -6 rule", "way": "$(id)"])
        #expect(facts == ["announcer": "'a $(id)'", "rules": "ip rule; ip -6 rule", "way": "'$(id)'"])
    }

    @Test("no advice has a fact within quotes, which the quotes of the fact would end")
    func unquotedPlaceholders() {
        // Numbers, and a time of this program.
        let harmless: Set<String> = ["port", "local_port", "live_port", "there"]
        for advice in Catalogue.entries.flatMap(\.advice) {
            let quoted = advice.matches(of: /(?:^|[\s=])'([^']*)'/).map { String($0.1) }
            #expect(quoted.flatMap(Template.names).allSatisfy(harmless.contains), "\(advice)")
        }
    }

    @Test("a healthy target has no findings")
    func healthy() throws {
        let verdict = Verdict(on: try Facts.healthy())
        #expect(verdict.status == .connectionUp)
        #expect(verdict.findings.isEmpty)
        #expect(verdict.layers[.gateway] == .connectionUp)
    }

    @Test(
        "the target's own layer must be observed: working lower layers prove nothing",
        arguments: TargetKinds.builtIn.all.flatMap { $0.schemes })
    func goal(scheme: RegisteredScheme) throws {
        let port = scheme.transport == .icmp ? "" : ":4711"
        let path =
            switch scheme.path {
            case .none, .optional, .resource: ""
            case .required, .question: "/name.example"
            }
        let place = scheme.transport.isNetwork ? "//198.51.100.1\(port)\(path)" : "/run/socket"
        let target = try Target("\(scheme.name):\(place)")
        let healthy = try Facts.healthy()
        var evidence = Evidence(target: target, now: healthy.now)
        (evidence.link, evidence.address, evidence.gateway) = (healthy.link, healthy.address, healthy.gateway)
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        evidence.tcp = healthy.tcp
        #expect(Verdict(on: evidence).status == (scheme.layer == .tcp ? .connectionUp : .connectionIndeterminate))
    }

    @Test("resolving the name of a DNS server is not an answer of that server")
    func server() throws {
        var evidence = Evidence(target: try Target("dns://ns.example/name.example"))
        evidence.dns = Facts.dns(answers: [.init(address: Facts.address("198.51.100.1"), source: .dns, duration: .zero)]
        )
        #expect(Verdict(on: evidence).layers[.dns] == .connectionUp)
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let id: CauseID
        let facts: [String]
        let change: @Sendable (inout Evidence) -> Void
        var testDescription: String { id.rawValue }

        init(_ id: CauseID, _ facts: [String] = [], _ change: @escaping @Sendable (inout Evidence) -> Void) {
            self.id = id
            self.facts = facts
            self.change = change
        }
    }

    static let errors: [Row] = [
        Row("link.none") { $0.link = LinkEvidence(carriers: [], others: []) },
        Row("link.admin-down", ["eth0"]) {
            $0.link = LinkEvidence(carriers: [Facts.link(up: false, carrier: false)], others: [])
        },
        Row("link.no-carrier", ["eth0"]) { $0.link = LinkEvidence(carriers: [Facts.link(carrier: false)], others: []) },
        Row("link.dormant") {
            var link = Facts.link()
            link.operationalState = .dormant
            $0.link = LinkEvidence(carriers: [link], others: [])
        },
        Row("address.none", ["eth0"]) { $0.address = AddressEvidence(usable: [], unusable: []) },
        Row("address.link-local-only", ["169.254.7.7"]) {
            let address = LinkAddress(address: Facts.address("169.254.7.7"), prefixLength: 16, scope: .link)
            $0.address = AddressEvidence(usable: [], unusable: [.init(interface: "eth0", address: address)])
        },
        Row("address.duplicate", ["2001:db8::7"]) {
            let address = LinkAddress(
                address: Facts.address("2001:db8::7"), prefixLength: 64, scope: .global,
                flags: [.tentative, .dadFailed])
            $0.address = AddressEvidence(usable: [], unusable: [.init(interface: "eth0", address: address)])
        },
        Row("gateway.none", ["198.51.100.1"]) {
            $0.gateway = GatewayEvidence(hops: [], isOnLink: false, familiesWithoutRoute: [.ipv4])
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.networkUnreachable)])
        },
        Row("gateway.unreachable", ["192.0.2.1", "eth0"]) {
            $0.gateway = GatewayEvidence(hops: [Facts.hop(.failed, .timeout)], isOnLink: false)
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        },
        Row("gateway.route-rejects", ["blackhole", "198.51.100.0/24"]) {
            let route = Route(
                family: .ipv4, kind: .blackhole, destination: Facts.address("198.51.100.0"), prefixLength: 24)
            $0.gateway = GatewayEvidence(hops: [.init(route: route)], isOnLink: false)
            $0.tcp = nil
        },
        Row("gateway.dead-preferred", ["192.0.2.1", "192.0.2.9"]) {
            $0.gateway = GatewayEvidence(
                hops: [
                    Facts.hop(.failed, .timeout, metric: 1),
                    Facts.hop(.reachable, .reply, gateway: "192.0.2.9", metric: 9),
                ], isOnLink: false)
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        },
        Row("dns.no-server", ["www.example"]) { $0.dns = Facts.dns(servers: []) },
        Row("dns.nxdomain", ["www.example", "192.0.2.53"]) {
            $0.dns = Facts.dns([Facts.failure(.nxdomain), Facts.failure(.nxdomain, type: "AAAA")])
        },
        Row("dns.no-address") { $0.dns = Facts.dns([Facts.failure(.noData), Facts.failure(.noData, type: "AAAA")]) },
        Row("dns.servfail", ["192.0.2.53"]) { $0.dns = Facts.dns([Facts.failure(.servfail)]) },
        Row("dns.refused") { $0.dns = Facts.dns([Facts.failure(.refused)]) },
        Row("dns.malformed") { $0.dns = Facts.dns([Facts.failure(.malformed)]) },
        Row("dns.server-closed", ["192.0.2.53"]) { $0.dns = Facts.dns([Facts.failure(.closed)]) },
        Row("dns.server-unreachable", ["192.0.2.53", "192.0.2.54"]) {
            $0.dns = Facts.dns([Facts.failure(.timeout), Facts.failure(.closed, server: "192.0.2.54")])
        },
        Row("tcp.refused", ["198.51.100.1:443"]) { $0.tcp = TCPEvidence(attempts: [Facts.attempt(.refused)]) },
        Row("tcp.timeout", ["198.51.100.1:443"]) { $0.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)]) },
        Row("path.no-route") { $0.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable)]) },
        Row("tcp.host-down", ["192.0.2.7"]) {
            $0.gateway = GatewayEvidence(
                hops: [.init(route: Facts.onLink, neighbour: Facts.neighbour(.failed, "192.0.2.7"))], isOnLink: true)
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, "192.0.2.7")])
        },
        Row("gateway.none", ["198.51.100.1", "names no gateway"]) {
            var route = Facts.onLink
            (route.destination, route.prefixLength) = (nil, 0)
            $0.gateway = GatewayEvidence(
                hops: [.init(route: route, neighbour: Facts.neighbour(.failed, "198.51.100.1"))], isOnLink: true)
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable)])
        },
        Row("local.firewall") { $0.tcp = TCPEvidence(attempts: [Facts.attempt(.notPermitted)]) },
        Row("local.resource") { $0.tcp = TCPEvidence(attempts: [Facts.attempt(.noResources)]) },
        Row("tls.not-tls", ["HTTP in the clear"]) {
            $0.tls = TLSEvidence(serverName: "www.example", outcome: .notTLS, detail: "it speaks HTTP in the clear")
        },
        Row("tls.handshake-timeout") { $0.tls = TLSEvidence(serverName: "www.example", outcome: .timeout) },
        Row("tls.version") { $0.tls = TLSEvidence(serverName: "www.example", outcome: .version) },
        Row("tls.alert") {
            $0.tls = TLSEvidence(serverName: "www.example", outcome: .alert, detail: "handshake failure")
        },
        Row("tls.client-certificate") {
            $0.tls = TLSEvidence(
                serverName: "www.example", outcome: .alert, detail: "tlsv13 alert certificate required")
        },
        Row("tls.expired", ["2023-01-01", "CN = www.example"]) { $0.tls = Self.certificate(.expired) },
        Row("tls.not-yet-valid", ["2033-01-01"]) { $0.tls = Self.certificate(.notYetValid) },
        Row("tls.wrong-host", ["other.example"]) { $0.tls = Self.certificate(.wrongHost) },
        Row("tls.self-signed") { $0.tls = Self.certificate(.selfSigned) },
        Row("tls.untrusted-issuer", ["CN = Lab CA"]) { $0.tls = Self.certificate(.untrustedIssuer) },
        Row("tls.incomplete-chain", ["CN = Lab CA"]) {
            var tls = Self.certificate(.incompleteChain)
            tls.chain[0].hasIssuerURL = true
            $0.tls = tls
        },
        Row("http.auth-required", ["Basic"]) { $0.http = Self.answer(401, schemes: ["Basic"]) },
        Row("http.forbidden") { $0.http = Self.answer(403) },
        Row("http.not-found", ["410"]) { $0.http = Self.answer(410) },
        Row("http.rate-limited") { $0.http = Self.answer(429) },
        Row("http.client-error", ["418"]) { $0.http = Self.answer(418) },
        Row("http.gateway-error", ["502"]) { $0.http = Self.answer(502) },
        Row("http.server-error", ["500"]) { $0.http = Self.answer(500) },
        Row("http.no-answer") { $0.http = HTTPEvidence(url: "https://www.example/", outcome: .noAnswer) },
        Row("http.stalled", ["17 bytes"]) {
            $0.http = HTTPEvidence(url: "https://www.example/", outcome: .stalled, bodyBytes: 17)
        },
        Row("http.truncated") { $0.http = HTTPEvidence(url: "https://www.example/", outcome: .truncated) },
        Row("http.malformed") { $0.http = HTTPEvidence(url: "https://www.example/", outcome: .malformed) },
        Row("http.redirect-loop") { $0.http = HTTPEvidence(url: "https://www.example/", outcome: .redirectLoop) },
        Row("tcp.closed") { $0.http = HTTPEvidence(url: "https://www.example/", outcome: .closed) },
        Row("tcp.reset") { $0.http = HTTPEvidence(url: "https://www.example/", outcome: .reset) },
    ]

    static func certificate(_ problem: TLSEvidence.CertificateProblem) -> TLSEvidence {
        TLSEvidence(
            serverName: "www.example", outcome: .certificate, problem: problem,
            chain: [
                .init(
                    subject: "CN = www.example", issuer: "CN = Lab CA", names: ["other.example"],
                    notBefore: Timestamp(
                        millisecondsSince1970: problem == .notYetValid ? 1_988_150_400_000 : 1_640_995_200_000),
                    notAfter: Timestamp(millisecondsSince1970: 1_672_531_200_000))
            ])
    }

    static func answer(_ status: Int, schemes: [String] = []) -> HTTPEvidence {
        HTTPEvidence(url: "https://www.example/", outcome: .response, status: status, authenticationSchemes: schemes)
    }

    @Test("one fault causes one error, with its facts and a next step", arguments: errors)
    func oneFault(row: Row) throws {
        var evidence = try Facts.healthy()
        row.change(&evidence)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionDown)
        #expect(verdict.findings.first?.id == row.id)
        #expect(verdict.findings.filter { $0.severity == .error }.count == 1)
        let finding = try #require(verdict.findings.first)
        for fact in row.facts { #expect(finding.summary.contains(fact), "\(finding.summary)") }
        #expect(!finding.advice.isEmpty)
        #expect(!finding.summary.contains("{") && !finding.advice.contains { $0.contains("{") })
        #expect(
            verdict.layers[finding.layer] == .connectionDown
                || ["path", "local", "tcp", "gateway"].contains(finding.layer.rawValue))
    }

    @Test("a fault where a redirect led says so; one of the network on the way does not")
    func redirected() throws {
        var evidence = try Facts.healthy()
        evidence.place = try Target("http://10.99.0.2/login", schemes: .web)
        evidence.tls = nil
        evidence.http = nil
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused)])
        let finding = try #require(Verdict(on: evidence).findings.first)
        let words = " (\(evidence.target.text) redirects there)"
        #expect(finding.id == "tcp.refused" && finding.summary.hasSuffix(words), "\(finding)")
        evidence.place = nil
        #expect(Verdict(on: evidence).findings.first?.summary.contains("redirects") == false)
    }

    @Test("a certificate with many names: the first ones, and how many more")
    func manyNames() throws {
        var evidence = try Facts.healthy()
        var tls = Self.certificate(.wrongHost)
        tls.chain[0].names = (1...11).map { "n\($0).example" }
        evidence.tls = tls
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "tls.wrong-host" && finding.summary.contains("n8.example and 3 more, not for"))
    }

    @Test("for any two faults at once, the lower layer names the cause")
    func twoFaults() throws {
        for (index, lower) in Self.errors.enumerated() {
            for upper in Self.errors[(index + 1)...] {
                var evidence = try Facts.healthy()
                upper.change(&evidence)
                lower.change(&evidence)
                let verdict = Verdict(on: evidence)
                #expect(verdict.findings.filter { $0.severity == .error }.count == 1, "\(lower.id) and \(upper.id)")
                let named = try #require(verdict.findings.first?.id)
                #expect(named == lower.id || named == upper.id, "\(lower.id) and \(upper.id): \(named)")
            }
        }
    }

    @Test("a gateway that does not answer pings but forwards is fine")
    func silentGateway() throws {
        var evidence = try Facts.healthy()
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(.reachable, .timeout)], isOnLink: false)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionUp)
        #expect(verdict.findings.map(\.id) == ["gateway.no-icmp"])
        #expect(verdict.findings.first?.severity == .info)
    }

    @Test("a missing right to ping is mentioned, and is no fault")
    func noPermission() throws {
        var evidence = try Facts.healthy()
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(.stale, .notPermitted)], isOnLink: false)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionUp)
        #expect(verdict.findings.map(\.id) == ["local.permission"])
    }

    @Test("the state of a host without a port that does not answer pings is unknown")
    func silentHost() throws {
        var evidence = try Facts.healthy("www.example")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.observed[EchoEvidence.self] = Facts.echo(.timeout, of: "198.51.100.1")
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionIndeterminate)
        evidence.target = try Target("icmp://www.example")
        #expect(Verdict(on: evidence).status == .connectionDown)
        #expect(Verdict(on: evidence).findings.first?.id == "icmp.no-reply")
    }

    @Test("a dead family beside a live one is a warning, not a fault")
    func brokenFamily() throws {
        var evidence = try Facts.healthy()
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "2001:db8::1"), Facts.attempt(.connected)])
        // Without a global IPv6 address, programs prefer IPv4.
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.address?.usable.append(Facts.sixthSource)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.ipv6-broken"])
        #expect(Verdict(on: evidence).status == .connectionUp)
        // The dead gateway of the family is the only fault.
        var other = evidence
        let gateway = "2001:db8:1::1"
        other.gateway?.hops.append(Facts.hop(.failed, .timeout, gateway: gateway))
        #expect(Verdict(on: other).findings.map(\.id) == ["gateway.unreachable"])
        // If this machine has no IPv6 at all, the target's IPv6 is not the cause.
        evidence.gateway?.familiesWithoutRoute = [.ipv6]
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected), Facts.attempt(.refused, "198.51.100.2")])
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.some-addresses-dead"])
    }

    @Test("a dead first DNS server is a warning while another answers")
    func deadServer() throws {
        var evidence = try Facts.healthy()
        evidence.dns = Facts.dns([Facts.failure(.timeout, server: "192.0.2.52")], answers: [Facts.answer])
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionUp)
        #expect(verdict.findings.map(\.id) == ["dns.some-servers-dead"])
    }

    @Test("a dead second uplink is a warning")
    func secondUplink() throws {
        var evidence = try Facts.healthy()
        evidence.link = LinkEvidence(carriers: [Facts.link(), Facts.link("wlan0", carrier: false)], others: [])
        #expect(Verdict(on: evidence).status == .connectionUp)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["link.no-carrier"])
        #expect(Verdict(on: evidence).findings.first?.severity == .warning)
    }

    @Test("a certificate that expires soon is a warning")
    func expiresSoon() throws {
        var evidence = try Facts.healthy()
        evidence.tls?.chain = [
            .init(
                subject: "CN = www.example", issuer: "", names: [], notBefore: nil,
                notAfter: Timestamp(millisecondsSince1970: 1_700_500_000_000))
        ]
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tls.expires-soon"])
        evidence.terms.thresholds.certificateDays = 2
        #expect(Verdict(on: evidence).findings.isEmpty)
    }

    @Test("certificates that were not verified do not expire soon: an expired cross-signature, and strangers")
    func otherCertificates() throws {
        func certificate(_ subject: String, by issuer: String, _ end: Int64) -> TLSEvidence.Certificate {
            .init(
                subject: subject, issuer: issuer, names: [], notBefore: nil,
                notAfter: Timestamp(millisecondsSince1970: end))
        }
        var evidence = try Facts.healthy()
        let leaf = certificate("CN = www.example", by: "CN = Root", 1_800_000_000_000)
        evidence.tls?.chain = [leaf, certificate("CN = Root", by: "CN = Old", 1_600_000_000_000)]
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.tls?.chain = [leaf, certificate("CN = Stranger", by: "CN = Stranger", 1_700_100_000_000)]
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.tls?.chain = [leaf, certificate("CN = Root", by: "CN = Old", 1_700_100_000_000)]
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "tls.expires-soon" && finding.facts["subject"] == "CN = Root")
    }

    @Test("commands for servers with STARTTLS use it", arguments: ["smtp", "imap", "ldap", "postgres"])
    func startTLS(scheme: String) throws {
        var evidence = try Facts.healthy("\(scheme)://www.example")
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .alert, detail: "handshake failure")
        let advice = Verdict(on: evidence).findings.first?.advice ?? []
        #expect(
            advice.contains { $0.contains("openssl s_client -connect ") && $0.contains(" -starttls \(scheme)") },
            "\(advice)")
        evidence = try Facts.healthy()
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .alert, detail: "handshake failure")
        #expect(Verdict(on: evidence).findings.first?.advice.contains { $0.contains("-starttls") } == false)
    }

    @Test("text from the network is escaped in summaries")
    func hostileText() throws {
        var evidence = try Facts.healthy()
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .alert, detail: "a\u{1b}[2J\nb")
        #expect(Verdict(on: evidence).findings.first?.summary.contains("\\u{1b}[2J\\u{a}b") == true)
    }
}
