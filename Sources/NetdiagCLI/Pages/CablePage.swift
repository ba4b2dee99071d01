import NetworkEmulation
import NetworkModel
import Translations

/// The final summary of `netdiag with`.
enum CablePage {
    static func lines(_ summary: CableSummary) -> [String] {
        var lines = ["netdiag: \(ToolPhrase.networkOfCommand.text(["seed": "\(summary.seed)"]))"]
        let labels = [ToolPhrase.wereSent.text, ToolPhrase.wereReceived.text]
        let width = labels.map { DisplayWidth.of($0) }.max() ?? 0
        for (label, direction) in zip(labels, [summary.up, summary.down]) {
            let space = String(repeating: " ", count: width - DisplayWidth.of(label) + 2)
            lines.append("  \(label)\(space)\(words(direction))")
        }
        let others = others(summary)
        if !others.isEmpty { lines.append("  " + others.joined(separator: Phrase.clauseSeparator)) }
        return lines
    }

    private static func others(_ summary: CableSummary) -> [String] {
        var others: [String] = []
        if summary.connections > 0 { others.append(ToolPhrase.countConnections.text(summary.connections)) }
        if summary.connectionsRefused > 0 {
            others.append(ToolPhrase.countRefusedConnections.text(summary.connectionsRefused))
        }
        if summary.questions > 0 {
            let altered = summary.questionsInterferedWith
            others.append(
                ToolPhrase.countQueries.text(summary.questions)
                    + (altered > 0 ? Phrase.partSeparator + ToolPhrase.countAltered.text(altered) : ""))
        }
        if let hasAccepted = summary.hasAcceptedPortal {
            others.append(hasAccepted ? ToolPhrase.portalWasAccepted.text : ToolPhrase.portalNotAccepted.text)
        }
        if summary.echoRefused > 0 {
            let facts = ["setting": "net.ipv4.ping_group_range"]
            others.append(ToolPhrase.countForbiddenPings.text(summary.echoRefused, facts))
        }
        if summary.notCarried > 0 { others.append(ToolPhrase.countNotCarried.text(summary.notCarried)) }
        return others
    }

    private static func words(_ direction: DirectionSummary) -> String {
        var words = [
            ToolPhrase.countPackets.text(direction.packets) + Phrase.partSeparator + size(direction.bytes)
        ]
        let counts: [(Int, ToolPhrase)] = [
            (direction.lost, .countLost), (direction.outage, .countLostInOutages),
            (direction.queueFull, .countBeyondQueue), (direction.tooBig, .countTooBig),
            (direction.corrupted, .countCorrupted), (direction.duplicated, .countDuplicated),
            (direction.reordered, .countReordered),
        ]
        for (count, phrase) in counts where count > 0 { words.append(phrase.text(count)) }
        if direction.delayed > 0 {
            let time = LocalQuantity.text(Milliseconds(direction.averageDelay))
            words.append(ToolPhrase.countDelayed.text(direction.delayed, ["time": time]))
        }
        return words.joined(separator: Phrase.clauseSeparator)
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: ToolPhrase.countBytes.text(bytes)
        case ..<10_000_000: LocalQuantity.local("\(bytes / 1_000) kB")
        default: LocalQuantity.local("\(bytes / 1_000_000) MB")
        }
    }
}
