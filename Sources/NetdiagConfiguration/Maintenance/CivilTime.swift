/// A date and a time of day, without a time zone.
struct CivilTime {
    var year: Int
    var month: Int
    var day: Int
    var second: Int

    /// The seconds since 1970-01-01 00:00:00 by the same clock, by the algorithm that counts days from March
    /// (https://howardhinnant.github.io/date_algorithms.html).
    var seconds: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400 + second
    }

    /// The year that contains the given number of seconds since 1970.
    static func year(of seconds: Int) -> Int {
        var year = 1970 + seconds / 31_556_952
        while CivilTime(year: year, month: 1, day: 1, second: 0).seconds > seconds { year -= 1 }
        while CivilTime(year: year + 1, month: 1, day: 1, second: 0).seconds <= seconds { year += 1 }
        return year
    }

    /// The day of the week, 0 for Sunday.
    static func weekday(of seconds: Int) -> Int {
        // 1970 began on a Thursday.
        let days = (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
        return ((days + 4) % 7 + 7) % 7
    }

    static func days(in month: Int, of year: Int) -> Int {
        let next =
            month == 12
            ? CivilTime(year: year + 1, month: 1, day: 1, second: 0)
            : CivilTime(year: year, month: month + 1, day: 1, second: 0)
        return (next.seconds - CivilTime(year: year, month: month, day: 1, second: 0).seconds) / 86_400
    }

    /// Parses `2026-12-24T22:00`, with or without seconds, and with a blank or a T.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 16 || bytes.count == 19, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
            bytes.count == 16 || bytes[16] == UInt8(ascii: ":")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            guard bytes[range].allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            return Int(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16),
            let second = bytes.count == 19 ? number(17..<19) : 0, year >= 1970, 1...12 ~= month,
            1...Self.days(in: month, of: year) ~= day, hour < 24, minute < 60, second < 60
        else { return nil }
        self.init(year: year, month: month, day: day, second: hour * 3_600 + minute * 60 + second)
    }

    init(year: Int, month: Int, day: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.second = second
    }
}
