/// The history of a target in a period.
///
/// A result counts until the next one, but no longer than the time after which a missing result is noticed. The rest of the
/// period is unknown.
package struct HistorySummary: Sendable, Hashable, Codable {
    /// Seconds in which the target worked.
    package var up: Int
    /// Seconds in which the target did not work by a fault of its own.
    package var down: Int
    /// Seconds in maintenance windows.
    package var maintenance: Int
    /// Seconds without results, or with a fault of this machine, its network or its uplink.
    package var unknown: Int
    package var checks: Int
    /// The number of checks that failed by the target's own fault.
    package var failures: Int
    /// The durations of the checks that found the target working, in milliseconds; `nil` if there were none.
    package var times: Times?
    /// The most frequent cause of failed checks.
    package var cause: String?

    /// Minimum, percentiles and maximum, in milliseconds.
    package struct Times: Sendable, Hashable, Codable {
        package var min: Double
        package var p10: Double
        package var p50: Double
        package var p90: Double
        package var max: Double

        package init(min: Double, p10: Double, p50: Double, p90: Double, max: Double) {
            self.min = min
            self.p10 = p10
            self.p50 = p50
            self.p90 = p90
            self.max = max
        }

        enum CodingKeys: String, CodingKey {
            case min = "min_ms"
            case p10 = "p10_ms"
            case p50 = "p50_ms"
            case p90 = "p90_ms"
            case max = "max_ms"
        }
    }

    package init(
        up: Int = 0, down: Int = 0, maintenance: Int = 0, unknown: Int = 0, checks: Int = 0, failures: Int = 0,
        times: Times? = nil, cause: String? = nil
    ) {
        self.up = up
        self.down = down
        self.maintenance = maintenance
        self.unknown = unknown
        self.checks = checks
        self.failures = failures
        self.times = times
        self.cause = cause
    }

    /// The share of the known time in which the target worked, 0 to 1; `nil` if nothing is known.
    package var uptime: Double? {
        let known = up + down
        // Rounded down to a millionth, so that one failure is never shown as 100 %.
        return known > 0 ? (Double(up) / Double(known) * 1_000_000).rounded(.down) / 1_000_000 : nil
    }

    enum CodingKeys: String, CodingKey {
        case checks, failures, times, cause, uptime
        case up = "up_s"
        case down = "down_s"
        case maintenance = "maintenance_s"
        case unknown = "unknown_s"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        up = try container.decode(Int.self, forKey: .up)
        down = try container.decode(Int.self, forKey: .down)
        maintenance = try container.decode(Int.self, forKey: .maintenance)
        unknown = try container.decode(Int.self, forKey: .unknown)
        checks = try container.decode(Int.self, forKey: .checks)
        failures = try container.decode(Int.self, forKey: .failures)
        times = try container.decodeIfPresent(Times.self, forKey: .times)
        cause = try container.decodeIfPresent(String.self, forKey: .cause)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(up, forKey: .up)
        try container.encode(down, forKey: .down)
        try container.encode(maintenance, forKey: .maintenance)
        try container.encode(unknown, forKey: .unknown)
        try container.encode(uptime, forKey: .uptime)
        try container.encode(checks, forKey: .checks)
        try container.encode(failures, forKey: .failures)
        try container.encode(times, forKey: .times)
        try container.encode(cause, forKey: .cause)
    }
}
