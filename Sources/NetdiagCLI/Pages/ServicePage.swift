import NetworkModel
import Translations

/// Services as text.
enum ServicePage {
    /// A row of a table.
    struct Row {
        var instance: ServiceInstance
        var mark = Text()
        var isGone = false
    }

    /// An event of a browser: one line, and the resolved data below it.
    static func line(for event: ServiceEvent, on terminal: Terminal) -> [UInt8] {
        var page = Page(for: terminal)
        let instance = event.instance
        let (glyph, style): (String, Style) =
            switch event.event {
            case .added: (page.glyphs.added, .good)
            case .resolved: (page.glyphs.resolved, .good)
            case .updated: (page.glyphs.updated, .warning)
            case .removed: (page.glyphs.removed, .bad)
            }
        page.line(
            Text(glyph, style) + " " + padded(instance.interface ?? "", to: 10) + padded(instance.type, to: 20)
                + Text(instance.name, .bold) + Text(instance.domain == "local" ? "" : "  \(instance.domain)", .dim)
                + stale(instance), hang: 4)
        if let place = place(of: instance) { page.line(place, indent: 4, hang: 2) }
        if let txt = txt(of: instance) { page.line(txt, indent: 4, hang: 2) }
        return page.bytes
    }

    /// All known instances, in the order of type, name, interface.
    static func table(_ instances: [ServiceInstance], on terminal: Terminal) -> [UInt8] {
        var page = Page(for: terminal)
        write(instances, to: &page)
        return page.bytes
    }

    static func write(_ instances: [ServiceInstance], to page: inout Page) {
        let terminal = page.terminal
        guard !instances.isEmpty else { return page.line(Text(CommandPhrase.noServicesFound.text, .dim)) }
        let rows = instances.sorted(by: isBefore).map { Row(instance: $0) }
        let table = table(of: rows, withType: true, withWords: hasWords(rows, on: terminal))
        guard isTooWide(table, for: terminal), rows.contains(where: { $0.instance.host != nil }) else {
            return page.table(table)
        }
        // A truncated address is useless. If a row does not fit, it is split into several lines.
        for row in rows { writeLines(of: row, to: &page) }
    }

    /// Writes the lines of one row: the name, type and interface, and below them the address and the TXT record.
    ///
    /// - Parameter withMark: Whether it is a live view, with space for a mark, so that names are aligned.
    static func writeLines(of row: Row, withMark: Bool = false, to page: inout Page) {
        let instance = row.instance
        let lines = [
            Text(instance.name, .bold) + stale(instance) + "  " + Text(instance.type)
                + Text("  \(instance.interface ?? "")", .dim),
            place(of: instance), txt(of: instance),
        ].compactMap(\.self).map { row.isGone ? $0.styled(.gone) : $0 }
        let margin = withMark ? 2 : 0
        for (number, line) in lines.enumerated() {
            if number == 0, withMark {
                page.line(
                    (row.mark.isEmpty ? Text(" ") : row.mark) + " " + line, hang: 2 + margin,
                    isChopped: withMark)
            } else {
                page.line(line, indent: number == 0 ? 0 : 2 + margin, hang: 2, isChopped: withMark)
            }
        }
    }

    static func isTooWide(_ table: Table, for terminal: Terminal) -> Bool {
        guard let columns = terminal.columns else { return false }
        let widths = table.widths(of: table.rows, limit: nil).filter { $0 > 0 }
        return widths.reduce(0, +) + table.gap * max(widths.count - 1, 0) > columns
    }

    /// Whether to add descriptions to types. This is not done in a pipe, where scripts count columns, nor if the window is too
    /// narrow for the other columns.
    static func hasWords(_ rows: [Row], on terminal: Terminal) -> Bool {
        guard terminal.isInteractive else { return false }
        return (terminal.columns ?? .max) >= (rows.contains { $0.instance.host != nil } ? 120 : 60)
    }

    /// The rows in their order; columns without content are omitted.
    ///
    /// - Parameter withMark: Whether to always reserve space for a mark, so that columns do not move when one appears.
    static func table(of rows: [Row], withType: Bool, withWords: Bool, withMark: Bool = false) -> Table {
        let isResolved = rows.contains { $0.instance.host != nil }
        func heading(_ title: String, if isShown: Bool = true) -> Text {
            isShown ? Text(title.uppercased(), .dim) : Text()
        }
        var table = Table(.left, .flexible, .flexible, .flexible, .left, .flexible, .flexible)
        table.add(
            Text(withMark ? " " : ""), heading(CommandPhrase.serviceType.text, if: withType), Text(),
            heading(Phrase.name.text), heading(Phrase.interface.text), heading(Phrase.host.text, if: isResolved),
            heading("TXT", if: isResolved))
        for row in rows {
            let instance = row.instance
            let words = withWords ? TypeWords.words(for: instance.type) : nil
            let cells = [
                withType ? Text(instance.type) : Text(), Text(words ?? "", .dim),
                Text(instance.name, .bold) + stale(instance), Text(instance.interface ?? ""),
                place(of: instance) ?? Text(), txt(of: instance) ?? Text(),
            ]
            table.add(row: [row.mark] + (row.isGone ? cells.map { $0.styled(.gone) } : cells))
        }
        return table
    }

    static func isBefore(_ one: ServiceInstance, _ other: ServiceInstance) -> Bool {
        (one.type, one.name, one.interface ?? "", one.domain)
            < (other.type, other.name, other.interface ?? "", other.domain)
    }

    private static func padded(_ text: String, to width: Int) -> Text {
        let shown = Text(text)
        return shown + Text(String(repeating: " ", count: max(width - shown.width, 0) + 1))
    }

    private static func stale(_ instance: ServiceInstance) -> Text {
        guard instance.stale else { return Text() }
        let reason: CommandPhrase =
            switch instance.staleReason {
            case .refused: .portRefuses
            case .noAnswer: .portIsSilent
            case nil: .hostIsSilent
            }
        return Text("  \(CommandPhrase.isStale.text(["reason": reason.text]))", .warning)
    }

    private static func place(of instance: ServiceInstance) -> Text? {
        guard let host = instance.host else { return nil }
        let addresses = (instance.addresses ?? []).map(\.description).joined(separator: " ")
        return Text("\(host):\(instance.port ?? 0)", .name) + Text(addresses.isEmpty ? "" : "  \(addresses)")
    }

    private static func txt(of instance: ServiceInstance) -> Text? {
        guard let txt = instance.txt, !txt.isEmpty else { return nil }
        return txt.sorted { $0.key < $1.key }.map { key, value in
            TXTText.shown(value).map { Text("\(key)=", .dim) + Text(sentence: $0) } ?? Text(key, .dim)
        }.joined(separator: " ")
    }
}
