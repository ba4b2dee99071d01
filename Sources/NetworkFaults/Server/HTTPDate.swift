import Glibc
import Synchronization

/// Parses and formats HTTP dates (IMF-fixdate, RFC 9110 section 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The current date, which is formatted once per second.
    private static let latest = Mutex((second: 0, text: ""))

    static var now: String {
        let second = time(nil)
        return latest.withLock { latest in
            if latest.second != second { latest = (second, text(second)) }
            return latest.text
        }
    }

    /// Formats a date.
    ///
    /// - Parameter seconds: The time in seconds since 1970.
    static func text(_ seconds: Int) -> String {
        var (seconds, parts) = (time_t(seconds), tm())
        gmtime_r(&seconds, &parts)
        return
            "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    /// Parses a date. The result is in seconds since 1970, and `nil` if the text is not an IMF-fixdate.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int32(words[1]), let year = Int32(words[3]),
            let month = months.firstIndex(of: String(words[2])), (1970...9999).contains(year), (1...31).contains(day)
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int32($0) }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        var parts = tm()
        (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return timegm(&parts)
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
