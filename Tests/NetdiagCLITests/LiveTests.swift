import FoundationEssentials
import NetworkModel
import Testing
import Translations

@testable import NetdiagCLI

@Suite("The live view of services")
struct LiveTests {
    private let start = ContinuousClock.now

    private static func instance(_ name: String, _ type: String = "_ipp._tcp", on interface: String = "eth0")
        -> ServiceInstance
    {
        ServiceInstance(name: name, type: type, domain: "local", interface: interface)
    }

    /// The state of the page at a time, after events at times in seconds since the start.
    private func services(_ events: [(Double, BrowseLine)], at second: Double) throws -> LiveServices {
        var services = LiveServices(at: start)
        for (second, line) in events {
            services.update(at: start + .seconds(second))
            try services.apply(line, at: start + .seconds(second))
        }
        services.update(at: start + .seconds(second))
        return services
    }

    private func event(_ kind: ServiceEvent.Kind, _ instance: ServiceInstance) -> BrowseLine {
        .event(ServiceEvent(kind, instance))
    }

    private func text(
        _ services: LiveServices, type: String? = nil, columns: Int = 80, rows: Int = 24, hasColour: Bool = false,
        hasUnicode: Bool = true
    ) -> [String] {
        var terminal = Terminal(
            isInteractive: true, columns: columns, hasColour: hasColour, hasUnicode: hasUnicode)
        terminal.rows = rows
        return LivePage(type: type, domain: "local").lines(services, on: terminal).map(String.init)
    }

    @Test("existing instances are plain; those that appear, change and disappear are highlighted for a moment")
    func news() throws {
        let (old, new) = (Self.instance("Old"), Self.instance("New", "_http._tcp"))
        let events = [(0.1, event(.added, old)), (5, event(.added, new)), (6, event(.removed, old))]
        #expect(
            text(try services(events, at: 7)) == [
                "All services in local: 1", "",
                "   TYPE                           NAME  INTERFACE",
                "+  _http._tcp  Web Site           New   eth0",
                "-  _ipp._tcp   Internet Printing  Old   eth0",
            ])
        let later = try services(events, at: 9)
        #expect(later.sorted.map(\.instance.name) == ["New"] && later.nextChange == nil)
        // A service that returns while its removal is still shown is marked as new.
        let back = try services(events + [(7, event(.added, old))], at: 7)
        #expect(back.count == 2 && back.sorted.map(\.news) == [.added, .added])
        let changed = try services([(0, event(.added, old)), (5, event(.updated, old))], at: 6)
        #expect(changed.sorted.map(\.news) == [.updated] && changed.nextChange == start + .seconds(8))
    }

    @Test("an instance stays new after it is resolved, and is new only once")
    func resolved() throws {
        var instance = Self.instance("Printer")
        let added = event(.added, instance)
        instance.host = "h1.local"
        instance.port = 631
        instance.addresses = [try Fixtures.address("10.0.0.1"), try Fixtures.address("fe80::1")]
        instance.txt = ["rp": .text("ipp/print"), "Color": .flag]
        let shown = try services([(5, added), (6, event(.resolved, instance))], at: 7)
        #expect(
            text(shown, type: "_ipp._tcp", columns: 120) == [
                "Internet Printing (_ipp._tcp) in local: 1", "",
                "   NAME     INTERFACE  HOST                            TXT",
                "+  Printer  eth0       h1.local:631  10.0.0.1 fe80::1  Color rp=ipp/print",
            ])
        #expect(try services([(5, added), (6, event(.resolved, instance))], at: 8).nextChange == nil)
    }

    @Test("resolved services are shown whole, on several lines each if one is too narrow", arguments: [80, 100, 200])
    func whole(columns: Int) throws {
        var events: [(Double, BrowseLine)] = []
        for name in ["One", "Two"] {
            var instance = Self.instance("Printer \(name)")
            (instance.host, instance.port) = ("printer-in-the-hall.local", 631)
            instance.addresses = [
                try Fixtures.address("127.0.0.1"), try Fixtures.address("fe80::6c5e:1234:5678:9abc%eth0"),
            ]
            instance.txt = [
                "rp": .text("ipp/print"), "note": .text("behind the door"),
                "pdl": .text("application/postscript,application/pdf,image/jpeg,image/urf,image/pwg-raster"),
            ]
            events += [(5, event(.added, instance)), (5, event(.resolved, instance))]
        }
        let services = try services(events, at: 6)
        let lines = text(services, columns: columns)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns && !$0.contains("…") }, "\(lines)")
        // A word that is longer than a line is broken.
        func joined(_ lines: [String]) -> String { lines.map { $0.drop { $0 == " " } }.joined() }
        let all = joined(lines)
        for part in ["fe80::6c5e:1234:5678:9abc%eth0", "127.0.0.1", "rp=ipp/print", "door", "image/pwg-raster"] {
            #expect(all.components(separatedBy: part).count == 3, "\(part): \(lines)")
        }
        #expect(lines.count { $0.hasPrefix("+ Printer ") } == 2)
        // A service is shown as a whole, or counted.
        let few = text(services, columns: columns, rows: lines.count - 1)
        #expect(few.count < lines.count && few.last == "… and 1 more", "\(few)")
        #expect(joined(few).components(separatedBy: "image/pwg-raster").count == 2)
    }

    @Test("it is cut to the window's height and width, however small", arguments: [1, 2, 3, 4, 5, 6, 10, 24, 53])
    func height(rows: Int) throws {
        let name = String(repeating: "long ", count: 12) + "日本語"
        let many = try services((1...50).map { (0, event(.added, Self.instance("\($0) \(name)"))) }, at: 1)
        for columns in [40, 80, 200] {
            let lines = text(many, columns: columns, rows: rows)
            #expect(lines.count <= rows)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            // In a narrow window, a service has several lines, and fewer fit.
            if rows == 24, columns == 40 { #expect(lines.last?.hasPrefix("… and ") == true, "\(lines)") }
            if rows == 24, columns == 200 { #expect(lines.count == 24 && lines.last == "… and 30 more") }
            if rows == 53, columns == 200 { #expect(lines.count == 53 && lines.last?.contains("more") == false) }
        }
        #expect(text(many, rows: 24, hasUnicode: false).joined().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("while avahi-daemon is away, a line says so; instances that were there before are not new when it returns")
    func away() throws {
        let one = Self.instance("One")
        let away: [(Double, BrowseLine)] = [
            (0, event(.added, one)), (5, event(.removed, one)),
            (5, BrowseLine.unavailable(reason: "avahi-daemon\u{1b} is away")),
        ]
        #expect(text(try services(away, at: 9)) == ["All services in local: none", #"! avahi-daemon\u{1b} is away"#])
        let back = try services(away + [(10, .available), (10.5, event(.added, one))], at: 11)
        #expect(back.away == nil && back.sorted.map(\.news) == [nil])
    }

    @Test("in a storm of changes, few removed instances are kept")
    func storm() throws {
        var services = LiveServices(at: start)
        for number in 1...10_000 {
            let instance = Self.instance("\(number)")
            try services.apply(event(.added, instance), at: start + .seconds(5))
            try services.apply(event(.removed, instance), at: start + .seconds(5))
        }
        #expect(services.count == 0 && services.sorted.count <= 200)
        services.update(at: start + .seconds(9))
        #expect(services.sorted.isEmpty && services.nextChange == nil)
    }

    @Test("colours: removed instances are crossed out, and no text is raw")
    func colours() throws {
        let evil = Self.instance("\u{1b}[2J\u{202e}x", "_evil\n._tcp")
        let lines = text(
            try services([(5, event(.added, evil)), (6, event(.removed, evil))], at: 7), hasColour: true)
        #expect(lines.count == 4)
        #expect(lines.last?.contains("\u{1b}[2;9m\\u{1b}[2J\\u{202e}x\u{1b}[0m") == true)
    }
}
