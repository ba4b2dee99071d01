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
            let count = targets.count { TargetState($0) == mark }
            return count == 0 ? nil : Self.counted(mark).text(count)
        }
        return targets.count == 1
            ? Phrase.targets.text
            : Phrase.wordAndDetail.text([
                "word": Phrase.targets.text, "detail": words.joined(separator: Phrase.partSeparator),
            ])
    }

    /// The rows, with what fits beside the names: without the certificates and then without the ages if there are too few
    /// columns, and otherwise with shorter states.
    ///
    /// - Parameter limit: The number of columns; `nil` for any.
    func rows(_ glyphs: Glyphs, _ context: PageContext, limit: Int? = nil) -> Table {
        let parts: [Parts] = [
            .init(), .init(hasCertificates: false), .init(hasCertificates: false, hasAges: false),
        ]
        for part in parts {
            let table = rows(glyphs, context, part)
            guard let limit, table.width > limit else { return table }
        }
        return rows(glyphs, context, .init(hasCertificates: false, hasAges: false, cutsStates: true))
    }

    /// What is shown beside the names.
    private struct Parts {
        var hasCertificates = true
        var hasAges = true
        var cutsStates = false
    }

    private func rows(_ glyphs: Glyphs, _ context: PageContext, _ parts: Parts) -> Table {
        var table = Table(.left, .flexible, parts.cutsStates ? .flexible : .left, .right, .right, .right, .right)
        let isFolded = isFolded
        for target in sorted where !isFolded || !Self.isWell(target) {
            let mark = TargetState(target)
            var word = target.cause?.id.rawValue ?? target.status.word(isDegraded: target.degraded)
            if target.pending > 0 { word += Phrase.partSeparator + target.pendingWords }
            if target.isInMaintenance { word += Phrase.partSeparator + Phrase.maintenance.text }
            let age = target.last.map { Phrase.ago.text(["span": LocalTime.span(from: $0, to: context.now)]) } ?? ""
            table.add(
                mark.text(glyphs), Text(target.key, .name), Text(word, mark == .up ? .plain : mark.style),
                Text(target.duration.map { LocalQuantity.text($0) } ?? ""),
                Text(parts.hasCertificates ? target.certificateDays.map(certificate) ?? "" : "", .dim),
                Text(parts.hasAges ? age : "", .dim), bars?.bar(of: target.key, glyphs) ?? Text())
        }
        guard isFolded else { return table }
        for group in wellGroups { table.add(row: row(of: group.targets, in: group.name, glyphs, parts)) }
        return table
    }

    /// Whether working targets share the row of their group.
    private var isFolded: Bool { !isWhole && targets.count(where: Self.isWell) > Self.few }

    private func row(
        of targets: [StatusDocument.TargetStatus], in group: String?, _ glyphs: Glyphs, _ parts: Parts
    ) -> [Text] {
        let members = self.targets.filter { $0.group == group }
        let all = members.count
        // The row is that of the whole group, so that one in which something fails is not marked as working.
        let mark = members.map { TargetState($0) }.min() ?? .up
        let isOnlyRow = targets.count == self.targets.count
        let words = isOnlyRow ? Phrase.allTargets : all == self.targets.count ? .allOthers : .withoutGroup
        let name = group.map { Text($0, .name) } ?? Text(words.text)
        let slowest = targets.compactMap(\.duration).max { $0.duration < $1.duration }
        let certificate = targets.compactMap(\.certificateDays).min()
        return [
            mark.text(glyphs), name,
            Text(
                targets.count < all
                    ? Phrase.someWork.text(all, ["working": LocalQuantity.text(targets.count)])
                    : Phrase.allWork.text(all)),
            Text(slowest.map { Phrase.upTo.text(["time": LocalQuantity.text($0)]) } ?? ""),
            Text(parts.hasCertificates ? certificate.map(certificates) ?? "" : "", .dim), Text(),
        ]
    }

    private func certificate(_ days: Int) -> String {
        days < 0 ? Phrase.certificateEnded.text : Phrase.certificateDays.text(days)
    }

    private func certificates(_ days: Int) -> String {
        days < 0 ? Phrase.certificatesEnded.text : Phrase.certificatesDays.text(days)
    }

    private static let order = TargetState.allCases

    private static func counted(_ mark: TargetState) -> Phrase {
        switch mark {
        case .down: .countDown
        case .unknown: .countUnknown
        case .degraded: .countWithAWarning
        case .maintenance: .countMaintenance
        case .up: .countUp
        case .idle: .countNotChecked
        }
    }

    /// Whether the target needs no row of its own.
    private static func isWell(_ target: StatusDocument.TargetStatus) -> Bool {
        TargetState(target) == .up && target.pending == 0
    }

    /// The targets, worst first, and otherwise in the order of the configuration.
    private var sorted: [StatusDocument.TargetStatus] {
        Self.order.flatMap { mark in targets.filter { TargetState($0) == mark } }
    }

    /// The working targets by group: by the worst target of the whole group, then by name, as on the page.
    private var wellGroups: [(name: String?, targets: [StatusDocument.TargetStatus])] {
        let members = Dictionary(grouping: targets, by: \.group)
        let worst = members.compactMapValues { $0.map { TargetState($0) }.min() }
        let names = TargetState.orderedNames(members.keys).enumerated().sorted { one, other in
            (worst[one.element] ?? .up, one.offset) < (worst[other.element] ?? .up, other.offset)
        }
        return names.compactMap { _, name in
            let well = members[name]?.filter(Self.isWell) ?? []
            return well.isEmpty ? nil : (name, well)
        }
    }
}
