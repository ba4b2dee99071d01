import Glibc
public import NetworkModel

extension Timestamp {
    /// Parses a date in the form that HTTP sends, as in `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7). The result
    /// is `nil` for the obsolete forms.
    public init?(httpDate text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].utf8.count == 4, words[5] == "GMT",
            let month = Self.months.firstIndex(of: String(words[2])), words[1].utf8.count == 2,
            words[3].utf8.count == 4,
            let day = Self.number(words[1], in: 1...31), let year = Self.number(words[3], in: 1900...9999)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, time.allSatisfy({ $0.utf8.count == 2 }), let hour = Self.number(time[0], in: 0...23),
            let minute = Self.number(time[1], in: 0...59), let second = Self.number(time[2], in: 0...60)
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (CInt(year - 1_900), CInt(month), CInt(day))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (CInt(hour), CInt(minute), CInt(second))
        self.init(millisecondsSince1970: Int64(timegm(&parts)) * 1_000)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else {
            return nil
        }
        return number
    }
}
