import NetworkModel
import Translations

extension PeersDocument: Document {
    /// Whether all daemons discover and reach each other.
    struct Summary: Decodable, ExitStatusSource {
        fileprivate let looking: Bool
        fileprivate let peers: [Peer]

        var outcome: Outcome {
            .verdict(.connectionUp, isDegraded: peers.contains { $0.isOneSided(isLooking: looking) })
        }
    }

    static var summaryMembers: [String] { ["looking", "peers"] }
    var outcome: Outcome { Summary(looking: isLooking, peers: peers).outcome }

    func write(to page: inout Page, in context: PageContext) {
        let mark = TargetState(status)
        let remark = name == nil ? "  \(CommandPhrase.isNotAnnounced.text)" : ""
        page.line(
            mark.text(page.glyphs) + " " + Text(name ?? host, .bold) + Text(remark, .warning)
                + Text("  netdiagd \(version)", .dim), hang: 2)
        if !isLooking {
            let phrase: CommandPhrase = isStarting == true ? .beginsToLook : .doesNotLook
            page.line(Text("! ", .warning) + Text(phrase.text), indent: 2, hang: 2)
        }
        page.blank()
        guard !peers.isEmpty else {
            page.line(Text(CommandPhrase.noOtherDaemon.text, .dim), indent: 2)
            return
        }
        var table = Table(.left, .flexible, .flexible, .left, .left, .flexible, .left, .left, .left, .left)
        var titles: [String] = [
            "", Phrase.name.text, Phrase.host.text, CommandPhrase.overallStatus.text, Phrase.version.text,
            Phrase.addresses.text,
        ]
        titles += Peer.questions.map { $0.text }
        table.add(row: titles.map { Text($0.uppercased(), .dim) })
        for peer in peers { table.add(row: peer.cells(page.glyphs, isLooking: isLooking)) }
        if !page.terminal.isPlain, let columns = page.terminal.columns, table.width + 2 > columns {
            for peer in peers { peer.writeLines(to: &page, isLooking: isLooking) }
        } else {
            page.table(table, indent: 2)
        }
        for peer in peers {
            for reason in peer.reasons { page.line(Text("! ", .warning) + reason, indent: 2, hang: 2) }
        }
    }
}

extension Peer {
    /// Whether one of the two daemons does not discover or reach the other.
    ///
    /// - Parameter isLooking: Whether this daemon is browsing. If it is not, it cannot discover the other one.
    func isOneSided(isLooking: Bool) -> Bool {
        isLooking && !isSeen || isReachable == false || view?.isSeen == false || view?.isReachable == false
    }

    fileprivate func cells(_ glyphs: Glyphs, isLooking: Bool) -> [Text] {
        func yesOrNo(_ value: Bool?) -> Text {
            value.map { Text(($0 ? Phrase.yes : .no).text, $0 ? .plain : .bad) } ?? Text("?", .dim)
        }
        let mark: TargetState = isOneSided(isLooking: isLooking) ? .degraded : status.map { TargetState($0) } ?? .idle
        return [
            mark.text(glyphs), Text(name, .bold), Text(host, .name), Text(status?.word(isDegraded: false) ?? ""),
            Text(version ?? ""), Text(addresses.map(\.description).joined(separator: " ")),
            yesOrNo(isLooking || isSeen ? isSeen : nil),
            yesOrNo(isReachable), yesOrNo(view?.isSeen), yesOrNo(view?.isReachable),
        ]
    }

    /// Writes the peer in lines, for a terminal that is too narrow for the table.
    fileprivate func writeLines(to page: inout Page, isLooking: Bool) {
        let cells = cells(page.glyphs, isLooking: isLooking)
        let first = cells[0] + " " + cells[1...4].filter { !$0.isEmpty }.joined(separator: "  ")
        page.line(first, indent: 2, hang: 4)
        if !cells[5].isEmpty { page.line(cells[5], indent: 6) }
        let answers = zip(Self.questions.map { $0.text.lowercased() }, cells[6...])
        page.items(answers.map { Text("\($0) ", .dim) + $1 }, indent: 6)
    }

    /// What is known of a peer, in the order of the columns.
    fileprivate static let questions: [CommandPhrase] = [.isSeen, .peerAnswers, .seesUs, .reachesUs]

    fileprivate var reasons: [Text] {
        let ofThisHost = CommandPhrase.nameOfThisHost.text(["name": name])
        return [(name, reason), (ofThisHost, view?.reason)].compactMap { subject, reason in
            reason.map { Text(subject, .bold) + Text(Phrase.detailSeparator + FactWords.local($0)) }
        }
    }
}
