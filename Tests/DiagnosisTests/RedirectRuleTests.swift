import Diagnosis
import NetworkModel
import TargetKinds
import Testing

/// Verdicts on what a redirect of the target leads to.
@Suite("Redirects to places that are not reached")
struct RedirectRuleTests {
    private static let words = "which only its own network can reach"

    /// The first finding about a place to which the page was redirected by a server with this address.
    private static func finding(
        _ place: String, from redirector: String?, _ change: (inout Evidence) -> Void
    ) throws -> Finding {
        var evidence = try Facts.healthy()
        evidence.place = try Target(place, schemes: .web)
        evidence.terms.redirector = redirector.map(Facts.address)
        (evidence.dns, evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil, nil)
        change(&evidence)
        return try #require(Verdict(on: evidence).findings.first)
    }

    @Test(
        "a private address to which a server of the Internet redirects is its fault",
        arguments: [TCPEvidence.Outcome.timeout, .refused])
    func privateAddress(outcome: TCPEvidence.Outcome) throws {
        func found(_ address: String, from redirector: String?) throws -> Finding {
            try Self.finding("http://\(address)/login", from: redirector) {
                $0.tcp = TCPEvidence(attempts: [Facts.attempt(outcome, address)])
            }
        }
        let inside = try found("10.99.0.2", from: "198.51.100.1")
        #expect(inside.layer == .tcp && inside.side == .remote)
        #expect(
            inside.summary.hasSuffix(" (https://www.example/ redirects to http://10.99.0.2/login, \(Self.words))"),
            "\(inside.summary)")
        #expect(inside.advice.first?.hasPrefix("Correct the redirect on the server of https://www.example/") == true)
        // In a network of its own, or if it is not known who redirects, such a place is nothing special.
        for redirector in ["10.99.0.1", "127.0.0.1", nil] {
            let near = try found("10.99.0.2", from: redirector)
            #expect(near.summary.hasSuffix(" (https://www.example/ redirects there)"), "\(near.summary)")
            #expect(near.advice.contains { $0.hasPrefix("Correct the redirect") } == false)
        }
        let outside = try found("203.0.113.9", from: "198.51.100.1")
        #expect(outside.summary.hasSuffix(" (https://www.example/ redirects there)"), "\(outside.summary)")
    }

    @Test(
        "a name that only its own network knows",
        arguments: ["web01", "app.internal", "web.a.corp"])
    func privateName(name: String) throws {
        func found(from redirector: String) throws -> Finding {
            try Self.finding("https://\(name)/login", from: redirector) {
                $0.dns = Facts.dns([Facts.failure(.nxdomain)])
                $0.dns?.resolution.name = name
            }
        }
        let inside = try found(from: "198.51.100.1")
        #expect(inside.id == "dns.nxdomain" && inside.side == .remote)
        #expect(inside.summary.contains(Self.words), "\(inside.summary)")
        #expect(!inside.advice.contains { $0.contains("/etc/resolv.conf") }, "\(inside.advice)")
        #expect(try found(from: "10.0.0.1").summary.hasSuffix(" redirects there)"))
    }

    @Test("the search list is not to be changed for a name to which a server of the Internet redirects")
    func searchList() throws {
        for (redirector, isInside) in [("198.51.100.1", true), ("10.0.0.1", false)] {
            let found = try Self.finding("https://web01/login", from: redirector) {
                $0.dns = Facts.dns([Facts.failure(.nxdomain)])
                $0.dns?.resolution.name = "web01"
                $0.dns?.search = ["office.example"]
            }
            #expect(found.id == "dns.nxdomain" && (found.side == .remote) == isInside)
            #expect(found.advice.contains { $0.contains("search domains") } != isInside, "\(found.advice)")
        }
    }

    @Test("a name without a domain that programs do not find either is not this machine's fault")
    func shortName() throws {
        func found(from redirector: String) throws -> Finding {
            try Self.finding("https://web01/login", from: redirector) {
                $0.dns = Facts.dns()
                $0.dns?.resolution.name = "web01"
                $0.dns?.resolution.system = SystemLookup(addresses: [], failure: .nxdomain, duration: .zero)
            }
        }
        let inside = try found(from: "198.51.100.1")
        #expect(inside.id == "dns.nxdomain" && inside.side == .remote)
        #expect(inside.advice.first?.hasPrefix("Correct the redirect") == true, "\(inside.advice)")
        #expect(try found(from: "10.0.0.1").side == .machine)
    }

    @Test("a place that is reached has faults of its own")
    func reached() throws {
        let found = try Self.finding("https://10.99.0.2/login", from: "198.51.100.1") {
            $0.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "10.99.0.2")])
            $0.tls = TLSEvidence(serverName: "10.99.0.2", outcome: .notTLS)
        }
        #expect(found.id == "tls.not-tls" && found.summary.hasSuffix(" redirects there)"), "\(found.summary)")
    }

    @Test(
        "a name that the hosts file maps to this machine, while DNS has another host",
        arguments: ["127.0.0.1", "0.0.0.0"])
    func ledHere(address: String) throws {
        let listed = Resolution.Answer(address: Facts.address(address), source: .hosts, ttl: nil, duration: .zero)
        let found = try Self.finding("http://gone.example/", from: "198.51.100.1") {
            $0.dns = Facts.dns(answers: [listed, Facts.answer])
            $0.dns?.resolution.name = "gone.example"
        }
        #expect(found.id == "dns.hosts-override" && found.severity == .error && found.side == .machine, "\(found)")
        for words in ["gone.example", address, "(https://www.example/ redirects there)"] {
            #expect(found.summary.contains(words), "\(found.summary)")
        }
    }

    @Test("who redirected is part of a report")
    func saved() throws {
        var terms = CheckTerms()
        terms.place = "http://10.99.0.2/login"
        terms.redirector = Facts.address("198.51.100.1")
        #expect(try JSON.decode(CheckTerms.self, from: try JSON.line(terms)) == terms)
    }
}
