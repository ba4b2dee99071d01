/// A Prometheus histogram of durations.
struct DurationHistogram: Sendable, Hashable {
    /// Upper bounds in seconds, those of a LAN and of the other side of the world; what takes longer is behind the last one.
    static let bounds: [Double] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

    /// Of each bound alone, and of what is longer than the last one.
    private(set) var counts = [UInt32](repeating: 0, count: bounds.count + 1)
    /// In seconds.
    private(set) var sum = 0.0

    /// - Parameter seconds: 0 or more; another value is left out.
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
    /// What stands behind the labels of each bucket, one behind the other, and where each of them ends.
    let bounds: [UInt8]
    let ends: [Int]

    /// - Parameters:
    ///   - name: The family's.
    ///   - labels: Those that all of it have, as in `phase="tls"`; empty: none.
    init(_ name: String, labels: String = "") {
        let more = labels.isEmpty ? "" : labels + ","
        bucket = Array("\(name)_bucket{\(more)".utf8)
        sum = Array("\(name)_sum{\(more)".utf8)
        count = Array("\(name)_count{\(more)".utf8)
        // A canonical number of OpenMetrics has a point, and the bounds are the same in both formats.
        let texts = DurationHistogram.bounds.map { ",le=\"\($0)\"} " } + [",le=\"+Inf\"} "]
        bounds = texts.flatMap { Array($0.utf8) }
        ends = texts.reduce(into: []) { ends, text in ends.append((ends.last ?? 0) + text.utf8.count) }
    }
}
