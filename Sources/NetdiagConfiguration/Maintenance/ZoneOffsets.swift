import NetworkModel
import Probes

/// The offsets of a time zone from UTC, read from its file in the tz database (RFC 9636).
///
/// glibc is not used for this, because it has a single time zone for all threads of a process.
public struct ZoneOffsets: Sendable, Hashable {
    static let directory = "/usr/share/zoneinfo"
    /// The maximum size of a file, in bytes. The largest one has about 4 KiB.
    static let maxBytes = 64 * 1_024

    /// The name as in the configuration, for example `Europe/Berlin`, or `local` for the time zone of this machine.
    public let name: String
    /// The times of changes in seconds since 1970, ascending. After each of them, the offset in ``offsets`` applies, in
    /// seconds east of UTC.
    private var changes: [Int] = []
    private var offsets: [Int] = []
    private var first = 0
    /// The rule for times after the last change.
    private var rule: ZoneRule?

    /// Coordinated Universal Time.
    public static let utc = ZoneOffsets(utcNamed: "UTC")

    private init(utcNamed name: String) { self.name = name }

    /// The offset from UTC at a moment, in seconds, positive east of UTC.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01 00:00:00 UTC.
    public func offset(at seconds: Int) -> Int {
        guard let last = changes.last else { return rule?.offset(at: seconds) ?? first }
        if seconds >= last, let rule { return rule.offset(at: seconds) }
        // The number of changes before that time.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : offsets[low - 1]
    }

    /// Reads the time zone of a name such as `Europe/Berlin`; `local` is that of this machine.
    ///
    /// - Throws: ``SettingsError``, whose reason follows the setting's name.
    static func named(_ name: String) throws(SettingsError) -> ZoneOffsets {
        if ["UTC", "Z", "GMT"].contains(name) { return ZoneOffsets(utcNamed: name) }
        let shown = SafeText.shown(name)
        let advice = "write a name of the tz database, as in Europe/Berlin, or UTC"
        let isName = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                || "/_+-".utf8.contains(byte)
        }
        guard isName, (1...64).contains(name.utf8.count), !name.hasPrefix("/") else {
            throw SettingsError("\(shown) is not a time zone; \(advice)")
        }
        let path = name == "local" ? "/etc/localtime" : directory + "/" + name
        let file: RegularFile
        do {
            file = try RegularFile.read(path, maxBytes: maxBytes)
        } catch {
            // Without this file, glibc uses UTC as the local time.
            if name == "local" { return ZoneOffsets(utcNamed: name) }
            throw SettingsError(
                "\(shown) is unknown to this machine: \(path) \(error.reason); \(advice), or install tzdata")
        }
        guard let zone = ZoneOffsets(name, file.bytes) else {
            throw SettingsError("\(shown) cannot be read: \(path) is not a file of the tz database; \(advice)")
        }
        return zone
    }

    /// - Returns: `nil` if the bytes are not such a file of version 2 or later.
    init?(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
            let header = Header(bytes, at: old.end(timeBytes: 4))
        else { return nil }
        let start = old.end(timeBytes: 4) + Header.length
        let end = old.end(timeBytes: 4) + header.end(timeBytes: 8)
        guard end <= bytes.count, header.types > 0, header.types <= 256 else { return nil }
        func integer(at place: Int, _ count: Int) -> Int {
            let bits = bytes[place..<(place + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return count == 8 ? Int(Int64(bitPattern: bits)) : Int(Int32(truncatingIfNeeded: bits))
        }
        let kinds = start + header.times * 8
        let types = kinds + header.times
        func offset(of type: Int) -> Int { integer(at: types + type * 6, 4) }
        first = offset(of: 0)
        for place in 0..<header.times {
            let type = Int(bytes[kinds + place])
            let moment = integer(at: start + place * 8, 8)
            guard type < header.types, changes.last.map({ $0 < moment }) ?? true, abs(offset(of: type)) < 172_800 else {
                return nil
            }
            changes.append(moment)
            offsets.append(offset(of: type))
        }
        guard abs(first) < 172_800 else { return nil }
        let footer = bytes[end...]
        guard footer.first == UInt8(ascii: "\n"), let close = footer.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
        else {
            return
        }
        rule = ZoneRule(String(decoding: footer[(end + 1)..<close], as: UTF8.self))
    }

    private struct Header {
        static let length = 44
        let version: UInt8
        let times: Int
        let types: Int
        private let rest: (Int) -> Int

        init?(_ bytes: [UInt8], at start: Int) {
            guard bytes.count >= start + Self.length, bytes[start...].starts(with: Array("TZif".utf8)) else {
                return nil
            }
            version = bytes[start + 4]
            let counts = (0..<6).map { place in
                bytes[(start + 20 + place * 4)..<(start + 24 + place * 4)].reduce(0) { $0 << 8 | Int($1) }
            }
            guard counts.allSatisfy({ $0 <= ZoneOffsets.maxBytes }) else { return nil }
            (times, types) = (counts[3], counts[4])
            let (isUTC, isStandard, leaps, characters) = (counts[0], counts[1], counts[2], counts[5])
            rest = { [times, types] timeBytes in
                times * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4) + isStandard + isUTC
            }
        }

        /// The end of the data after this header, as an offset from its start.
        func end(timeBytes: Int) -> Int { Self.length + rest(timeBytes) }
    }
}
