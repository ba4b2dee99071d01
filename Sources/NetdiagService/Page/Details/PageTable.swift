import NetworkModel
import Translations

/// A table of a page, with the state of each row in front.
struct PageTable: Sendable {
    let title: Phrase
    let columns: [Phrase]
    let rows: [(mark: TargetState, cells: [HTML])]
    var empty = Phrase.noneOfThem

    /// The maximum number of rows.
    private static let maxRows = 500

    var html: HTML {
        guard !rows.isEmpty else { return "<section><h2>\(title)</h2><p class=\"idle\">\(empty)</p></section>\n" }
        let heads: [HTML] = columns.map { "<th scope=\"col\" role=\"columnheader\">\($0)</th>" }
        let lines: [HTML] = rows.prefix(Self.maxRows).map { row in
            // On a telephone, the cells of a row are not below the headings, and repeat them.
            let cells: [HTML] = zip(columns, row.cells).dropFirst().map {
                "<td role=\"cell\" data-label=\"\($0)\">\($1)</td>"
            }
            return
                "<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">\(row.mark.icon) \(row.cells.first ?? "")\(row.mark.hiddenWord)</th>\(HTML(cells))</tr>\n"
        }
        let rest = rows.count - lines.count
        let more: HTML = rest > 0 ? "<p class=\"idle\">\(HTML(.andMore, rest))</p>" : ""
        return """
            <section><h2>\(title)</h2>
            <table class="cards" role="table"><thead role="rowgroup"><tr role="row">\(HTML(heads))</tr></thead>
            <tbody role="rowgroup">\(HTML(lines))</tbody></table>\(more)</section>

            """
    }
}
