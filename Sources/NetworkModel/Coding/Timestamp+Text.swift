extension Timestamp {
    /// Parses an RFC 3339 time from 1600 on, in UTC or with an offset, with or without fractions of a second. Leap seconds
    /// are invalid.
    public init?(rfc3339 text: String) {
        guard let moment = try? Self.parsed(text) else { return nil }
        self = moment
    }

    /// Parses a moment in the past: an RFC 3339 time, or a duration before now, as in `45s`, `30m`, `2h`, `7d`.
    public init?(since text: String, now: Timestamp = Timestamp()) {
        guard let moment = try? Self.past(text, now: now) else { return nil }
        self = moment
    }

    /// Parses the same as ``init(since:now:)``.
    ///
    /// - Throws: ``TextProblem`` with a reason for the user.
    public static func past(_ text: String, now: Timestamp = Timestamp()) throws(TextProblem) -> Timestamp {
        let units: [(Character, Int64)] = [("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]
        guard let unit = units.first(where: { text.last == $0.0 })?.1 else { return try parsed(text) }
        guard let digits = Digits(Array(text.utf8.dropLast())[...]) else { throw .form }
        // Nine digits of days are more than a million years.
        guard digits.count <= 9 else { throw .range }
        return try inRange(now.millisecondsSince1970 - Int64(digits.value) * unit)
    }

    /// Parses RFC 3339 section 5.6. Days are validated here, since Foundation turns the 30th of February into the 2nd of
    /// March.
    private static func parsed(_ text: String) throws(TextProblem) -> Timestamp {
        let bytes = Array(text.utf8)
        // Longer texts are not valid times.
        guard 20...64 ~= bytes.count else { throw .form }
        func number(_ range: Range<Int>) throws(TextProblem) -> Int {
            guard let digits = Digits(bytes[range]) else { throw .form }
            return digits.value
        }
        let (year, month, day) = (try number(0..<4), try number(5..<7), try number(8..<10))
        let (hour, minute, second) = (try number(11..<13), try number(14..<16), try number(17..<19))
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] | 0x20 == UInt8(ascii: "t"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
        else { throw .form }
        var rest = bytes[19...]
        let milliseconds = try Self.fraction(&rest)
        let offset = try Self.offset(rest)
        guard 1...12 ~= month, hour < 24, minute < 60, second < 60 else { throw .number }
        let days = Self.days(ofMonth: month, year)
        guard 1...days ~= day else { throw .day(month: month, year: year, days: days) }
        let seconds = ((dayNumber(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second
        return try inRange(Int64(seconds) * 1_000 + Int64(milliseconds))
    }

    /// Consumes `.5` at the beginning, if present. Digits beyond milliseconds are truncated.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) throws(TextProblem) -> Int {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
        guard let value = Digits((Array(digits) + Array("00".utf8)).prefix(3)), !digits.isEmpty else { throw .form }
        rest = rest[digits.endIndex...]
        return value.value
    }

    /// Parses `Z`, or `+01:00` to minutes.
    private static func offset(_ zone: ArraySlice<UInt8>) throws(TextProblem) -> Int {
        let zone = Array(zone)
        if zone.count == 1, zone[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard zone.count == 6, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
            zone[3] == UInt8(ascii: ":"), let hours = Digits(zone[1...2]), let minutes = Digits(zone[4...5])
        else { throw .form }
        guard hours.value < 24, minutes.value < 60 else { throw .number }
        return (hours.value * 60 + minutes.value) * (zone[0] == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func inRange(_ milliseconds: Int64) throws(TextProblem) -> Timestamp {
        // Before 1582, other software uses the Julian calendar; 1600 is early enough. RFC 3339 ends with the year 9999.
        guard -11_676_096_000_000...253_402_300_799_999 ~= milliseconds else { throw .range }
        return Timestamp(millisecondsSince1970: milliseconds)
    }

    // MARK: - The calendar

    private static func days(ofMonth month: Int, _ year: Int) -> Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days since 1970-01-01 in the Gregorian calendar.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March here, so that the leap day is the last day of its year.
        let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = floorDivided(year, 4) - floorDivided(year, 100) + floorDivided(year, 400)
        return year * 365 + leapDays + (month * 153 + 2) / 5 + day - 1 - 719_468
    }

    private static func floorDivided(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }

    /// A number with leading zeros.
    static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// A parser of digits only, whose length is limited so that no sum overflows.
    private struct Digits {
        let value: Int
        let count: Int

        init?(_ bytes: ArraySlice<UInt8>) {
            guard !bytes.isEmpty, bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            count = bytes.count
            value = bytes.prefix(18).reduce(0) { $0 * 10 + Int($1 & 0x0f) }
        }
    }
}
