import NetworkModel
import Probes
import Testing

@testable import NetdiagConfiguration

@Suite("Maintenance windows")
struct MaintenanceWindowTests {
    private func window(_ text: String) throws -> MaintenanceWindow {
        try parsedConfiguration("maintenance: {\(text)}\ntargets: [a]").targets[0].maintenance[0]
    }

    private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    @Test(
        "every week, in the zone's local time, over midnight and over the end of summer time",
        arguments: [
            ("weekly: sun 02:00-04:00, zone: UTC", "2026-11-22T02:00:00Z", true),
            ("weekly: sun 02:00-04:00, zone: UTC", "2026-11-22T03:59:59Z", true),
            ("weekly: sun 02:00-04:00, zone: UTC", "2026-11-22T04:00:00Z", false),
            ("weekly: sun 02:00-04:00, zone: UTC", "2026-11-23T02:00:00Z", false),
            ("weekly: sun 02:00-04:00, zone: Europe/Berlin", "2026-11-22T01:00:00Z", true),
            ("weekly: sun 02:00-04:00, zone: Europe/Berlin", "2026-11-22T03:00:00Z", false),
            ("weekly: sun 02:00-04:00, zone: Europe/Berlin", "2026-07-05T00:00:00Z", true),
            ("weekly: sun 02:00-04:00, zone: Europe/Berlin", "2026-07-05T02:00:00Z", false),
            // 25 October 2026: at three o'clock, the clock is set back to two.
            ("weekly: sun 02:00-03:00, zone: Europe/Berlin", "2026-10-25T00:30:00Z", true),
            ("weekly: sun 02:00-03:00, zone: Europe/Berlin", "2026-10-25T01:30:00Z", true),
            ("weekly: sun 02:00-03:00, zone: Europe/Berlin", "2026-10-25T02:30:00Z", false),
            // Long after the last change that the file lists.
            ("weekly: daily 12:00-13:00, zone: Europe/Berlin", "2061-07-01T10:30:00Z", true),
            ("weekly: daily 12:00-13:00, zone: Europe/Berlin", "2061-01-01T10:30:00Z", false),
            ("weekly: daily 12:00-13:00, zone: America/Sao_Paulo", "2061-01-01T15:30:00Z", true),
            ("weekly: fri-mon 23:30-00:30, zone: UTC", "2026-11-24T00:10:00Z", true),
            ("weekly: fri-mon 23:30-00:30, zone: UTC", "2026-11-24T23:40:00Z", false),
            ("weekly: 'sat,sun 00:00-24:00', zone: UTC", "2026-11-22T23:59:59Z", true),
            ("from: 2026-12-24T22:00, until: 2026-12-25T06:00, zone: Asia/Tokyo", "2026-12-24T13:00:00Z", true),
            ("from: 2026-12-24T22:00, until: 2026-12-25T06:00, zone: Asia/Tokyo", "2026-12-24T21:00:00Z", false),
        ])
    func windows(text: String, at moment: String, isOpen: Bool) throws {
        #expect(try window(text).contains(self.moment(moment)) == isOpen)
    }

    @Test(
        "adjacent windows end when no other one continues",
        arguments: [
            (["weekly: daily 00:00-23:59, zone: UTC"], "2026-11-24T19:31:10Z", "2026-11-24T23:59:00Z"),
            (["weekly: fri-mon 23:30-00:30, zone: UTC"], "2026-11-24T00:10:00Z", "2026-11-24T00:30:00Z"),
            (["weekly: daily 22:00-07:00, zone: Europe/Berlin"], "2026-11-24T22:10:00Z", "2026-11-25T06:00:00Z"),
            // The nights of a weekend are one period.
            (["weekly: 'sat,sun 00:00-24:00', zone: UTC"], "2026-11-21T03:00:00Z", "2026-11-23T00:00:00Z"),
            (
                ["weekly: tue 20:00-21:00, zone: UTC", "weekly: tue 20:30-22:00, zone: UTC"], "2026-11-24T20:10:00Z",
                "2026-11-24T22:00:00Z"
            ),
            // Two o'clock occurs twice.
            (["weekly: sun 02:00-03:00, zone: Europe/Berlin"], "2026-10-25T00:30:00Z", "2026-10-25T02:00:00Z"),
            (
                ["from: 2026-12-24T22:00, until: 2026-12-25T06:00, zone: Asia/Tokyo"], "2026-12-24T13:00:00Z",
                "2026-12-24T21:00:00Z"
            ),
        ])
    func ends(texts: [String], at moment: String, end: String) throws {
        let windows = try texts.map { try window($0) }
        #expect(try MaintenanceWindow.end(of: windows, at: self.moment(moment)) == self.moment(end))
    }

    @Test("windows that never end have no end")
    func endless() throws {
        let windows = [try window("weekly: daily 00:00-24:00, zone: UTC")]
        #expect(try MaintenanceWindow.end(of: windows, at: moment("2026-11-24T20:10:00Z")) == nil)
    }

    @Test("a rule of a time zone, in both hemispheres")
    func rules() throws {
        let berlin = try #require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
        // 29 March 2026, 01:00 UTC.
        #expect(berlin.offset(at: 1_774_745_999) == 3_600 && berlin.offset(at: 1_774_746_000) == 7_200)
        let auckland = try #require(ZoneRule("NZST-12NZDT,M9.5.0,M4.1.0/3"))
        #expect(auckland.offset(at: 1_767_225_600) == 46_800 && auckland.offset(at: 1_782_864_000) == 43_200)
        #expect(ZoneRule("<+0545>-5:45")?.offset(at: 0) == 20_700)
        for text in ["", "CET", "CET-99", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.1.0,M1.1.0", "C-1"] {
            #expect(ZoneRule(text) == nil, "\(text)")
        }
    }

    @Test("a truncated file is refused, or is the zone without its rule")
    func damaged() throws {
        let bytes = try RegularFileBytes.read("/usr/share/zoneinfo/Europe/Berlin")
        let whole = try #require(ZoneOffsets("Europe/Berlin", bytes))
        #expect(whole.offset(at: 1_782_864_000) == 7_200)
        for length in 0..<bytes.count {
            if let cut = ZoneOffsets("Europe/Berlin", Array(bytes.prefix(length))) {
                #expect(cut.offset(at: 1_000_000_000) == 7_200)
            }
        }
        var wild = bytes
        for place in wild.indices { wild[place] ^= UInt8(truncatingIfNeeded: place &* 31) }
        #expect(ZoneOffsets("x", wild) == nil)
    }
}

enum RegularFileBytes {
    static func read(_ path: String) throws -> [UInt8] { try RegularFile.read(path, maxBytes: 1 << 20).bytes }
}
