import FoundationEssentials

extension Timestamp {
    /// An RFC 3339 time from 1600 on, in UTC or with an offset, with or without fractions of a second.
    public init?(rfc3339 text: String) {
        // Longer ones are no times; what parses them need not meet them.
        guard text.utf8.count <= 64, let end = text.utf8.last, text.utf8.count >= 20 else { return nil }
        let hasZone = end == UInt8(ascii: "Z") || end == UInt8(ascii: "z")
        let clock = hasZone ? text.dropLast() : text.dropLast(6)
        var offset = 0
        if !hasZone {
            let zone = Array(text.utf8.suffix(6))
            guard zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"), zone[3] == UInt8(ascii: ":"),
                let hours = Self.number(zone[1...2]), let minutes = Self.number(zone[4...5]), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (zone[0] == UInt8(ascii: "-") ? -60_000 : 60_000)
        }
        let parts = clock.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let date = try? Date(parts[0].uppercased() + "Z", strategy: .iso8601) else {
            return nil
        }
        var milliseconds = 0
        if parts.count == 2 {
            guard let fraction = Self.number(Array((parts[1].prefix(3) + "00").utf8.prefix(3))[...]),
                !parts[1].isEmpty, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
            else { return nil }
            milliseconds = fraction
        }
        let moment = Int64(date.timeIntervalSince1970.rounded()) * 1_000 + Int64(milliseconds - offset)
        // Before 1582, Foundation counts by the Julian calendar, RFC 3339 by the Gregorian one: 1600 is early enough.
        guard moment >= -11_676_096_000_000 else { return nil }
        self.init(millisecondsSince1970: moment)
    }

    /// A moment in the past as people name it: an RFC 3339 time, or how long ago as in `45s`, `30m`, `2h`, `7d`.
    public init?(since text: String, now: Timestamp = Timestamp()) {
        let units: [(Character, Int64)] = [("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]
        if let unit = units.first(where: { text.last == $0.0 })?.1 {
            // Nine digits of days are more than a million years.
            guard 1...9 ~= text.utf8.count - 1, let count = Self.number(Array(text.utf8.dropLast())[...]) else {
                return nil
            }
            self.init(millisecondsSince1970: now.millisecondsSince1970 - Int64(count) * unit)
        } else {
            self.init(rfc3339: text)
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
