import NetworkModel

/// Properties of links as they are typed.
public enum LinkText {
    /// `80ms`, `1.5s`, `10m`, `2h`: at most a day.
    public static func duration(_ text: some StringProtocol) -> Duration? {
        let units: [(suffix: String, seconds: Double)] = [
            ("ms", 0.001), ("us", 0.000_001), ("s", 1), ("m", 60), ("h", 3_600),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = number(text.dropLast(unit.suffix.count))
        else { return text == "0" ? .zero : nil }
        let seconds = number * unit.seconds
        return seconds <= 86_400 ? .nanoseconds(Int64((seconds * 1_000_000_000).rounded())) : nil
    }

    /// `80ms`, or with the jitter `80ms±20ms`, `80ms+-20ms`; neither more than a minute, the jitter not more than the latency.
    public static func latency(_ text: String) -> (latency: Duration, jitter: Duration)? {
        let parts = text.replacing("+-", with: "±").split(separator: "±", omittingEmptySubsequences: false)
        guard parts.count <= 2, let latency = duration(parts[0]), latency <= .seconds(60) else { return nil }
        guard parts.count == 2 else { return (latency, .zero) }
        guard let jitter = duration(parts[1]), jitter <= latency else { return nil }
        return (latency, jitter)
    }

    /// A share as `3%` or `0.03`: 0 to 1.
    public static func share(_ text: some StringProtocol) -> Double? {
        let isPercentage = text.hasSuffix("%")
        guard let number = number(isPercentage ? text.dropLast() : text[...]) else { return nil }
        let share = isPercentage ? number / 100 : number
        return share <= 1 ? share : nil
    }

    /// `3%`, or with the average count of packets that are lost in a row `3%:5`.
    public static func loss(_ text: String) -> LinkSettings.Loss? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let share = share(parts[0]) else { return nil }
        guard parts.count == 2 else { return .init(probability: share) }
        guard let burst = number(parts[1]), (1...10_000).contains(burst) else { return nil }
        // In between two bursts, one packet at least gets through.
        guard share <= burst / (burst + 1) || share == 1 else { return nil }
        return .init(probability: share, burst: burst)
    }

    /// Bits a second, as `2Mbit`, `512kbit`, `1.5Gbit`, `9600bit`: 1 kbit/s to 100 Gbit/s.
    public static func rate(_ text: some StringProtocol) -> Int? {
        let text = text.lowercased()
        let units: [(suffix: String, factor: Double)] = [("kbit", 1e3), ("mbit", 1e6), ("gbit", 1e9), ("bit", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = number(text.dropLast(unit.suffix.count)), (1e3...1e11).contains(number * unit.factor)
        else { return nil }
        return Int(number * unit.factor)
    }

    /// `2Mbit` for both directions, `2Mbit/512kbit` for what is received and what is sent.
    public static func rates(_ text: String) -> (down: Int, up: Int)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let down = rate(parts[0]) else { return nil }
        guard parts.count == 2 else { return (down, down) }
        return rate(parts[1]).map { (down, $0) }
    }

    /// `1280`, or `1280:silent` where nobody is told: 68 (RFC 791) to 1500 bytes.
    public static func mtu(_ text: String) -> LinkSettings.MTU? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 1 || (parts.count == 2 && parts[1] == "silent"), let bytes = Int(parts[0]),
            (68...1_500).contains(bytes)
        else { return nil }
        return .init(bytes: bytes, isReported: parts.count == 1)
    }

    /// `10s/60s`: how long the link is down at the end of each period.
    public static func outage(_ text: String) -> LinkSettings.Outage? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = duration(parts[0]), let period = duration(parts[1]), period > .zero,
            length <= period
        else { return nil }
        return .init(length: length, period: period)
    }

    /// `silent`, `nxdomain`, `servfail`, `slow` (4 s) or `slow:2s`, `hijack` (to the gateway) or `hijack:10.0.0.1`.
    public static func dns(_ text: String) -> DNSInterference? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first ?? "", parts.count == 2 ? parts[1] : nil) {
        case ("silent", nil): return .silent
        case ("nxdomain", nil): return .nxdomain
        case ("servfail", nil): return .servfail
        case ("slow", nil): return .slow(.seconds(4))
        case ("slow", let delay?): return duration(delay).flatMap { $0 <= .seconds(60) ? .slow($0) : nil }
        case ("hijack", nil): return .hijack(CableRun.routerAddress)
        case ("hijack", let address?):
            guard let address = IPAddress(String(address)), address.family == .ipv4 else { return nil }
            return .hijack(address)
        default: return nil
        }
    }

    /// Digits with at most one point; no sign, exponent or name of a number.
    private static func number(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 16, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2e }) else {
            return nil
        }
        return Double(String(text))
    }
}
