import NetworkModel

extension Timestamp {
    /// The day of a deadline as readable text: `in 5 days (2026-11-28)`, `3 days ago (2026-11-20)`; with the time if it is less
    /// than two days away.
    func day(seenAt now: Timestamp) -> String {
        let difference = millisecondsSince1970 - now.millisecondsSince1970
        let (days, hours) = (abs(difference) / 86_400_000, abs(difference) / 3_600_000)
        // As in 2026-11-28T12:00:00.000Z.
        let (date, time) = (description.prefix(10), description.dropFirst(11).prefix(5))
        let span = days >= 2 ? "\(days) days" : hours == 1 ? "1 hour" : "\(hours) hours"
        let place = days >= 2 ? "\(date)" : "\(date) \(time) UTC"
        guard hours > 0 else { return difference < 0 ? "just now (\(place))" : "within the hour (\(place))" }
        return difference < 0 ? "\(span) ago (\(place))" : "in \(span) (\(place))"
    }
}
