import NetworkModel
import Translations

/// Incidents as text: the cause, the time, the affected targets, recent changes, the next steps.
struct IncidentPage {
    let incidents: [StatusDocument.Incident]
    /// Whether all incidents were requested.
    var isAll = true

    /// The maximum number of targets, and of changes, that are listed; other targets are counted.
    private static let maxTargets = 5
    private static let maxChanges = 5

    func write(to page: inout Page, in context: PageContext) {
        guard !incidents.isEmpty else {
            return page.line(
                TargetState.up.text(page.glyphs) + Text(" \((isAll ? Phrase.noIncidents : .noIncidentsThen).text)"))
        }
        for (place, incident) in incidents.enumerated() {
            if place > 0 { page.blank() }
            Self.write(incident, to: &page, in: context, indent: 0)
        }
    }

    /// - Parameter working: The keys of targets that were found to work since it began, for example with another address.
    static func write(
        _ incident: StatusDocument.Incident, to page: inout Page, in context: PageContext, indent: Int,
        working: Set<String> = []
    ) {
        let mark: TargetState = incident.isOpen ? TargetState(incident.cause.severity) : .idle
        let cause = incident.cause.translated()
        page.line(
            mark.text(page.glyphs) + Text(" \(incident.cause.id.rawValue)", incident.isOpen ? mark.style : .plain)
                + Text(sentence: "\(Phrase.detailSeparator)\(cause.summary)"), indent: indent, hang: 2)
        if let scope = cause.scope { page.line(Text(sentence: scope.localSummary), indent: indent + 2, hang: 2) }
        page.line(Text(times(incident, context), .dim), indent: indent + 2, hang: 2)
        if let targets = targets(incident, working) { page.line(targets, indent: indent + 2, hang: 2) }
        for change in incident.changes.suffix(maxChanges) {
            let time = Phrase.before.text(["time": context.localTime(change.at)])
            page.line(Text("\(time)  ", .dim) + Text(change.summary), indent: indent + 2, hang: 8)
        }
        if incident.isOpen { page.steps(of: cause, indent: indent + 2) }
    }

    private static func times(_ incident: StatusDocument.Incident, _ context: PageContext) -> String {
        let start = context.localTime(incident.opened)
        let again = incident.reopened > 0 ? "\(Phrase.clauseSeparator)\(Phrase.cameBack.text(incident.reopened))" : ""
        guard let end = incident.closed else {
            let span = LocalTime.span(from: incident.opened, to: context.now)
            return Phrase.openSince.text(["id": "\(incident.id)", "start": start, "span": span]) + again
        }
        let span = LocalTime.span(from: incident.opened, to: end)
        let over: Phrase =
            switch incident.ending {
            case .unwatched: .unwatchedFromTo
            case .replaced: .replacedFromTo
            case .recovered, nil: .overFromTo
            }
        return over.text([
            "id": "\(incident.id)", "start": start, "end": context.localTime(end), "span": span,
        ]) + again
    }

    private static func targets(_ incident: StatusDocument.Incident, _ working: Set<String>) -> Text? {
        guard incident.targetCount > 0 else { return nil }
        // Without the status, the incident itself tells whether all of its targets work by now, with a warning.
        let areDegraded = incident.isOpen && working.isEmpty && incident.degradedCount == incident.targetCount
        let isError = incident.cause.severity == .error && !areDegraded
        let alive = isError ? incident.targets.filter(working.contains) : []
        let down = incident.targetCount - alive.count
        let works =
            alive.isEmpty
            ? Text("")
            : Text(Phrase.clauseSeparator) + Text(.areWorking, alive.count, ["names": list(alive, of: alive.count)])
        guard down > 0 else { return Text(Phrase.tookDownNone.text) + works }
        let named = alive.isEmpty ? incident.targets : incident.targets.filter { !working.contains($0) }
        return Text(isError ? .tookDown : .degradedTargets, down, ["names": list(named, of: down)]) + works
    }

    private static func list(_ targets: [String], of count: Int) -> Text {
        let named = targets.prefix(maxTargets)
        let others = count - named.count
        let names = named.map { Text($0, .name) }.joined(separator: Text(Phrase.itemSeparator))
        return others > 0 ? Text(.namesAndMore, others, ["names": names]) : names
    }
}
