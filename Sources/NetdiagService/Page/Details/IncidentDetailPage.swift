import NetworkModel
import Translations

/// An incident: its cause, what to do, the affected targets, what changed just before, and its course.
struct IncidentDetailPage: Sendable {
    let incident: StatusDocument.Incident
    /// The keys of its targets that have a page.
    let known: Set<String>
    /// The current states of its targets.
    let affected: IncidentTargets
    var isShared = false

    /// The maximum number of targets that are listed.
    private static let maxTargets = 500

    var mark: TargetState { IncidentLine.targetState(incident) }
    var title: String {
        Phrase.wordAndDetail.text([
            "word": Phrase.incidentNumber.text(["id": "\(incident.id)"]), "detail": "\(incident.cause.id)",
        ])
    }

    var content: HTML {
        """
        <header class="\(mark.rawValue)"><h1>\(Phrase.incidentNumber.text(["id": "\(incident.id)"])) <small>\(state)</small></h1>
        <p>\(span)</p></header>
        \(FindingSection(finding: incident.cause).html)<section><h2>\(Phrase.affectedTargets)</h2>
        \(targets)</section>
        <section><h2>\(Phrase.justBefore)</h2>
        \(changes)</section>
        <section><h2>\(Phrase.course)</h2>
        <ol class="plain">
        \(HTML(course))</ol></section>
        \(isShared ? HTML("") : downloads)
        """
    }

    private var downloads: HTML {
        // The period also contains the half hours before and after the incident.
        let margin: Int64 = 1_800_000
        let from = Timestamp(millisecondsSince1970: incident.opened.millisecondsSince1970 - margin)
        let to =
            incident.closed.map { "&to=\(Timestamp(millisecondsSince1970: $0.millisecondsSince1970 + margin))" } ?? ""
        let (path, span) = ("/incidents/\(incident.id)", "/share?from=\(from)\(to)")
        let all: HTML = """
            <a href="\(span)" download>\(Phrase.asFile)</a> · <a href="\(span)&share=svg" download>\(Phrase.asPicture)</a>
            """
        return """
            <p class="idle"><a href="\(path)?share=html" download>\(Phrase.saveAsFile)</a> · \
            <a href="\(path)?share=svg" download>\(Phrase.asPicture)</a>\(Phrase.clauseSeparator)\(HTML(.allInThatTime, nil, ["links": all]))</p>

            """
    }

    var state: String {
        guard let ending = incident.ending else { return (incident.isOpen ? Phrase.incidentOpen : .incidentOver).text }
        return switch ending {
        case .recovered: Phrase.worksAgain.text
        case .unwatched: Phrase.targetsNotConfigured.text
        case .replaced: Phrase.targetsHaveOtherCause.text
        }
    }

    private var span: HTML {
        let end = incident.closed ?? Timestamp()
        let span = PageTime.span(from: incident.opened, to: end)
        if let closed = incident.closed {
            let times = ["from": PageTime.html(incident.opened), "to": PageTime.html(closed)]
            return "\(HTML(.fromTo, nil, times))\(Phrase.partSeparator)\(span)"
        }
        let length = Phrase.spanSoFar.text(["span": span])
        return "\(HTML(.since, nil, ["time": PageTime.start(incident.opened)]))\(Phrase.partSeparator)\(length)"
    }

    private var targets: HTML {
        let named: [HTML] = incident.targets.prefix(Self.maxTargets).map { target in
            let over = affected.isOver(target, in: incident) ? Phrase.partSeparator + Phrase.worksAgainNow.text : ""
            return known.contains(target) && !isShared
                ? "<li><a href=\"\(PageID.target(target))\">\(target)</a>\(over)</li>" : "<li>\(target)\(over)</li>"
        }
        let rest = incident.targetCount - named.count
        let more: HTML = rest > 0 ? "<li>\(HTML(.andMore, rest))</li>" : ""
        return named.isEmpty && rest <= 0
            ? "<p class=\"idle\">\(Phrase.ownNetwork)</p>\n"
            : "<ul>\(HTML(named))\(more)</ul>\n"
    }

    private var changes: HTML {
        let lines: [HTML] = incident.changes.map { "<li>\(PageTime.html($0.at)) \(HTML(sentence: $0.summary))</li>" }
        return lines.isEmpty
            ? "<p class=\"idle\">\(Phrase.nothingChanged)</p>\n"
            : "<ul>\(HTML(lines))</ul>\n"
    }

    /// The events in their order.
    private var course: [HTML] {
        var steps = incident.changes.map { (at: $0.at, words: $0.summary) }
        steps.append((incident.opened, Phrase.firstCheck.text))
        if let closed = incident.closed { steps.append((closed, state)) }
        var lines: [HTML] = steps.sorted { $0.at < $1.at }.map {
            "<li>\(PageTime.html($0.at)) \(HTML(sentence: $0.words))</li>\n"
        }
        if incident.reopened > 0 {
            lines.append("<li>\(HTML(.meanwhileOver, incident.reopened))</li>\n")
        }
        return lines
    }
}
