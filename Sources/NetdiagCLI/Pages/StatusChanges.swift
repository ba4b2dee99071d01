import NetworkModel
import Translations

/// The changes from one status to the next, one line each.
struct StatusChanges {
    /// The maximum number of targets that are listed; the others are counted.
    private static let maxTargets = 20

    let old: StatusDocument
    let new: StatusDocument

    func write(to page: inout Page, in context: PageContext) {
        let time = Text("\(context.localTime(context.now))  ", .dim)
        func line(_ mark: TargetState, _ text: Text) {
            page.line(time + mark.text(page.glyphs) + Text(" ") + text, hang: 2)
        }
        if (old.status, old.degraded) != (new.status, new.degraded) {
            let mark = TargetState(new.status, isDegraded: new.degraded)
            line(mark, Text(new.host, .bold) + Text("  \(new.headline)", mark.style))
        }
        let before = Set(old.incidents.filter(\.isOpen).map(\.id)),
            after = Set(new.incidents.filter(\.isOpen).map(\.id))
        for incident in new.incidents where incident.isOpen && !before.contains(incident.id) {
            let cause = incident.cause.translated()
            line(
                TargetState(cause.severity),
                Text("#\(incident.id) \(cause.id.rawValue)")
                    + Text(sentence: "\(Phrase.detailSeparator)\(cause.summary)"))
        }
        for incident in old.incidents where incident.isOpen && !after.contains(incident.id) {
            let span = LocalTime.span(from: incident.opened, to: context.now)
            let name = "#\(incident.id) \(incident.cause.id.rawValue)"
            line(.up, Text(Phrase.isOver.text(["incident": name, "span": span])))
        }
        links(line)
        targets(line)
    }

    private func links(_ line: (TargetState, Text) -> Void) {
        let states = Dictionary(old.links.map { ($0.name, LinkWords.state($0)) }) { first, _ in first }
        for link in new.links where states[link.name] != LinkWords.state(link) {
            line(.idle, Text(link.name, .name) + Text(Phrase.detailSeparator + Phrase.text(of: LinkWords.state(link))))
        }
        let names = Set(new.links.map(\.name))
        for link in old.links where !names.contains(link.name) {
            line(.idle, Text(link.name, .name) + Text(Phrase.detailSeparator + Phrase.gone.text))
        }
    }

    private func targets(_ line: (TargetState, Text) -> Void) {
        let states = Dictionary(old.targets.map { ($0.key, $0) }) { first, _ in first }
        let changed = new.targets.filter { target in
            states[target.key].map {
                ($0.status, $0.degraded, $0.cause?.id) != (target.status, target.degraded, target.cause?.id)
            } ?? true
        }
        for target in changed.prefix(Self.maxTargets) {
            let mark = TargetState(target.status, isDegraded: target.degraded)
            let word = target.cause?.id.rawValue ?? target.status.word(isDegraded: target.degraded)
            line(mark, Text(target.key, .name) + Text("\(Phrase.detailSeparator)\(word)"))
        }
        if changed.count > Self.maxTargets {
            line(.idle, Text(Phrase.moreTargetsChanged.text(changed.count - Self.maxTargets)))
        }
    }
}
