import Diagnosis
import NetworkModel
import Translations

/// The first page: the verdict, the path from this host to its targets with the faults on it, and the targets.
struct OverviewPage: Sendable {
    let document: StatusDocument
    let groups: [TargetGroup]
    /// The uptimes of the last 24 hours.
    let uptimes: Uptimes
    let recent: RecentResults
    /// The earliest end of validity of a target's certificates, by its key.
    let certificateEnd: @Sendable (String) -> Timestamp?
    /// The number of the page of targets, starting at 1.
    let page: Int
    var now = Timestamp()

    /// The number of targets per page.
    static let pageSize = 500

    init(
        document: StatusDocument, uptimes: Uptimes, recent: RecentResults, page: Int,
        certificateEnd: @escaping @Sendable (String) -> Timestamp?
    ) {
        self.document = document
        groups = TargetGroup.all(of: document.targets)
        self.uptimes = uptimes
        self.recent = recent
        self.certificateEnd = certificateEnd
        self.page = page
    }

    var counts: TargetCounts { groups.reduce(TargetCounts()) { $0 + $1.counts } }
    var mark: TargetState { TargetState(document.status, isDegraded: document.degraded) }
    var verdict: String { VerdictSentence(document: document, counts: counts).text }
    var title: String { Phrase.wordAndDetail.text(["word": document.host, "detail": mark.word]) }
    static func pages(of targets: Int) -> Int { max((targets + pageSize - 1) / pageSize, 1) }

    /// The parts above the targets by their ids, which change while the page is open.
    var head: [(id: String, html: HTML)] {
        [
            ("verdict", verdictPart), ("path", path), ("counts", countsPart), ("notes", notes),
        ]
    }

    var content: HTML {
        """
        \(HTML(head.map(\.html)))<div id="targets">
        \(targets)</div>
        \(pager)
        """
    }

    private var verdictPart: HTML {
        """
        <header id="verdict" class="\(mark.rawValue)">
        <h1>\(mark.icon) \(verdict)</h1>
        <p>\(HTML(.since, nil, ["time": PageTime.start(document.since)]))</p>
        </header>

        """
    }

    private var path: HTML {
        let targets = IncidentTargets(document.targets)
        let stations = PathStation.all(of: document, groups: groups).map { Self.station($0, targets) }
        return """
            <section id="path" aria-label="\(Phrase.wayToTargets)">
            <ol class="path">
            \(HTML(stations))</ol>
            </section>

            """
    }

    /// The maximum number of faults at one station. If only one more remains, it is shown, since a line with the number
    /// would take the same space.
    private static let maxFaults = 3

    private static func station(_ station: PathStation, _ targets: IncidentTargets) -> HTML {
        let shown: [HTML] = station.faults.prefix(station.faults.count > maxFaults + 1 ? maxFaults : maxFaults + 1).map
        {
            fault($0, targets)
        }
        let rest = station.faults.count - shown.count
        let more: HTML = rest > 0 ? "<li><a href=\"/incidents\">\(HTML(.andMore, rest))</a></li>" : ""
        let list: HTML = shown.isEmpty ? "" : "<ul class=\"faults\">\(HTML(shown))\(more)</ul>"
        return """
            <li class="\(station.mark.rawValue)">\(station.mark.icon)<div><strong>\(station.title)</strong>\
            \(station.mark.hiddenWord)<span class="detail">\(station.detail)</span>\(list)</div></li>

            """
    }

    /// A fault in a few words, with its sentence to unfold: those of several faults would push the targets off the screen.
    private static func fault(_ fault: PathStation.StationFault, _ affected: IncidentTargets) -> HTML {
        let finding = fault.finding.translated()
        let scope: HTML =
            finding.scope.map { "<span class=\"detail\">\(HTML(sentence: $0.localSummary))</span>" } ?? ""
        var (id, extent) = (PageID.text("f", "\(finding.id) \(fault.finding.summary)"), "")
        var words = HTML(sentence: finding.summary)
        if let incident = fault.incident {
            id = "f\(incident.id)"
            extent = affected.shortText(incident)
            words = """
                <a href="/incidents/\(incident.id)">\(words)</a> \
                <span class="detail">\(HTML(.since, nil, ["time": PageTime.start(incident.opened)]))</span>
                """
        }
        let whom: HTML = extent.isEmpty ? "" : " <small>\(extent)</small>"
        return """
            <li class="\(fault.mark.rawValue)"><details id="\(id)"><summary id="\(id)s"><code>\(finding.id)</code>\(whom)</summary>\
            \(words)\(scope)</details></li>
            """
    }

    private var countsPart: HTML {
        let counts = counts
        let parts: [HTML] = counts.parts.map {
            "<li class=\"\($0.mark.rawValue)\">\($0.mark.icon) \($0.mark.counted($0.count))</li>"
        }
        let open = document.incidents.count(where: \.isOpen)
        let words = open == 0 ? Phrase.noIncidentOpen.text : Phrase.incidentsOpen.text(open)
        let incidents: HTML = "<li><a href=\"/incidents\">\(words)</a></li>"
        return "<ul id=\"counts\" class=\"counts\">\(HTML(parts))\(incidents)</ul>\n"
    }

    /// Notes about missing parts of the page, and about clients on other hosts that have access.
    private var notes: HTML {
        var lines = [document.exposure].compactMap(\.self)
        for failure in document.listen ?? [] {
            lines.append(
                Phrase.notListening.text(["address": failure.address, "reason": FactWords.local(failure.reason)]))
        }
        if let history = document.history {
            lines.append(
                Phrase.notRecordedSince.text([
                    "time": PageTime.text(history.since), "reason": FactWords.local(history.reason),
                ]))
        } else if let reason = uptimes.reason {
            lines.append(Phrase.noUptime.text(["reason": FactWords.local(reason)]))
        }
        lines += document.alerts?.localLines ?? []
        let html: [HTML] = lines.map { "<p>\($0)</p>" }
        return "<div id=\"notes\" class=\"notes\">\(HTML(html))</div>\n"
    }

    private var targets: HTML {
        guard !document.targets.isEmpty else {
            return
                "<section><h2>\(Phrase.targets)</h2><p class=\"idle\">\(Phrase.addTargets)</p></section>\n"
        }
        var left = Self.pageSize
        var passed = (page - 1) * Self.pageSize
        var sections: [HTML] = []
        for group in groups {
            let skipped = min(passed, group.targets.count)
            passed -= skipped
            let shown = group.targets.dropFirst(skipped).prefix(left)
            left -= shown.count
            if !shown.isEmpty { sections.append(section(group, shown)) }
        }
        return HTML(sections)
    }

    /// The heading of a group, which changes with its targets.
    static func headline(_ group: TargetGroup) -> HTML {
        """
        <h2 id="\(group.id)" data-rank="\(String(group.rank))">\(group.mark.icon) \(group.title) <small>\(group.counts.text)</small></h2>

        """
    }

    func row(_ member: TargetGroup.Member) -> HTML {
        let key = member.status.key
        return TargetRow(
            member: member, results: recent.results(of: key), uptime: uptimes.shares[key],
            certificateEnd: certificateEnd(key), now: now
        ).html
    }

    private func section(_ group: TargetGroup, _ members: some Sequence<TargetGroup.Member>) -> HTML {
        """
        <section class="group">\(Self.headline(group))<table role="table" aria-labelledby="\(group.id)">
        <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">\(Phrase.target)</th><th scope="col" role="columnheader" class="wide">\(HTML(.lastResults, RecentResults.maxCount))</th>\
        <th scope="col" role="columnheader" class="n">\(Phrase.day)</th><th scope="col" role="columnheader" class="n time">\(Phrase.time)</th><th scope="col" role="columnheader" class="n">\(Phrase.certificate)</th></tr></thead>
        <tbody role="rowgroup">
        \(HTML(members.map(row)))</tbody></table></section>

        """
    }

    private var pager: HTML {
        let pages = Self.pages(of: document.targets.count)
        guard pages > 1 else { return "" }
        let links: [HTML] = (1...pages).map {
            $0 == page
                ? "<li><strong aria-current=\"page\">\($0)</strong></li>"
                : "<li><a href=\"/?page=\($0)\">\($0)</a></li>"
        }
        return "<nav aria-label=\"\(Phrase.moreTargets)\" class=\"pager\"><ol>\(HTML(links))</ol></nav>\n"
    }
}

extension OverviewPage {
    init(_ store: StatusStore, uptimes: Uptimes, page: Int) {
        self.init(document: store.document, uptimes: uptimes, recent: store.recent, page: page) { [store] key in
            store.report(on: key)?.certificateEnd
        }
    }

    func html(version: PageVersion, hasSession: Bool) -> String {
        PageFrame(
            mark: mark, host: document.host, title: title, section: .overview,
            live: .init(path: PageView.overview(page: page).path(since: version)), content: content,
            footer: PageFrame.footer(hasSession: hasSession)
        ).text
    }
}
