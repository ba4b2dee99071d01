public import NetworkModel

/// A time in which targets may fail: they are checked, and what the checks say counts for nothing.
public struct MaintenanceWindow: Sendable, Hashable {
    public enum Span: Sendable, Hashable {
        /// From one moment to another, in seconds since 1970 by the zone's clock.
        case once(Range<Int>)
        /// On the days of the week, 0 for Sunday, from a second of the day on, for so many seconds; at most a day.
        case weekly(days: Set<Int>, start: Int, length: Int)
    }

    public var span: Span
    public var zone: ZoneOffsets

    public init(span: Span, zone: ZoneOffsets) {
        self.span = span
        self.zone = zone
    }

    public func contains(_ moment: Timestamp) -> Bool {
        let seconds = Int((Double(moment.millisecondsSince1970) / 1_000).rounded(.down))
        let local = seconds + zone.offset(at: seconds)
        switch span {
        case .once(let range): return range.contains(local)
        case .weekly(let days, let start, let length):
            let second = ((local % 86_400) + 86_400) % 86_400
            // Begun today, or yesterday and over midnight.
            return days.contains(CivilTime.weekday(of: local)) && (start..<(start + length)).contains(second)
                || days.contains(CivilTime.weekday(of: local - 86_400))
                    && (start..<(start + length)).contains(second + 86_400)
        }
    }

    /// When all of some windows are over, of which one contains a moment; `nil` if that is not within their next 32 ends.
    public static func end(of windows: [MaintenanceWindow], at moment: Timestamp) -> Timestamp? {
        var end = moment
        for _ in 0..<32 {
            let ends = windows.filter { $0.contains(end) }.map { $0.end(containing: end) }
            guard let next = ends.max(by: { $0.millisecondsSince1970 < $1.millisecondsSince1970 }) else { return end }
            // Where the clock is set forward, a window can be over before its end is reached.
            let least = end.millisecondsSince1970 + 60_000
            end = Timestamp(millisecondsSince1970: max(next.millisecondsSince1970, least))
        }
        return nil
    }

    /// The end of the window by the zone's clock, for a moment that is in it.
    private func end(containing moment: Timestamp) -> Timestamp {
        let seconds = Int((Double(moment.millisecondsSince1970) / 1_000).rounded(.down))
        let local = seconds + zone.offset(at: seconds)
        let end: Int
        switch span {
        case .once(let range): end = range.upperBound
        case .weekly(let days, let start, let length):
            let second = ((local % 86_400) + 86_400) % 86_400
            let isOfToday =
                days.contains(CivilTime.weekday(of: local)) && (start..<(start + length)).contains(second)
            end = local - second + start + length - (isOfToday ? 0 : 86_400)
        }
        // The offset at the end, which may be another.
        let offset = zone.offset(at: end - zone.offset(at: seconds))
        return Timestamp(millisecondsSince1970: Int64(end - offset) * 1_000)
    }

    private static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Parses `sun 02:00-04:00`, `mon-fri 23:30-00:30`, `sat,sun 00:00-24:00`, `daily 03:00-03:15`.
    static func weekly(_ text: String) throws(SettingsError) -> Span {
        let parts = text.lowercased().split(separator: " ")
        let refusal = SettingsError(
            "\(SafeText.shown(text)) cannot be taken; write days and times, as in sun 02:00-04:00 or mon-fri 23:30-00:30"
        )
        guard parts.count == 2, text.utf8.count <= 64 else { throw refusal }
        var days: Set<Int> = []
        for part in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
            if part == "daily" {
                days = Set(0...6)
                continue
            }
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(ends.count), let first = names.firstIndex(of: String(ends[0])),
                let last = names.firstIndex(of: String(ends[ends.count - 1]))
            else { throw refusal }
            var day = first
            days.insert(day)
            while day != last {
                day = (day + 1) % 7
                days.insert(day)
            }
        }
        let times = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { minute(String($0)) }
        guard times.count == 2, let start = times[0], let end = times[1], start < 1_440, start != end else {
            throw refusal
        }
        return .weekly(days: days, start: start * 60, length: (end > start ? end - start : end + 1_440 - start) * 60)
    }

    /// Of the day; 24:00 is its end.
    private static func minute(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), [0, 1, 3, 4].allSatisfy({ 0x30...0x39 ~= bytes[$0] })
        else {
            return nil
        }
        let hours = Int(bytes[0] - 0x30) * 10 + Int(bytes[1] - 0x30)
        let minutes = Int(bytes[3] - 0x30) * 10 + Int(bytes[4] - 0x30)
        guard minutes < 60, hours < 24 || hours == 24 && minutes == 0 else { return nil }
        return hours * 60 + minutes
    }
}
