import Foundation
import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("Output for people")
struct PageTests {
    func text(
        _ document: some Document, columns: Int? = nil, hasUnicode: Bool = true, isOneOfSeveral: Bool = false
    ) -> String {
        let terminal = Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: hasUnicode)
        var page = Page(for: terminal)
        let context = PageContext(now: Fixtures.moment(0), isOneOfSeveral: isOneOfSeveral) { _ in "the hour" }
        document.write(to: &page, in: context)
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test("what was not observed is listed below the proof of the uplink, and changes no symbol")
    func unproven() throws {
        var document = try Fixtures.status()
        document.uplink = .init(status: .connectionUp)
        document.uplink?.unproven = "no TCP connection beyond the gateway has been observed"
        #expect(
            text(document).contains(
                """
                  Uplink
                    ✓  not checked
                    ·  no TCP connection beyond the gateway has been observed

                """))
        // What is known to work is not said to be all.
        (document.status, document.degraded, document.findings, document.incidents) = (.connectionUp, false, [], [])
        #expect(text(document).contains("✓ lab-a  no fault found, but not everything was observed"))
        // A target that works shows what the machine's own observation does not.
        document.targets[0].status = .connectionUp
        #expect(!text(document).contains("observed") && text(document).contains("✓ lab-a  works"))
        document.targets[0].status = .noErr
        document.uplink?.unproven = nil
        #expect(!text(document).contains("observed") && text(document).contains("✓ lab-a  works"))
    }

    @Test("a status names the root cause first, with the next step")
    func status() throws {
        #expect(
            text(try Fixtures.status()) == """
                ✗ lab-a  does not work  since the hour; 1 h 5 min ago
                  ✗ dns.servfail: the DNS server 10.0.0.53 answered SERVFAIL for example.org
                    #1, open since the hour, for 1 min
                    1 target affected: https://example.org/
                    → ask another server: netdiag resolve --server 9.9.9.9 example.org
                  ! gateway.slow: round trips to 10.0.0.1 take 120 ms
                    → look at: ip -s link show eth0  (likely, not certain)

                  Links
                    ✓  eth0   up          2.5 Gbit/s  10.0.0.10/24, fe80::1/64 tentative
                    ·  wlan0  no carrier

                  Gateways
                    ✓  10.0.0.1  eth0  reachable  120 ms

                  Resolvers
                    ✗  10.0.0.53            resolv.conf  servfail     12.1 ms
                    ·  [2001:db8::53]:5353  resolv.conf  not checked

                  Targets: 1 down, 1 not checked yet
                    ✗  https://example.org/  dns.servfail     12 s ago
                    ·  icmp://10.0.0.1       not checked yet

                  Published
                    !  lab-a #2 as _netdiag._tcp, _http._tcp on port 8080  (lab-a was taken)

                """)
    }

    @Test(
        "in a window of 80 by 24, the live view of 200 targets shows the failing ones, a few incidents, and groups worst first"
    )
    func liveWindow() throws {
        var document = try Fixtures.status()
        document.targets = (0..<200).map { number in
            Self.target(
                "Host \(number)", number % 50 == 49 ? .connectionDown : .connectionUp, in: "Rack \(number / 100)")
        }
        document.targets[0].group = "Attic"
        let incident = try #require(document.incidents.first)
        document.incidents = (1...6).map { number in
            var other = incident
            other.id = number
            return other
        }
        var terminal = Terminal(isInteractive: true, columns: 80, hasColour: false, hasUnicode: true)
        terminal.rows = 24
        var view = LiveStatus()
        view.document = document
        view.update(at: .now)
        let lines = view.lines(on: terminal).map { String($0) }
        #expect(lines.count <= 24, "\(lines.joined(separator: "\n"))")
        for number in [49, 99, 149, 199] { #expect(lines.contains { $0.contains("Host \(number) ") }, "\(lines)") }
        let racks = lines.filter { $0.contains("Rack ") || $0.contains("Attic") }
        #expect(racks.count == 3 && racks[2].contains("Attic"), "\(racks)")
        let incidents = lines.count { $0.contains(incident.cause.id.rawValue + ":") }
        #expect((1...3).contains(incidents) && lines.contains { $0.contains("\(6 - incidents) more incidents") })
        // Where there is room, each target has a row.
        terminal.rows = 250
        #expect(view.lines(on: terminal).contains { $0.contains("Host 1 ") })
    }

    @Test("to a pipe, only changes are written")
    func changes() throws {
        let old = try Fixtures.status()
        var new = old
        func lines() -> [String] {
            var page = Page(for: .plain)
            let context = PageContext(now: Fixtures.moment(0)) { _ in "the hour" }
            StatusChanges(old: old, new: new).write(to: &page, in: context)
            return page.lines.map(String.init)
        }
        #expect(lines().isEmpty)
        new.targets[0].last = Fixtures.moment(5)
        #expect(lines().isEmpty)
        new.status = .connectionUp
        new.degraded = false
        new.incidents = []
        new.targets[0].status = .connectionUp
        new.targets[0].cause = nil
        new.links.removeAll { $0.name == "wlan0" }
        #expect(
            lines() == [
                "the hour  ✓ lab-a  works", "the hour  ✓ #1 dns.servfail is over, after 1 min",
                "the hour  · wlan0: gone",
                "the hour  ✓ https://example.org/: works",
            ])
        new.targets += (0..<30).map { (number: Int) in Self.target("\(number)", .connectionDown, in: nil) }
        #expect(lines().last == "the hour  · 11 more targets have changed" && lines().count == 24)
    }

    @Test("services show the name under which they are published, or why they are not; nothing is raw")
    func announcedServices() throws {
        func service(_ name: String, _ state: Publication.State, as other: String? = nil, _ reason: String? = nil)
            -> RegisteredService
        {
            RegisteredService(
                origin: .configuration, name: name,
                publication: Publication(state: state, name: other, types: ["_http._tcp"], port: 80, reason: reason))
        }
        var status = try Fixtures.status()
        status.services = [
            service("Web", .published, as: "Web"), service("Office", .renamed, as: "Office #2", "taken"),
            service("e\u{202e}vil\u{1b}[31m", .waiting, "its check is down"),
        ]
        let page = text(status)
        #expect(
            page.hasSuffix(
                #"""

                  Services
                    ✓  Web                     _http._tcp  80  published
                    !  Office                  _http._tcp  80  as Office #2: taken
                    !  e\u{202e}vil\u{1b}[31m  _http._tcp  80  waiting: its check is down

                """#), "\(page)")
    }

    @Test("incidents show what, since when, affected targets, changes before, and the next steps; nothing is raw")
    func incidents() {
        func text(_ incidents: [StatusDocument.Incident]) -> String {
            let terminal = Terminal(isInteractive: true, columns: nil, hasColour: false, hasUnicode: true)
            var page = Page(for: terminal)
            let context = PageContext(now: Fixtures.moment(0)) { _ in "the hour" }
            IncidentPage(incidents: incidents).write(to: &page, in: context)
            return String(decoding: page.bytes, as: UTF8.self)
        }
        let targets = (1...7).map { "icmp://10.0.0.\($0)" }
        let open = StatusDocument.Incident(
            id: 2, cause: Fixtures.servfail, targets: ["http://e\u{202e}vil/\u{1b}[2J"] + targets,
            opened: Fixtures.moment(-60), closed: nil,
            changes: [
                .init(
                    at: Fixtures.moment(-70), subject: .link, interface: "eth0", summary: "eth0 lost its\u{1b} carrier")
            ])
        let over = StatusDocument.Incident(
            id: 1, cause: Fixtures.slow, targets: [], opened: Fixtures.moment(-7_260), closed: Fixtures.moment(-60),
            reopened: 2)
        #expect(
            text([open, over]) == """
                ✗ dns.servfail: the DNS server 10.0.0.53 answered SERVFAIL for example.org
                  #2, open since the hour, for 1 min
                  8 targets affected: http://e\\u{202e}vil/\\u{1b}[2J, icmp://10.0.0.1, icmp://10.0.0.2, icmp://10.0.0.3, icmp://10.0.0.4 and 3 more
                  before: the hour  eth0 lost its\\u{1b} carrier
                  → ask another server: netdiag resolve --server 9.9.9.9 example.org

                · gateway.slow: round trips to 10.0.0.1 take 120 ms
                  #1, over; from the hour to the hour, lasted 2 h; recurred 2 times

                """)
        #expect(text([]) == "✓ no incidents\n")
        #expect(ExitStatus(Outcome([open, over])) == .down && ExitStatus(Outcome([over])) == .up)
    }

    @Test("a broken report shows its layers one below the other")
    func report() throws {
        #expect(
            text(try Fixtures.brokenReport()) == """
                ✗ https://example.org/  does not work  12.9 ms
                  dns.servfail: the DNS server 10.0.0.53 answered SERVFAIL for example.org
                    → ask another server: netdiag resolve --server 9.9.9.9 example.org

                  ✓  link     eth0 up 2.5 Gbit/s                              0.2 ms
                  !  gateway  10.0.0.1 on eth0, ping 120 ms                   120 ms
                  ✗  dns      10.0.0.53 A servfail, 10.0.0.53 AAAA servfail  12.1 ms
                  ·  tcp      not checked

                  ! gateway.slow: round trips to 10.0.0.1 take 120 ms
                    → look at: ip -s link show eth0  (likely, not certain)

                """)
    }

    @Test("on a narrow terminal without UTF-8, text and cells wrap, tables become lists, and symbols are ASCII")
    func narrow() throws {
        let page = text(try Fixtures.brokenReport(), columns: 44, hasUnicode: false)
        #expect(
            page.hasPrefix(
                """
                x https://example.org/  does not work
                  12.9 ms
                  dns.servfail: the DNS server 10.0.0.53
                    answered SERVFAIL for example.org
                    -> ask another server:
                      netdiag resolve --server 9.9.9.9 example.org

                  OK  link     eth0 up 2.5 Gbit/s     0.2 ms
                  !   gateway  10.0.0.1 on eth0,      120 ms
                               ping 120 ms
                  x   dns      10.0.0.53 A           12.1 ms
                               servfail, 10.0.0.53
                               AAAA servfail
                  .   tcp      not checked
                """))
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
        // Only a command is longer than a line, since the terminal wraps it.
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= 44 || $0.contains("netdiag resolve --server") })
    }

    @Test("a healthy target among several is one line")
    func brief() throws {
        #expect(text(try Fixtures.healthyReport(), isOneOfSeveral: true) == "✓ tcp://10.0.0.1:22  works  0.8 ms\n")
        #expect(
            text(try Fixtures.healthyReport()) == """
                ✓ tcp://10.0.0.1:22  works  0.8 ms

                  ✓  tcp  10.0.0.1:22 connected  0.4 ms

                """)
    }

    @Test("a resolution shows which servers answered, and what has no answer")
    func resolution() throws {
        #expect(
            text(Fixtures.resolution()) == """
                ✗ example.org  has no answer
                  no A: servfail     dns  10.0.0.53  12.1 ms
                  no AAAA: servfail  dns  10.0.0.53   9.0 ms

                """)
        let answered = Resolution(
            name: "example.org",
            answers: [
                .init(
                    address: try Fixtures.address("192.0.2.1"), source: .dns, server: "10.0.0.53", ttl: 60,
                    duration: .microseconds(1_200)),
                .init(address: try Fixtures.address("2001:db8::1"), source: .hosts, duration: .microseconds(100)),
            ], failures: [], aliases: ["www.example.net"])
        #expect(
            text(answered) == """
                ✓ example.org
                  alias of www.example.net
                  192.0.2.1    dns    10.0.0.53  ttl 60  1.2 ms
                  2001:db8::1  hosts                     0.1 ms

                """)
    }

    @Test("links are four tables")
    func links() throws {
        let snapshot = NetworkSnapshot(
            links: [try Fixtures.eth0(), Fixtures.radio], routes: [try Fixtures.defaultRoute()],
            neighbours: [
                Neighbour(address: try Fixtures.address("fe80::99"), interface: "eth0", state: .failed, isRouter: true)
            ],
            resolvers: ResolverConfiguration(
                search: ["lab.example"], problems: [ResolverProblem("/etc/resolv.conf:3: what is x?")]))
        #expect(
            text(snapshot) == """
                Interfaces
                     NAME   STATE            SPEED   MTU  HARDWARE ADDRESS   ADDRESSES
                  ✓  eth0   up          2.5 Gbit/s  1500  52:54:00:12:34:02  10.0.0.10/24
                                                                             fe80::1/64 tentative
                  !  wlan0  no carrier              1500

                Routes
                  DESTINATION  GATEWAY   INTERFACE  METRIC  SOURCE  PROTOCOL
                  default      10.0.0.1  eth0          100          dhcp

                Neighbours
                  ADDRESS   INTERFACE  HARDWARE ADDRESS  STATE
                  fe80::99  eth0                         failed  router

                Resolvers
                  none
                  search: lab.example
                  ! /etc/resolv.conf:3: what is x?

                """)
    }

    @Test("notable facts of an interface are shown below its addresses, and never raw")
    func remarks() throws {
        var link = try Fixtures.eth0()
        link.addresses = []
        link.wireless = WirelessLink(ssid: "Café\u{1b}[2J", frequency: 5_180, signal: -61, security: .open)
        link.recentCarrierChanges = 5
        link.losses = LinkLosses(period: .seconds(2), packets: 900, receiveErrors: 7, transmitDrops: 3)
        link.isIPv6Disabled = true
        let lease = ExpiredLease(interface: "eth0", address: try Fixtures.address("10.0.0.10"), source: .dhclient)
        let page = text(NetworkSnapshot(links: [link], expiredLeases: [lease]))
        for words in [
            "network Café\\u{1b}[2J, -61 dBm, 5180 MHz, open", "carrier changed 5 times in 2 min",
            "7 damaged, 3 dropped of 900 packets in 2 s", "IPv6 switched off",
            "! the lease of 10.0.0.10 on eth0 ran out",
        ] {
            #expect(page.contains(words), "\(page)")
        }
    }

    @Test("services: events are lines, the end is a table, and names are never raw")
    func services() throws {
        let instance = ServiceInstance(
            name: "Küche\u{1b}[2J\u{202e}", type: "_http._tcp", domain: "local", interface: "eth0", host: "h1.local",
            port: 8080, addresses: [try Fixtures.address("10.0.0.1")],
            txt: ["path": .text("/"), "flag": .flag, "raw": .bytes([0xff, 0xfe])], stale: true)
        #expect(
            String(decoding: ServicePage.line(for: ServiceEvent(.resolved, instance), on: .plain), as: UTF8.self)
                == #"""
                = eth0       _http._tcp           Küche\u{1b}[2J\u{202e}  (stale: host silent)
                    h1.local:8080  10.0.0.1
                    flag path=/ raw=\xff\xfe

                """#)
        #expect(
            String(decoding: ServicePage.table([instance], on: .plain), as: UTF8.self) == #"""
                TYPE        NAME                                          INTERFACE  HOST                     TXT
                _http._tcp  Küche\u{1b}[2J\u{202e}  (stale: host silent)  eth0       h1.local:8080  10.0.0.1  flag path=/ raw=\xff\xfe

                """#)
    }

    @Test("colours enclose the text that they belong to, and only if the terminal has them")
    func colours() {
        let terminal = Terminal(isInteractive: true, columns: 80, hasColour: true, hasUnicode: true)
        var page = Page(for: terminal)
        page.line(Text("down", .bad) + " it is")
        #expect(String(decoding: page.bytes, as: UTF8.self) == "\u{1b}[1;31mdown\u{1b}[0m it is\n")
    }

    @Test("published services are shown completely in a narrow window")
    func published() throws {
        var document = try Fixtures.status()
        document.publication = Publication(
            state: .renamed, name: "a-host-with-a-long-name-of-its-own #2", types: ["_netdiag._tcp", "_http._tcp"],
            port: 8_053, reason: "a-host-with-a-long-name-of-its-own was taken")
        let lines = text(document, columns: 80).split(separator: "\n")
        let place = try #require(lines.firstIndex { $0.contains("long-name-of-its-own #2") })
        #expect(lines.allSatisfy { $0.count <= 80 } && !lines[place...].joined().contains("…"))
        let told = lines[place...(place + 1)].joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(told.hasSuffix("on port 8053 (a-host-with-a-long-name-of-its-own was taken)"), "\(told)")
    }

    @Test("the usage of a command names the program", arguments: [["check"], ["top"], ["alerts", "test"], ["setup"]])
    func usage(words: [String]) async throws {
        for flag in ["--help", "-h"] {
            let run = try await Command(words + [flag])
            #expect(run.exitStatus == 0 && run.output.contains("\nUSAGE: netdiag \(words.joined(separator: " ")) "))
        }
    }

    @Test("in a locale without UTF-8, only ASCII is printed on either stream")
    func ascii() async throws {
        for words in [["check", "--help"], ["explain", "--help"], ["check", "https://"], ["history"], ["B\u{fc}ro"]] {
            let run = try await Command(words + ["--socket", "/nonexistent"], environment: ["LC_ALL": "C"])
            #expect((run.output + run.complaint).utf8.allSatisfy { $0 < 0x80 }, "\(run.output) \(run.complaint)")
            #expect(!(run.output + run.complaint).contains("\\u{2026}") && !run.complaint.contains("\\u{b5}"))
        }
    }
}
