import NetworkModel

/// The targets of a status, worst first, one row each. Where there are many, those that work share a row with their group.
struct TargetTable {
    /// So many targets that work are shown one by one, in any case.
    private static let few = 10

    let targets: [StatusDocument.TargetStatus]
    /// Each has a row of its own.
    let isWhole: Bool
    /// `nil` where there are none.
    var bars: ResultBars?

    /// The heading, with how many stand how.
    var title: String {
        let words = Self.order.compactMap { mark in
            let count = targets.count { Self.mark($0) == mark }
            return count == 0 ? nil : "\(count) \(Self.word(mark))"
        }
        return targets.count == 1 ? "Targets" : "Targets: \(words.joined(separator: ", "))"
    }

    func rows(_ glyphs: Glyphs, _ context: PageContext) -> Table {
        var table = Table(.left, .flexible, .left, .right, .right, .right, .right)
        let isFolded = !isWhole && targets.count(where: Self.isWell) > Self.few
        for target in sorted where !isFolded || !Self.isWell(target) {
            let mark = Self.mark(target)
            var word = target.cause?.id.rawValue ?? target.status.word(isDegraded: target.degraded)
            if target.pending > 0 { word += ", \(target.pending) other since" }
            if target.isInMaintenance { word += ", maintenance" }
            let age = target.last.map { "\(LocalTime.span(from: $0, to: context.now)) ago" } ?? ""
            table.add(
                mark.text(glyphs), Text(target.key, .name), Text(word, mark == .up ? .plain : mark.style),
                Text(target.duration.map { Quantity.text($0) } ?? ""),
                Text(target.certificateDays.map { "certificate \(days($0))" } ?? "", .dim), Text(age, .dim),
                bars?.bar(of: target.key, glyphs) ?? Text())
        }
        guard isFolded else { return table }
        for group in wellGroups { table.add(row: row(of: group.targets, in: group.name, glyphs)) }
        return table
    }

    private func row(
        of targets: [StatusDocument.TargetStatus], in group: String?, _ glyphs: Glyphs
    ) -> [Text] {
        let all = self.targets.count { $0.group == group }
        let name = group.map { Text($0, .name) } ?? Text(all == self.targets.count ? "all others" : "without a group")
        let slowest = targets.compactMap(\.duration).max { $0.duration < $1.duration }
        let certificate = targets.compactMap(\.certificateDays).min()
        return [
            Mark.up.text(glyphs), name,
            Text(targets.count < all ? "\(targets.count) of \(all) work" : all == 1 ? "works" : "\(all) work"),
            Text(slowest.map { "up to \(Quantity.text($0))" } ?? ""),
            Text(certificate.map { "certificates \(days($0))" } ?? "", .dim), Text(),
        ]
    }

    private func days(_ count: Int) -> String {
        count < 0 ? "ended" : count == 1 ? "1 day" : "\(count) days"
    }

    private static let order: [Mark] = [.down, .unknown, .degraded, .up, .idle]

    private static func word(_ mark: Mark) -> String {
        switch mark {
        case .down: "down"
        case .unknown: "cannot be told"
        case .degraded: "with a warning"
        case .up: "up"
        case .idle: "not checked yet"
        }
    }

    private static func mark(_ target: StatusDocument.TargetStatus) -> Mark {
        Mark(target.status, isDegraded: target.degraded)
    }

    /// Nothing about it is worth a row.
    private static func isWell(_ target: StatusDocument.TargetStatus) -> Bool {
        mark(target) == .up && target.pending == 0 && !target.isInMaintenance
    }

    /// Worst first; of those that stand alike, in the order of the configuration.
    private var sorted: [StatusDocument.TargetStatus] {
        Self.order.flatMap { mark in targets.filter { Self.mark($0) == mark } }
    }

    /// Those that work, by their group, in the order of the configuration.
    private var wellGroups: [(name: String?, targets: [StatusDocument.TargetStatus])] {
        var groups: [(name: String?, targets: [StatusDocument.TargetStatus])] = []
        for target in targets where Self.isWell(target) {
            if let place = groups.firstIndex(where: { $0.name == target.group }) {
                groups[place].targets.append(target)
            } else {
                groups.append((target.group, [target]))
            }
        }
        return groups
    }
}
