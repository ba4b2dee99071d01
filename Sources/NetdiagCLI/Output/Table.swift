/// Cells in rows and columns.
struct Table: Sendable {
    enum Alignment: Sendable { case left, right }

    struct Column: Sendable {
        var alignment: Alignment = .left
        /// Whether its cells are wrapped if the line is too long. Nothing is cut: the end of a name or an address matters as much
        /// as its beginning.
        var isFlexible = false

        static let left = Column()
        static let right = Column(alignment: .right)
        static let flexible = Column(isFlexible: true)
    }

    let columns: [Column]
    /// The number of blanks between columns.
    let gap = 2
    private(set) var rows: [[Text]] = []

    init(_ columns: Column...) {
        self.columns = columns
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Adds a row. Missing cells at its end are empty.
    mutating func add(_ cells: Text...) {
        add(row: cells)
    }

    mutating func add(row: [Text]) {
        rows.append(Array(row.prefix(columns.count)) + repeatElement(Text(), count: max(columns.count - row.count, 0)))
    }

    /// The width of the table in terminal columns.
    var width: Int {
        let used = widths(of: rows, limit: nil).filter { $0 > 0 }
        return used.reduce(0, +) + gap * max(used.count - 1, 0)
    }

    /// The width of each column; 0 for one without content.
    func widths(of rows: [[Text]], limit: Int?) -> [Int] {
        var widths = columns.indices.map { index in rows.reduce(0) { max($0, $1[index].width) } }
        guard let limit else { return widths }
        while true {
            let used = widths.filter { $0 > 0 }
            let excess = used.reduce(0, +) + gap * max(used.count - 1, 0) - limit
            guard excess > 0,
                let widest = columns.indices.filter({ columns[$0].isFlexible }).max(by: { widths[$0] < widths[$1] }),
                widths[widest] > 8
            else { return widths }
            let next = columns.indices.filter { columns[$0].isFlexible && $0 != widest }.map { widths[$0] }.max() ?? 0
            // It is reduced to the width of the next widest column, so that two long columns share the loss.
            widths[widest] = max(8, widths[widest] - min(excess, max(widths[widest] - next, 1)))
        }
    }
}
