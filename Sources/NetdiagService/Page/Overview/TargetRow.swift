import NetworkModel
import Translations

/// A target as a row of the overview.
struct TargetRow: Sendable {
    let member: TargetGroup.Member
    let results: [RecentResults.Result]
    /// The share of the last 24 hours in which it worked; `nil` if that is not known.
    let uptime: Double?
    let certificateEnd: Timestamp?
    let now: Timestamp

    static func id(_ key: String) -> String { PageID.text("t", key) }

    var html: HTML {
        let target = member.status
        let bar = ResultBar(results: results)
        let other: HTML =
            target.pending > 0 ? " <small>\(target.pendingWords)</small>" : ""
        return """
            <tr id="\(Self.id(target.key))" data-rank="\(String(member.rank))" role="row">\
            <th scope="row" role="rowheader">\(member.mark.icon)<a href="\(PageID.target(target.key))">\(target.key)</a>\
            \(member.mark.hiddenWord)\(other)</th>\
            <td role="cell" class="bars">\(bar.svg)\(tip(bar))</td>\
            <td role="cell" class="n">\(uptime.map(PageTime.percent) ?? "–")</td>\
            <td role="cell" class="n time">\(bar.sparkline)\(bar.lastTime ?? "–")</td>\
            <td role="cell" class="n">\(certificate)</td></tr>

            """
    }

    /// The list that is shown while the row is hovered or its link has the focus.
    private func tip(_ bar: ResultBar) -> HTML {
        let lines: [HTML] = bar.troubles.map { "<li>\($0)</li>" }
        return lines.isEmpty ? "" : "<ul class=\"tip\" aria-hidden=\"true\">\(HTML(lines))</ul>"
    }

    private var certificate: HTML {
        guard let certificateEnd else { return "" }
        let days = (certificateEnd.millisecondsSince1970 - now.millisecondsSince1970) / 86_400_000
        let isOver = certificateEnd < now
        let mark: TargetState = isOver ? .down : days < 14 ? .degraded : .up
        let words = isOver ? Phrase.ended.text : Phrase.countDays.text(Int(days))
        return
            "<span class=\"\(mark == .up ? "" : mark.rawValue)\" title=\"\(Phrase.certificateEnds.text(["time": PageTime.text(certificateEnd)]))\">\(words)</span>"
    }
}
