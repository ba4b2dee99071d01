import NetworkModel

/// Bars with one character for each column.
struct HistoryBars {
    let isUnicode: Bool

    /// The range of a band of times, in milliseconds.
    struct Scale {
        let least: Double
        let most: Double

        /// - Returns: `nil` if no column has times.
        init?(_ columns: [HistorySummary]) {
            let times = columns.compactMap(\.times)
            guard let least = times.map(\.p10).min(), let most = times.map(\.p90).max() else { return nil }
            self.least = least
            self.most = most
        }

        /// The position of a time in the range, 0 to 1.
        func share(_ time: Double) -> Double {
            // A flat line is at the bottom.
            most > least ? min(max((time - least) / (most - least), 0), 1) : 0
        }
    }

    /// The bar of uptime, with the share of the known time in which the target worked. Unknown time and maintenance have
    /// characters of their own.
    func uptime(_ columns: [HistorySummary]) -> Text {
        columns.map { column in
            guard let uptime = column.uptime, column.up + column.down >= column.maintenance else {
                return column.maintenance > 0 ? Text("m", .dim) : Text(isUnicode ? "·" : ".", .dim)
            }
            switch uptime {
            case 1: return Text(isUnicode ? "█" : "#", .good)
            case 0.99...: return Text(isUnicode ? "▇" : "+", .warning)
            case 0.9...: return Text(isUnicode ? "▅" : "=", .warning)
            case _ where column.up > 0: return Text(isUnicode ? "▃" : "-", .bad)
            default: return Text(isUnicode ? "▁" : "_", .bad)
            }
        }.joined(separator: Text())
    }

    /// A line of the band of times, counted from the top.
    func band(_ columns: [HistorySummary], _ scale: Scale, line: Int, of height: Int) -> Text {
        var line = columns.map { sign(of: $0, scale, line: line, of: height) }
        // Lines must not end with blanks.
        while line.last?.spans.first?.text == " " { line.removeLast() }
        return line.joined(separator: Text())
    }

    private func sign(of column: HistorySummary, _ scale: Scale, line: Int, of height: Int) -> Text {
        guard let times = column.times else { return Text(" ") }
        func row(_ time: Double) -> Int { height - 1 - Int((scale.share(time) * Double(height - 1)).rounded()) }
        if row(times.p50) == line { return Text(isUnicode ? "━" : "=", .name) }
        return (row(times.p90)...row(times.p10)).contains(line) ? Text(isUnicode ? "░" : ":", .dim) : Text(" ")
    }

    /// The bar of medians, in a single line.
    func medians(_ columns: [HistorySummary], _ scale: Scale) -> Text {
        let signs = Array(isUnicode ? "▁▂▃▄▅▆▇█" : "_.-:=+*#")
        return columns.map { column in
            guard let times = column.times else { return Text(" ") }
            return Text(String(signs[Int((scale.share(times.p50) * Double(signs.count - 1)).rounded())]), .name)
        }.joined(separator: Text())
    }
}
