import NetworkModel

extension Resolution {
    /// Writes the answers with their sources, and then the queries without an answer.
    func write(to page: inout Page, in context: PageContext) {
        page.line(TargetState(status).text(page.glyphs) + " " + Text(name, .bold) + note, hang: 2)
        for alias in aliases { page.line(Text("alias of ", .dim) + Text(alias), indent: 2) }
        if answers.isEmpty { writeBrokenAliases(to: &page) }
        var table = Table(.flexible, .left, .flexible, .right, .right)
        for answer in answers {
            let text = answer.name ?? answer.record ?? answer.address?.description ?? ""
            table.add(
                Text(text, .name), Text(answer.source.rawValue), Text(answer.server ?? ""),
                Text(answer.ttl.map { "ttl \($0)" } ?? "", .dim), Text(Quantity.text(answer.duration), .dim))
        }
        // If there is an answer, a query without one is not an error: a host need not have both address families.
        let style: Style = answers.isEmpty ? .bad : .dim
        for failure in failures {
            let question = failure.type.map { "no \($0): " } ?? ""
            table.add(
                Text("\(question)\(failure.reason.rawValue)", style), Text(failure.source.rawValue),
                Text(failure.server ?? ""), Text(), Text(Quantity.text(failure.duration), .dim))
        }
        page.table(table, indent: 2)
        if isMulticastUnasked {
            let reason = "multicast DNS was not queried, since avahi-daemon does not run on this machine"
            page.line(Text(reason, .warning), indent: 2)
            let advice =
                "Start it: systemctl start avahi-daemon; or install it: apt-get install avahi-daemon libnss-mdns"
            page.advice(Text(page.glyphs.arrow, .name) + Text(sentence: " " + advice), indent: 4, hang: 2)
        }
    }

    /// Whether a name below `.local` has no answer, and only the system resolver was asked, without multicast DNS.
    private var isMulticastUnasked: Bool {
        answers.isEmpty && Host.name(name).isMulticastName && !failures.isEmpty
            && failures.allSatisfy { $0.source == .system }
    }

    /// The aliases that lead to no records, and what is wrong with the last one. The types of a name mostly share them.
    private func writeBrokenAliases(to page: inout Page) {
        var shown: Set<[String]> = []
        for failure in failures {
            guard let aliases = failure.aliases, !aliases.isEmpty, shown.insert(aliases).inserted else { continue }
            for (index, alias) in aliases.enumerated() {
                let end = index == aliases.count - 1 ? Self.end(of: failure) : nil
                page.line(
                    Text("alias of ", .dim) + Text(alias) + Text(end.map { ", " + $0 } ?? "", .bad), indent: 2)
            }
        }
    }

    private static func end(of failure: Failure) -> String? {
        if failure.isAliasLoop == true { return "which is a loop" }
        switch failure.aliasEnd {
        case .nxdomain: return "which does not exist"
        case .noData: return "which has no \(failure.type ?? "such") record"
        case .servfail, .refused, .timeout, .closed, .malformed, nil: return nil
        }
    }

    private var note: Text {
        switch status {
        case .connectionUp: Text()
        case .err, .noErr: Text("  could not be asked", .warning)
        default: Text("  has no answer", .bad)
        }
    }
}
