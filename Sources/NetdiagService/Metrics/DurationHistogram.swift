/// A Prometheus histogram of durations.
struct DurationHistogram: Sendable, Hashable {
    /// The upper bounds in seconds, from a LAN to the other side of the world; longer durations follow the last one.
    static let bounds: [Double] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

    /// The count for each bound, not cumulative, and for durations longer than the last one.
    private(set) var counts = [UInt32](repeating: 0, count: bounds.count + 1)
    /// The sum in seconds.
    private(set) var sum = 0.0

    /// - Parameter seconds: 0 or more; other values are ignored.
    mutating func add(_ seconds: Double) {
        guard seconds.isFinite, seconds >= 0 else { return }
        let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts[place] &+= 1
        sum += seconds
    }
}

/// The common parts of the lines of a family of histograms.
struct HistogramNames: Sendable {
    let bucket: [UInt8]
    let sum: [UInt8]
    let count: [UInt8]
    /// The text after the labels of each bucket, concatenated, and where each of these texts ends.
    let bounds: [UInt8]
    let ends: [Int]

    /// - Parameters:
    ///   - name: The name of the family.
    ///   - labels: The labels of the whole family, as in `phase="tls"`; empty if there are none.
    init(_ name: String, labels: String = "") {
        let more = labels.isEmpty ? "" : labels + ","
        bucket = Array("\(name)_bucket{\(more)".utf8)
        sum = Array("\(name)_sum{\(more)".utf8)
        count = Array("\(name)_count{\(more)".utf8)
        // A canonical number of OpenMetrics has a decimal point; both formats use the same bounds.
        let texts = DurationHistogram.bounds.map { ",le=\"\($0)\"} " } + [",le=\"+Inf\"} "]
        bounds = texts.flatMap { Array($0.utf8) }
        ends = texts.reduce(into: []) { ends, text in ends.append((ends.last ?? 0) + text.utf8.count) }
    }
}
