import NetworkModel
import Translations

/// The lines of the live view.
struct LivePage: Sendable {
    /// The type to browse; `nil` for every type.
    let type: String?
    let domain: String

    /// Returns at most as many lines as the window has.
    func lines(_ services: LiveServices, on terminal: Terminal) -> [Substring] {
        var page = Page(for: terminal)
        page.line(heading(services), hang: 2, isChopped: true)
        if let away = services.away {
            page.line(
                Text("\(page.glyphs.degraded) ", .warning) + Text(FactWords.local(away), .warning), hang: 2,
                isChopped: true)
        }
        let rows = services.sorted
        guard !rows.isEmpty else { return page.lines }
        page.blank()
        // The table has a heading, which also takes a line.
        let room = terminal.rows.map { max($0 - page.lines.count - 1, 1) } ?? rows.count
        var shown = rows.count > room ? max(room - 1, 0) : rows.count
        let all = rows.map { row in
            ServicePage.Row(
                instance: row.instance, mark: changeMark(row.news, page.glyphs), isGone: row.news == .removed)
        }
        let visible = Array(all.prefix(shown))
        let hasWords = type == nil && ServicePage.hasWords(visible, on: terminal)
        let table = ServicePage.table(of: visible, withType: type == nil, withWords: hasWords, withMark: true)
        if ServicePage.isTooWide(table, for: terminal) {
            // Nothing is cut: each service has several lines, as with `--once`.
            shown = writeLines(of: all, to: &page, within: terminal.rows)
        } else {
            page.table(table)
        }
        if shown < rows.count {
            page.cutLine(Text("\(page.glyphs.ellipsis) \(Phrase.andMore.text(rows.count - shown))", .dim))
        }
        return terminal.rows.map { Array(page.lines.prefix($0)) } ?? page.lines
    }

    /// Writes as many services as fit, each as a whole unless it is the only one.
    ///
    /// - Parameter height: The number of lines of the page; `nil` for any.
    /// - Returns: The number of services that were written.
    private func writeLines(of rows: [ServicePage.Row], to page: inout Page, within height: Int?) -> Int {
        for (number, row) in rows.enumerated() {
            var longer = page
            ServicePage.writeLines(of: row, withMark: true, to: &longer)
            // The line about the others needs a place, too.
            let rest = number + 1 < rows.count ? 1 : 0
            if number > 0, let height, longer.lines.count + rest > height { return number }
            page = longer
        }
        return rows.count
    }

    /// Whether every service has its place on the page.
    func isWhole(_ services: LiveServices, on terminal: Terminal) -> Bool {
        guard let rows = terminal.rows else { return true }
        // Each service has at least one line.
        guard services.sorted.count < rows else { return false }
        var unlimited = terminal
        unlimited.rows = nil
        return lines(services, on: unlimited).count <= rows
    }

    private func heading(_ services: LiveServices) -> Text {
        let count = services.count
        let subject =
            type.map { type in
                TypeWords.words(for: type).map { Text($0, .bold) + Text(" (\(type))") } ?? Text(type, .bold)
            } ?? Text(CommandPhrase.allServices.text, .bold)
        let number = count == 0 ? Phrase.noneOfThem.text : LocalQuantity.text(count)
        return Text(CommandPhrase.servicesIn, ["services": subject, "domain": Text(domain), "count": Text(number)])
    }

    private func changeMark(_ news: LiveServices.Highlight?, _ glyphs: Glyphs) -> Text {
        switch news {
        case .added: Text(glyphs.added, .good)
        case .updated: Text(glyphs.updated, .warning)
        case .removed: Text(glyphs.removed, .bad)
        case nil: Text()
        }
    }
}

/// The live view of `netdiag browse`.
struct LiveBrowser: LiveView {
    let page: LivePage
    var services = LiveServices(at: .now)

    mutating func update(at now: ContinuousClock.Instant) { services.update(at: now) }
    var nextChange: ContinuousClock.Instant? { services.nextChange }
    func lines(on terminal: Terminal) -> [Substring] { page.lines(services, on: terminal) }
    func isWhole(on terminal: Terminal) -> Bool { page.isWhole(services, on: terminal) }
}
