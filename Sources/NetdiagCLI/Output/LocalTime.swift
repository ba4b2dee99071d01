import Glibc
import NetworkModel
import Translations

/// Formats times and time spans of the wall clock.
enum LocalTime {
    /// Formats a time as `2026-11-20 13:00:00 CET`, in the time zone of the process (`TZ`, /etc/localtime).
    static func text(_ moment: Timestamp) -> String {
        var seconds = time_t(moment.millisecondsSince1970 / 1_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return moment.description }
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S %Z", &parts)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Formats a time span as `45 s`, `1 min 20 s`, `12 min`, `3 h 5 min` or `8 d 2 h`, with its two largest units (from ten minutes to an hour,
    /// without seconds).
    static func span(from start: Timestamp, to end: Timestamp) -> String {
        LocalQuantity.span(from: start, to: end, .two)
    }
}
