import NetworkModel

/// Parsers for properties of links, as they are given on the command line.
public enum LinkText {
    /// Parses a duration of at most a day, as in `80ms`, `1.5s`, `10m`, `2h`. The result is `nil` for anything else.
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

    /// Parses the duration of `netdiag break`, 1 s to a day.
    ///
    /// - Throws: ``LinkTextError``.
    public static func length(_ text: String) throws(LinkTextError) -> Duration {
        guard let length = duration(text), length >= .seconds(1) else {
            throw LinkTextError("write how long it lasts, 1s to 24h, as in 30s or 5m")
        }
        return length
    }

    /// Parses a latency of at most a minute, as in `80ms`. It can have a jitter of at most the latency, as in `80ms±20ms` or
    /// `80ms+-20ms`.
    ///
    /// - Throws: ``LinkTextError``.
    public static func latency(_ text: String) throws(LinkTextError) -> (latency: Duration, jitter: Duration) {
        let parts = text.replacing("+-", with: "±").split(separator: "±", omittingEmptySubsequences: false)
        guard parts.count <= 2, let latency = duration(parts[0]),
            let jitter = parts.count == 2 ? duration(parts[1]) : .zero
        else { throw LinkTextError("write a time, or one with its jitter, as in 80ms or 80ms±20ms") }
        guard latency <= .seconds(60) else { throw LinkTextError("a latency is at most 60s") }
        // With more jitter, a packet could arrive before it was sent.
        guard jitter <= latency else {
            throw LinkTextError("the jitter \(parts[1]) is greater than the latency; at most \(parts[0])±\(parts[0])")
        }
        return (latency, jitter)
    }

    /// Parses a share from 0 to 1, as in `3%` or `0.03`.
    ///
    /// - Throws: ``LinkTextError``.
    public static func share(_ text: some StringProtocol) throws(LinkTextError) -> Double {
        let isPercentage = text.hasSuffix("%")
        guard let number = number(isPercentage ? text.dropLast() : text[...]),
            case let share = isPercentage ? number / 100 : number, share <= 1
        else { throw LinkTextError("write a share of packets from 0% to 100%, as in 3% or 0.03") }
        return share
    }

    /// Parses a loss, as in `3%`, or `3%:5` with the average number of consecutive lost packets.
    ///
    /// - Throws: ``LinkTextError``.
    public static func loss(_ text: String) throws(LinkTextError) -> LinkSettings.Loss {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let share = try share(parts[0])
        guard parts.count > 1 else { return .init(probability: share) }
        guard parts.count == 2, let burst = number(parts[1]), (1...10_000).contains(burst) else {
            throw LinkTextError("write how many are lost in a row after the colon, 1 to 10000, as in 3%:5")
        }
        // Between two bursts, at least one packet arrives.
        guard share <= burst / (burst + 1) || share == 1 else {
            throw LinkTextError(
                "with \(parts[1]) in a row, at most \(Int((burst / (burst + 1) * 100).rounded(.down)))% can be lost, or 100%"
            )
        }
        return .init(probability: share, burst: burst)
    }

    /// Parses a rate of 1 kbit/s to 100 Gbit/s, as in `2Mbit`, `512kbit`, `1.5Gbit`, `9600bit`. The result is in bit/s, and `nil` for
    /// anything else.
    public static func rate(_ text: some StringProtocol) -> Int? {
        let text = text.lowercased()
        let units: [(suffix: String, factor: Double)] = [("kbit", 1e3), ("mbit", 1e6), ("gbit", 1e9), ("bit", 1)]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let number = number(text.dropLast(unit.suffix.count)), (1e3...1e11).contains(number * unit.factor)
        else { return nil }
        return Int(number * unit.factor)
    }

    /// Parses rates, as in `2Mbit` for both directions, or `2Mbit/512kbit` for receiving and sending. The results are in bit/s.
    ///
    /// - Throws: ``LinkTextError``.
    public static func rates(_ text: String) throws(LinkTextError) -> (down: Int, up: Int) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let down = rate(parts[0]), let up = parts.count == 2 ? rate(parts[1]) : down else {
            throw LinkTextError(
                "write bits a second, 1kbit to 100Gbit, as in 2Mbit, or received/sent as in 2Mbit/512kbit")
        }
        return (down, up)
    }

    /// Parses the rate of a real interface, which is limited only for what it sends. The result is in bit/s.
    ///
    /// - Throws: ``LinkTextError``.
    public static func sendingRate(_ text: String) throws(LinkTextError) -> Int {
        guard !text.contains("/") else {
            throw LinkTextError("a real interface is slowed down only in what it sends: write one rate, as in 2Mbit")
        }
        guard let rate = rate(text) else { throw LinkTextError("write bits a second, 1kbit to 100Gbit, as in 2Mbit") }
        return rate
    }

    /// Parses an MTU of 68 (RFC 791) to 1500 bytes, as in `1280`, or `1280:silent` for one without ICMP messages.
    ///
    /// - Throws: ``LinkTextError``.
    public static func mtu(_ text: String) throws(LinkTextError) -> LinkSettings.MTU {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 1 || (parts.count == 2 && parts[1] == "silent"), let bytes = Int(parts[0]),
            (68...1_500).contains(bytes)
        else { throw LinkTextError("write 68 to 1500 bytes, as in 1280, or 1280:silent for one without ICMP messages") }
        return .init(bytes: bytes, isReported: parts.count == 1)
    }

    /// Parses the MTU of a real interface, in bytes. Its range depends on the interface, so that ``LinkBreak/plan(_:)`` checks it.
    ///
    /// - Throws: ``LinkTextError`` unless it is a positive number.
    public static func bytes(_ text: String) throws(LinkTextError) -> Int {
        guard let bytes = Int(text), bytes > 0 else { throw LinkTextError("write bytes from 1280, as in 1400") }
        return bytes
    }

    /// Parses a seed, a whole number from 0 to 2⁶⁴ − 1.
    ///
    /// - Throws: ``LinkTextError``.
    public static func seed(_ text: String) throws(LinkTextError) -> UInt64 {
        guard let seed = UInt64(text) else { throw LinkTextError("write a whole number from 0, as in 7") }
        return seed
    }

    /// Parses outages, as in `10s/60s`: the link is down for the last 10 s of every 60 s.
    ///
    /// - Throws: ``LinkTextError``.
    public static func outage(_ text: String) throws(LinkTextError) -> LinkSettings.Outage {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = duration(parts[0]), let period = duration(parts[1]), period > .zero else {
            throw LinkTextError("write how long the link is down of each period, as in 10s/60s")
        }
        guard length <= period else {
            throw LinkTextError("\(parts[0]) is more than the period \(parts[1]) that it is a part of")
        }
        return .init(length: length, period: period)
    }

    /// The words that ``dns(_:)`` accepts, without what may follow a colon.
    public static let dnsFaults = ["silent", "nxdomain", "servfail", "slow", "hijack"]

    /// Parses `silent`, `nxdomain`, `servfail`, `slow` (4 s) or `slow:2s`, `hijack` (to the gateway) or `hijack:10.0.0.1`.
    ///
    /// - Throws: ``LinkTextError``.
    public static func dns(_ text: String) throws(LinkTextError) -> DNSInterference {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first ?? "", parts.count == 2 ? parts[1] : nil) {
        case ("silent", nil): return .silent
        case ("nxdomain", nil): return .nxdomain
        case ("servfail", nil): return .servfail
        case ("slow", nil): return .slow(.seconds(4))
        case ("slow", let text?):
            guard let delay = duration(text), delay <= .seconds(60) else {
                throw LinkTextError("slow takes a time of at most 60s, as in slow:2s")
            }
            return .slow(delay)
        case ("hijack", nil): return .hijack(CableRun.routerAddress)
        case ("hijack", let text?):
            guard let address = IPAddress(String(text)), address.family == .ipv4 else {
                throw LinkTextError("hijack takes an IPv4 address, as in hijack:10.0.0.1")
            }
            return .hijack(address)
        default: throw LinkTextError("write silent, nxdomain, servfail, slow[:time] or hijack[:address]")
        }
    }

    /// Parses digits with at most one point, without a sign or an exponent. The result is `nil` for anything else.
    private static func number(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 16, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2e }) else {
            return nil
        }
        return Double(String(text))
    }
}
