import NetworkModel

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
            page.line(
                TargetState.down.text(page.glyphs) + Text(sentence: " the queue cannot be written: \(trouble)"), hang: 2
            )
        }
        guard !receivers.isEmpty else {
            return page.line(
                TargetState.idle.text(page.glyphs)
                    + Text(" nobody is notified of incidents; see alerts: in netdiag.yaml(5)"),
                hang: 2)
        }
        for receiver in receivers { write(receiver, to: &page, in: context) }
        let waiting = messages.filter { $0.delivered == nil }
        let delivered = messages.filter { $0.delivered != nil }
        if !waiting.isEmpty || !pending.isEmpty {
            page.blank()
            page.line(Text("waiting", .bold))
            for message in waiting.prefix(Self.maxShown) { write(message, to: &page, in: context) }
            let more = receivers.reduce(0) { $0 + $1.waiting } - min(waiting.count, Self.maxShown)
            if more > 0 { page.line(Text("and \(more) more", .dim), indent: 2) }
            for item in pending.prefix(Self.maxShown) {
                let until = item.until.map { " until \(context.localTime($0))" } ?? ""
                page.line(
                    Text(item.receiver, .name) + Text(": incident \(item.incident) waits \(item.words)\(until)"),
                    indent: 2, hang: 2)
            }
        }
        guard !delivered.isEmpty else { return }
        page.blank()
        page.line(Text("delivered", .bold))
        for message in delivered.prefix(Self.maxShown) { write(message, to: &page, in: context) }
    }

    private func write(_ receiver: Receiver, to page: inout Page, in context: PageContext) {
        let mark: TargetState = receiver.reason == nil ? .up : .down
        page.line(
            mark.text(page.glyphs) + " " + Text(receiver.name, .name)
                + Text("  \(receiver.kind) \(receiver.destination)", .dim)
                + Text(receiver.waiting > 0 ? "  \(receiver.waiting) waiting" : ""), hang: 2)
        guard let reason = receiver.reason else { return }
        let since = receiver.failingSince.map { "has not accepted messages since \(context.localTime($0))" }
        // The daemon has escaped what receivers say.
        page.line(Text(sentence: "\(since ?? "does not accept messages"): \(reason)"), indent: 2, hang: 2)
        if let next = receiver.nextAttempt {
            page.line(Text("next attempt \(context.localTime(next))", .dim), indent: 2, hang: 2)
        }
    }

    private func write(_ message: Message, to page: inout Page, in context: PageContext) {
        let attempts = message.attempts > 1 ? ", \(message.attempts) attempts" : ""
        page.line(
            Text(context.localTime(message.delivered ?? message.created), .dim) + Text("  ")
                + Text(message.receiver, .name) + Text(sentence: "  \(message.title)") + Text(attempts, .dim),
            indent: 2,
            hang: 2)
    }
}

extension AlertsDocument.Pending {
    /// The reason for the delay, after "waits".
    fileprivate var words: String {
        switch reason {
        case "after": "for the time of after:"
        case "quiet hours": "for the end of quiet hours"
        case "whether it comes back": "to see whether it comes back"
        default: "for \(reason)"
        }
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
        page.line(
            mark.text(page.glyphs) + " " + Text(receiver, .name)
                + Text(sentence: (delivered ? " accepted the message: " : " did not accept the message: ") + detail)
                + Text("  \(milliseconds) ms", .dim), hang: 2)
    }
}
