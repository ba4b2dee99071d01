import NetworkModel
import Testing

@testable import NetdiagService
@testable import NetworkDiagnostics

@Suite("What is known of other daemons")
struct PeerBookTests {
    typealias Instant = ContinuousClock.Instant

    private static let start = ContinuousClock.now
    private static let link = Link(
        index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500,
        addresses: [.init(address: IPAddress("10.0.0.1")!, prefixLength: 24, scope: .global)])
    private static let surroundings = Surroundings(
        snapshot: NetworkSnapshot(
            links: [link],
            routes: [
                Route(family: .ipv4, destination: IPAddress("10.0.0.0"), prefixLength: 24, interface: "eth0"),
                Route(family: .ipv4, gateway: IPAddress("10.0.0.254"), interface: "eth0"),
            ]))

    private static func own(listening: Instant? = start, announced: Instant? = start) -> PeerBook.Own {
        .init(name: "me", port: 8053, surroundings: surroundings, announced: announced, listening: listening)
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

    private static func look(
        _ name: String = "other", sees: Bool?, from address: String = "10.0.0.2", isLooking: Bool = true,
        isStarting: Bool = false, isAnnounced: Bool = true
    ) -> PeerBook.Look {
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

    @Test("what is announced on the link is asked at once; this daemon and hosts elsewhere are not")
    func announced() {
        var book = PeerBook()
        book.take(Self.event(at: "10.0.0.2", "192.0.2.1"), Self.own(), at: Self.at(10))
        book.take(Self.event(.resolved, "me", at: "10.0.0.1"), Self.own(), at: Self.at(10))
        book.take(Self.event(.resolved, "far", at: "192.0.2.7", "127.0.0.1"), Self.own(), at: Self.at(10))
        #expect(book.peers.map(\.name) == ["far", "other"])
        let due = book.takeDue(at: Self.at(10))
        #expect(
            due.map(\.peer.name) == ["other"]
                && due[0].places(Self.surroundings).map(\.description) == ["10.0.0.2:8053"])
        #expect(due[0].peer.status == .connectionUp)
        // Once, until it has answered.
        #expect(book.takeDue(at: Self.at(10)).isEmpty)
    }

    @Test("that it does not see this daemon is believed the second time, and not before both are settled")
    func blind() {
        var book = PeerBook()
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        // Announced a second ago only.
        book.take(Self.look(sees: false), of: "other", isFound: nil, Self.own(), at: Self.at(1))
        book.take(Self.look(sees: nil), of: "other", isFound: nil, Self.own(), at: Self.at(9))
        #expect(book.sights.map(\.seesUs) == [nil] && book.sights.map(\.isSeen) == [true])
        book.take(Self.look(sees: nil), of: "other", isFound: nil, Self.own(), at: Self.at(12))
        #expect(book.sights == [PeerSight(name: "other", interface: "eth0", isSeen: true, seesUs: false)])
        book.take(Self.look(sees: true), of: "other", isFound: nil, Self.own(), at: Self.at(15))
        #expect(book.sights.map(\.seesUs) == [true])
        book.take(Self.look(sees: nil, isLooking: false), of: "other", isFound: nil, Self.own(), at: Self.at(18))
        #expect(book.sights.map(\.seesUs) == [nil])
    }

    @Test("who hands in a card is asked back, and is known once it answers by the same name")
    func card() throws {
        var book = PeerBook()
        let card = CallingCard(port: 8053, name: "other")
        let address = try #require(IPAddress("10.0.0.2"))
        book.take(card, from: address, Self.own(), at: Self.at(0))
        // Neither a second time, nor from elsewhere, nor from this machine.
        book.take(CallingCard(port: 22, name: "again"), from: address, Self.own(), at: Self.at(0))
        for elsewhere in ["192.0.2.1", "127.0.0.1", "10.0.0.1"] {
            book.take(
                CallingCard(port: 8053, name: elsewhere), from: IPAddress(elsewhere)!, Self.own(), at: Self.at(0))
        }
        #expect(book.peers.isEmpty && book.takeDue(at: Self.at(0)).map(\.peer.name) == ["other"])
        book.take(Self.look(sees: true), of: "other", isFound: false, Self.own(), at: Self.at(10))
        #expect(book.peers.map(\.isSeen) == [false] && book.sights.map(\.isSeen) == [nil])
        book.take(Self.look(sees: true), of: "other", isFound: false, Self.own(), at: Self.at(13))
        #expect(book.sights.map(\.isSeen) == [false])
        // It answers over multicast again, though nothing is announced.
        book.take(Self.look(sees: true), of: "other", isFound: true, Self.own(), at: Self.at(16))
        #expect(book.sights.map(\.isSeen) == [true])
    }

    @Test("one whose Avahi is away is not hidden: it announces nothing")
    func unannounced() {
        var book = PeerBook()
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        book.take(Self.look(sees: true), of: "other", isFound: nil, Self.own(), at: Self.at(0))
        book.take(Self.event(.removed), Self.own(), at: Self.at(1))
        for second in 10..<20 {
            book.take(
                Self.look(sees: true, isAnnounced: false), of: "other", isFound: false, Self.own(), at: Self.at(second))
        }
        #expect(book.sights.map(\.isSeen) == [nil] && book.peers.map(\.isSeen) == [false])
    }

    @Test("one that has taken another name is forgotten under the old one")
    func renamed() {
        var book = PeerBook()
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        book.take(Self.look("other", sees: true), of: "other", isFound: nil, Self.own(), at: Self.at(1))
        book.take(Self.event(.removed), Self.own(), at: Self.at(2))
        book.take(Self.look("other #2", sees: true), of: "other", isFound: false, Self.own(), at: Self.at(3))
        #expect(book.peers.isEmpty)
    }

    @Test("a card that nothing comes of is forgotten, and another of the same host has to wait")
    func vain() throws {
        var book = PeerBook()
        let address = try #require(IPAddress("10.0.0.2"))
        let card = CallingCard(port: 22, name: "liar")
        book.take(card, from: address, Self.own(), at: Self.at(0))
        book.take(Self.look("somebody", sees: true), of: "liar", isFound: nil, Self.own(), at: Self.at(1))
        #expect(book.entries.isEmpty)
        book.take(card, from: address, Self.own(), at: Self.at(2))
        #expect(book.entries.isEmpty)
        book.take(card, from: address, Self.own(), at: Self.at(60))
        #expect(book.entries.count == 1)
    }

    @Test("one that vanished and is silent is forgotten after ten minutes, one that refuses at once")
    func forgotten() {
        var book = PeerBook()
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        book.take(Self.look(sees: true), of: "other", isFound: nil, Self.own(), at: Self.at(1))
        book.take(Self.event(.removed), Self.own(), at: Self.at(2))
        book.take(.silent, of: "other", isFound: false, Self.own(), at: Self.at(3))
        #expect(book.peers.map(\.isReachable) == [false] && book.peers.map(\.isSeen) == [false])
        book.take(.silent, of: "other", isFound: false, Self.own(), at: Self.at(700))
        #expect(book.peers.isEmpty)
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(701))
        book.take(Self.look(sees: true), of: "other", isFound: nil, Self.own(), at: Self.at(701))
        book.take(Self.event(.removed), Self.own(), at: Self.at(702))
        book.take(.refused, of: "other", isFound: false, Self.own(), at: Self.at(703))
        #expect(book.peers.isEmpty)
        // One that never answered leaves with its announcement.
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(704))
        book.take(Self.event(.removed), Self.own(), at: Self.at(705))
        #expect(book.entries.isEmpty)
    }

    @Test("there are at most 64, and who answers is not driven out by who does not")
    func bounded() {
        var book = PeerBook()
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        book.take(Self.look(sees: true), of: "other", isFound: nil, Self.own(), at: Self.at(1))
        for number in 0..<200 {
            book.take(Self.event(.resolved, "p\(number)", at: "10.0.0.2"), Self.own(), at: Self.at(0))
            book.take(
                CallingCard(port: 8053, name: "c\(number)"), from: IPAddress("10.0.0.\(number + 2)")!, Self.own(),
                at: Self.at(0))
        }
        #expect(book.entries.count == PeerBook.most && book.entries["other"] != nil)
    }

    @Test("a host that announces a hundred daemons that answer has two of them in the book, and others have room")
    func hoarder() {
        var book = PeerBook()
        for number in 0..<100 {
            book.take(Self.event(.resolved, "p\(number)", at: "10.0.0.66"), Self.own(), at: Self.at(0))
            for entry in book.takeDue(at: Self.at(0)) {
                let name = entry.peer.name
                book.take(
                    Self.look(name, sees: nil, from: "10.0.0.66"), of: name, isFound: nil, Self.own(), at: Self.at(1))
            }
        }
        #expect(book.peers.map(\.name) == ["p0", "p1"])
        #expect(book.sights.count == 1)
    }

    @Test("what others announce of a host does not drive its own daemon out")
    func namesakes() throws {
        var book = PeerBook()
        // Its neighbour was faster, and what he announced was asked in vain: it calls itself by another name.
        for name in ["p0", "p1"] {
            book.take(Self.event(.resolved, name, at: "10.0.0.2"), Self.own(), at: Self.at(0))
            #expect(book.takeDue(at: Self.at(0)).map(\.peer.name) == [name])
            book.take(Self.look(sees: true), of: name, isFound: nil, Self.own(), at: Self.at(1))
        }
        #expect(book.sights.isEmpty)
        book.take(CallingCard(port: 8053, name: "other"), from: IPAddress("10.0.0.2")!, Self.own(), at: Self.at(2))
        book.take(Self.look(sees: true), of: "other", isFound: true, Self.own(), at: Self.at(3))
        #expect(book.entries.count == 2 && book.sights.map(\.name) == ["other"])
        for number in 2..<50 {
            book.take(Self.event(.resolved, "p\(number)", at: "10.0.0.2"), Self.own(), at: Self.at(4))
        }
        #expect(book.entries.count == 2 && book.entries["other"] != nil)
    }

    @Test("where the book is full, whoever has two entries gives one to whoever has none")
    func shares() {
        var book = PeerBook()
        for host in 2..<34 {
            for half in ["a", "b"] {
                let (name, address) = ("\(half)\(host)", "10.0.0.\(host)")
                book.take(Self.event(.resolved, name, at: address), Self.own(), at: Self.at(0))
                book.take(
                    Self.look(name, sees: true, from: address), of: name, isFound: nil, Self.own(), at: Self.at(1))
            }
        }
        #expect(book.entries.count == PeerBook.most && book.sights.count == 32)
        for host in 100..<132 {
            let (name, address) = ("c\(host)", "10.0.0.\(host)")
            book.take(Self.event(.resolved, name, at: address), Self.own(), at: Self.at(2))
            #expect(book.entries[name] != nil)
            book.take(Self.look(name, sees: true, from: address), of: name, isFound: nil, Self.own(), at: Self.at(2))
        }
        #expect(book.entries.count == PeerBook.most && book.sights.count == PeerBook.most)
        // Then each has one, and those that are known stay.
        book.take(Self.event(.resolved, "late", at: "10.0.0.200"), Self.own(), at: Self.at(3))
        #expect(book.entries.count == PeerBook.most && book.entries["late"] == nil)
    }

    @Test("an address has one voice, and it works with it where it works with one of its daemons")
    func voices() {
        var book = PeerBook()
        for (name, sees) in [("a", false), ("b", true)] {
            book.take(Self.event(.resolved, name, at: "10.0.0.2"), Self.own(), at: Self.at(0))
            for second in [10, 13] {
                book.take(Self.look(name, sees: sees), of: name, isFound: nil, Self.own(), at: Self.at(second))
            }
        }
        #expect(book.sights == [PeerSight(name: "b", interface: "eth0", isSeen: true, seesUs: true)])
    }

    @Test("this machine's own addresses are never asked, whoever announces them")
    func ownAddress() {
        var book = PeerBook()
        var event = Self.event(.resolved, "liar", at: "10.0.0.1", "10.0.0.2")
        event.instance.port = 8022
        book.take(event, Self.own(), at: Self.at(0))
        #expect(
            book.takeDue(at: Self.at(0)).map { $0.places(Self.surroundings).map(\.description) } == [["10.0.0.2:8022"]])
    }

    @Test("one that has only just begun to look is asked again in five seconds, and after half a minute as others")
    func starting() {
        var book = PeerBook()
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        for second in [10, 15, 20, 25, 30, 35] {
            book.take(
                Self.look(sees: nil, isStarting: true), of: "other", isFound: nil, Self.own(), at: Self.at(second))
            #expect(book.next == Self.at(second + 5))
        }
        #expect(book.peers.map(\.view?.reason) == ["it has only just begun to look"])
        book.take(Self.look(sees: nil, isStarting: true), of: "other", isFound: nil, Self.own(), at: Self.at(40))
        #expect(book.next == Self.at(70))
    }

    @Test("when one turns odd or vanishes all are asked soon, and more often until it is well or that has lasted")
    func alarm() {
        var book = PeerBook()
        for (name, address) in [("a", "10.0.0.2"), ("b", "10.0.0.3")] {
            book.take(Self.event(.resolved, name, at: address), Self.own(), at: Self.at(0))
            book.take(
                Self.look(name, sees: true, from: address), of: name, isFound: nil, Self.own(), at: Self.at(100))
        }
        #expect(book.entries["a"]?.next == Self.at(130))
        book.take(Self.look("b", sees: false, from: "10.0.0.3"), of: "b", isFound: nil, Self.own(), at: Self.at(101))
        #expect(book.entries["a"]?.next == Self.at(104) && book.entries["b"]?.next == Self.at(104))
        book.take(Self.look("a", sees: true), of: "a", isFound: nil, Self.own(), at: Self.at(104))
        #expect(book.entries["a"]?.next == Self.at(114))
        // What lasts is no news.
        book.take(Self.look("a", sees: true), of: "a", isFound: nil, Self.own(), at: Self.at(401))
        #expect(book.entries["a"]?.next == Self.at(431))
        // One of which nothing is heard any more, though it has not said farewell.
        book.take(Self.event(.resolved, "a", at: "10.0.0.2", stale: true), Self.own(), at: Self.at(401))
        #expect(book.entries["a"]?.next == Self.at(401))
        book.take(Self.event(.resolved, "a", at: "10.0.0.2"), Self.own(), at: Self.at(401))
        book.take(Self.look("a", sees: true), of: "a", isFound: nil, Self.own(), at: Self.at(401))
        var removed = Self.event(.removed, "b", at: "10.0.0.3")
        removed.instance.host = nil
        book.take(removed, Self.own(), at: Self.at(420))
        #expect(book.entries["a"]?.next == Self.at(423) && book.entries["b"]?.next == Self.at(420))
    }

    @Test("who asks is asked back, not sooner than five seconds after the last time")
    func askedBack() throws {
        var book = PeerBook()
        let address = try #require(IPAddress("10.0.0.2"))
        let card = CallingCard(port: 8053, name: "other")
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        book.take(Self.look(sees: true), of: "other", isFound: nil, Self.own(), at: Self.at(10))
        book.take(card, from: address, Self.own(), at: Self.at(14))
        book.take(card, from: IPAddress("10.0.0.3")!, Self.own(), at: Self.at(16))
        #expect(book.next == Self.at(40))
        book.take(card, from: address, Self.own(), at: Self.at(16))
        #expect(book.next == Self.at(16))
    }

    @Test("that one does not see this daemon after it began anew says nothing while it may be known from before alone")
    func restarted() {
        var book = PeerBook()
        func look(_ look: PeerBook.Look, at second: Int) {
            book.take(look, of: "other", isFound: nil, Self.own(), at: Self.at(second))
        }
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(0))
        look(Self.look(sees: true), at: 10)
        look(.refused, at: 40)
        look(Self.look(sees: nil, isStarting: true), at: 42)
        for second in [50, 53, 56] { look(Self.look(sees: nil), at: second) }
        #expect(book.peers.map(\.view?.isSeen) == [false] && book.sights.map(\.seesUs) == [nil])
        // It is still heard when Avahi would have forgotten it.
        look(Self.look(sees: nil), at: 163)
        #expect(book.sights.map(\.seesUs) == [false])
        // Or is heard anew.
        look(.refused, at: 170)
        book.take(Self.event(at: "10.0.0.2"), Self.own(), at: Self.at(171))
        for second in [180, 183] { look(Self.look(sees: nil), at: second) }
        #expect(book.sights.map(\.seesUs) == [false])
    }

    @Test("who is known by a card has its host's name as it would be announced")
    func hostOfCard() {
        var book = PeerBook()
        book.take(CallingCard(port: 8053, name: "other"), from: IPAddress("10.0.0.2")!, Self.own(), at: Self.at(0))
        book.take(Self.look(sees: true), of: "other", isFound: false, Self.own(), at: Self.at(1))
        #expect(book.peers.map(\.host) == ["other.local"])
    }

    @Test("cards survive the way there and back, and what is none is refused")
    func cards() {
        for name in ["h1", "Büro, 2. Stock; \"x\" %41", "🖨"] {
            let card = CallingCard(port: 8053, name: name)
            #expect(CallingCard(card.text) == card && card.text.utf8.allSatisfy { (0x21...0x7e).contains($0) })
        }
        for text in [
            "", "8053", "0;a", "65536;a", "-1;a", "80;", "80;%zz", "80;%ff", "80;" + String(repeating: "a", count: 64),
        ] {
            #expect(CallingCard(text) == nil, "\(text)")
        }
    }

    @Test("to withdraw an announcement and make it anew, by any name, has nobody asked again")
    func announcedAnew() {
        var book = PeerBook()
        var count = 0
        for second in 0..<50 {
            for name in ["liar", "liar \(second)"] {
                book.take(Self.event(.resolved, name, at: "10.0.0.2"), Self.own(), at: Self.at(second))
                let due = book.takeDue(at: Self.at(second))
                count += due.count
                // Before the answer, and after it.
                if second % 2 == 0 { book.take(Self.event(.removed, name), Self.own(), at: Self.at(second)) }
                for entry in due {
                    book.take(
                        .failed("404"), of: entry.peer.name, isFound: nil, Self.own(), at: Self.at(second))
                }
                book.take(Self.event(.removed, name), Self.own(), at: Self.at(second))
            }
        }
        #expect(count == 1)
    }
}
