import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON
import enum NetworkModel.TXTValue
import struct NetworkModel.ServiceEvent
import struct NetworkModel.ServiceInstance

@Suite("Hostile announcements, in the lab", .lab, .tags(.lab), .timeLimit(.minutes(15)))
struct HostileTests {
    /// A host that announces correctly, one that sends arbitrary packets, and one that browses.
    private struct Link {
        let good: Host
        let laptop: Host
        let avahi: HostProcess
        let evil: MulticastSender

        static let evilAddress = "10.77.1.2"
        static let address =
            MulticastPackets.header([0, 1, 0, 0])
            + MulticastPackets.record("evil.local", type: 1, [10, 77, 1, 2])

        static func run(
            answers: [[UInt8]], cache: Int = 4_096, _ body: @Sendable (Link) async throws -> Void
        ) async throws {
            try await Lab.run { lab in
                let good = try await lab.host("good"), evil = try await lab.host("evil")
                let laptop = try await lab.host("laptop")
                _ = try await lab.segment([good, evil, laptop])
                try await good.startDiscovery()
                try await laptop.startBus()
                let avahi = try await laptop.startAvahi(options: ["server": ["cache-entries-max=\(cache)"]])
                let sender = try evil.startMulticastSender(evilAddress, answers: answers)
                try await body(Link(good: good, laptop: laptop, avahi: avahi, evil: sender))
            }
        }

        /// Starts a browser of all types that keeps running. Of the instances of a flood it passes on only every
        /// hundredth.
        func browse() throws -> HostProcess {
            let browse =
                "\"$0\" browse --resolve --json | grep --line-buffered -vE '\"name\":\"F[0-9]*([1-9]|[1-9]0)\"'"
            return try laptop.spawn(["sh", "-c", browse, Programs.command])
        }
    }

    private static func event(_ line: some StringProtocol) -> ServiceEvent? {
        try? JSON.decode(ServiceEvent.self, from: Data(line.utf8))
    }

    private static func events(_ text: String) throws -> [ServiceEvent] {
        try text.split(separator: "\n").map { line in
            try #require(event(line), "no event: \(line)")
        }
    }

    private static let long = String(repeating: "n", count: 63)
    private static let wide = "v=" + String(repeating: "x", count: 253)
    private static let names = [
        "esc\u{1b}[2J\u{7}", "line\nforged: all is well", "bidi\u{202e}gnp.exe", "<script>alert(1)</script>&\"'", long,
        "dots.and\\slashes\\046", "ünï 🖨", " ",
    ]

    /// Services that are well-formed but hostile.
    private static let harmful: [AnnouncedService] =
        names.map { AnnouncedService($0) } + [
            AnnouncedService(
                "txt", txt: [wide, "n=a\nb", "<b>=<i>", "e=\u{1b}[31m", "flag", "empty=", "=none", "N=2"]),
            AnnouncedService("binary").with {
                $0.txt = [Array("k=".utf8) + [0xff, 0, 0xfe], [0xc3, 0x28, 0x3d, 0x31]]
            },
            AnnouncedService("large", txt: (10..<42).map { "k\($0)=" + String(repeating: "y", count: 251) }),
            AnnouncedService("many", txt: (0..<4_000).map { _ in "x" }),
            AnnouncedService("port 0", port: 0),
            AnnouncedService("foreign", target: "www.example.com"),
            AnnouncedService("impostor", target: "good.local"),
        ]

    /// Services that are malformed.
    private static let malformed: [AnnouncedService] = [
        AnnouncedService("root").with { $0.target = [0] },
        AnnouncedService("single", target: "a"),
        AnnouncedService("no host").with { $0.target = [3, 0x61, 0x2e, 0x62] + MulticastPackets.name("local") },
        AnnouncedService("control").with { $0.target = [3, 0x61, 0x0a, 0x62] + MulticastPackets.name("local") },
        AnnouncedService("no utf-8").with { $0.target = [2, 0xff, 0xfe] + MulticastPackets.name("local") },
        AnnouncedService("").with { $0.name = [0x61, 0xff, 0xfe] },
        AnnouncedService("no records").with {
            $0.target = nil
            $0.txt = nil
        },
        AnnouncedService("no text").with { $0.txt = nil },
    ]

    /// Invalid types, and truncated records.
    private static let broken: [[UInt8]] = {
        func types(_ wire: [UInt8]) -> [UInt8] {
            MulticastPackets.header([0, 1, 0, 0])
                + MulticastPackets.record("_services._dns-sd._udp.local", type: 12, class: 1, wire)
        }
        return [
            types(MulticastPackets.name("bogus.service.local")), types(MulticastPackets.name("esp32.http.tcp.local")),
            types(MulticastPackets.name("_services._dns-sd._udp.local")), types([0]),
            types([6, 0x5f, 0x61, 0x1b, 0x5b, 0x32, 0x4a] + MulticastPackets.name("_tcp.local")),
            types(MulticastPackets.name("_http._tcp.local")),
            MulticastPackets.header([0, 1, 0, 0])
                + MulticastPackets.record(
                    "_http._tcp.local", type: 12, class: 1, MulticastPackets.name("_http._tcp.local")),
            MulticastPackets.garbage, MulticastPackets.truncated("evil.local"),
            MulticastPackets.shortAddress("evil.local"),
            // A name that points at itself, and one with a label of a reserved length.
            MulticastPackets.header([0, 1, 0, 0]) + [0xc0, 0x0c, 0, 12, 0, 1, 0, 0, 0, 120, 0, 2, 0xc0, 0x0c],
            types([0x80, 0x41, 0]),
        ]
    }()

    @Test("hostile names corrupt neither the terminal nor the page nor JSON, and the good host's service is found")
    func everyKind() async throws {
        let answers =
            Self.broken + [Link.address] + (Self.harmful + Self.malformed).map { AnnouncedService.packet([$0]) }
        try await Link.run(answers: answers) { link in
            // Without it, the service would be stale.
            _ = try link.good.startTCPServer(.silent, port: 80)
            try await link.good.publish("Good", "_http._tcp", port: 80)
            let result = try await link.laptop.netdiag("browse", "--once", "--resolve", "--json")
            #expect(result.status == .exited(0))
            let events = try Self.events(result.output)
            #expect(events.allSatisfy { $0.event == .resolved })
            let found = Dictionary(
                events.filter { $0.instance.interface == "eth0" }.map { ($0.instance.name, $0.instance) }
            ) {
                one, _ in
                Issue.record("twice: \(one)")
                return one
            }
            try Self.expectAll(of: found)
            #expect(found["Good"]?.addresses?.count == 2 && found["Good"]?.stale == false)
            #expect(link.avahi.status == nil)

            // One line each in a pipe, the table, the API and the page, without control characters and without forged
            // lines.
            let daemon = try await link.laptop.startDaemon("publish: {enabled: false}")
            let live = try link.laptop.spawn([Programs.command, "browse", "_http._tcp", "--resolve"])
            try await live.output.first("the good service") { $0.contains("good.local:80") }
            let texts = [
                result.output, live.output.text,
                try await link.laptop.netdiag("browse", "--once", "--resolve").output,
                try await daemon.get("/") + daemon.get("/services"),
            ]
            for text in texts {
                #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}") && !text.contains("\u{7}"))
                #expect(!text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("forged") || $0 == "b" })
            }
            #expect(!texts[3].contains("<script>alert"))
            let list = try JSON.decode(
                [ServiceInstance].self, from: Data(try await daemon.get("/v1/services?resolve=true").utf8))
            #expect(
                Set(list.filter { $0.interface == "eth0" && $0.host != nil }.map(\.name))
                    == Set(found.values.filter { $0.host != nil }.map(\.name)))
            #expect(link.avahi.status == nil)
        }
    }

    private static func expectAll(of found: [String: ServiceInstance]) throws {
        #expect(names.allSatisfy { found[$0]?.addresses?.first?.description == "10.77.1.2" }, "\(found.keys)")
        let txt = try #require(found["txt"]?.txt)
        #expect(txt["v"] == .text(String(wide.dropFirst(2))) && txt["n"] == .text("a\nb") && txt["N"] == nil)
        #expect(txt["<b>"] == .text("<i>") && txt["flag"] == .flag && txt["empty"] == .text("") && txt.count == 6)
        #expect(found["binary"]?.txt?["k"] == .bytes([0xff, 0, 0xfe]))
        #expect(found["large"]?.txt?.count == 32)
        #expect(found["many"]?.txt == ["x": .flag])
        #expect(found["port 0"]?.port == 0 && found["port 0"]?.stale == false)
        #expect(found["impostor"]?.host == "good.local")
        // A service without an address is shown with the data that is known.
        for (name, host) in [("foreign", "www.example.com"), ("single", "a"), ("control", "a\nb.local")] {
            #expect(found[name]?.host == host && found[name]?.addresses == [] && found[name]?.stale == true, "\(name)")
        }
    }

    /// Characters that Swift joins with the `<` before or after them into one character.
    private static let joined = [
        "\u{d4e}<meta http-equiv=refresh content=0;url=//e.test>", "\u{600}<script>", "<\u{338}b \u{110bd}\"\u{200d}>",
        "\u{111c2}<b>\u{903}", "1\u{37e}<\u{1f1e9}\u{1f1ea}>",
    ]

    @Test("no peer name can inject a tag into the page, whatever characters combine with its first one")
    func markup() async throws {
        // Each has an address of its own, since a host has at most two places in the list.
        let packets = Self.joined.enumerated().flatMap { index, name in
            let host = "evil\(index).local"
            return [
                MulticastPackets.header([0, 1, 0, 0])
                    + MulticastPackets.record(host, type: 1, [10, 77, 1, UInt8(20 + index)]),
                AnnouncedService.packet([AnnouncedService(name, type: "_netdiag._tcp", target: host)]),
            ]
        }
        try await Link.run(answers: packets) { link in
            let daemon = try await link.laptop.startDaemon()
            try await daemon.peers("all names") { document in
                Self.joined.allSatisfy { name in document.peers.contains { $0.name.utf8.elementsEqual(name.utf8) } }
            }
            // Compared as bytes, as a browser reads them.
            let page = Array(try await daemon.get("/peers").utf8)
            func holds(_ text: String) -> Bool {
                let wanted = Array(text.utf8)
                return page.indices.contains { page[$0...].starts(with: wanted) }
            }
            #expect(holds("&lt;meta http-equiv=refresh content=0;url=//e.test&gt;"))
            for tag in ["<meta http-equiv=refresh content=0", "<script>", "<b>", "<b ", "<\u{338}", "<\u{1f1e9}"] {
                #expect(!holds(tag), "\(tag)")
            }
        }
    }

    /// A packet that lists these types of services.
    private static func listing(_ types: [String]) -> [UInt8] {
        MulticastPackets.header([0, UInt8(types.count), 0, 0])
            + types.flatMap {
                MulticastPackets.record(
                    "_services._dns-sd._udp.local", type: 12, class: 1, MulticastPackets.name("\($0).local"))
            }
    }

    @Test(
        "a thousand instances a second from one host displace no other host's, with or without records",
        arguments: [true, false])
    func flood(isComplete: Bool) async throws {
        // Several types, since avahi-daemon itself is slow with very many services of one type.
        let types = (0..<16).map { "_flood\($0)._tcp" }
        try await Link.run(answers: [Link.address, Self.listing(types)], cache: 65_536) { link in
            let daemon = try await link.laptop.startDaemon("publish: {enabled: false}")
            let browse = try link.browse()
            try await link.good.publish("Before", "_http._tcp", port: 80)
            try await Self.resolved("Before", by: browse)
            let flood = Task {
                for batch in 0..<15 {
                    let services = (0..<100).map { index in
                        AnnouncedService("F\(batch * 100 + index)", type: types[index % types.count]).with {
                            if !isComplete {
                                $0.target = nil
                                $0.txt = nil
                            }
                        }
                    }
                    for start in stride(from: 0, to: 100, by: 10) {
                        link.evil.send([AnnouncedService.packet(Array(services[start..<start + 10]))])
                    }
                    // This delay sets the rate of the flood.
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
            try await Self.first("the flood's first", of: browse) { $0.instance.name.hasPrefix("F") }
            try await link.good.publish("Amid", "_http._tcp", port: 81)
            try await Self.resolved("Amid", by: browse)
            try await flood.value
            try await link.good.publish("After", "_http._tcp", port: 82)
            try await Self.resolved("After", by: browse)
            let gone = browse.output.text.split(separator: "\n").compactMap { Self.event($0) }.filter {
                $0.event == .removed && ["Before", "Amid", "After"].contains($0.instance.name)
            }
            #expect(gone.isEmpty)
            let kibibytes = try Self.residentKibibytes(of: daemon.process)
            #expect(kibibytes < 128 << 10)
            #expect(link.avahi.status == nil)
        }
    }

    @Test("an avahi-daemon that crashes on circular aliases is reported as absent until it runs again")
    func circles() async throws {
        @Sendable func alias(_ name: String, _ target: String) -> [UInt8] {
            MulticastPackets.header([0, 1, 0, 0])
                + MulticastPackets.record(name, type: 5, class: 1, MulticastPackets.name(target))
        }
        try await Link.run(answers: []) { link in
            try await link.good.publish("Good", "_http._tcp", port: 80)
            let browse = try link.browse()
            try await Self.resolved("Good", by: browse)
            let service = AnnouncedService.packet([AnnouncedService("Circle", target: "circle.local")])
            link.evil.send([
                alias("circle.local", "circle.local"), alias("_http._tcp.local", "_http._tcp.local"), service,
                alias("circle.local", "other.local"), alias("other.local", "circle.local"),
            ])
            try await Self.first("the circle", of: browse) { $0.instance.name == "Circle" }
            // avahi-daemon 0.8 of Debian crashes on this (CVE-2026-24401); a version that does not crash is ended here.
            link.avahi.killGroup()
            try await link.avahi.exit()
            try await browse.diagnostics.first("that it is away") { $0.contains("avahi-daemon does not run") }
            try await link.laptop.startAvahi()
            try await link.good.publish("Later", "_http._tcp", port: 81)
            try await Self.resolved("Later", by: browse)
            #expect(browse.status == nil)
        }
    }

    private static func residentKibibytes(of process: HostProcess) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first)
    }

    @discardableResult
    private static func first(
        _ what: String, of browse: HostProcess, where condition: @escaping @Sendable (ServiceEvent) -> Bool
    ) async throws -> String {
        // Where every process waits long for a processor, avahi-daemon loses packets, and queries again ever less often.
        try await browse.output.first(what, within: .seconds(300)) { event($0).map(condition) ?? false }
    }

    private static func resolved(_ name: String, by browse: HostProcess) async throws {
        try await first("\(name), resolved", of: browse) {
            $0.instance.name == name && $0.instance.interface == "eth0" && $0.instance.addresses?.count == 2
        }
    }
}
