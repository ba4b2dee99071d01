import NIOCore
import NetworkModel

/// Metrics in the text format of Prometheus (exposition formats, version 0.0.4), one family behind the other.
struct MetricText: Sendable {
    enum Kind: String, Sendable {
        case gauge, counter, histogram
    }

    /// A label and its value, as it is.
    typealias Label = (name: String, value: String)

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"
    /// Scalars of a label's value; what comes from the network may be as long as somebody likes.
    private static let maxValueLength = 1_024

    private(set) var buffer = ByteBuffer()

    /// Begins a family; its samples follow at once.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        buffer.writeString("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
    }

    mutating func sample(_ name: String, _ labels: [Label] = [], _ value: Double) {
        sample(name, labels: labels.isEmpty ? "" : Self.text(labels), value)
    }

    /// - Parameter labels: As ``text(_:)`` makes them; empty: none.
    mutating func sample(_ name: String, labels: String, _ value: Double) {
        buffer.writeString(name)
        if !labels.isEmpty {
            buffer.writeInteger(UInt8(ascii: "{"))
            buffer.writeString(labels)
            buffer.writeInteger(UInt8(ascii: "}"))
        }
        buffer.writeInteger(UInt8(ascii: " "))
        buffer.writeString(Self.text(value))
        buffer.writeInteger(UInt8(ascii: "\n"))
    }

    /// Labels as they stand between braces.
    static func text(_ labels: [Label]) -> String {
        labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",")
    }

    /// A value of a label between its quotes: a backslash, a quote and a line feed are escaped, other control characters and
    /// marks that change how text is shown are replaced.
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
        // Whole numbers are made ten times as fast, and most values are.
        if let whole = Int(exactly: value) { return String(whole) }
        return value.description
    }
}
