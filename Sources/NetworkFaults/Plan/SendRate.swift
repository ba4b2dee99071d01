package import NetworkModel

/// The pace at which a body is sent: a number of bytes in each interval.
package struct SendRate: Sendable, Hashable {
    package let bytes: Int
    package let interval: Duration

    package init(bytes: Int, every interval: Duration) {
        self.bytes = bytes
        self.interval = interval
    }

    /// Parses `10kB/s` or `1kB every 100ms`; k is 1,000 bytes, Ki is 1,024.
    package init(_ text: String) throws(SettingsError) {
        let words = text.split(separator: " ")
        if words.count == 3, words[1] == "every" {
            if let problem = Delay.unitProblem(words[2]) { throw SettingsError(problem) }
            let interval = try Duration(setting: String(words[2]))
            guard (.milliseconds(1) ... .seconds(60)).contains(interval) else {
                throw SettingsError("\(SafeText.shown(text)) has an interval out of range; expected 1ms to 1m")
            }
            self.init(bytes: try Self.size(String(words[0])), every: interval)
        } else if words.count == 1, text.hasSuffix("/s") {
            let rate = try Self.size(String(text.dropLast(2)))
            // There are twenty parts per second, or single bytes if the rate is lower.
            let parts = Swift.min(20, rate)
            self.init(bytes: rate / parts, every: .seconds(1) / parts)
        } else {
            throw SettingsError(
                "\(SafeText.shown(text)) is not a valid pace; write one like 10kB/s or \"1kB every 100ms\"")
        }
    }

    /// Parses `512`, `10kB`, `64KiB`, `1MB`.
    package static func size(_ text: String) throws(SettingsError) -> Int {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let units = [
            "": 1, "B": 1, "k": 1_000, "kB": 1_000, "KiB": 1 << 10, "M": 1_000_000, "MB": 1_000_000, "MiB": 1 << 20,
            "GB": 1_000_000_000, "GiB": 1 << 30,
        ]
        guard (1...9).contains(digits.count), let number = Int(digits),
            let unit = units[String(text.dropFirst(digits.count))], number > 0
        else {
            throw SettingsError("\(SafeText.shown(text)) is not a valid size; write one like 512, 10kB or 64KiB")
        }
        return number * unit
    }
}
