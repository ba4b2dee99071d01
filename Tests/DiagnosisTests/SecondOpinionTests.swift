import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A second opinion from peers")
struct SecondOpinionTests {
    private static let gateway = SharedDependency.gateway(IPAddress("10.0.0.254")!, interface: "eth0")
    private static let uplink = SharedDependency.uplink(gateway: IPAddress("10.0.0.254")!, interface: "eth0")
    private static let resolver = SharedDependency.resolver(IPAddress("10.0.0.53")!)
    private static let target = SharedDependency.target("https://example.org/")
    private static let things = [gateway, uplink, resolver, target]

    private static func read(_ json: String, interfaces: [String] = ["eth0"]) throws -> PeerStatusExcerpt {
        let status = try #require(PeerStatus.read(Array(json.utf8)))
        return PeerStatusExcerpt(status, on: things, interfaces: interfaces, address: IPAddress("10.0.0.2")!)
    }

    private static func status(_ members: String) -> String { #"{"schema":"netdiag.status/1",\#(members)}"# }

    @Test("statuses are compared by gateway, uplink, resolver and target")
    func whole() throws {
        let links = #""links":[{"name":"wlan0","addresses":[{"address":"10.0.0.2","prefix_length":24}]}]"#
        let statement = try Self.read(
            Self.status(
                """
                "status":"connectionDown",\(links),
                "gateways":[{"address":"10.0.0.254","interface":"wlan0","status":"connectionUp"}],
                "uplink":{"status":"connectionDown","evidence":{"gateway":"10.0.0.254"}},
                "resolvers":[{"address":"10.0.0.53","status":"connectionDown"}],
                "targets":[{"target":"https://example.org/","status":"connectionUp","last":"t"}]
                """))
        #expect(
            statement.words == [
                Self.gateway: .works(last: nil), Self.uplink: .fails, Self.resolver: .fails,
                Self.target: .works(last: "t"),
            ])
        // A router with the same address on another link is a different router.
        let other = try Self.read(
            Self.status(
                """
                "status":"connectionDown",\(links),
                "gateways":[{"address":"10.0.0.254","interface":"eth7","status":"connectionUp"}],
                "uplink":{"status":"connectionUp","evidence":{"gateway":"10.0.0.254"}}
                """))
        #expect(other.words.isEmpty)
    }

    @Test("a peer behind another gateway has another uplink; without a gateway, it has none either")
    func otherUplink() throws {
        let other = try Self.read(
            Self.status(
                """
                "gateways":[{"address":"10.0.0.254","status":"connectionUp"}],
                "uplink":{"status":"connectionUp","evidence":{"gateway":"10.0.0.1"}}
                """))
        #expect(other.words == [Self.gateway: .works(last: nil)])
        let dead = try Self.read(
            Self.status(
                #""gateways":[{"address":"10.0.0.254","status":"connectionDown"}],"uplink":{"status":"noErr"}"#))
        #expect(dead.words == [Self.gateway: .fails, Self.uplink: .fails])
    }

    @Test("what strangers may read counts only for the gateway and the uplink of the same link")
    func restricted() throws {
        let json = Self.status(#""restricted":true,"status":"connectionUp""#)
        let statement = try Self.read(json)
        #expect(statement.isRestricted)
        #expect(statement.words == [Self.gateway: .works(last: nil), Self.uplink: .works(last: nil)])
        #expect(try Self.read(json, interfaces: ["eth1"]).words.isEmpty)
    }

    @Test(
        "a document that is not a status is ignored",
        arguments: [
            "", "null", "[]", "\u{0}", "{", #"{"status":"connectionUp"}"#, #"{"schema":"netdiag.report/1"}"#,
            String(repeating: "[", count: 100_000), #"{"schema":"netdiag.status/1","targets":"#,
            "{\"schema\":\"netdiag.status/1\",\"targets\":[" + String(repeating: "0,", count: 600_000) + "0]}",
            "{\"schema\":\"netdiag.status/1\"}" + String(repeating: " ", count: 4 << 20),
        ])
    func garbage(_ json: String) {
        #expect(PeerStatus.read(Array(json.utf8)) == nil)
    }

    @Test("members with another format are ignored individually, and lists are cut")
    func oddMembers() throws {
        let odd = try Self.read(
            Self.status(
                """
                "status":7,"restricted":"yes","gateways":{"a":1},"uplink":[],"resolvers":[1,null,{"address":3},
                {"address":"no address","status":"connectionUp"},{"address":"10.0.0.53","status":"connectionDown"}],
                "links":"eth0","targets":[[],{"target":"https://example.org/","status":"wonderful"},
                {"target":"https://example.org/","status":"connectionDown","last":[1]},
                {"target":"https://example.org/","status":"connectionUp"}]
                """))
        #expect(odd.words == [Self.resolver: .fails, Self.target: .fails])
        let crowd = String(
            repeating: #"{"target":"x","status":"connectionUp"},"#, count: PeerStatus.maxTargets)
        let late = try Self.read(
            Self.status(#""targets":[\#(crowd){"target":"https://example.org/","status":"connectionUp"}]"#))
        #expect(late.words.isEmpty)
    }

    private static func opinion(_ works: Bool?, of thing: SharedDependency, restricted: Bool = false)
        -> SecondOpinions.Opinion
    {
        var opinion = SecondOpinions.Opinion()
        opinion.works[thing] = works
        (opinion.interfaces, opinion.isRestricted) = (["eth0"], restricted)
        return opinion
    }

    @Test("findings concern the gateway, the uplink or the resolver that they name, or targets")
    func findings() throws {
        let opinions = SecondOpinions(
            things: Set(Self.things),
            opinions: [Self.opinion(true, of: Self.uplink), Self.opinion(false, of: Self.target)])
        let down = Finding(
            PathCauses.upstreamDown,
            ["gateway": "10.0.0.254", "interface": "eth0", "proof": "p", "address": "192.0.2.1"])
        #expect(opinions.scope(of: down) == FaultScope(of: .uplink, same: 0, well: 1, asked: 2))
        let unplugged = Finding(LinkCauses.noCarrier, ["interface": "eth0"])
        #expect(opinions.scope(of: unplugged, targets: ["https://example.org/"]) == nil)
        let refused = Finding(TCPCauses.refused, ["address": "192.0.2.1:443"])
        #expect(
            opinions.scope(of: refused, targets: ["https://example.org/", "tcp://unknown:1"])
                == FaultScope(of: .target, same: 1, well: 0, asked: 2))
        #expect(opinions.scope(of: refused) == nil)
        let silent = Finding(DNSCauses.serverUnreachable, ["name": ".", "server": "10.0.0.53", "servers": "10.0.0.53"])
        #expect(opinions.scope(of: silent)?.verdict == .unwatched)
    }

    @Test("peers on another link are not asked about this link's gateway")
    func otherLink() {
        var elsewhere = Self.opinion(true, of: Self.gateway)
        elsewhere.interfaces = ["eth1"]
        let opinions = SecondOpinions(
            things: [Self.gateway], opinions: [elsewhere, Self.opinion(false, of: Self.gateway)])
        let dead = Finding(GatewayCauses.unreachable, ["gateway": "10.0.0.254", "interface": "eth0", "neighbour": "n"])
        #expect(opinions.scope(of: dead) == FaultScope(of: .gateway, same: 1, well: 0, asked: 1))
    }

    @Test(
        "the scope is stated in plain words",
        arguments: [
            (FaultScope(of: .target, same: 0, well: 2, asked: 2), "only here: 2 other machines on this link reach it"),
            (FaultScope(of: .target, same: 0, well: 1, asked: 2), "only here: 1 other machine on this link reaches it"),
            (
                FaultScope(of: .target, same: 3, well: 0, asked: 3),
                "the whole link: 3 of 3 others cannot reach it either"
            ),
            (
                FaultScope(of: .gateway, same: 1, well: 0, asked: 1),
                "the whole link: 1 of 1 other cannot reach it either"
            ),
            (
                FaultScope(of: .resolver, same: 1, well: 2, asked: 3),
                "not only here: 1 of 3 others on this link gets no good answer from it either"
            ),
            (
                FaultScope(of: .uplink, same: 0, well: 2, asked: 2),
                "only here: 2 other machines on this link reach the Internet"
            ),
            (
                FaultScope(of: .uplink, same: 0, well: 2, asked: 2, restricted: 2, byStatus: 2),
                "only here: the network works for 2 other machines on this link"
            ),
            (FaultScope(of: .target, same: 0, well: 0, asked: 0), "nobody else on this link monitors it"),
            (
                FaultScope(of: .target, same: 0, well: 0, asked: 2, restricted: 2),
                "nobody else on this link reports on it: 2 others do not disclose what they monitor"
            ),
        ])
    func words(_ scope: FaultScope, _ words: String) {
        #expect(scope.summary == words)
    }

    @Test("faults of this machine itself are not compared")
    func own() throws {
        let hosts: [Host] = [
            .address(IPAddress("127.0.0.1")!), .name("localhost"), .socket(path: "/run/x"), .name("example.org"),
        ]
        let targets = ["tcp://127.0.0.1:1", "tcp://localhost:1", "unix:/run/x", "https://example.org/"].map {
            StatusDocument.TargetStatus(
                target: $0, status: .connectionDown, degraded: false, cause: nil, last: nil)
        }
        #expect(SharedDependency.failing(.none, targets: targets) { hosts[$0] } == [Self.target])
    }
}
