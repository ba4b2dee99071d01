extension Timestamp {
    /// The reason why a text is not a valid time. The description follows the text in messages.
    public enum TextProblem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text does not have the form of a time.
        case form
        /// The month of that year, both as numbers, has fewer days.
        case day(month: Int, year: Int, days: Int)
        /// A month, hour, minute, second or offset is out of range.
        case number
        /// The time is before 1600 or after 9999.
        case range

        public var description: String {
            switch self {
            case .form: return "is neither an RFC 3339 time, as in 2026-11-21T12:00:00Z, nor a time ago, as in 2h"
            case .day(let month, let year, let days):
                let (month, year) = (Timestamp.padded(month, 2), Timestamp.padded(year, 4))
                return "is not a valid date: \(year)-\(month) has days 01 to \(days)"
            case .number:
                return "is not a time that exists: months are 01 to 12, hours 00 to 23, minutes and seconds 00 to 59"
            case .range: return "is out of range: a time is from 1600 to 9999, a time ago as in 45s, 30m, 2h or 7d"
            }
        }
    }
}
