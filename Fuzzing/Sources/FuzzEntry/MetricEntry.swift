@testable import NetdiagService

/// Values of labels in metrics.
enum MetricEntry: FuzzEntry {
    static let name = "metric"

    static func run(_ input: [UInt8]) throws {
        let text = MetricText.text([("a", String(decoding: input, as: UTF8.self))])
        try require(
            text.utf8.starts(with: "a=\"".utf8) && text.utf8.last == UInt8(ascii: "\""),
            "no quotes: \(text.debugDescription)")
        var isEscaped = false
        for byte in text.utf8.dropFirst(3).dropLast() {
            try require(byte >= 0x20 && byte != 0x7f, "a control character: \(text.debugDescription)")
            if isEscaped {
                try require("\\\"n".utf8.contains(byte), "an unknown escape: \(text.debugDescription)")
                isEscaped = false
            } else {
                try require(byte != UInt8(ascii: "\""), "it ends early: \(text.debugDescription)")
                isEscaped = byte == UInt8(ascii: "\\")
            }
        }
        try require(!isEscaped, "the last quote is escaped: \(text.debugDescription)")
    }
}
