/// A maintenance window of Gatus, which begins at a time of day, on all days or some.
struct GatusMaintenance {
    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let minutesOfDay = 1_440

    /// The days and times as in netdiag.yaml, such as `mon,thu 23:00-00:30`.
    private let weekly: String
    private let zone: String

    /// - Returns: `nil` if netdiag has no such window.
    init?(_ node: ImportNode) {
        guard let start = node["start"]?.text.flatMap({ Self.minute($0) }),
            let length = node["duration"]?.text.flatMap({ ImportDuration.milliseconds($0) }),
            length >= 60_000, length < Double(Self.minutesOfDay) * 60_000
        else { return nil }
        var days: [String] = []
        for day in node["every"]?.items ?? [] {
            // Gatus has English names of days.
            let name = String((day.text ?? "").lowercased().prefix(3))
            guard Self.days.contains(name) else { return nil }
            days.append(name)
        }
        // A part of a minute is maintenance, too.
        let minutes = min(Int((length / 60_000).rounded(.up), within: 1...Self.minutesOfDay), Self.minutesOfDay - 1)
        let end = (start + minutes) % Self.minutesOfDay
        weekly =
            (days.isEmpty ? "daily" : days.joined(separator: ",")) + " \(Self.clock(start))-\(Self.clock(end))"
        zone = node["timezone"]?.text ?? "UTC"
    }

    var value: ImportedValue {
        .group([.init(key: "weekly", value: .text(weekly)), .init(key: "zone", value: .text(zone))])
    }

    /// The minute of the day of a time such as `23:00`.
    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...23).contains(hour),
            (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }

    private static func clock(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }
}
