import TargetKinds
import NetdiagConfiguration
import Testing

@testable import Diagnosis
@testable import NetdiagService
@testable import NetworkModel

@Suite("Reports of peers, in the status and in incidents")
struct SecondOpinionStatusTests {
    private static let things: [SharedDependency] = [
        .target("https://a.example/"), .target("https://b.example/"), .resolver(IPAddress("10.0.0.53")!),
        .gateway(IPAddress("10.0.0.254")!, interface: "eth0"),
        .uplink(gateway: IPAddress("10.0.0.254")!, interface: "eth0"),
    ]

    private static func opinions(_ works: Bool?..., about things: [SharedDependency] = things) -> SecondOpinions {
        SecondOpinions(
            things: Set(things),
            opinions: works.map { works in
                var opinion = SecondOpinions.Opinion()
                opinion.interfaces = ["eth0"]
                for thing in things { opinion.works[thing] = works }
                return opinion
            })
    }

    @Test("whatever peers report, only the scope changes", arguments: [true, false, nil] as [Bool?])
    func wordingAlone(_ word: Bool?) throws {
        var snapshot = NetworkSnapshot(
            links: [
                Link(
                    index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
                    addresses: [.init(address: IPAddress("10.0.0.1")!, prefixLength: 24, scope: .global)])
            ],
            routes: [
                Route(family: .ipv4, destination: IPAddress("10.0.0.0"), prefixLength: 24, interface: "eth0"),
                Route(family: .ipv4, gateway: IPAddress("10.0.0.254"), interface: "eth0"),
            ])
        let resolver = Resolver(address: IPAddress("10.0.0.53")!, source: .resolvConf)
        snapshot.resolvers.servers = [resolver]
        func store() throws -> StatusStore {
            let store = StatusStore(host: "host")
            store.setTargets([.init(target: try Target("https://a.example/"))])
            let dead = StatusDocument.ResolverStatus(
                resolver: resolver, status: .connectionDown, failure: .timeout)
            store.setMachine(MachineObservation(snapshot: snapshot, resolvers: [dead]), askedSince: .now)
            store.add(
                Report(
                    target: "https://a.example/", started: Timestamp(millisecondsSince1970: 0),
                    duration: .milliseconds(1), status: .connectionDown,
                    findings: [IncidentStory.refused("192.0.2.1:443")], layers: []))
            return store
        }
        let (told, untold) = (try store(), try store())
        told.setOpinions(Self.opinions(word, word))
        var document = told.document
        #expect(document.targets[0].cause?.scope?.asked == 2)
        #expect(document.findings.contains { $0.scope != nil }, "\(document.findings.map(\.summary))")
        document.since = untold.document.since
        document.cause?.scope = nil
        for place in document.findings.indices { document.findings[place].scope = nil }
        for place in document.incidents.indices { document.incidents[place].cause.scope = nil }
        for place in document.targets.indices { document.targets[place].cause?.scope = nil }
        #expect(document == untold.document)
        told.setOpinions(nil)
        #expect(told.document.targets[0].cause?.scope == nil)
    }

    @Test(
        "an incident contains the reports about its targets when it opens and when they change, and keeps them when it is over"
    )
    func incident() throws {
        let (first, second) = ("https://a.example/", "https://b.example/")
        var story = IncidentStory(first, second)
        let finding = IncidentStory.refused("192.0.2.1:443")
        #expect(story.book.setOpinions(Self.opinions(true)).isEmpty)
        story.check(first, finding, from: 0)
        let opened = story.check(second, finding, from: 3)
        let scope = try #require(opened.first?.incident.cause.scope)
        #expect(scope.verdict == .onlyHere && scope.subject == .target && scope.well == 1)
        // For one peer, one of the two targets fails as well, so that it has the fault.
        var mixed = Self.opinions(true, true)
        mixed.opinions[0].works[.target(second)] = false
        let changed = story.book.setOpinions(mixed)
        #expect(changed.map(\.event) == [.changed] && changed[0].incident.cause.scope?.verdict == .someHosts)
        #expect(story.book.setOpinions(mixed).isEmpty)
        story.check(first, from: 10)
        let closed = story.check(second, from: 11)
        #expect(closed.map(\.event) == [.closed] && closed[0].incident.cause.scope?.verdict == .someHosts)
    }
}
