import NetworkModel
import Translations

/// The targets of a status, worst first, one row each. If there are many, those that work are grouped, with one row for each
/// group.
struct TargetTable {
    /// The maximum number of working targets that are always shown individually.
    private static let few = 10

    let targets: [StatusDocument.TargetStatus]
    /// Whether each target has a row of its own.
    let isWhole: Bool
    /// The bars of results; `nil` for none.
    var bars: ResultBars?

    /// The heading, with the number of targets in each state.
    var title: String {
        let words = Self.order.compactMap { mark in
            let count = targets.count { Self.mark($0) == mark }
            return count == 0 ? nil : Self.counted(mark).text(count)
        }
        return targets.count == 1
            ? Phrase.targets.text
            : Phrase.wordAndDetail.text(["word": Phrase.targets.text, "detail": words.joined(separator: ", ")])
    }

    func rows(_ glyphs: Glyphs, _ context: PageContext) -> Table {
        var table = Table(.left, .flexible, .left, .right, .right, .right, .right)
        let isFolded = !isWhole && targets.count(where: Self.isWell) > Self.few
        for target in sorted where !isFolded || !Self.isWell(target) {
            let mark = Self.mark(target)
            var word = target.cause?.id.rawValue ?? target.status.word(isDegraded: target.degraded)
            if target.pending > 0 { word += ", \(Phrase.otherSince.text(target.pending))" }
            if target.isInMaintenance { word += ", \(Phrase.maintenance.text)" }
            let age = target.last.map { Phrase.ago.text(["span": LocalTime.span(from: $0, to: context.now)]) } ?? ""
            table.add(
                mark.text(glyphs), Text(target.key, .name), Text(word, mark == .up ? .plain : mark.style),
                Text(target.duration.map { LocalQuantity.text($0) } ?? ""),
                Text(target.certificateDays.map(certificate) ?? "", .dim), Text(age, .dim),
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
        let words = all == self.targets.count ? Phrase.allOthers : .withoutGroup
        let name = group.map { Text($0, .name) } ?? Text(words.text)
        let slowest = targets.compactMap(\.duration).max { $0.duration < $1.duration }
        let certificate = targets.compactMap(\.certificateDays).min()
        return [
            Mark.up.text(glyphs), name,
            Text(
                targets.count < all
                    ? Phrase.someWork.text(all, ["working": LocalQuantity.text(targets.count)])
                    : Phrase.allWork.text(all)),
            Text(slowest.map { Phrase.upTo.text(["time": LocalQuantity.text($0)]) } ?? ""),
            Text(certificate.map(certificates) ?? "", .dim), Text(),
        ]
    }

    private func certificate(_ days: Int) -> String {
        days < 0 ? Phrase.certificateEnded.text : Phrase.certificateDays.text(days)
    }

    private func certificates(_ days: Int) -> String {
        days < 0 ? Phrase.certificatesEnded.text : Phrase.certificatesDays.text(days)
    }

    private static let order: [Mark] = [.down, .unknown, .degraded, .up, .idle]

    private static func counted(_ mark: Mark) -> Phrase {
        switch mark {
        case .down: .countDown
        case .unknown: .countUnknown
        case .degraded: .countWithAWarning
        case .up: .countUp
        case .idle: .countNotChecked
        }
    }

    private static func mark(_ target: StatusDocument.TargetStatus) -> Mark {
        Mark(target.status, isDegraded: target.degraded)
    }

    /// Whether the target needs no row of its own.
    private static func isWell(_ target: StatusDocument.TargetStatus) -> Bool {
        mark(target) == .up && target.pending == 0 && !target.isInMaintenance
    }

    /// The targets, worst first, and otherwise in the order of the configuration.
    private var sorted: [StatusDocument.TargetStatus] {
        Self.order.flatMap { mark in targets.filter { Self.mark($0) == mark } }
    }

    /// The working targets by group, in the order of the configuration.
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
