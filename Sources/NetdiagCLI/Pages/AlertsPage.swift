import NetworkModel
import Translations

extension AlertsDocument: Document {
    /// Whether every receiver accepts its messages.
    struct Summary: Decodable, ExitStatusSource {
        fileprivate let receivers: [Receiver]
        fileprivate let trouble: String?

        var outcome: Outcome {
            .verdict(.connectionUp, isDegraded: trouble != nil || receivers.contains { $0.reason != nil })
        }
    }

    static var summaryMembers: [String] { ["receivers", "trouble"] }
    var outcome: Outcome { Summary(receivers: receivers, trouble: trouble).outcome }

    /// The maximum number of messages that are shown.
    private static let maxShown = 20

    func write(to page: inout Page, in context: PageContext) {
        if let trouble {
            let words = CommandPhrase.queueNotWritten.text(["reason": FactWords.local(trouble)])
            page.line(TargetState.down.text(page.glyphs) + Text(sentence: " \(words)"), hang: 2)
        }
        guard !receivers.isEmpty else {
            return page.line(
                TargetState.idle.text(page.glyphs)
                    + Text(" \(CommandPhrase.nobodyNotified.text)"),
                hang: 2)
        }
        for receiver in receivers { write(receiver, to: &page, in: context) }
        let waiting = messages.filter { $0.delivered == nil }
        let delivered = messages.filter { $0.delivered != nil }
        if !waiting.isEmpty || !pending.isEmpty {
            page.blank()
            page.line(Text(CommandPhrase.queuedMessages.text, .bold))
            for message in waiting.prefix(Self.maxShown) { write(message, to: &page, in: context) }
            let more = receivers.reduce(0) { $0 + $1.waiting } - min(waiting.count, Self.maxShown)
            if more > 0 { page.line(Text(Phrase.andMore.text(more), .dim), indent: 2) }
            for item in pending.prefix(Self.maxShown) {
                let until = item.until.map { CommandPhrase.untilTime.text(["time": context.localTime($0)]) }
                let words = [item.words, until].compactMap(\.self).joined(separator: " ")
                page.line(
                    Text(item.receiver, .name) + Text(Phrase.detailSeparator + words), indent: 2, hang: 2)
            }
        }
        guard !delivered.isEmpty else { return }
        page.blank()
        page.line(Text(CommandPhrase.deliveredMessages.text, .bold))
        for message in delivered.prefix(Self.maxShown) { write(message, to: &page, in: context) }
    }

    private func write(_ receiver: Receiver, to page: inout Page, in context: PageContext) {
        let mark: TargetState = receiver.reason == nil ? .up : .down
        let queued = receiver.waiting > 0 ? "  \(CommandPhrase.countQueued.text(receiver.waiting))" : ""
        page.line(
            mark.text(page.glyphs) + " " + Text(receiver.name, .name)
                + Text("  \(receiver.kind) \(receiver.destination)", .dim) + Text(queued), hang: 2)
        guard let reason = receiver.reason else { return }
        let why = FactWords.local(reason)
        let words =
            receiver.failingSince.map {
                CommandPhrase.notAcceptedSince.text(["time": context.localTime($0), "reason": why])
            } ?? CommandPhrase.notAccepted.text(["reason": why])
        // The daemon has escaped what receivers say.
        page.line(Text(sentence: words), indent: 2, hang: 2)
        if let next = receiver.nextAttempt {
            let words = CommandPhrase.nextAttempt.text(["time": context.localTime(next)])
            page.line(Text(words, .dim), indent: 2, hang: 2)
        }
    }

    private func write(_ message: Message, to page: inout Page, in context: PageContext) {
        let attempts =
            message.attempts > 1 ? Phrase.partSeparator + CommandPhrase.countAttempts.text(message.attempts) : ""
        page.line(
            Text(context.localTime(message.delivered ?? message.created), .dim) + Text("  ")
                + Text(message.receiver, .name) + Text(sentence: "  \(message.title)") + Text(attempts, .dim),
            indent: 2,
            hang: 2)
    }
}

extension AlertsDocument.Pending {
    /// What the incident waits for.
    fileprivate var words: String {
        let phrase: CommandPhrase =
            switch reason {
            case "after": .waitsForAfter
            case "quiet hours": .waitsForQuietHours
            case "whether it comes back": .waitsForReturn
            default: .waitsFor
            }
        return phrase.text(["id": "\(incident)", "reason": reason])
    }
}

extension AlertTestDocument: Document {
    struct Summary: Decodable, ExitStatusSource {
        fileprivate let delivered: Bool
        var outcome: Outcome { .verdict(delivered ? .connectionUp : .connectionDown, isDegraded: false) }
    }

    static var summaryMembers: [String] { ["delivered"] }
    var outcome: Outcome { Summary(delivered: delivered).outcome }

    func write(to page: inout Page, in context: PageContext) {
        let mark: TargetState = delivered ? .up : .down
        let milliseconds = Int(duration.value.rounded())
        let time = LocalQuantity.local("\(milliseconds) ms")
        let phrase: CommandPhrase = delivered ? .acceptedMessage : .refusedMessage
        let words = phrase.text(["detail": FactWords.local(detail)])
        page.line(
            mark.text(page.glyphs) + " " + Text(receiver, .name) + Text(sentence: " \(words)")
                + Text("  \(time)", .dim), hang: 2)
    }
}
