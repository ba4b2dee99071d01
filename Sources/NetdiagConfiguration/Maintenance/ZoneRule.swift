/// A time zone's rule for the years that its file does not list: a POSIX TZ string (RFC 9636 section 3.3.1), as in
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable, Hashable {
    private struct Change: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// The week counts from 1, where 5 is the last one. The day counts from 0 for Sunday.
            case weekday(month: Int, week: Int, day: Int)
            /// The day of the year from 1, without 29 February.
            case julian(Int)
            /// The day of the year from 0, with 29 February in leap years.
            case ordinal(Int)
        }
        var day: Day
        /// Seconds after midnight, by the clock before the change.
        var second: Int

        /// The time of the change in a year, by the clock before it.
        func seconds(in year: Int) -> Int {
            let start = CivilTime(year: year, month: 1, day: 1, second: 0).seconds
            let days: Int
            switch day {
            case .ordinal(let number): days = number
            case .julian(let number):
                days = number - 1 + (number >= 60 && CivilTime.days(in: 2, of: year) == 29 ? 1 : 0)
            case .weekday(let month, let week, let day):
                let first = CivilTime(year: year, month: month, day: 1, second: 0).seconds
                let skipped = (day - CivilTime.weekday(of: first) + 7) % 7
                var place = skipped + (week - 1) * 7
                while place >= CivilTime.days(in: month, of: year) { place -= 7 }
                return first + place * 86_400 + second
            }
            return start + days * 86_400 + second
        }
    }

    /// The offset in seconds east of UTC.
    private let standard: Int
    private var summer: (offset: Int, begin: Change, end: Change)?

    static func == (left: ZoneRule, right: ZoneRule) -> Bool {
        left.standard == right.standard && left.summer?.offset == right.summer?.offset
            && left.summer?.begin == right.summer?.begin && left.summer?.end == right.summer?.end
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(standard)
        hasher.combine(summer?.offset)
    }

    func offset(at seconds: Int) -> Int {
        guard let summer else { return standard }
        let year = CivilTime.year(of: seconds + standard)
        let begin = summer.begin.seconds(in: year) - standard
        let end = summer.end.seconds(in: year) - summer.offset
        let isSummer = begin < end ? (begin..<end).contains(seconds) : !(end..<begin).contains(seconds)
        return isSummer ? summer.offset : standard
    }

    /// - Returns: `nil` if the text is not such a string.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard Self.skipName(&rest), let west = Self.time(&rest, limit: 24) else { return nil }
        standard = -west
        guard !rest.isEmpty else { return }
        guard Self.skipName(&rest) else { return nil }
        var offset = standard + 3_600
        if let next = rest.first, next != UInt8(ascii: ",") {
            guard let west = Self.time(&rest, limit: 24) else { return nil }
            offset = -west
        }
        guard let begin = Self.change(&rest), let end = Self.change(&rest), rest.isEmpty else { return nil }
        summer = (offset, begin, end)
    }

    /// Skips a name of at least three letters, or one in angle brackets.
    private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let before = rest.count
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        rest = rest.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return before - rest.count >= 3
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        rest = rest[digits.endIndex...]
        return digits.count <= 3 ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    /// Parses `[+-]h[:m[:s]]`.
    private static func time(_ rest: inout ArraySlice<UInt8>, limit: Int) -> Int? {
        var sign = 1
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            rest = rest.dropFirst()
        }
        guard let hours = number(&rest), hours <= limit else { return nil }
        var sum = hours * 3_600
        for factor in [60, 1] {
            guard rest.first == UInt8(ascii: ":") else { break }
            rest = rest.dropFirst()
            guard let part = number(&rest), part < 60 else { return nil }
            sum += part * factor
        }
        return sign * sum
    }

    private static func change(_ rest: inout ArraySlice<UInt8>) -> Change? {
        guard rest.popFirst() == UInt8(ascii: ",") else { return nil }
        let day: Change.Day
        if rest.first == UInt8(ascii: "M") {
            rest = rest.dropFirst()
            guard let month = number(&rest), 1...12 ~= month, rest.popFirst() == UInt8(ascii: "."),
                let week = number(&rest), 1...5 ~= week, rest.popFirst() == UInt8(ascii: "."),
                let weekday = number(&rest), 0...6 ~= weekday
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if rest.first == UInt8(ascii: "J") {
            rest = rest.dropFirst()
            guard let number = number(&rest), 1...365 ~= number else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(&rest), 0...365 ~= number else { return nil }
            day = .ordinal(number)
        }
        guard rest.first == UInt8(ascii: "/") else { return Change(day: day, second: 7_200) }
        rest = rest.dropFirst()
        return time(&rest, limit: 167).map { Change(day: day, second: $0) }
    }
}
