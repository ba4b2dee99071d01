import NetworkModel

/// Moments and spans as pages show them: in UTC; the script shows the reader's own time instead.
enum PageTime {
    /// `2026-11-21 04:46:59 UTC`.
    static func text(_ moment: Timestamp) -> String {
        "\(moment)".prefix(19).replacing("T", with: " ") + " UTC"
    }

    static func html(_ moment: Timestamp) -> HTML { "<time datetime=\"\(moment)\">\(text(moment))</time>" }

    /// `04:46:59`.
    static func clock(_ moment: Timestamp) -> String { String("\(moment)".dropFirst(11).prefix(8)) }

    /// `40 s`, `12 min`, `3 h`, `5 d`.
    static func span(from: Timestamp, to: Timestamp) -> String {
        span(seconds: Int(max(to.millisecondsSince1970 - from.millisecondsSince1970, 0) / 1_000))
    }

    static func span(seconds: Int) -> String {
        switch seconds {
        case ..<120: return "\(seconds) s"
        case ..<7_200: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) d"
        }
    }

    /// `99.98 %`, rounded down: what failed once was not up all the time.
    static func percent(_ share: Double) -> String {
        guard share < 1 else { return "100 %" }
        let hundredths = Int(share * 10_000)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }
}
