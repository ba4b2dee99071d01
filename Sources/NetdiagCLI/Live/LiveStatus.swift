import NetworkModel
import Translations

/// The live view of `netdiag top`: the verdict, the path to the targets, faults, and the targets, worst first; or that of
/// `netdiag status --watch`: the page of `netdiag status`.
struct LiveStatus: LiveView {
    enum Layout: Equatable, Sendable {
        case top
        /// The page of `netdiag status`, with a row for each target if it is whole.
        case page(isWhole: Bool)
    }

    private let layout: Layout
    /// The minimum width for bars. In a narrower window, causes need the space.
    private static let minColumnsForBars = 100
    /// The maximum number of incidents that are shown.
    private static let maxIncidents = 3
    /// The number of rows of targets for which incidents make room.
    private static let minTargetRows = 8

    /// The status; `nil` until the daemon has responded.
    var document: StatusDocument?
    /// The last results of each target.
    var bars = ResultBars()
    private var now = Timestamp()
    private(set) var nextChange: ContinuousClock.Instant?

    init(layout: Layout = .top) { self.layout = layout }

    mutating func update(at instant: ContinuousClock.Instant) {
        now = Timestamp()
        // Ages are shown in seconds.
        nextChange = instant + .seconds(1)
    }

    func lines(on terminal: Terminal) -> [Substring] {
        var page = Page(for: terminal)
        guard let document else { return [Phrase.waitingForDaemon.text[...]] }
        if case .page(let isWhole) = layout {
            document.write(to: &page, in: PageContext(now: now, isWhole: isWhole))
            return fitted(page)
        }
        write(document, to: &page, in: PageContext(now: now))
        return fitted(page)
    }

    /// Writes the view of `netdiag top`, whose rows fit into the window.
    func write(_ document: StatusDocument, to page: inout Page, in context: PageContext) {
        let (terminal, now) = (page.terminal, context.now)
        let mark = TargetState(document.status, isDegraded: document.degraded)
        page.line(
            mark.text(page.glyphs) + " " + Text(document.host, .bold) + Text("  \(document.headline)", mark.style)
                + Text("  " + Phrase.forSpan.text(["span": LocalTime.span(from: document.since, to: now)]), .dim),
            hang: 2, isChopped: true)
        page.blank()
        page.items(stations(document, page.glyphs), indent: 2)
        page.blank()
        let open = document.incidents.filter(\.isOpen)
        // The heading of the targets and a blank line before it.
        let room = terminal.rows.map { $0 - page.lines.count - 2 }
        let folded = table(document, isWhole: false, terminal).rows(page.glyphs, context)
        write(open, to: &page, at: now, within: room.map { $0 - min(folded.rows.count, Self.minTargetRows) })
        if !open.isEmpty { page.blank() }
        if !document.targets.isEmpty {
            let left = terminal.rows.map { $0 - page.lines.count - 1 } ?? .max
            let table = table(document, isWhole: document.targets.count <= left, terminal)
            page.line(Text(table.title, .bold), indent: 2, hang: 2, isChopped: true)
            page.table(table.rows(page.glyphs, context, limit: page.columns(indent: 4)), indent: 4)
        }
    }

    /// The first lines of a page, and the number of the others. The least important lines are at its end.
    private func fitted(_ page: Page) -> [Substring] {
        let lines = page.lines
        guard let rows = page.terminal.rows, lines.count > rows else { return lines }
        let shown = max(rows - 1, 1)
        return lines.prefix(shown) + ["\(page.glyphs.ellipsis) \(Phrase.moreLines.text(lines.count - shown))"]
    }

    func isWhole(on terminal: Terminal) -> Bool {
        guard terminal.rows != nil else { return true }
        var unlimited = terminal
        unlimited.rows = nil
        return lines(on: terminal) == lines(on: unlimited)
    }

    private func table(_ document: StatusDocument, isWhole: Bool, _ terminal: Terminal) -> TargetTable {
        TargetTable(
            targets: document.targets, isWhole: isWhole,
            bars: (terminal.columns ?? 80) >= Self.minColumnsForBars ? bars : nil)
    }

    /// Writes the first incidents, at least one, and the number of the others.
    ///
    /// - Parameter lines: The number of lines for them; `nil` for any.
    private func write(
        _ open: [StatusDocument.Incident], to page: inout Page, at now: Timestamp, within lines: Int?
    ) {
        var (shown, used) = (0, 0)
        for incident in open.prefix(lines == nil ? .max : Self.maxIncidents) {
            var part = Page(for: page.terminal)
            write(incident, to: &part, at: now)
            used += part.lines.count
            // The line about the others needs a place, too.
            if shown > 0, let lines, used + (shown + 1 < open.count ? 1 : 0) > lines { break }
            write(incident, to: &page, at: now)
            shown += 1
        }
        if shown < open.count {
            page.advice(Text(Phrase.moreIncidents.text(open.count - shown), .dim), indent: 2, hang: 2)
        }
    }

    private func write(_ incident: StatusDocument.Incident, to page: inout Page, at now: Timestamp) {
        let cause = incident.cause.translated(), mark = TargetState(cause.severity)
        let count = incident.targetCount
        let extent = count == 0 ? "" : Phrase.partSeparator + Phrase.countTargets.text(count)
        page.line(
            mark.text(page.glyphs) + Text(" \(cause.id.rawValue)", mark.style)
                + Text(sentence: "\(Phrase.detailSeparator)\(cause.summary)")
                + Text("  (\(LocalTime.span(from: incident.opened, to: now))\(extent))", .dim), indent: 2, hang: 2)
        guard let advice = cause.advice.first else { return }
        page.advice(Text(page.glyphs.arrow, .name) + Text(sentence: " \(advice)"), indent: 4, hang: 2)
    }

    /// The stations from this machine to its targets, each with its mark.
    private func stations(_ document: StatusDocument, _ glyphs: Glyphs) -> [Text] {
        func station(_ mark: TargetState, _ name: String, _ detail: String? = nil) -> Text {
            mark.text(glyphs) + Text(" \(name)", mark == .up ? .plain : mark.style)
                + Text(detail.map { " \($0)" } ?? "", .dim)
        }
        var parts: [Text] = []
        for link in document.links
        where !link.isLoopback && document.gateways.contains(where: { $0.interface == link.name }) {
            parts.append(station(link.isAdminUp && link.hasCarrier ? .up : .down, link.name))
        }
        for gateway in document.gateways {
            parts.append(
                station(
                    TargetState(gateway.status), Phrase.gatewayAt.text(["address": "\(gateway.address)"]),
                    gateway.roundTrip.map { LocalQuantity.text($0) }))
        }
        if let uplink = document.uplink { parts.append(station(TargetState(uplink.status), Phrase.internet.text)) }
        for entry in document.resolvers {
            parts.append(
                station(
                    TargetState(entry.status), "DNS \(entry.resolver.text)",
                    entry.duration.map { LocalQuantity.text($0) })
            )
        }
        return parts.isEmpty ? [Text(Phrase.noUplink.text, .dim)] : parts
    }
}
