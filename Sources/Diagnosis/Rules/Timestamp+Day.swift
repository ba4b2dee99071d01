import NetworkModel

extension Timestamp {
    /// The day of a deadline as readable text: `in 5 days (2026-11-28)`, `3 days ago (2026-11-20)`; with the time if it is less
    /// than two days away.
    func day(seenAt now: Timestamp) -> String {
        let difference = millisecondsSince1970 - now.millisecondsSince1970
        let (days, hours) = (abs(difference) / 86_400_000, abs(difference) / 3_600_000)
        let isOver = difference < 0
        // As in 2026-11-28T12:00:00.000Z.
        let (date, time) = (description.prefix(10), description.dropFirst(11).prefix(5))
        let (phrase, count): (FactPhrase, Int64) =
            switch (days, hours) {
            case (2..., _): (isOver ? .daysAgo : .inDays, days)
            case (_, 2...): (isOver ? .hoursAgo : .inHours, hours)
            case (_, 1): (isOver ? .anHourAgo : .inAnHour, 1)
            default: (isOver ? .justNow : .withinTheHour, 0)
            }
        return phrase.text(["count": "\(count)", "date": days >= 2 ? "\(date)" : "\(date) \(time) UTC"])
    }
}
