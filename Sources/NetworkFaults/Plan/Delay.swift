import Glibc
package import NetworkModel

/// A delay, fixed or drawn from a distribution.
package enum Delay: Sendable, Hashable {
    case fixed(Duration)
    case uniform(ClosedRange<Duration>)
    case normal(mean: Duration, deviation: Duration)
    /// A log-normal distribution with this median and 99th percentile.
    case longTail(median: Duration, percentile99: Duration)

    /// The maximum of every sample, whatever the distribution is.
    package static let max = Duration.seconds(600)

    /// Parses `200ms`, `100ms..300ms`, `200ms±50ms` (also `+-`), or `100ms p99 2s`.
    package init(_ text: String) throws(SettingsError) {
        let words = text.split(separator: " ")
        if words.count == 3, words[1] == "p99" {
            let (median, tail) = (try Self.duration(words[0]), try Self.duration(words[2]))
            guard median > .zero, tail > median else {
                throw SettingsError("\(SafeText.shown(text)) has a 99th percentile that is not above its median")
            }
            self = .longTail(median: median, percentile99: tail)
        } else if let parts = Self.parts(text, "..") {
            let (low, high) = (try Self.duration(parts.0), try Self.duration(parts.1))
            guard low <= high else { throw SettingsError("\(SafeText.shown(text)) ends before it begins") }
            self = .uniform(low...high)
        } else if let parts = Self.parts(text, "±") ?? Self.parts(text, "+-") {
            let (mean, deviation) = (try Self.duration(parts.0), try Self.duration(parts.1))
            // With a larger deviation, many samples would be below zero and be clamped, so that they no longer have this
            // distribution.
            guard deviation <= mean else {
                throw SettingsError(
                    "\(SafeText.shown(text)) has a deviation that is above its mean; write \(parts.0)±\(parts.0) at most"
                )
            }
            self = .normal(mean: mean, deviation: deviation)
        } else {
            self = .fixed(try Self.duration(text[...]))
        }
    }

    private static func parts(_ text: String, _ separator: String) -> (Substring, Substring)? {
        let scalars = text.unicodeScalars
        let sought = Array(separator.unicodeScalars)
        var index = scalars.startIndex
        while index < scalars.endIndex {
            if scalars[index...].starts(with: sought) {
                return (text[..<index], text[scalars.index(index, offsetBy: sought.count)...])
            }
            index = scalars.index(after: index)
        }
        return nil
    }

    /// The reason why a duration without a unit is not valid; `nil` if it has one, or is zero.
    package static func unitProblem(_ text: some StringProtocol) -> String? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }), let number = Double(String(text)),
            number > 0
        else { return nil }
        return "\(SafeText.shown(String(text))) has no unit; write \(text)ms or \(text)s"
    }

    private static func duration(_ text: Substring) throws(SettingsError) -> Duration {
        if let problem = unitProblem(text) { throw SettingsError(problem) }
        let duration = try Duration(setting: String(text))
        guard (.zero...max).contains(duration) else {
            throw SettingsError("\(SafeText.shown(String(text))) is out of range; expected 0s to 10m")
        }
        return duration
    }

    /// Draws a delay. Each call draws the same number of random numbers.
    package func sample(_ generator: inout SeededGenerator) -> Duration {
        // The Box-Muller transform.
        let (first, second) = (generator.fraction(), generator.fraction())
        let normal = (-2 * log(1 - first)).squareRoot() * cos(2 * .pi * second)
        let seconds =
            switch self {
            case .fixed(let duration): duration.inSeconds
            case .uniform(let range):
                range.lowerBound.inSeconds + first * (range.upperBound.inSeconds - range.lowerBound.inSeconds)
            case .normal(let mean, let deviation): mean.inSeconds + normal * deviation.inSeconds
            case .longTail(let median, let tail):
                // 2.3263 is the 99th percentile of the standard normal distribution.
                median.inSeconds * exp(normal * log(tail.inSeconds / median.inSeconds) / 2.3263)
            }
        return .nanoseconds(Int64(Swift.min(Swift.max(seconds, 0), Self.max.inSeconds) * 1e9))
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
