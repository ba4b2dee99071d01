import NetworkModel
import Translations

extension Resolution {
    /// Writes the answers with their sources, and then the queries without an answer.
    func write(to page: inout Page, in context: PageContext) {
        page.line(TargetState(status).text(page.glyphs) + " " + Text(name, .bold) + note, hang: 2)
        for alias in aliases { page.line(Self.line(ofAlias: alias), indent: 2) }
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
        for failure in failures where !failure.isOfMissingAvahi {
            let reason = Self.words(for: failure)
            let words = failure.type.map { CommandPhrase.noRecord.text(["type": $0, "reason": reason]) } ?? reason
            table.add(
                Text(words, style), Text(failure.source.rawValue),
                Text(failure.server ?? ""), Text(), Text(Quantity.text(failure.duration), .dim))
        }
        page.table(table, indent: 2)
        if isMulticastUnasked {
            page.line(Text(CommandPhrase.multicastUnasked.text, .warning), indent: 2)
            let advice = CommandPhrase.startOrInstall.text([
                "start": "systemctl start avahi-daemon", "install": "apt-get install avahi-daemon libnss-mdns",
            ])
            page.advice(Text(page.glyphs.arrow, .name) + Text(sentence: " " + advice), indent: 4, hang: 2)
        }
    }

    private static func words(for failure: Failure) -> String {
        // A server may return an empty answer with an alias of a name that does not exist.
        if failure.reason == .noData, failure.aliasEnd == .nxdomain { return FailureReason.nxdomain.rawValue }
        // The code of getaddrinfo(3), whose cause it does not report.
        if failure.reason == .servfail, failure.server == nil { return CommandPhrase.temporaryFailure.text }
        guard failure.reason == .closed else { return failure.reason.rawValue }
        guard let server = failure.server else { return CommandPhrase.noServerListens.text }
        let port = IPAddress(server) == nil ? server.split(separator: ":").last.map(String.init) : nil
        return CommandPhrase.portIsClosed.text(["port": port ?? "53"])
    }

    /// Whether a name below `.local`, or an address, has no answer, and multicast DNS was not asked: for a name, only the system
    /// resolver was.
    private var isMulticastUnasked: Bool {
        guard answers.isEmpty, !failures.isEmpty else { return false }
        return failures.contains(where: \.isOfMissingAvahi)
            || Host.name(name).isMulticastName && failures.allSatisfy { $0.source == .system }
    }

    /// The aliases that lead to no records, and what is wrong with the last one. The types of a name mostly share them.
    private func writeBrokenAliases(to page: inout Page) {
        var shown: Set<[String]> = []
        for failure in failures {
            guard let aliases = failure.aliases, !aliases.isEmpty, shown.insert(aliases).inserted else { continue }
            for (index, alias) in aliases.enumerated() {
                let end = index == aliases.count - 1 ? Self.end(of: failure) : nil
                let ending = end.map { Text(Phrase.partSeparator + $0, .bad) }
                page.line(Self.line(ofAlias: alias) + (ending ?? Text()), indent: 2)
            }
        }
    }

    private static func line(ofAlias name: String) -> Text {
        CommandPhrase.aliasOf.pieces {
            Text($0, .dim)
        } place: { _ in
            Text(name)
        }.joined(separator: Text())
    }

    private static func end(of failure: Failure) -> String? {
        if failure.isAliasLoop == true { return CommandPhrase.aliasLoop.text }
        switch failure.aliasEnd {
        case .nxdomain: return CommandPhrase.aliasGone.text
        case .noData:
            return failure.type.map { CommandPhrase.aliasWithoutRecord.text(["type": $0]) }
                ?? CommandPhrase.aliasWithoutSuch.text
        case .servfail, .refused, .timeout, .closed, .malformed, nil: return nil
        }
    }

    private var note: Text {
        switch status {
        case .connectionUp: Text()
        case .err, .noErr: Text("  \(CommandPhrase.couldNotBeAsked.text)", .warning)
        default: Text("  \(CommandPhrase.hasNoAnswer.text)", .bad)
        }
    }
}

extension Resolution.Failure {
    /// Whether multicast DNS could not be asked, since avahi-daemon does not run.
    fileprivate var isOfMissingAvahi: Bool { source == .mdns && reason == .closed }
}
