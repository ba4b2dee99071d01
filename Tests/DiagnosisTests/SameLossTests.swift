import NetworkModel
import Testing

@testable import Diagnosis

/// Checks of a target beyond the gateway to which packets are lost.
@Suite("Lost packets, and what follows from them")
struct SameLossTests {
    private static let fourth = "198.51.100.1"
    private static let sixth = "2600:1::10"

    private static func ids(_ evidence: Evidence) -> [String] {
        Verdict(on: evidence).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    private static func echoes(_ received: Int) -> PathEvidence {
        var path = PathEvidence()
        path.echoes = EchoEvidence(
            address: Facts.address(fourth), outcome: .reply, sent: 20, received: received,
            roundTrip: .milliseconds(1))
        return path
    }

    /// A check of a page to whose server packets had to be sent again.
    private static func page() throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.tcp?.attempts[0].packets = .init(sent: 9, repeated: 3)
        return evidence
    }

    /// The same, of which nothing arrives.
    private static func hanging() throws -> Evidence {
        var evidence = try page()
        evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .noAnswer)
        return evidence
    }

    private static func addSixth(to evidence: inout Evidence) {
        evidence.address?.usable.append(
            .init(
                interface: "eth0",
                address: .init(address: Facts.address("2600:2::2"), prefixLength: 64, scope: .global)))
        evidence.gateway?.hops.append(Facts.hop(gateway: "2001:db8:1::1"))
        evidence.tcp?.attempts.insert(Facts.attempt(.timeout, sixth), at: 0)
    }

    @Test("if the server of a page that hangs accepts another connection, only the loss is known")
    func accepted() throws {
        var evidence = try Self.hanging()
        let peer = SocketAddress(Facts.address(Self.fourth), port: 443)
        #expect(Verdict(on: evidence).followUps.contains(.path(.connections(peer))))
        evidence.path = Self.echoes(9)
        evidence.tcp?.further = [Facts.attempt(.timeout), Facts.attempt(.connected)]
        #expect(Self.ids(evidence) == ["warning path.loss"])
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        // Most programs give up.
        evidence.path = Self.echoes(5)
        #expect(Self.ids(evidence).first == "error path.loss")
        evidence.path = Self.echoes(9)
        // A filter may let pass SYNs alone.
        evidence.tcp?.attempts[0].packets?.isUnacknowledged = true
        #expect(Self.ids(evidence).first == "error path.loss")
        evidence.tcp?.attempts[0].packets?.isUnacknowledged = nil
        // Programs may get nowhere.
        evidence.tcp?.further = [Facts.attempt(.timeout), Facts.attempt(.timeout)]
        #expect(Self.ids(evidence).first == "error path.loss")
        #expect(Verdict(on: evidence).status == .connectionDown)
        // The loss is too small to explain the silence.
        evidence.path = Self.echoes(17)
        evidence.tcp?.further = [Facts.attempt(.connected)]
        #expect(Self.ids(evidence).contains("error http.no-answer"))
    }

    @Test("a page that hangs without a lost packet leads to no further connection")
    func withoutLoss() throws {
        var evidence = try Self.hanging()
        evidence.tcp?.attempts[0].packets = nil
        let peer = SocketAddress(Facts.address(Self.fourth), port: 443)
        #expect(!Verdict(on: evidence).followUps.contains(.path(.connections(peer))))
    }

    @Test("if a later connection is accepted, the loss is a warning, beside one about the other address family")
    func connectedLater() throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        Self.addSixth(to: &evidence)
        for address in [Self.fourth, Self.sixth] {
            let peer = SocketAddress(Facts.address(address), port: 443)
            #expect(Verdict(on: evidence).followUps.contains(.path(.connections(peer))), "\(address)")
        }
        evidence.path = Self.echoes(9)
        evidence.tcp?.further = [
            Facts.attempt(.timeout, Self.sixth), Facts.attempt(.timeout), Facts.attempt(.connected),
        ]
        #expect(Self.ids(evidence) == ["warning path.loss", "warning tcp.ipv6-broken"])
        #expect(Verdict(on: evidence).status == .connectionIndeterminate)
        // Without lost pings, it is the host or a device before it that accepts some connections.
        evidence.path = Self.echoes(20)
        #expect(Self.ids(evidence).contains("error tcp.some-connections-fail"))
    }

    @Test("an error about lost packets does not hide that the other address family fails")
    func otherFamily() throws {
        var evidence = try Self.hanging()
        Self.addSixth(to: &evidence)
        evidence.path = Self.echoes(9)
        #expect(Self.ids(evidence) == ["error path.loss", "warning tcp.ipv6-broken"])
    }

    @Test("a connection is slow because its SYN was lost, and not besides")
    func slowConnection() throws {
        var evidence = try Self.page()
        evidence.tcp?.attempts[0].duration = Milliseconds(.milliseconds(1_020))
        evidence.tcp?.attempts[0].isRepeated = true
        for (received, ids) in [(12, ["warning path.loss"]), (20, ["warning tcp.slow"])] {
            evidence.path = Self.echoes(received)
            #expect(Self.ids(evidence) == ids)
        }
        evidence.path = Self.echoes(12)
        evidence.tcp?.attempts[0].isRepeated = nil
        #expect(Self.ids(evidence) == ["warning path.loss", "warning tcp.slow"])
    }

    @Test(
        "queries that the gateway's DNS server loses on the same way are no second loss",
        arguments: [("192.0.2.1", 5, true), ("192.0.2.1", 9, false), ("192.0.2.53", 5, false)])
    func queries(server: String, lost: Int, isSame: Bool) throws {
        var evidence = try Self.page()
        evidence.path = Self.echoes(12)
        evidence.dns?.servers = [server]
        evidence.dns?.resolution.answers[0].server = server
        evidence.dns?.resolution.answers[0].isRepeated = true
        evidence.dns?.followUps = (0..<ResponseLossTrial.size).map { index in
            DNSEvidence.FollowUp(
                .control, name: "abcdefghijklmnopqrst.www.example", type: "A", server: server,
                failure: index < lost ? .timeout : .nxdomain, duration: .milliseconds(index < lost ? 1_000 : 3))
        }
        let loss = "warning dns.loss"
        #expect(Self.ids(evidence) == ["warning path.loss"] + (isSame ? [] : [loss]))
    }

    @Test("a page is slow because packets of the handshake were lost, and not besides; else the server is one suspect")
    func slowPage() throws {
        var evidence = try Self.page()
        evidence.http?.isRepeated = true
        for (tls, firstByte, isNamed) in [(3_800, 20, false), (20, 4_000, true)] {
            evidence.http?.phases = HTTPEvidence.Phases(
                resolve: .zero, connect: .milliseconds(20), tls: .milliseconds(tls), request: .zero,
                firstByte: .milliseconds(firstByte), body: .zero)
            evidence.path = Self.echoes(12)
            let found = Verdict(on: evidence).findings
            #expect(found.map(\.id) == (isNamed ? ["path.loss", "http.slow"] : ["path.loss"]), "\(found)")
            #expect(found.allSatisfy { $0.side != .remote }, "\(found)")
            evidence.path = Self.echoes(20)
            #expect(Self.ids(evidence) == ["warning http.slow"])
        }
    }
}
