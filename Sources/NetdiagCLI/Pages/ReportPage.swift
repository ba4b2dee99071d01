import NetworkModel
import Translations

extension Report {
    /// Writes the verdict, the cause with advice, and the layers. A target that works is one line if it is one of several.
    func write(to page: inout Page, in context: PageContext) {
        let mark = TargetState(status, isDegraded: degraded)
        let isBrief = context.isOneOfSeveral && status == .connectionUp && !degraded
        let remarks = [context.remark, context.isCompared ? route : nil].compactMap(\.self)
        let remark =
            remarks.isEmpty
            ? Text() : Text(sentence: "  (\(remarks.joined(separator: Phrase.partSeparator)))", .dim)
        // The target is written as typed: a backslash in it is already an escape.
        page.line(
            mark.text(page.glyphs) + " " + (name.map { Text(sentence: $0, .bold) + " " } ?? Text())
                + Text(sentence: target, name == nil ? .bold : .plain)
                + Text("  \(status.sentence(isDegraded: degraded, cause))", mark.style)
                + Text("  \(LocalQuantity.text(duration))", .dim)
                + remark,
            hang: 2)
        if isBrief { return }
        if let cause { page.finding(cause, indent: 2) }
        if let omission = asked?.omission { page.line(Text(omission.line), indent: 2, hang: 2) }
        if !layers.isEmpty { page.blank() }
        page.table(ladder(page.glyphs), indent: 2)
        let others = findings.filter { $0 != cause }
        if !others.isEmpty { page.blank() }
        for finding in others { page.finding(finding, indent: 2, withMark: true) }
        if let omitted = asked?.omitted, !omitted.isEmpty {
            page.blank()
            let topics = omitted.map(\.rawValue).joined(separator: Phrase.itemSeparator)
            page.line(Text(Phrase.tooMuchFailed.text(["topics": topics]), .dim), indent: 2, hang: 2)
        }
    }

    /// What the report of a check through a proxy and that of a direct one show together.
    static func conclusion(from reports: [Report]) -> String? {
        let isUp = { (report: Report) in report.status == .connectionUp }
        guard reports.count == 2, reports.allSatisfy({ isUp($0) || $0.status == .connectionDown }),
            let proxied = reports.first(where: \.isProxied), let direct = reports.first(where: { !$0.isProxied })
        else { return nil }
        let phrase: Phrase =
            switch (isUp(proxied), isUp(direct)) {
            case (true, true): .worksBothWays
            case (false, true): .worksDirectlyOnly
            case (true, false): .worksByProxyOnly
            case (false, false): .failsBothWays
            }
        return phrase.text
    }

    private var isProxied: Bool { self[ProxyEvidence.self] != nil }

    /// How the target was reached, for a report beside one over another route.
    private var route: String {
        self[ProxyEvidence.self].map { Phrase.throughProxy.text(["proxy": SafeText.escaped($0.url)]) }
            ?? Phrase.withoutProxy.text
    }

    /// The layers, lowest first.
    ///
    /// - Parameter unseen: The text for a layer without evidence; `nil` for the default phrase.
    func ladder(_ glyphs: Glyphs, unseen: String? = nil) -> Table {
        var table = Table(.left, .left, .flexible, .right)
        for layer in layers {
            let worst = findings.filter { $0.layer == layer.layer }.map(\.severity).max()
            let mark = TargetState(layer.status, isDegraded: worst == .warning)
            guard layer.status != .noErr else {
                let seen =
                    layer.evidence.map { Phrase.notJudged.text(["seen": $0.value.localSummary]) }
                    ?? unseen ?? Phrase.notChecked.text
                table.add(mark.text(glyphs), Text(layer.layer.localName, .dim), Text(seen, .dim))
                continue
            }
            let detail = layer.evidence.map(\.value.localSummary) ?? ""
            table.add(
                mark.text(glyphs), Text(layer.layer.localName), Text(detail),
                // No time is shown for layers that took none.
                Text(layer.duration.value > 0 ? LocalQuantity.text(layer.duration) : "", .dim))
        }
        return table
    }
}
