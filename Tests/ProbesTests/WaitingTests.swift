import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@testable import NetworkDiagnostics

@Suite("What is found out while something else is waited for")
struct WaitingTests {
    @Test(
        "a peer is silent after two seconds, or sooner if it was reached late",
        arguments: [(100, 2_100), (900, 2_900), (1_500, 3_000), (2_400, 3_400)])
    func silence(last: Int, begin: Int) {
        let start = ContinuousClock.now
        let found = CheckRun.beginOfQuestions(
            silentSince: start + .milliseconds(last), until: start + .milliseconds(5_000))
        #expect(start.duration(to: found) == .milliseconds(begin))
    }

    @Test("the peers of a check are received from the current one on")
    func peers() async throws {
        let early = EarlyAnswers()
        let address = try #require(IPAddress("192.0.2.1"))
        let first = SocketAddress(address, port: 80), second = SocketAddress(address, port: 443)
        early.connected(to: first)
        var changes = early.peers().makeAsyncIterator()
        let current = await changes.next()
        #expect(current == first)
        // The last one counts.
        early.connected(to: nil)
        early.connected(to: second)
        let later = await changes.next()
        #expect(later == second && early.peer == second)
    }

    @Test("while a name of multicast DNS is waited for, the same question is asked as if nobody had it")
    func namesOnLink() throws {
        var evidence = Evidence(target: try Target("http://nobody.local/"))
        let query = FollowUp.multicast(.query(["nobody", "local"], types: [.a, .aaaa]))
        #expect(CheckRun.questionsOnLink("nobody.local", evidence).contains(query))
        let silence = Resolution.Failure(source: .mdns, reason: .timeout, duration: .milliseconds(1_150))
        evidence.dns = DNSEvidence(
            resolution: Resolution(name: "nobody.local", answers: [], failures: [silence]), servers: [])
        #expect(Verdict(on: evidence).followUps.contains(query))
    }

    @Test("hosts that are found while DNS servers are silent are added to those that were found before")
    func rivals() throws {
        let gateway = try #require(IPAddress("10.0.0.1"))
        let hop = GatewayEvidence.Hop(route: Route(family: .ipv4, gateway: gateway, interface: "eth0"))
        var (doubted, shared) = (hop, hop)
        doubted.rival = "02:00:00:00:00:01"
        (shared.holder, shared.isHolderAlone) = ("02:00:00:00:00:02", true)
        let first = DiagnosticEngine.LinkRivals(isTwinSought: true, gateways: [doubted])
        let found = first.joined(with: .init(isTwinSought: true, gateways: [shared], isSearched: true))
        #expect(found.isSearched && found.isTwinSought)
        #expect(found.gateways.first?.rival == doubted.rival && found.gateways.first?.holder == shared.holder)
        // What only the first one has found is kept.
        let nothing = first.joined(with: .init(isTwinSought: true, gateways: [hop], isSearched: true))
        #expect(nothing.gateways == [doubted])
    }

    @Test("packets to hosts are only kept for those about which nothing is decided")
    func openHosts() throws {
        let hosts = try ["203.0.113.1", "203.0.113.2"].map { try #require(IPAddress($0)) }
        let packets = hosts.map { UplinkEvidence.Packet(destination: $0, transport: .tcp, limit: 2) }
        let open = UplinkRun.OpenHosts([hosts[0]], packets)
        #expect(open.hosts == [hosts[0]] && open.sent == [packets[0]])
        #expect(!open.confirm(endOf: .ipv4, in: UplinkEvidence(gateway: nil, interface: "eth0")))
    }

    @Test("hosts that are found while the uplink is examined count for a gateway that has answered by then")
    func earlyRivals() throws {
        let gateway = try #require(IPAddress("10.0.0.1"))
        let neighbour = Neighbour(
            address: gateway, interface: "eth0", hardwareAddress: "02:00:00:00:00:01", state: .reachable)
        let hop = GatewayEvidence.Hop(
            route: Route(family: .ipv4, gateway: gateway, interface: "eth0"), neighbour: neighbour)
        var found = hop
        found.holder = "02:00:00:00:00:02"
        let rivals = DiagnosticEngine.EarlyRivals(gateways: [found])
        #expect(rivals.contested(hop)?.holder == found.holder)
        // Another host may have taken the address of the gateway since.
        var other = hop
        other.neighbour?.hardwareAddress = "02:00:00:00:00:03"
        #expect(rivals.contested(other) == nil)
    }
}
