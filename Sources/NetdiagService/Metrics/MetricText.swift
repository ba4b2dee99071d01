import NIOCore
import NetworkModel

/// Metrics in a text format of Prometheus, one family after the other.
struct MetricText: Sendable {
    enum Kind: String, Sendable {
        case gauge, counter, histogram
    }

    /// The format of the samples.
    enum Format: Sendable {
        /// The text format of Prometheus, version 0.0.4.
        case prometheus
        /// OpenMetrics, version 1.0.0.
        case openMetrics

        var mediaType: String {
            switch self {
            case .prometheus: MetricText.mediaType
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    /// A label and its unescaped value.
    typealias Label = (name: String, value: String)

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"
    /// The maximum number of scalars of a label's value, since texts from the network have any length.
    private static let maxValueLength = 1_024
    /// The maximum number of digits of an integer.
    private static let maxNumberBytes = 20

    let format: Format
    private(set) var buffer = ByteBuffer()
    /// The header of the current family; written before its first sample.
    private var header: (family: String, kind: Kind, help: String)?

    init(_ format: Format = .prometheus) {
        self.format = format
    }

    /// Starts a family, whose samples must follow immediately. A family without samples writes nothing.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        // The samples of a counter end in _total; in OpenMetrics, the name of the family is without it.
        let family =
            switch format {
            case .openMetrics where kind == .counter && name.hasSuffix("_total"): String(name.dropLast(6))
            case .openMetrics, .prometheus: name
            }
        header = (family, kind, help)
    }

    mutating func sample(_ name: String, _ labels: [Label] = [], _ value: Double) {
        sample(name, labels: Array((labels.isEmpty ? "" : Self.text(labels)).utf8), value)
    }

    /// - Parameter labels: In the form of ``text(_:)``; empty if there are none.
    mutating func sample(_ name: String, labels: String, _ value: Double) {
        sample(name, labels: Array(labels.utf8), value)
    }

    /// - Parameters:
    ///   - labels: In the form of ``text(_:)``; empty if there are none.
    ///   - more: Further labels in the same form, after a comma.
    mutating func sample(_ name: String, labels: [UInt8], and more: [UInt8] = [], _ value: Double) {
        writeHeader()
        writeName(name, labels, more)
        write(value)
    }

    /// Writes the lines of a histogram: a bucket for each bound, the sum and the count.
    ///
    /// - Parameter names: The names of the family, which all its histograms share.
    mutating func histogram(_ histogram: DurationHistogram, _ names: HistogramNames, labels: [UInt8]) {
        writeHeader()
        let line = max(names.bucket.count, names.count.count) + labels.count + Self.maxNumberBytes + 4
        let room = (histogram.counts.count + 1) * line + names.bounds.count
        var total = 0
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { room in
            var writer = LineWriter(room)
            labels.withUnsafeBytes { labels in
                names.bucket.withUnsafeBytes { bucket in
                    names.bounds.withUnsafeBytes { bounds in
                        var start = 0
                        for (place, count) in histogram.counts.enumerated() {
                            total += Int(count)
                            writer.write(bucket)
                            writer.write(labels)
                            writer.write(UnsafeRawBufferPointer(rebasing: bounds[start..<names.ends[place]]))
                            writer.write(total)
                            writer.write(UInt8(ascii: "\n"))
                            start = names.ends[place]
                        }
                    }
                }
                names.count.withUnsafeBytes { writer.write($0) }
                writer.write(labels)
                writer.write(UInt8(ascii: "}"))
                writer.write(UInt8(ascii: " "))
                writer.write(total)
                writer.write(UInt8(ascii: "\n"))
            }
            return writer.count
        }
        buffer.writeBytes(names.sum)
        buffer.writeBytes(labels)
        buffer.writeInteger(UInt8(ascii: "}"))
        write(histogram.sum)
    }

    /// Ends the text, if its format has an end.
    mutating func finish() {
        switch format {
        case .prometheus: break
        case .openMetrics: buffer.writeStaticString("# EOF\n")
        }
    }

    /// Reserves space for this number of bytes.
    mutating func reserve(_ bytes: Int) { buffer.reserveCapacity(bytes) }

    /// Returns the text so far, and continues with an empty one.
    mutating func drain() -> ByteBuffer {
        defer { buffer = ByteBuffer() }
        return buffer
    }

    private mutating func writeHeader() {
        guard let (family, kind, help) = header else { return }
        header = nil
        // String interpolation would copy each part once more.
        for part in ["# HELP ", family, " ", help, "\n# TYPE ", family, " ", kind.rawValue, "\n"] {
            buffer.writeString(part)
        }
    }

    private mutating func writeName(_ name: String, _ labels: [UInt8], _ more: [UInt8]) {
        buffer.writeWithUnsafeMutableBytes(
            minimumWritableBytes: name.utf8.count + labels.count + more.count + 2
        ) { room in
            var writer = LineWriter(room)
            var name = name
            name.withUTF8 { writer.write(UnsafeRawBufferPointer($0)) }
            if !labels.isEmpty {
                writer.write(UInt8(ascii: "{"))
                labels.withUnsafeBytes { writer.write($0) }
                more.withUnsafeBytes { writer.write($0) }
                writer.write(UInt8(ascii: "}"))
            }
            return writer.count
        }
    }

    private mutating func write(_ value: Double) {
        // Integers are formatted ten times as fast, and most values are integers.
        if let whole = Int(exactly: value) { return write(whole: whole) }
        buffer.writeInteger(UInt8(ascii: " "))
        buffer.writeString(Self.text(value))
        buffer.writeInteger(UInt8(ascii: "\n"))
    }

    private mutating func write(whole value: Int) {
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.maxNumberBytes + 2) { room in
            var writer = LineWriter(room)
            writer.write(UInt8(ascii: " "))
            writer.write(value)
            writer.write(UInt8(ascii: "\n"))
            return writer.count
        }
    }

    /// The labels as text between the braces.
    static func text(_ labels: [Label]) -> String {
        labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",")
    }

    /// Escapes a label's value: a backslash, a quote and a line feed are escaped; other control characters and
    /// characters that change how text is displayed are replaced.
    private static func escaped(_ value: String) -> String {
        let isPlain =
            value.utf8.count <= maxValueLength
            && value.utf8.allSatisfy {
                (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
        if isPlain { return value }
        var result = String.UnicodeScalarView()
        for scalar in value.unicodeScalars.prefix(maxValueLength) {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\"": result.append(contentsOf: "\\\"".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case _ where SafeText.isUnsafe(scalar): result.append("\u{fffd}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value.description
    }
}
