import NetworkModel
import Testing

@testable import NetdiagService
@testable import NetworkDiagnostics

@Suite("The table of peers")
struct PeerTableTests {
    typealias Instant = ContinuousClock.Instant

    private static let start = ContinuousClock.now
    private static let link = Link(
        index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
        addresses: [.init(address: IPAddress("10.0.0.1")!, prefixLength: 24, scope: .global)])
    private static let scope = LinkScope(
        snapshot: NetworkSnapshot(
            links: [link],
            routes: [
                Route(family: .ipv4, destination: IPAddress("10.0.0.0"), prefixLength: 24, interface: "eth0"),
                Route(family: .ipv4, gateway: IPAddress("10.0.0.254"), interface: "eth0"),
            ]))

    private static func own(listening: Instant? = start, announced: Instant? = start) -> PeerTable.LocalDaemon {
        .init(name: "me", port: 8053, scope: scope, announced: announced, listening: listening)
    }

    private static func event(
        _ kind: ServiceEvent.Kind = .resolved, _ name: String = "other", at addresses: String..., stale: Bool = false
    ) -> ServiceEvent {
        ServiceEvent(
            kind,
            ServiceInstance(
                name: name, type: "_netdiag._tcp", domain: "local", interface: "eth0", host: "\(name).local",
                port: 8053, addresses: addresses.compactMap { IPAddress($0) },
                txt: ["status": .text("connectionUp")], stale: stale))
    }

    private static func answer(
        _ name: String = "other", sees: Bool?, from address: String = "10.0.0.2", isLooking: Bool = true,
        isStarting: Bool = false, isAnnounced: Bool = true
    ) -> PeerTable.PollResult {
        var me = Peer(name: "me", host: "me.local", port: 8053)
        me.isSeen = sees ?? false
        var document = PeersDocument(
            host: name, name: isAnnounced ? name : nil, version: "1", status: .connectionUp,
            isLooking: isLooking && !isStarting,
            peers: sees == nil ? [] : [me])
        document.isStarting = isStarting
        return .answered(
            document, from: SocketAddress(IPAddress(address)!, port: 8053), roundTrip: .milliseconds(1))
    }

    private static func at(_ seconds: Int) -> Instant { start + .seconds(seconds) }

    @Test("an announced peer is polled at once; this daemon and hosts outside the link are not")
    func announced() {
        var table = PeerTable()
        table.apply(Self.event(at: "10.0.0.2", "192.0.2.1"), Self.own(), at: Self.at(10))
        table.apply(Self.event(.resolved, "me", at: "10.0.0.1"), Self.own(), at: Self.at(10))
        table.apply(Self.event(.resolved, "far", at: "192.0.2.7", "127.0.0.1"), Self.own(), at: Self.at(10))
        #expect(table.peers.map(\.name) == ["far", "other"])
        let due = table.startDuePolls(at: Self.at(10))
        #expect(
            due.map(\.peer.name) == ["other"]
                && due[0].places(in: Self.scope).map(\.description) == ["10.0.0.2:8053"])
        #expect(due[0].peer.status == .connectionUp)
        // There is only one poll until the peer has responded.
        #expect(table.startDuePolls(at: Self.at(10)).isEmpty)
    }

    @Test(
        "a peer's report that it does not see this daemon counts the second time, once both have been running for a while"
    )
    func blind() {
        var table = PeerTable()
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        // The peer was announced only a second ago.
        table.record(Self.answer(sees: false), of: "other", answersQuery: nil, Self.own(), at: Self.at(1))
        table.record(Self.answer(sees: nil), of: "other", answersQuery: nil, Self.own(), at: Self.at(9))
        #expect(table.sights.map(\.seesUs) == [nil] && table.sights.map(\.isSeen) == [true])
        table.record(Self.answer(sees: nil), of: "other", answersQuery: nil, Self.own(), at: Self.at(12))
        #expect(table.sights == [PeerVisibility(name: "other", interface: "eth0", isSeen: true, seesUs: false)])
        table.record(Self.answer(sees: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(15))
        #expect(table.sights.map(\.seesUs) == [true])
        table.record(
            Self.answer(sees: nil, isLooking: false), of: "other", answersQuery: nil, Self.own(), at: Self.at(18))
        #expect(table.sights.map(\.seesUs) == [nil])
    }

    @Test("a host that sends a hello is polled, and is a peer once it responds with the same name")
    func hello() throws {
        var table = PeerTable()
        let hello = PeerHello(port: 8053, name: "other")
        let address = try #require(IPAddress("10.0.0.2"))
        table.register(hello, from: address, Self.own(), at: Self.at(0))
        // Hellos are ignored when repeated, from other networks, and from this machine.
        table.register(PeerHello(port: 22, name: "again"), from: address, Self.own(), at: Self.at(0))
        for elsewhere in ["192.0.2.1", "127.0.0.1", "10.0.0.1"] {
            table.register(
                PeerHello(port: 8053, name: elsewhere), from: IPAddress(elsewhere)!, Self.own(), at: Self.at(0))
        }
        #expect(table.peers.isEmpty && table.startDuePolls(at: Self.at(0)).map(\.peer.name) == ["other"])
        table.record(Self.answer(sees: true), of: "other", answersQuery: false, Self.own(), at: Self.at(10))
        #expect(table.peers.map(\.isSeen) == [false] && table.sights.map(\.isSeen) == [nil])
        table.record(Self.answer(sees: true), of: "other", answersQuery: false, Self.own(), at: Self.at(13))
        #expect(table.sights.map(\.isSeen) == [false])
        // The peer responds over multicast again, although it is not announced.
        table.record(Self.answer(sees: true), of: "other", answersQuery: true, Self.own(), at: Self.at(16))
        #expect(table.sights.map(\.isSeen) == [true])
    }

    @Test("a peer without Avahi is not reported as unseen: it announces nothing")
    func unannounced() {
        var table = PeerTable()
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        table.record(Self.answer(sees: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(0))
        table.apply(Self.event(.removed), Self.own(), at: Self.at(1))
        for second in 10..<20 {
            table.record(
                Self.answer(sees: true, isAnnounced: false), of: "other", answersQuery: false, Self.own(),
                at: Self.at(second))
        }
        #expect(table.sights.map(\.isSeen) == [nil] && table.peers.map(\.isSeen) == [false])
    }

    @Test("a peer that has changed its name is forgotten under the old one")
    func renamed() {
        var table = PeerTable()
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        table.record(Self.answer("other", sees: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(1))
        table.apply(Self.event(.removed), Self.own(), at: Self.at(2))
        table.record(Self.answer("other #2", sees: true), of: "other", answersQuery: false, Self.own(), at: Self.at(3))
        #expect(table.peers.isEmpty)
    }

    @Test("a hello that leads to no daemon is forgotten, and another one of the same host is delayed")
    func vain() throws {
        var table = PeerTable()
        let address = try #require(IPAddress("10.0.0.2"))
        let hello = PeerHello(port: 22, name: "liar")
        table.register(hello, from: address, Self.own(), at: Self.at(0))
        table.record(Self.answer("somebody", sees: true), of: "liar", answersQuery: nil, Self.own(), at: Self.at(1))
        #expect(table.entries.isEmpty)
        table.register(hello, from: address, Self.own(), at: Self.at(2))
        #expect(table.entries.isEmpty)
        table.register(hello, from: address, Self.own(), at: Self.at(60))
        #expect(table.entries.count == 1)
    }

    @Test("a peer that has disappeared is forgotten after ten minutes if it is silent, and at once if it refuses")
    func forgotten() {
        var table = PeerTable()
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        table.record(Self.answer(sees: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(1))
        table.apply(Self.event(.removed), Self.own(), at: Self.at(2))
        table.record(.silent, of: "other", answersQuery: false, Self.own(), at: Self.at(3))
        #expect(table.peers.map(\.isReachable) == [false] && table.peers.map(\.isSeen) == [false])
        table.record(.silent, of: "other", answersQuery: false, Self.own(), at: Self.at(700))
        #expect(table.peers.isEmpty)
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(701))
        table.record(Self.answer(sees: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(701))
        table.apply(Self.event(.removed), Self.own(), at: Self.at(702))
        table.record(.refused, of: "other", answersQuery: false, Self.own(), at: Self.at(703))
        #expect(table.peers.isEmpty)
        // A peer that never responded is removed with its announcement.
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(704))
        table.apply(Self.event(.removed), Self.own(), at: Self.at(705))
        #expect(table.entries.isEmpty)
    }

    @Test("there are at most 64 peers, and those that respond are not displaced by those that do not")
    func bounded() {
        var table = PeerTable()
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        table.record(Self.answer(sees: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(1))
        for number in 0..<200 {
            table.apply(Self.event(.resolved, "p\(number)", at: "10.0.0.2"), Self.own(), at: Self.at(0))
            table.register(
                PeerHello(port: 8053, name: "c\(number)"), from: IPAddress("10.0.0.\(number + 2)")!, Self.own(),
                at: Self.at(0))
        }
        #expect(table.entries.count == PeerTable.maxEntries && table.entries["other"] != nil)
    }

    @Test(
        "a host that announces a hundred responding daemons has two of them in the table, which leaves room for others")
    func hoarder() {
        var table = PeerTable()
        for number in 0..<100 {
            table.apply(Self.event(.resolved, "p\(number)", at: "10.0.0.66"), Self.own(), at: Self.at(0))
            for entry in table.startDuePolls(at: Self.at(0)) {
                let name = entry.peer.name
                table.record(
                    Self.answer(name, sees: nil, from: "10.0.0.66"), of: name, answersQuery: nil, Self.own(),
                    at: Self.at(1))
            }
        }
        #expect(table.peers.map(\.name) == ["p0", "p1"])
        #expect(table.sights.count == 1)
    }

    @Test("announcements of others do not displace the real daemon of a host")
    func namesakes() throws {
        var table = PeerTable()
        // The neighbour was faster, and the daemon at the announced address has a different name.
        for name in ["p0", "p1"] {
            table.apply(Self.event(.resolved, name, at: "10.0.0.2"), Self.own(), at: Self.at(0))
            #expect(table.startDuePolls(at: Self.at(0)).map(\.peer.name) == [name])
            table.record(Self.answer(sees: true), of: name, answersQuery: nil, Self.own(), at: Self.at(1))
        }
        #expect(table.sights.isEmpty)
        table.register(PeerHello(port: 8053, name: "other"), from: IPAddress("10.0.0.2")!, Self.own(), at: Self.at(2))
        table.record(Self.answer(sees: true), of: "other", answersQuery: true, Self.own(), at: Self.at(3))
        #expect(table.entries.count == 2 && table.sights.map(\.name) == ["other"])
        for number in 2..<50 {
            table.apply(Self.event(.resolved, "p\(number)", at: "10.0.0.2"), Self.own(), at: Self.at(4))
        }
        #expect(table.entries.count == 2 && table.entries["other"] != nil)
    }

    @Test("if the table is full, a host with two entries loses one to a host without any")
    func shares() {
        var table = PeerTable()
        for host in 2..<34 {
            for half in ["a", "b"] {
                let (name, address) = ("\(half)\(host)", "10.0.0.\(host)")
                table.apply(Self.event(.resolved, name, at: address), Self.own(), at: Self.at(0))
                table.record(
                    Self.answer(name, sees: true, from: address), of: name, answersQuery: nil, Self.own(),
                    at: Self.at(1))
            }
        }
        #expect(table.entries.count == PeerTable.maxEntries && table.sights.count == 32)
        for host in 100..<132 {
            let (name, address) = ("c\(host)", "10.0.0.\(host)")
            table.apply(Self.event(.resolved, name, at: address), Self.own(), at: Self.at(2))
            #expect(table.entries[name] != nil)
            table.record(
                Self.answer(name, sees: true, from: address), of: name, answersQuery: nil, Self.own(), at: Self.at(2))
        }
        #expect(table.entries.count == PeerTable.maxEntries && table.sights.count == PeerTable.maxEntries)
        // Each host has one entry now, and known peers are kept.
        table.apply(Self.event(.resolved, "late", at: "10.0.0.200"), Self.own(), at: Self.at(3))
        #expect(table.entries.count == PeerTable.maxEntries && table.entries["late"] == nil)
    }

    @Test("an address counts once, and it sees this daemon if one of its daemons does")
    func voices() {
        var table = PeerTable()
        for (name, sees) in [("a", false), ("b", true)] {
            table.apply(Self.event(.resolved, name, at: "10.0.0.2"), Self.own(), at: Self.at(0))
            for second in [10, 13] {
                table.record(
                    Self.answer(name, sees: sees), of: name, answersQuery: nil, Self.own(), at: Self.at(second))
            }
        }
        #expect(table.sights == [PeerVisibility(name: "b", interface: "eth0", isSeen: true, seesUs: true)])
    }

    @Test("this machine's own addresses are never polled, whoever announces them")
    func ownAddress() {
        var table = PeerTable()
        var event = Self.event(.resolved, "liar", at: "10.0.0.1", "10.0.0.2")
        event.instance.port = 8022
        table.apply(event, Self.own(), at: Self.at(0))
        #expect(
            table.startDuePolls(at: Self.at(0)).map { $0.places(in: Self.scope).map(\.description) } == [
                ["10.0.0.2:8022"]
            ])
    }

    @Test("a peer that has just started is polled again after five seconds, and after half a minute like others")
    func starting() {
        var table = PeerTable()
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        for second in [10, 15, 20, 25, 30, 35] {
            table.record(
                Self.answer(sees: nil, isStarting: true), of: "other", answersQuery: nil, Self.own(),
                at: Self.at(second))
            #expect(table.nextPoll == Self.at(second + 5))
        }
        #expect(table.peers.map(\.view?.reason) == ["it has only just begun to look"])
        table.record(
            Self.answer(sees: nil, isStarting: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(40))
        #expect(table.nextPoll == Self.at(70))
    }

    @Test(
        "if a peer changes its report or disappears, all are polled soon, and more often until it has recovered or the fault is lasting"
    )
    func alarm() {
        var table = PeerTable()
        for (name, address) in [("a", "10.0.0.2"), ("b", "10.0.0.3")] {
            table.apply(Self.event(.resolved, name, at: address), Self.own(), at: Self.at(0))
            table.record(
                Self.answer(name, sees: true, from: address), of: name, answersQuery: nil, Self.own(), at: Self.at(100))
        }
        #expect(table.entries["a"]?.nextPoll == Self.at(130))
        table.record(
            Self.answer("b", sees: false, from: "10.0.0.3"), of: "b", answersQuery: nil, Self.own(), at: Self.at(101))
        #expect(table.entries["a"]?.nextPoll == Self.at(104) && table.entries["b"]?.nextPoll == Self.at(104))
        table.record(Self.answer("a", sees: true), of: "a", answersQuery: nil, Self.own(), at: Self.at(104))
        #expect(table.entries["a"]?.nextPoll == Self.at(114))
        // An unchanged state is not an event.
        table.record(Self.answer("a", sees: true), of: "a", answersQuery: nil, Self.own(), at: Self.at(401))
        #expect(table.entries["a"]?.nextPoll == Self.at(431))
        // The peer is not heard any more, although it sent no goodbye.
        table.apply(Self.event(.resolved, "a", at: "10.0.0.2", stale: true), Self.own(), at: Self.at(401))
        #expect(table.entries["a"]?.nextPoll == Self.at(401))
        table.apply(Self.event(.resolved, "a", at: "10.0.0.2"), Self.own(), at: Self.at(401))
        table.record(Self.answer("a", sees: true), of: "a", answersQuery: nil, Self.own(), at: Self.at(401))
        var removed = Self.event(.removed, "b", at: "10.0.0.3")
        removed.instance.host = nil
        table.apply(removed, Self.own(), at: Self.at(420))
        #expect(table.entries["a"]?.nextPoll == Self.at(423) && table.entries["b"]?.nextPoll == Self.at(420))
    }

    @Test("a host that sends a hello is polled back, but not within five seconds after the last poll")
    func askedBack() throws {
        var table = PeerTable()
        let address = try #require(IPAddress("10.0.0.2"))
        let hello = PeerHello(port: 8053, name: "other")
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        table.record(Self.answer(sees: true), of: "other", answersQuery: nil, Self.own(), at: Self.at(10))
        table.register(hello, from: address, Self.own(), at: Self.at(14))
        table.register(hello, from: IPAddress("10.0.0.3")!, Self.own(), at: Self.at(16))
        #expect(table.nextPoll == Self.at(40))
        table.register(hello, from: address, Self.own(), at: Self.at(16))
        #expect(table.nextPoll == Self.at(16))
    }

    @Test("a restarted peer that does not see this daemon says nothing while it may still be cached")
    func restarted() {
        var table = PeerTable()
        func record(_ result: PeerTable.PollResult, at second: Int) {
            table.record(result, of: "other", answersQuery: nil, Self.own(), at: Self.at(second))
        }
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        record(Self.answer(sees: true), at: 10)
        record(.refused, at: 40)
        record(Self.answer(sees: nil, isStarting: true), at: 42)
        for second in [50, 53, 56] { record(Self.answer(sees: nil), at: second) }
        #expect(table.peers.map(\.view?.isSeen) == [false] && table.sights.map(\.seesUs) == [nil])
        // The peer is still heard when Avahi would have forgotten it.
        record(Self.answer(sees: nil), at: 163)
        #expect(table.sights.map(\.seesUs) == [false])
        // Or it is heard again.
        record(.refused, at: 170)
        table.apply(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(171))
        for second in [180, 183] { record(Self.answer(sees: nil), at: second) }
        #expect(table.sights.map(\.seesUs) == [false])
    }

    @Test("a peer that is known only by a hello has its host's name as it would be announced")
    func hostOfHello() {
        var table = PeerTable()
        table.register(PeerHello(port: 8053, name: "other"), from: IPAddress("10.0.0.2")!, Self.own(), at: Self.at(0))
        table.record(Self.answer(sees: true), of: "other", answersQuery: false, Self.own(), at: Self.at(1))
        #expect(table.peers.map(\.host) == ["other.local"])
    }

    @Test("hellos are decoded as they were encoded, and invalid ones are refused")
    func hellos() {
        for name in ["h1", "Büro, 2. Stock; \"x\" %41", "🖨"] {
            let hello = PeerHello(port: 8053, name: name)
            #expect(PeerHello(hello.text) == hello && hello.text.utf8.allSatisfy { (0x21...0x7e).contains($0) })
        }
        for text in [
            "", "8053", "0;a", "65536;a", "-1;a", "80;", "80;%zz", "80;%ff", "80;" + String(repeating: "a", count: 64),
        ] {
            #expect(PeerHello(text) == nil, "\(text)")
        }
    }

    @Test("withdrawing and repeating an announcement, with any name, causes no further polls")
    func announcedAnew() {
        var table = PeerTable()
        var count = 0
        for second in 0..<50 {
            for name in ["liar", "liar \(second)"] {
                table.apply(Self.event(.resolved, name, at: "10.0.0.2"), Self.own(), at: Self.at(second))
                let due = table.startDuePolls(at: Self.at(second))
                count += due.count
                // Before the response, and after it.
                if second % 2 == 0 { table.apply(Self.event(.removed, name), Self.own(), at: Self.at(second)) }
                for entry in due {
                    table.record(
                        .failed("404"), of: entry.peer.name, answersQuery: nil, Self.own(), at: Self.at(second))
                }
                table.apply(Self.event(.removed, name), Self.own(), at: Self.at(second))
            }
        }
        #expect(count == 1)
    }
}
