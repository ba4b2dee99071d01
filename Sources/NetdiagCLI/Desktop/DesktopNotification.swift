import Glibc
import NetworkModel
import Translations

/// A desktop notification (Desktop Notifications Specification 1.2). It is sent with busctl(1) of systemd, which is always
/// available to a user unit, so that netdiag needs no D-Bus library for a single call.
struct DesktopNotification {
    let summary: String
    let body: String
    /// The urgency: 0 is low, 1 normal, 2 critical.
    let urgency: UInt8

    init(_ incident: StatusDocument.Incident, isOver: Bool) {
        let isError = incident.cause.severity == .error
        summary = SafeText.harmless(SafeText.cut(incident.cause.summary, to: 200))
        var lines: [String] = []
        if isOver {
            // The notification is in English, whatever the locale.
            let span = Language.$current.withValue(.english) {
                LocalTime.span(from: incident.opened, to: incident.closed ?? Timestamp())
            }
            let words =
                switch incident.ending {
                case .replaced: "has another cause now"
                case .unwatched: "no longer monitored"
                case .recovered: "over"
                // It was merged.
                case nil: "part of another incident"
                }
            lines.append("\(words) after \(span)")
        }
        if incident.targetCount > 0 {
            let named = incident.targets.prefix(5).map { SafeText.escaped($0) }
            let others = incident.targetCount - named.count
            lines.append("affects \(named.joined(separator: ", "))" + (others > 0 ? " and \(others) more" : ""))
        }
        if !isOver, let advice = incident.cause.advice.first { lines.append(SafeText.harmless(advice)) }
        body = Self.plain(lines.joined(separator: "\n"))
        urgency = isOver ? 0 : isError ? 2 : 1
    }

    /// Escapes the text, since notification servers may interpret the body as markup.
    static func plain(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// - Parameter number: The ID of the notification to replace; 0 for none.
    /// - Returns: The ID of the notification.
    func show(replacing number: UInt32) throws(Failure) -> UInt32 {
        let command = [
            "busctl", "--user", "--timeout=5", "call", "org.freedesktop.Notifications",
            "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify", "susssasa{sv}i", "--",
            "netdiag",
            "\(number)", "network-error", summary, body, "0", "1", "urgency", "y", "\(urgency)", "-1",
        ]
        let (status, answer) = try SystemCommand.run(command, in: .session)
        // The output has the form `u 5`.
        let words = answer.split(separator: " ").map { $0.filter { $0 != "\n" } }
        guard status == 0, words.count == 2, words[0] == "u", let given = UInt32(words[1]) else {
            let line =
                answer.split(whereSeparator: \.isNewline).last.map { Text.shown(String($0)) } ?? "status \(status)"
            throw .failed(ToolPhrase.noNotificationShown.text(["reason": line]))
        }
        return given
    }
}
