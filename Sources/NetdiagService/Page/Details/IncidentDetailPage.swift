import NetworkModel

/// An incident: its cause, what to do, what it took down, what changed just before, and its course.
struct IncidentDetailPage: Sendable {
    let incident: StatusDocument.Incident
    /// Those of its targets that have a page.
    let known: Set<String>
    /// How its targets stand now.
    let affected: IncidentTargets
    var isShared = false

    /// Targets that are named.
    private static let maxTargets = 500

    var mark: StatusMark { IncidentLine.mark(incident) }
    var title: String { "Incident \(incident.id): \(incident.cause.id)" }

    var content: HTML {
        """
        <header class="\(mark.rawValue)"><h1>Incident \(incident.id) <small>\(state)</small></h1>
        <p>\(span)</p></header>
        \(FindingSection(finding: incident.cause).html)<section><h2>Affected targets</h2>
        \(targets)</section>
        <section><h2>Just before</h2>
        \(changes)</section>
        <section><h2>Course</h2>
        <ol class="plain">
        \(HTML(course))</ol></section>
        \(isShared ? HTML("") : way)
        """
    }

    private var way: HTML {
        // Half an hour before and after, with the targets.
        let margin: Int64 = 1_800_000
        let from = Timestamp(millisecondsSince1970: incident.opened.millisecondsSince1970 - margin)
        let to =
            incident.closed.map { "&to=\(Timestamp(millisecondsSince1970: $0.millisecondsSince1970 + margin))" } ?? ""
        let (path, span) = ("/incidents/\(incident.id)", "/share?from=\(from)\(to)")
        return """
            <p class="idle"><a href="\(path)?share=html" download>Save as a file to pass on</a> · \
            <a href="\(path)?share=svg" download>as a picture</a>; all that was in that time: \
            <a href="\(span)" download>as a file</a> · <a href="\(span)&share=svg" download>as a picture</a></p>

            """
    }

    var state: String {
        guard let ending = incident.ending else { return incident.isOpen ? "open" : "over" }
        return switch ending {
        case .recovered: "over: it works again"
        case .unwatched: "no longer watched: its targets are not configured any more"
        }
    }

    private var span: HTML {
        let end = incident.closed ?? Timestamp()
        return
            "since \(PageTime.html(incident.opened)), \(PageTime.span(from: incident.opened, to: end))\(incident.isOpen ? " so far" : "")"
    }

    private var targets: HTML {
        let named: [HTML] = incident.targets.prefix(Self.maxTargets).map { target in
            let over = affected.isOver(target, in: incident) ? ", works again" : ""
            return known.contains(target) && !isShared
                ? "<li><a href=\"\(PageID.target(target))\">\(target)</a>\(over)</li>" : "<li>\(target)\(over)</li>"
        }
        let rest = incident.targetCount - named.count
        let more: HTML = rest > 0 ? "<li>and \(rest) more</li>" : ""
        return named.isEmpty && rest <= 0
            ? "<p class=\"idle\">none: it is a fault of this machine's own network</p>\n"
            : "<ul>\(HTML(named))\(more)</ul>\n"
    }

    private var changes: HTML {
        let lines: [HTML] = incident.changes.map { "<li>\(PageTime.html($0.at)) \(HTML(sentence: $0.summary))</li>" }
        return lines.isEmpty
            ? "<p class=\"idle\">nothing changed on this machine in the minutes before</p>\n"
            : "<ul>\(HTML(lines))</ul>\n"
    }

    /// What happened, in its order.
    private var course: [HTML] {
        var steps = incident.changes.map { (at: $0.at, words: $0.summary) }
        steps.append((incident.opened, "the first check that showed it began"))
        if let closed = incident.closed { steps.append((closed, state)) }
        var lines: [HTML] = steps.sorted { $0.at < $1.at }.map {
            "<li>\(PageTime.html($0.at)) \(HTML(sentence: $0.words))</li>\n"
        }
        if incident.reopened > 0 {
            lines.append(
                "<li>meanwhile over for less than a minute, and back, \(Quantity.text(incident.reopened, "time"))</li>\n"
            )
        }
        return lines
    }
}
