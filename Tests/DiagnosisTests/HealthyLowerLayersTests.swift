import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("A healthy route")
struct HealthyLowerLayersTests {
    @Test("healthy checks of every kind are evaluated without the rules of the route")
    func healthy() throws {
        #expect(try Facts.healthy().hasHealthyLowerLayers)
        var local = try Facts.healthy("tcp://127.0.0.1:443")
        local.link = LinkEvidence(carriers: [Facts.loopback], others: [])
        local.gateway = GatewayEvidence(hops: [], isOnLink: true)
        (local.dns, local.tls, local.http) = (nil, nil, nil)
        #expect(local.hasHealthyLowerLayers)
        var question = try Facts.healthy("dns://127.0.0.1/www.example?type=A")
        question.link = local.link
        question.gateway = local.gateway
        (question.tcp, question.tls, question.http) = (nil, nil, nil)
        #expect(question.hasHealthyLowerLayers)
        #expect(Verdict(on: question).status == .connectionUp)
    }

    @Test("an answer without the expected records is left to the rules of DNS")
    func answer() throws {
        var question = try Facts.healthy("dns://127.0.0.1/www.example?type=A")
        question.link = LinkEvidence(carriers: [Facts.loopback], others: [])
        question.gateway = GatewayEvidence(hops: [], isOnLink: true)
        (question.tcp, question.tls, question.http) = (nil, nil, nil)
        #expect(question.dns.map(question.isSimplyAnswered) == true)
        question.dns?.missing = ["192.0.2.9"]
        #expect(Verdict(on: question).findings.map(\.id) == [DNSCauses.unexpectedAnswer.id])
    }

    @Test("a connection over which a step of the dialogue fails is left to the rules of TCP")
    func dialogue() throws {
        var dialogue = try Facts.healthy("tcp://www.example:443")
        (dialogue.tls, dialogue.http) = (nil, nil)
        dialogue.tcp?.script = [.init(step: "expect ^220 ", hasSucceeded: true, duration: .zero)]
        #expect(Verdict(on: dialogue).status == .connectionUp)
        dialogue.tcp?.script?[0].hasSucceeded = false
        #expect(dialogue.hasHealthyLowerLayers)
        #expect(Verdict(on: dialogue).findings.map(\.id) == [TCPCauses.unexpectedAnswer.id])
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (inout Evidence) -> Void

        init(_ description: String, _ make: @escaping @Sendable (inout Evidence) -> Void) {
            testDescription = description
            self.make = make
        }
    }

    @Test(
        "whatever a rule of the route could report is left to the rules",
        arguments: [
            Change("a look from below upwards") { $0.terms.depth = .thorough },
            Change("a layer that is only looked at where something is wrong") { $0.path = PathEvidence() },
            Change("a link without carrier") { $0.link?.carriers[0].hasCarrier = false },
            Change("a link that comes and goes") { $0.link?.carriers[0].recentCarrierChanges = 100 },
            Change("no link at all") { $0.link = nil },
            Change("an address that is taken") {
                var taken = Facts.link().addresses[0]
                taken.flags = [.dadFailed]
                $0.address?.unusable = [.init(interface: "eth0", address: taken)]
            },
            Change("no usable address") { $0.address?.usable = [] },
            Change("a gateway that is silent") { $0.gateway?.hops = [Facts.hop(.reachable, .timeout)] },
            Change("a gateway whose ping was slow") {
                $0.gateway?.hops[0].echo?.roundTrip = Milliseconds(.seconds(2))
            },
            Change("a gateway whose address this machine has") { $0.gateway?.hops[0].isOwn = true },
            Change("a route that rejects") { $0.gateway?.hops[0].route.kind = .prohibit },
            Change("a family without a route") { $0.gateway?.familiesWithoutRoute = [.ipv6] },
            Change("an address that does not answer") { $0.tcp?.attempts.append(Facts.attempt(.timeout)) },
            Change("a slow connection") { $0.tcp?.attempts[0].duration = Milliseconds(.seconds(3)) },
            Change("no connection") { $0.tcp?.attempts = [Facts.attempt(.refused)] },
            Change("a name that the search list has led to") { $0.dns?.resolution.searched = "www.example.lan" },
            Change("a name without addresses") { $0.dns?.resolution.answers = [] },
            Change("a handshake that ended in silence") { $0.tls?.outcome = .timeout },
            Change("a redirect") {
                $0.http?.redirects = [.init(url: "http://a/", status: 302, location: "http://b/")]
            },
            Change("a page that asks for a login to the network") { $0.http?.status = 511 },
        ])
    func changed(_ change: Change) throws {
        var evidence = try Facts.healthy()
        change.make(&evidence)
        #expect(!evidence.hasHealthyLowerLayers)
    }
}
