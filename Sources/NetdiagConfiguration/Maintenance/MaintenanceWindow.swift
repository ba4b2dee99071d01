public import NetworkModel

/// A time in which failures of targets do not count. Targets are checked all the same.
public struct MaintenanceWindow: Sendable, Hashable {
    /// The times of a maintenance window, by the clock of its time zone.
    public enum Span: Sendable, Hashable {
        /// A single period, in seconds since 1970 by the clock of the time zone.
        case once(Range<Int>)
        /// A period that begins on the given days of the week (0 is Sunday), `start` seconds after midnight. Its length is at most a day.
        case weekly(days: Set<Int>, start: Int, length: Int)
    }

    /// The times of the window.
    public var span: Span
    /// The time zone whose clock the times refer to.
    public var zone: ZoneOffsets

    /// Creates a window.
    public init(span: Span, zone: ZoneOffsets) {
        self.span = span
        self.zone = zone
    }

    /// Whether the window is open at a moment. The end of a window is not part of it.
    public func contains(_ moment: Timestamp) -> Bool {
        let seconds = Int((Double(moment.millisecondsSince1970) / 1_000).rounded(.down))
        let local = seconds + zone.offset(at: seconds)
        switch span {
        case .once(let range): return range.contains(local)
        case .weekly(let days, let start, let length):
            let second = ((local % 86_400) + 86_400) % 86_400
            // The window began today, or yesterday and lasts past midnight.
            return days.contains(CivilTime.weekday(of: local)) && (start..<(start + length)).contains(second)
                || days.contains(CivilTime.weekday(of: local - 86_400))
                    && (start..<(start + length)).contains(second + 86_400)
        }
    }

    /// The moment at which none of several windows is open any more, given a moment that one of them contains. The result is `nil` if
    /// they overlap for longer than the next 32 ends.
    public static func end(of windows: [MaintenanceWindow], at moment: Timestamp) -> Timestamp? {
        var end = moment
        for _ in 0..<32 {
            let ends = windows.filter { $0.contains(end) }.map { $0.end(containing: end) }
            guard let next = ends.max(by: { $0.millisecondsSince1970 < $1.millisecondsSince1970 }) else { return end }
            // If the clock is set forward, a window can be over before its end.
            let least = end.millisecondsSince1970 + 60_000
            end = Timestamp(millisecondsSince1970: max(next.millisecondsSince1970, least))
        }
        return nil
    }

    /// The end of the window by the clock of the zone, for a moment in the window.
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
        // The offset may change before the end.
        let offset = zone.offset(at: end - zone.offset(at: seconds))
        return Timestamp(millisecondsSince1970: Int64(end - offset) * 1_000)
    }

    private static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Parses `sun 02:00-04:00`, `mon-fri 23:30-00:30`, `sat,sun 00:00-24:00`, `daily 03:00-03:15`.
    static func weekly(_ text: String) throws(SettingsError) -> Span {
        let parts = text.lowercased().split(separator: " ")
        let refusal = SettingsError(
            "\(SafeText.shown(text)) is not valid; write days and times, as in sun 02:00-04:00 or mon-fri 23:30-00:30"
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

    /// The minute of the day; 24:00 is the end of the day.
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
