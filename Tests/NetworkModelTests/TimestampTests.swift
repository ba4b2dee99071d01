import Foundation
import NetworkModel
import Testing

@Suite("Times as users write them")
struct TimestampTests {
    @Test(
        "RFC 3339 and relative times",
        arguments: [
            ("1970-01-02T00:00:00Z", 86_400_000), ("1970-01-02T01:00:00+01:00", 86_400_000),
            ("1970-01-01T23:00:00.250-01:00", 86_400_250), ("1970-01-02t00:00:00.5z", 86_400_500),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2000-02-29T12:34:56.789123Z", 951_827_696_789),
            ("1600-01-01T00:00:00Z", -11_676_096_000_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("1969-12-31T23:59:59Z", -1_000), ("1s", 999_999_000), ("2m", 999_880_000), ("1h", 996_400_000),
            ("2d", 827_200_000),
        ])
    func good(text: String, milliseconds: Int64) {
        let now = Timestamp(millisecondsSince1970: 1_000_000_000)
        #expect(Timestamp(since: text, now: now)?.millisecondsSince1970 == milliseconds)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "2", "h", "-2h", "2 h", "2w", "1234567890d", "yesterday", "1970-01-02", "1970-01-02T00:00:00",
            "1970-13-02T00:00:00Z", "1970-01-02T00:00:00.Z", "1970-01-02T00:00:00+1:00", "1970-01-02T00:00:00.1x5Z",
        ])
    func bad(text: String) {
        #expect(Timestamp(since: text) == nil)
    }

    @Test(
        "a well-formed but impossible time is distinguished from other text",
        arguments: [
            ("2026-02-30T00:00:00Z", Timestamp.TextProblem.day(month: 2, year: 2026, days: 28)),
            ("1900-02-29T00:00:00Z", .day(month: 2, year: 1900, days: 28)),
            ("2026-11-31T00:00:00+01:00", .day(month: 11, year: 2026, days: 30)),
            ("2026-11-00T00:00:00Z", .day(month: 11, year: 2026, days: 30)), ("2026-13-01T00:00:00Z", .number),
            ("2026-11-21T24:00:00Z", .number), ("2026-11-21T12:60:00Z", .number), ("2026-11-21T12:00:60Z", .number),
            ("2026-11-21T12:00:00+24:00", .number), ("99999999d", .range), ("1234567890123456789012345678901d", .range),
            ("1599-12-31T23:59:59Z", .range), ("9999-12-31T23:59:59-00:01", .range), ("2026-11-21", .form),
            ("2026-11-21x12:00:00Z", .form), ("2026-11-21T12:00:00.Z", .form), ("2026-11-21T12:00:00ZZ", .form),
            ("last week", .form),
        ])
    func problems(text: String, problem: Timestamp.TextProblem) {
        #expect(throws: problem) { try Timestamp.past(text) }
    }

    @Test("each day of four centuries follows the day before")
    func days() throws {
        let first = try #require(Timestamp(rfc3339: "1800-01-01T00:00:00Z")).millisecondsSince1970
        for day in 0..<146_097 {
            let moment = Timestamp(millisecondsSince1970: first + Int64(day) * 86_400_000)
            guard Timestamp(rfc3339: moment.description) != moment else { continue }
            Issue.record("\(moment)")
            return
        }
    }

    @Test(
        "documents are decoded with times of all years that certificates can have",
        arguments: ["2026-11-27T00:32:10.123Z", "1969-12-31T23:59:59.001Z", "1600-01-01T00:00:00.000Z"])
    func documents(text: String) throws {
        let time = try JSONDecoder().decode(Timestamp.self, from: Data("\"\(text)\"".utf8))
        #expect(time.description == text)
        // In years before 1600, Foundation counts days as in the Julian calendar.
        _ = try JSONDecoder().decode(Timestamp.self, from: Data("\"0001-01-01T00:00:00.000Z\"".utf8))
    }
}
